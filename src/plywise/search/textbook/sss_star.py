"""SSS*: best-first search of a game tree; at most the leaves that alpha-beta looks at (Stockman 1979).

A state waits with a merit, the most that MAX can still get by way of it. The greatest merit comes first, and of equals
the one to the left. MAX's actions are all tried; MIN's one after the other, each only while the merit is the greatest.
"""

from heapq import heapify, heappop, heappush
from math import inf
from typing import Any

from plywise.rules import MAX, Action, Game

Path = tuple[int, ...]
"""The number of each action on the way from the root."""


def sss_star(game: Game, state: Any) -> tuple[float, Action]:
    """Return what minimax would."""
    waiting: list[tuple[float, Path, bool]] = [(-inf, (), False)]  # -merit, path, whether it is solved
    states, actions = dict[Path, Any]([((), state)]), dict[Path, list[Action]]()
    best, move = inf, None
    while True:
        cost, path, is_solved = heappop(waiting)
        above = path[:-1]
        if not is_solved and game.is_terminal(states[path]):
            heappush(waiting, (max(cost, -game.utility(states[path], MAX)), path, True))
        elif not is_solved:
            actions[path] = list(game.actions(states[path]))
            for number in range(len(actions[path]) if game.to_move(states[path]) == MAX else 1):
                states[*path, number] = game.result(states[path], actions[path][number])
                heappush(waiting, (cost, (*path, number), False))
        elif not path:
            return -cost, move
        else:
            if not above and -cost < best:
                best, move = -cost, actions[()][path[-1]]
            if game.to_move(states[above]) == MAX:
                waiting = [each for each in waiting if each[1][: len(above)] != above]
                heapify(waiting)
                heappush(waiting, (cost, above, True))
            elif path[-1] + 1 < len(actions[above]):
                sibling = (*above, path[-1] + 1)
                states[sibling] = game.result(states[above], actions[above][sibling[-1]])
                heappush(waiting, (cost, sibling, False))
            else:
                heappush(waiting, (cost, above, True))
