"""The expected value of a category of states, from experience (Russell & Norvig, section 5.4.1).

An evaluation may divide states into categories, such as "two pawns against one", and give each what such states came
to in games played before. The book's example: 72% of the states in a category led to a win (worth 1), 20% to a loss
(0) and 8% to a draw (1/2), so any one of them may be expected to be worth 0.76.

>>> book = Experience(lambda state, player: state)
>>> for utility, times in ((1, 72), (0, 20), (0.5, 8)):
...     book.note("two pawns against one", utility, times)
>>> book.expected("two pawns against one")
0.76
"""

import copy
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from plywise.learn.states import draw
from plywise.rules import Game, PlywiseError

LONGEST = 1000
"""A game played at random that isn't over after this many plies teaches nothing."""


class Experience:
    """Counts how states of each category ended; `category(state, player)` names a state's, as that player sees it."""

    def __init__(self, category: Callable[[Any, int], Hashable]) -> None:
        self.category = category
        self.outcomes: defaultdict[Hashable, Counter[float]] = defaultdict(Counter)

    def note(self, category: Hashable, utility: float, times: int = 1) -> None:
        """Note that states of a category ended with a utility, a number of times."""
        if times < 0:
            raise PlywiseError(f"An outcome can't have come up {times} times: give 0 or more.")
        self.outcomes[category][utility] += times

    def shares(self, category: Hashable) -> Mapping[float, float]:
        """Return which share of a category's states ended with each utility; nothing where none is known."""
        outcomes = self.outcomes.get(category, Counter())
        return {utility: times / outcomes.total() for utility, times in outcomes.items() if times}

    def expected(self, category: Hashable) -> float | None:
        """Return the mean utility of a category; None where none is known."""
        outcomes = self.outcomes.get(category)
        if not outcomes or not outcomes.total():
            return None
        return sum(utility * times for utility, times in outcomes.items()) / outcomes.total()

    def play(self, game: Game, games: int, seed: int = 0) -> None:
        """Gather experience by playing at random; every state counts for every player."""
        lots = random.Random(seed)
        for _ in range(games):
            state: Any = game.initial()
            states: list[Any] = []
            while not game.is_terminal(state) and len(states) < LONGEST:
                states.append(state)
                state = game.result(state, draw(game, state, lots))
            if game.is_terminal(state):
                for player in range(game.players):
                    utility = game.utility(state, player)
                    for seen in states:
                        self.note(self.category(seen, player), utility)

    def judging(self, game: Game) -> Game:
        """Return the game with these expectations for its evaluation; a category without any counts as a draw.

        In games that rank estimates between losses and wins, they are given as the lead over a draw.
        """
        experience = self

        def evaluate(self: Game, state: Any, player: int) -> float:
            expected = experience.expected(experience.category(state, player))
            if expected is None:
                expected = self.draw_utility
            return expected - self.draw_utility if self.evaluates_in_own_unit else expected

        low, high = game.utility_range
        kind = type(type(game).__name__, (type(game),), {"evaluate": evaluate, "__doc__": type(game).__doc__})
        judged = copy.copy(game)
        judged.__class__ = kind
        judged.evaluation_limit = max(1.0, 2.0 * (high - low))
        return judged
