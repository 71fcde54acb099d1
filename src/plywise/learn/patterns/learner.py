"""Learning the patterns of a game, from nothing or from where it was left: the best so far is always at hand."""

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
from plywise.learn.learner import SelfPlayLearner
from plywise.learn.patterns.choosing import choose_layout
from plywise.learn.patterns.training_file import Training
from plywise.rules import SUM_UNIT, Game, Limit

ROUNDS = 100
"""Rounds of a comparison: in each, a game from every seat."""

CONTEST_OPENING = 4
"""Random plies at the start of each of them."""

MOST = np.iinfo(np.int16).max


class PatternLearner(SelfPlayLearner):
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
        if known:
            self._numbers(self.self_play.table)[: self.layout.size] = np.frombuffer(known.weights, "<i2") / SUM_UNIT
        self.keep_best()

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

    def play(self, games: int, limit: Limit) -> bool:
        """Learn from more games, within a limit; return whether Ctrl-C came."""
        return self.self_play.learn(games, self.rates, limit)

    def contest_rivals(self) -> tuple[ContestScore, ContestScore]:
        """Let the weights meet those of the start and the best so far, looking one ply ahead.

        That is enough: what counts is what they say of a state.
        """
        against_best, against_start = (
            self.self_play.contest(rival, ROUNDS, CONTEST_OPENING, self.games) for rival in (self._best, self._start)
        )
        return against_start, against_best

    def keep_best(self) -> None:
        """Take the weights for the best ones so far."""
        self._best.numbers[:] = self.self_play.table.numbers
        self._best_games = self.games

    @staticmethod
    def _numbers(table: WeightTable) -> NDArray[np.float32]:
        return np.frombuffer(table.numbers, np.float32)
