"""Iterative deepening: search one ply deep, then two, then three, until the limit is spent (section 5.4.2).

The answer is that of the deepest search that was completed, so there is one at any moment. Each round costs a
multiple of the one before, so all the earlier ones together add only a constant fraction.

>>> from plywise.games.tree import Tree
>>> from plywise.rules import Limit
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> iterative_deepening(tree, limit=Limit(nodes=100)).describe(tree)
'a1: value 3 to player A, proven; line a1 b1; 15 states, depth 2'
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from plywise.rules import MAX, Decision, Game, Limit, SearchError, Status
from plywise.search.alpha_beta import alpha_beta
from plywise.search.shared import MAX_PLIES, LimitReachedError, Search


class SearchFunction(Protocol):
    """Anything that answers like `minimax`."""

    def __call__(self, game: Game, state: Any = None, *, limit: Limit | None, history: Sequence[Any]) -> Decision:
        """Return the Decision of one search within a limit."""


def iterative_deepening(
    game: Game,
    state: Any = None,
    *,
    limit: Limit,
    history: Sequence[Any] = (),
    algorithm: SearchFunction = alpha_beta,
    on_depth: Callable[[Decision], None] | None = None,
) -> Decision:
    """Return the Decision of the deepest search completed within the limit; it ends early where that is proven.

    `on_depth` is handed each completed search's Decision. Nodes and seconds count all rounds together, the
    unfinished one included; leaves those of the completed ones.
    """
    if limit.is_open and game.cyclic and game.repetition is None:
        raise SearchError(f"{game.name} is cyclic: give the search a time, a number of nodes or a depth.")
    state = game.initial() if state is None else state
    started = time.perf_counter()
    best = first_action(game, state, history)
    for depth in range(1, MAX_PLIES + 1):
        try:
            rest = limit.after(best.nodes, time.perf_counter() - started)
            if rest is None:
                raise LimitReachedError(0)
            found = algorithm(game, state, limit=replace(rest, depth=depth), history=history)
        except LimitReachedError as reached:
            return replace(best, nodes=best.nodes + reached.nodes, seconds=time.perf_counter() - started)
        best = replace(
            found,
            nodes=best.nodes + found.nodes,
            leaves=best.leaves + found.leaves,
            seconds=time.perf_counter() - started,
        )
        if on_depth:
            on_depth(best)
        if best.status is Status.PROVEN or depth == limit.depth:
            return best
    if limit.is_open:
        raise SearchError(f"{game.name} is not decided within {MAX_PLIES} plies: give the search a limit.")
    return best


def first_action(game: Game, state: Any, history: Sequence[Any] = ()) -> Decision:
    """Return the answer to give before anything has been searched: the first legal action the rules name."""
    search = Search(game, Limit(depth=1), history)
    if not search.is_chance(state):
        for action, _ in search.root_successors(state):
            return Decision(action, game.draw_utility, game.to_move(state), Status.HEURISTIC, line=(action,))
    return Decision(None, game.draw_utility, MAX, Status.HEURISTIC)
