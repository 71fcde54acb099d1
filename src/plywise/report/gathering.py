"""Plays the games that a report is made from: an agent with itself at two strengths, and against weaker ones.

    stronger    the agent with itself, with the larger limit       who wins, how long, how wide, when it is decided
    weaker      the same with the smaller limit                    whether that depends on how well it is played
    skill       the larger limit against the smaller               how often the stronger side wins; pairs share dice
    random      the larger limit against random play               the same, for the largest difference there is
    openings    each first action alike, with the larger limit     what the first action is worth

Each is a match: on all cores, written down game by game, and continued where it was stopped.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from plywise.executors import WorkerProcesses
from plywise.matches import GameResult, Match, MatchOptions, MatchProgress, MatchResult
from plywise.matches.openings import usual_plies
from plywise.report.light_openings import LightOpenings
from plywise.report.options import STRENGTHS, STRONGER, WEAKER, ReportOptions
from plywise.rules import CHANCE, Game, Limit, PlywiseError

MOST_BASELINE = 100
"""Games against random play: the difference is large, and few games show it."""
LEAST_EACH = 2
"""Games of each first action."""
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class RulesVariant:
    """Rules to report on: what they are called, and what loads them in each worker."""

    name: str
    load: Callable[[], Game]


@dataclass(frozen=True, slots=True)
class ReportProgress:
    """How far the games of a report are."""

    doing: str
    done: int
    of: int


OnReport: TypeAlias = Callable[[ReportProgress], None]


@dataclass(frozen=True, slots=True)
class GatheredGames:
    """All games that were played under one set of rules."""

    name: str
    game: Game
    limits: dict[str, Limit]
    alone: dict[str, list[GameResult]]
    """By strength, the games of the agent with itself."""
    skill: MatchResult
    baseline: MatchResult
    first_actions: list[tuple[str, list[GameResult]]]
    """By the first action's name, the games that begin with it; none where chance begins."""


class Gathering:
    """Plays for one set of rules after the other, and says how far it is."""

    def __init__(
        self, options: ReportOptions, workers: int = 1, out: Path | None = None, on_progress: OnReport | None = None
    ) -> None:
        self.options, self.workers, self.out, self.on_progress = options, workers, out, on_progress

    def gather(self, variant: RulesVariant, number: int = 0) -> GatheredGames:
        """Play all games under one set of rules, or read those that were played before."""
        options, game = self.options, variant.load()
        folder = None if self.out is None else self.out / f"rules-{number}"
        if game.players < 2:
            raise PlywiseError(f"{game.name} has one player: a report needs a game for two or more.")
        self._tell(f"{variant.name}: drawing openings", 0, 1)
        limits, light = options.limits(game), self._openings(game)
        openings = {strength: light[strength].draw(options.games) for strength in STRENGTHS}
        play = _Player(self, variant, folder)
        alone = {
            strength: play.alone(strength, f"the {strength} agent with itself", openings[strength], limits[strength])
            for strength in STRENGTHS
        }
        whole = options.games - options.games % game.players
        skill = play.match(
            "skill",
            f"{STRONGER} against {WEAKER}",
            [options.agent] * 2,
            MatchOptions(**play.common(whole, openings[STRONGER]), limits=(limits[STRONGER], limits[WEAKER])),
        )
        few = min(MOST_BASELINE, whole) // game.players * game.players
        baseline = play.match(
            RANDOM,
            "against random play",
            [options.agent, RANDOM],
            MatchOptions(**play.common(few, openings[STRONGER]), limit=limits[STRONGER]),
        )
        first = self._first_actions(game, light[STRONGER], play, limits[STRONGER])
        return GatheredGames(variant.name, game, limits, alone, skill, baseline, first)

    def _openings(self, game: Game) -> dict[str, LightOpenings]:
        """Return what draws the openings of each strength: each by what its own agent finds good."""
        options = self.options
        plies = _light_plies(game) if options.opening_plies is None else options.opening_plies
        return {
            strength: LightOpenings(game, limit, plies=plies, seed=options.seed, agent=options.agent)
            for strength, limit in options.limits(game).items()
        }

    def _first_actions(
        self, game: Game, light: LightOpenings, play: "_Player", limit: Limit
    ) -> list[tuple[str, list[GameResult]]]:
        """Play each first action alike; those that a symmetry makes the same count once."""
        budget = self.options.games if self.options.opening_games is None else self.options.opening_games
        state = game.initial()
        if not budget or game.to_move(state) == CHANCE:
            return []
        distinct: dict[Any, Any] = {}
        for action in game.actions(state):
            distinct.setdefault(game.key(game.canonical(game.result(state, action))), action)
        actions = list(distinct.values())
        each = max(LEAST_EACH, budget // len(actions))
        light.plies = max(1, light.plies - 1)
        openings = [opening for action in actions for opening in light.draw(each, action)]
        games = play.alone("openings", "first actions", openings, limit)
        by_number = {one.number: one for one in games}
        return [
            (
                game.action_name(state, action),
                [by_number[number] for number in range(place * each, (place + 1) * each) if number in by_number],
            )
            for place, action in enumerate(actions)
        ]

    def _tell(self, doing: str, done: int, of: int) -> None:
        if self.on_progress is not None:
            self.on_progress(ReportProgress(doing, done, of))


def _light_plies(game: Game) -> int:
    """Return how many plies are drawn among good ones: none where dice make games differ.

    Few actions are nearly the best, so that it takes some more plies than at random.
    """
    if game.has_chance:
        return 0
    plies = usual_plies(game)
    return plies + min(2, plies // 2)


class _Player:
    """Plays the matches of one set of rules."""

    def __init__(self, gathering: Gathering, variant: RulesVariant, folder: Path | None) -> None:
        self.gathering, self.variant, self.folder = gathering, variant, folder

    def common(self, games: int, openings: Sequence[str]) -> dict[str, Any]:
        """Return what all matches have in common."""
        options = self.gathering.options
        return {
            "games": games,
            "openings": tuple(openings),
            "seed": options.seed,
            "max_plies": options.max_plies,
            "keep_leads": True,
        }

    def alone(self, name: str, doing: str, openings: Sequence[str], limit: Limit) -> list[GameResult]:
        """Let the agent play with itself; return its games in order."""
        options = self.gathering.options
        terms = MatchOptions(**self.common(len(openings), openings), limit=limit, swap=False)
        players = self.variant.load().players
        result = self.match(name, doing, [options.agent] * players, terms)
        return [result.games[number] for number in sorted(result.games)]

    def match(self, name: str, doing: str, agents: Sequence[str], options: MatchOptions) -> MatchResult:
        """Play a match, or what is left of it."""
        match = Match(self.variant.load, agents, options, name=self.variant.name)
        workers = self.gathering.workers
        match.workers = workers
        match.on_progress = lambda progress: self.tell(doing, progress)
        self.gathering._tell(f"{self.variant.name}: {doing}", 0, match.schedule.games)
        hire = None if workers == 1 else lambda make: WorkerProcesses(make, min(workers, match.schedule.games))
        return match.run(None if self.folder is None else self.folder / name, hire)

    def tell(self, doing: str, progress: MatchProgress) -> None:
        """Say how far a match is."""
        result = progress.result
        self.gathering._tell(f"{self.variant.name}: {doing}", len(result.games), result.planned)
