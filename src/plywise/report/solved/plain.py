"""Solves small games by the plain rules alone: every state that can be reached is listed, then valued from the end.

Without cycles a state is valued when all that follow it are. With cycles, wins spread backwards from the end, nearest
first, and what they never reach is a draw: neither side can force anything there.

>>> from plywise.games.placing.tic_tac_toe import TicTacToe
>>> solution = solve_plainly(TicTacToe(), 10_000)
>>> solution.states, solution.values[TicTacToe().initial()]
(5478, 0.0)
"""

import math
from collections import defaultdict, deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from plywise.report.solved.solution import SolvedAction
from plywise.rules import CHANCE, Game


@dataclass(slots=True)
class PlainSolution:
    """Values to player 0 of every state that can be reached, by key, and plies to a win or a loss."""

    game: Game
    values: dict[Hashable, float] = field(default_factory=dict)
    distances: dict[Hashable, int] = field(default_factory=dict)
    known: dict[Hashable, Any] = field(default_factory=dict)
    """Every state by its key."""

    @property
    def states(self) -> int:
        """How many states can be reached."""
        return len(self.values)

    def actions(self, state: Any) -> list[SolvedAction]:
        """Return what each action is worth to the player to move."""
        game, player, found = self.game, self.game.to_move(state), []
        for action in game.actions(state):
            key = game.key(game.result(state, action))
            distance = self.distances.get(key)
            value = game.value_to(player, self.values[key])
            found.append(SolvedAction(action, value, None if distance is None else distance + 1))
        return found


def solve_plainly(game: Game, most: int) -> PlainSolution | None:
    """Return the values of all states; None where there are more than `most`, or where the game isn't of this kind."""
    is_suited = game.is_adversarial and game.repetition != "illegal"
    if not is_suited or (game.cyclic and not game.wins_are_equal):
        return None
    graph = _StateGraph(game)
    if not graph.enumerate(most):
        return None
    return graph.spread() if game.wins_are_equal else graph.back_up()


class _StateGraph:
    """All states, and which follow which."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[Hashable, Any] = {}
        self.after: dict[Hashable, list[tuple[Hashable, float]]] = {}
        """By state, those that follow, with their probabilities where chance moves."""

    def enumerate(self, most: int) -> bool:
        """List all states; return whether there are at most that many."""
        game, first = self.game, self.game.initial()
        waiting = deque([first])
        self.known[game.key(first)] = first
        while waiting:
            state = waiting.popleft()
            following = []
            for after, share in self._following(state):
                key = game.key(after)
                following.append((key, share))
                if key not in self.known:
                    if len(self.known) >= most:
                        return False
                    self.known[key] = after
                    waiting.append(after)
            self.after[game.key(state)] = following
        return True

    def _following(self, state: Any) -> list[tuple[Any, float]]:
        game = self.game
        if game.is_terminal(state):
            return []
        if game.to_move(state) == CHANCE:
            return [(game.result(state, outcome), share) for outcome, share in game.chances(state)]
        return [(game.result(state, action), math.nan) for action in game.actions(state)]

    def back_up(self) -> PlainSolution:
        """Value a game without cycles: each state after all that follow it."""
        solution = PlainSolution(self.game, known=self.known)
        stack = [self.game.key(self.game.initial())]
        while stack:
            key = stack[-1]
            missing = [each for each, _ in self.after[key] if each not in solution.values]
            if missing and key not in solution.values:
                stack += missing
                continue
            stack.pop()
            solution.values[key] = self._value(key, solution.values)
        return solution

    def _value(self, key: Hashable, values: dict[Hashable, float]) -> float:
        game, state, following = self.game, self.known[key], self.after[key]
        if not following:
            return game.utility(state, 0)
        player = game.to_move(state)
        if player == CHANCE:
            return math.fsum(share * values[each] for each, share in following)
        return (max if player == 0 else min)(values[each] for each, _ in following)

    def spread(self) -> PlainSolution:
        """Let wins and losses spread backwards from the end, nearest first; the rest is drawn."""
        game, solution = self.game, PlainSolution(self.game, known=self.known)
        before, left = self._before(), {key: len(dict(following)) for key, following in self.after.items()}
        decided = self._ended(solution)
        while decided:
            key = decided.popleft()
            value, distance = solution.values[key], solution.distances[key]
            for each in before[key]:
                if each in solution.values:
                    continue
                left[each] -= 1
                gains = game.value_to(game.to_move(self.known[each]), value) > game.draw_utility
                if gains or not left[each]:
                    solution.values[each], solution.distances[each] = value, distance + 1
                    decided.append(each)
        for key in self.after:
            solution.values.setdefault(key, game.draw_utility)
        return solution

    def _before(self) -> dict[Hashable, list[Hashable]]:
        """Return by state those that lead to it, each once."""
        before: dict[Hashable, list[Hashable]] = defaultdict(list)
        for key, following in self.after.items():
            for each in dict(following):
                before[each].append(key)
        return before

    def _ended(self, solution: PlainSolution) -> deque[Hashable]:
        """Value the states in which the game is over; return those that aren't drawn."""
        game, decided = self.game, deque[Hashable]()
        for key, following in self.after.items():
            if not following:
                solution.values[key] = game.utility(self.known[key], 0)
                if solution.values[key] != game.draw_utility:
                    solution.distances[key] = 0
                    decided.append(key)
        return decided
