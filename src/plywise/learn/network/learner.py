"""Teaching a network a game, from nothing or from where it was left: weights to play by are always at hand."""

import numpy as np
from numpy.typing import NDArray

from plywise.kernel import (
    ContestScore,
    NetworkRates,
    NetworkSelfPlay,
    NetworkTable,
    OnCompile,
    require_network,
    rules_fingerprint,
)
from plywise.knowledge.network import LearnedNetwork, NetworkLayout, layout_for
from plywise.learn.learner import SelfPlayLearner
from plywise.learn.patterns import Training
from plywise.rules import Game, Limit, Lots

HIDDEN = 128
"""Hidden units of a new network."""

SPREAD = 0.1
"""The weights of a new network lie between minus and plus this; biases are 0."""

PAIRS = 500
"""Pairs of games in a comparison with the best so far; a fifth of that against the start."""


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


class NetworkLearner(SelfPlayLearner):
    """Teaches a network one game by self-play; `best` is what it would hand out now.

    >>> from plywise.games.backgammon import Backgammon
    >>> learner = NetworkLearner(Backgammon(), hidden=8)  # learner.learn(games=1000) plays, once that is compiled
    >>> learner.games, learner.best.layout.hidden
    (0, 8)
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

    def play(self, games: int, limit: Limit) -> bool:
        """Learn from more games, within a limit; return whether Ctrl-C came."""
        return self.self_play.learn(games, self.rates, limit)

    def contest_rivals(self) -> tuple[ContestScore, ContestScore]:
        """Let the weights meet those of the start and the best so far, in points a game."""
        against_best = self.self_play.contest(self._best, PAIRS, self.games)
        return self.self_play.contest(self._start, PAIRS // 5, self.games), against_best

    def keep_best(self) -> None:
        """Take the weights for the best ones so far."""
        self._best.numbers[:] = self.self_play.table.numbers
        self._best_games = self.games

    @staticmethod
    def _numbers(table: NetworkTable) -> NDArray[np.float32]:
        return np.frombuffer(table.numbers, np.float32)
