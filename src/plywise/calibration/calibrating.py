"""Builds the levels of a game from the bottom: each is looked for where it should beat the one below three to one.

Short matches along the axis say roughly how strength grows. A long match between each level and the one below decides:
a level that wins too much or too little is moved, and the match is played again. Every match is kept in a folder, and
what comes next follows from the matches alone: the same call continues what was stopped.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from plywise.agents import choose_plan, identify_rules, value_spread
from plywise.calibration.axis import StrengthAxis, make_axis
from plywise.calibration.curve import StrengthCurve
from plywise.calibration.measuring import MeasuredMatch, Measurer
from plywise.calibration.speed import find_fewest, find_top
from plywise.knowledge.levels import MOST_LEVELS, GameLevels, Level, LevelScore, LevelSettings
from plywise.matches.statistics import elo_of
from plywise.rules import Game, Limit, PlywiseError

LOWEST, HIGHEST = 0.65, 0.85
"""What a level may score against the one below."""
WANTED = 0.77
"""What it is looked for at: three to one."""
MARGIN = 0.01
"""By how much a score must be inside, so that a game more or less doesn't matter."""
FIRST_LOWEST, FIRST_HIGHEST = 0.12, 0.34
"""What level 1 should score against the novice: it promises to lose a third of its games at least."""
FIRST_PLACE, LAST_PLACE = 0.25, 0.1
"""Where level 1 is looked for first, and below which the beginning of the axis has to do."""
MOST_GAP = 600.0
"""Elo that a short match can show at most."""
TRIES = 6
"""How often a level is moved."""

OnStep: TypeAlias = Callable[["CalibrationStep"], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationOptions:
    """How much is measured; every field has a sensible default."""

    games: int = 100
    """Games between a level and the one below."""
    short_games: int = 24
    """Games of the short matches before that."""
    seconds: float = 0.05
    """What the highest level may take for an action, at most, on this machine."""
    most: int = MOST_LEVELS
    seed: int = 0
    workers: int | None = None

    def __post_init__(self) -> None:
        if not 0.001 <= self.seconds <= 0.2:
            raise PlywiseError(f"A level takes 0.001 to 0.2 seconds for an action, not {self.seconds:g}.")
        if not 1 <= self.most <= MOST_LEVELS:
            raise PlywiseError(f"A game has 1 to {MOST_LEVELS} levels, not {self.most}.")
        if min(self.games, self.short_games) < 2:
            raise PlywiseError("A match between levels has 2 games at least.")


@dataclass(frozen=True, slots=True)
class CalibrationStep:
    """One match that was played, and what came of it."""

    upper: str
    lower: str
    measured: MeasuredMatch
    number: int
    """Of the level that is looked for; 0 for a short match."""


class Calibration:
    """The levels of one game as they are found."""

    def __init__(
        self,
        load: Callable[[], Game],
        folder: Path,
        options: CalibrationOptions | None = None,
        on_step: OnStep | None = None,
    ) -> None:
        self.options, self.on_step = options or CalibrationOptions(), on_step
        self.game = load()
        self.algorithm = choose_plan(self.game, Limit(nodes=1)).last
        self.spread = value_spread(self.game)
        self.matches = Measurer(load, folder, self.options.seed, self.options.workers)
        self.top = find_top(self.game, self.algorithm, self.options.seconds, folder)
        self.axis: StrengthAxis = make_axis(self.algorithm.name, find_fewest(self.game, self.algorithm), self.top)
        self.levels: list[Level] = []
        self.places: list[float] = []
        self.novice: LevelScore | None = None

    def run(self) -> GameLevels:
        """Find all levels; return them with what was measured."""
        with self.matches:
            self.find_first()
            curve = StrengthCurve(self.places[0])
            while len(self.levels) < self.options.most and self.find_next(curve):
                pass
            self.raise_last()
            auto = self.measure_auto()
        return GameLevels(
            game=self.game.name,
            rules=identify_rules(self.game),
            algorithm=self.algorithm.name,
            spread=self.spread,
            levels=tuple(self.levels),
            seed=self.options.seed,
            novice=self.novice,
            auto=auto.score,
            auto_seconds=self.auto_seconds,
        )

    @property
    def auto_seconds(self) -> float:
        """What `auto` has for an action against the highest level."""
        return 2 * self.options.seconds

    def find_first(self) -> None:
        """Find level 1: it loses to the novice, but not always."""
        low, high = 0.0, 1.0  # too weak, too strong
        at = 0.0 if self.axis.settings(0.0).temperature == 0 else FIRST_PLACE
        for _ in range(TRIES):
            settings = self.axis.settings(at)
            found = self.measure(self._spec(settings), "novice", 1, FIRST_LOWEST, FIRST_HIGHEST)
            is_strong, is_weak = found.score.score > FIRST_HIGHEST, found.score.score < FIRST_LOWEST
            if at == 0 or not (is_strong or is_weak):
                break
            low, high = (low, at) if is_strong else (at, high)
            at = (low + high) / 2 if low > 0 or high > LAST_PLACE else 0.0
        self.novice = found.score
        self._accept(at, settings, None, found.seconds)

    def find_next(self, curve: StrengthCurve) -> bool:
        """Find the level above the last; False where the game has none."""
        number, below = len(self.levels) + 1, self.places[-1]
        tried: list[tuple[float, float]] = [(below, 0.0)]
        seen = {self.axis.settings(below)}
        for _ in range(TRIES):
            at = self._next_place(curve, below, tried)
            settings = self.axis.settings(at)
            if settings in seen:
                at = next((place for place in self.axis.places if place > at), self.axis.end)
                settings = self.axis.settings(at)
            if settings in seen:
                return False
            seen.add(settings)
            found = self.measure(self._spec(settings), self._spec(self.levels[-1].settings), number, LOWEST, HIGHEST)
            if LOWEST + MARGIN <= found.score.score <= HIGHEST - MARGIN:
                curve.correct(below, at, elo_of(found.score.score))
                self._accept(at, settings, found.score, found.seconds)
                return True
            tried.append((at, _bounded_elo(found.score.score)))
            curve.correct(below, at, _bounded_elo(found.score.score))
            if at >= self.axis.end and found.score.score < LOWEST:
                return False
        return False

    def raise_last(self) -> None:
        """Let the highest level be the strongest there is, where it is still within reach of the one below."""
        settings = self.axis.settings(self.axis.end)
        if len(self.levels) < 2 or self.levels[-1].settings == settings:
            return
        number, below = len(self.levels), self._spec(self.levels[-2].settings)
        found = self.measure(self._spec(settings), below, number, LOWEST, HIGHEST)
        if LOWEST + MARGIN <= found.score.score <= HIGHEST - MARGIN:
            self.places[-1], self.levels[-1] = self.axis.end, Level(settings, found.score, found.seconds)

    def _next_place(self, curve: StrengthCurve, below: float, tried: list[tuple[float, float]]) -> float:
        """Return where the next level should be: between what was too weak and too strong, or by the curve."""
        wanted = elo_of(WANTED)
        weak = max(place for place, gap in tried if gap < wanted)
        strong = min((place for place, gap in tried if gap > wanted and place > weak), default=None)
        if strong is not None:
            low, high = dict(tried)[weak], dict(tried)[strong]
            return weak + (strong - weak) * min(0.9, max(0.1, (wanted - low) / (high - low)))
        goal = curve.elo(below) + wanted
        self._extend(curve, goal)
        return max(curve.find(goal), weak)

    def _extend(self, curve: StrengthCurve, goal: float) -> None:
        """Play short matches up the axis until the curve reaches a goal, or its end."""
        for place in self.axis.places:
            last, elo = curve.top
            if elo >= goal:
                return
            settings = self.axis.settings(place)
            if place > last and settings != self.axis.settings(last):
                found = self.measure(self._spec(settings), self._spec(self.axis.settings(last)))
                curve.extend(place, _bounded_elo(found.score.score))

    def measure(
        self, upper: str, lower: str, number: int = 0, lowest: float = 0.0, highest: float = 1.0
    ) -> MeasuredMatch:
        """Play a match, or read it where it was played, and report it; a short one unless it is for a level.

        A match that is clearly outside of what is wanted after a short one isn't played on.
        """
        found = self.matches.play(upper, lower, self.options.short_games)
        if number and found.score.high >= lowest and found.score.low <= highest:
            found = self.matches.play(upper, lower, self.options.games)
        self._report(CalibrationStep(upper, lower, found, number))
        return found

    def measure_auto(self) -> MeasuredMatch:
        """Let `auto` play against the highest level."""
        lower = self._spec(self.levels[-1].settings)
        found = self.matches.play("auto", lower, self.options.short_games, self.auto_seconds)
        self._report(CalibrationStep("auto", lower, found, 0))
        return found

    def _report(self, step: CalibrationStep) -> None:
        if self.on_step is not None:
            self.on_step(step)

    def _accept(self, place: float, settings: LevelSettings, score: LevelScore | None, seconds: float) -> None:
        self.places.append(place)
        self.levels.append(Level(settings, score, seconds))

    def _spec(self, settings: LevelSettings) -> str:
        """Return the agent of a level that has no number yet."""
        return f"level:{settings.settings}" + (f",spread={self.spread!r}" if settings.temperature else "")


def _bounded_elo(score: float) -> float:
    """Return the difference in Elo behind a score of few games, which can't show all of a large one."""
    elo = elo_of(score)
    return math.copysign(min(abs(elo), MOST_GAP), elo)
