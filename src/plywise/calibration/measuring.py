"""Matches between levels, each kept in a folder of its own, so that none is played twice."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from plywise.calibration.kept_workers import KeptWorkers
from plywise.executors import count_cores
from plywise.knowledge.levels import LevelScore
from plywise.matches import Match, MatchOptions, OnMatch
from plywise.rules import Game, Limit

PATIENCE = 60.0
"""Seconds that an action may take at most: a level ends by itself, on the slowest machine too."""
MOST_PLIES = 400
"""Plies after which a game that can repeat states counts as a draw."""


@dataclass(frozen=True, slots=True)
class MeasuredMatch:
    """What the first of two agents scored, and the seconds that it took for an action."""

    score: LevelScore
    seconds: float
    draws: int


class Measurer:
    """Plays matches of one game."""

    def __init__(self, load: Callable[[], Game], folder: Path, seed: int, workers: int | None) -> None:
        self.load, self.folder, self.seed = load, folder, seed
        self.workers = KeptWorkers(workers or count_cores())
        self.game = load()
        self.on_match: OnMatch | None = None

    def play(self, upper: str, lower: str, games: int, seconds: float | None = None) -> MeasuredMatch:
        """Play a match, or what is left of it; `seconds` are for agents that take what they get."""
        games += -games % self.game.players
        options = MatchOptions(
            games=games,
            limit=Limit(time=seconds or PATIENCE),
            seed=self.seed,
            max_plies=MOST_PLIES if self.game.cyclic else None,
        )
        match = Match(self.load, [upper, lower], options)
        match.on_progress = self.on_match
        terms = f"{upper} {lower} {options.to_data()}"
        result = match.run(self.folder / hashlib.sha256(terms.encode()).hexdigest()[:16], self.workers.hire)
        pairing, total = result.pairings[0, 1], result.totals[0]
        found = pairing.estimate
        score = LevelScore(
            round(found.score, 4), round(found.low, 4), round(found.high, 4), pairing.games, pairing.losses
        )
        return MeasuredMatch(score, round(total.seconds / max(1, total.decisions), 6), pairing.draws)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.workers.close()
