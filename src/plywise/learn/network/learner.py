"""Teaching a network a game, from nothing or from where it was left: weights to play by are always at hand.

After a thousand games, and whenever there are half as many again, the weights meet those that were best so far, and
those of the start. New weights that do clearly worse are taught further, but not handed out.
"""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from plywise.kernel import (
    NetworkRates,
    NetworkSelfPlay,
    NetworkTable,
    OnCompile,
    require_network,
    rules_fingerprint,
)
from plywise.knowledge.network import LearnedNetwork, NetworkLayout, layout_for
from plywise.learn.patterns import LearningPoint, Training
from plywise.rules import Game, Limit, Lots

HIDDEN = 128
"""Hidden units of a new network."""

SPREAD = 0.1
"""The weights of a new network lie between minus and plus this; biases are 0."""

FIRST_POINT, GROWTH = 1_000, 1.5
"""After how many games the weights are first compared, and by how much that grows from one comparison to the next."""

PAIRS = 500
"""Pairs of games in a comparison with the best so far; a fifth of that against the start."""

SLICE = 0.5
"""Seconds between two reports of progress."""


def first_weights(layout: NetworkLayout, seed: int) -> NDArray[np.float32]:
    """Return small random weights, the same for the same seed.

    >>> layout = NetworkLayout(4, 2, 6, -3, 3)
    >>> bool((first_weights(layout, 1) == first_weights(layout, 1)).all())
    True
    """
    weights, lots = np.zeros(layout.size, np.float32), Lots(seed)
    inner, _, outer, _ = layout.parts(weights)
    for part in (inner, outer):
        part[:] = np.reshape([2 * SPREAD * lots.fraction() - SPREAD for _ in range(part.size)], part.shape)
    return weights


class NetworkLearner:
    """Teaches a network one game by self-play; `best` is what it would hand out now.

    >>> from plywise.games.backgammon import Backgammon
    >>> learner = NetworkLearner(Backgammon(), hidden=8)
    >>> learner.learn(games=2), learner.games, learner.best.layout.hidden
    (True, 2, 8)
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        hidden: int = HIDDEN,
        rates: NetworkRates | None = None,
        known: LearnedNetwork | None = None,
        on_step: OnCompile | None = None,
    ) -> None:
        """Prepare to learn; `known` is what to start from, if not from nothing."""
        require_network(game)
        self.game, self.rates = game, rates or NetworkRates()
        self.seed = known.seed if known else seed
        self.layout = known.layout if known else layout_for(game, hidden)
        self.self_play = NetworkSelfPlay(game, self.layout, seed=self.seed, on_step=on_step)
        self._rules = rules_fingerprint(game)
        self._start, self._best = (NetworkTable(self.layout.size) for _ in range(2))
        self._numbers(self._start)[:] = first_weights(self.layout, self.seed)
        weights = np.frombuffer(known.weights, "<f4") if known else self._numbers(self._start)
        for table in (self.self_play.table, self._best):
            self._numbers(table)[:] = weights
        self._best_games = self.self_play.games = known.games if known else 0
        self.seconds = 0.0

    @property
    def games(self) -> int:
        """How many games have been learned from, those of earlier runs included."""
        return self.self_play.games

    @property
    def best(self) -> LearnedNetwork:
        """The best that has been learned so far."""
        weights = self._numbers(self._best).astype("<f4").tobytes()
        return LearnedNetwork(self.game.name, self._rules, self.layout, weights, self._best_games, self.seed)

    @property
    def training(self) -> Training:
        """Where learning stands, to be resumed from."""
        return Training(self._rules, self.games, (self.self_play.random,), self._numbers(self.self_play.table).copy())

    def resume(self, training: Training) -> None:
        """Go on from where learning was left, as if it had never stopped."""
        self._numbers(self.self_play.table)[:] = training.numbers
        self.self_play.games, (self.self_play.random, *_) = training.games, training.random

    def learn(
        self,
        *,
        seconds: float | None = None,
        games: int | None = None,
        on_point: Callable[[LearningPoint], None] | None = None,
        on_progress: Callable[[], None] | None = None,
    ) -> bool:
        """Learn for a time, or from a number of games; return False where Ctrl-C ended it.

        The same seed and the same number of games give the same weights, whatever the time.
        """
        until = None if seconds is None else time.perf_counter() + seconds
        last = None if games is None else self.games + games
        is_on = True
        try:
            while is_on and self.games != last and not (until and time.perf_counter() >= until):
                target = self._next_point() if last is None else min(last, self._next_point())
                is_on = self._learn_until(target, until, on_progress)
                point = self._compare()
                if on_point:
                    on_point(point)
        except KeyboardInterrupt:  # while weights were compared, or a file was written
            return False
        return is_on

    def _next_point(self) -> int:
        point = FIRST_POINT
        while point <= self.games:
            point = int(point * GROWTH)
        return point

    def _learn_until(self, target: int, until: float | None, on_progress: Callable[[], None] | None) -> bool:
        """Learn until there are `target` games, or the time is up; return False where Ctrl-C ended it."""
        while self.games < target:
            now = time.perf_counter()
            left = SLICE if until is None else min(SLICE, until - now)
            if left <= 0:
                break
            is_stopped = self.self_play.learn(target - self.games, self.rates, Limit(time=left))
            self.seconds += time.perf_counter() - now
            if on_progress:
                on_progress()
            if is_stopped:
                return False
        return True

    def _compare(self) -> LearningPoint:
        """Let the weights meet the best ones so far, and keep them unless they do clearly worse."""
        against_best = self.self_play.contest(self._best, PAIRS, self.games)
        against_start = self.self_play.contest(self._start, PAIRS // 5, self.games)
        is_best = against_best.mean >= -2 * against_best.error
        if is_best:
            self._best.numbers[:] = self.self_play.table.numbers
            self._best_games = self.games
        return LearningPoint(self.games, self.seconds, against_start, against_best, is_best)

    @staticmethod
    def _numbers(table: NetworkTable) -> NDArray[np.float32]:
        return np.frombuffer(table.numbers, np.float32)
