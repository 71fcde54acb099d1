"""Learning the patterns of a game, from nothing or from where it was left: the best weights so far are always at hand.

After a thousand games, and whenever there are half as many again, the weights meet those that were best so far, and
those of the start. Looking one ply ahead is enough for that: what counts is what they say of a state. New weights that
do clearly worse are learned further, but not handed out.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plywise.kernel import (
    ContestScore,
    LearningRates,
    OnCompile,
    SelfPlay,
    WeightTable,
    require_learnable,
    rules_fingerprint,
)
from plywise.knowledge.patterns import LearnedPatterns, PatternLayout
from plywise.learn.patterns.choosing import choose_layout
from plywise.learn.patterns.training_file import Training
from plywise.rules import SUM_UNIT, Game, Limit

FIRST_POINT, GROWTH = 1_000, 1.5
"""After how many games the weights are first compared, and by how much that grows from one comparison to the next."""

ROUNDS = 100
"""Rounds of a comparison: in each, a game from every seat."""

CONTEST_OPENING = 4
"""Random plies at the start of each of them."""

SLICE = 0.5
"""Seconds between two reports of progress."""

MOST = np.iinfo(np.int16).max


@dataclass(frozen=True, slots=True)
class LearningPoint:
    """How far learning is: a point on its curve."""

    games: int
    seconds: float
    against_start: ContestScore
    """How the weights do against those of the start, both looking one ply ahead."""
    against_best: ContestScore
    """The same against the best ones so far."""
    is_best: bool
    """Whether these are the best so far now."""


class PatternLearner:
    """Learns the patterns of one game; `best` is what it would hand out now."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        threads: int = 1,
        layout: PatternLayout | None = None,
        rates: LearningRates | None = None,
        known: LearnedPatterns | None = None,
        on_step: OnCompile | None = None,
    ) -> None:
        """Prepare to learn a layout, or what suits the game; `known` is what to start from, if not from nothing."""
        require_learnable(game)
        self.game, self.seed, self.rates = game, seed, rates or LearningRates()
        self.layout: PatternLayout = known.layout if known else layout or choose_layout(game, seed)
        self.self_play = SelfPlay(game, self.layout, threads=threads, seed=seed, on_step=on_step)
        self._rules = rules_fingerprint(game)
        self._start, self._best = (WeightTable(self.layout.size) for _ in range(2))
        self.earlier = known.games if known else 0
        """Games of earlier runs."""
        self.seconds = 0.0
        if known:
            self._numbers(self.self_play.table)[: self.layout.size] = np.frombuffer(known.weights, "<i2") / SUM_UNIT
            self._keep_best()
        self._best_games = self.earlier

    @property
    def games(self) -> int:
        """How many games have been learned from, those of earlier runs included."""
        return self.earlier + self.self_play.games

    @property
    def best(self) -> LearnedPatterns:
        """The best that has been learned so far."""
        rounded = np.rint(self._numbers(self._best)[: self.layout.size].astype(np.float64) * SUM_UNIT)
        weights = np.clip(rounded, -MOST, MOST).astype("<i2").tobytes()
        return LearnedPatterns(self.game.name, self._rules, self.layout, weights, self._best_games, self.seed)

    @property
    def training(self) -> Training:
        """Where learning stands, to be resumed from."""
        numbers = self._numbers(self.self_play.table).copy()
        return Training(self._rules, self.games, self.self_play.random, numbers)

    def resume(self, training: Training) -> None:
        """Go on from where learning was left, as if it had never stopped."""
        self._numbers(self.self_play.table)[:] = training.numbers
        self.self_play.random = training.random
        self.earlier = training.games

    def learn(
        self,
        *,
        seconds: float | None = None,
        games: int | None = None,
        on_point: Callable[[LearningPoint], None] | None = None,
        on_progress: Callable[[], None] | None = None,
    ) -> bool:
        """Learn for a time, or from a number of games; return False where Ctrl-C ended it.

        The same seed and the same number of games in one thread give the same weights, whatever the time.
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
        against_best, against_start = (
            self.self_play.contest(rival, ROUNDS, CONTEST_OPENING, self.games) for rival in (self._best, self._start)
        )
        is_best = against_best.mean >= -2 * against_best.error
        if is_best:
            self._keep_best()
            self._best_games = self.games
        return LearningPoint(self.games, self.seconds, against_start, against_best, is_best)

    def _keep_best(self) -> None:
        self._best.numbers[:] = self.self_play.table.numbers

    @staticmethod
    def _numbers(table: WeightTable) -> NDArray[np.float32]:
        return np.frombuffer(table.numbers, np.float32)
