"""Plays the games that a report is made from: an agent with itself at two strengths, and against weaker ones.

    first look  random and quick games, for a few seconds          a first answer, until there is a better one
    weaker      the agent with itself, with the smaller limit      who wins, how long, how wide, when it is decided
    stronger    the same with the larger limit                     whether that depends on how well it is played
    skill       the larger limit against the smaller               how often the stronger side wins; pairs share dice
    random      the larger limit against random play               the same, for the largest difference there is
    openings    each first action alike, with the larger limit     what the first action is worth

All but the first are matches: on all cores, written down game by game, and continued where they were stopped.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from plywise.executors import WorkerProcesses
from plywise.matches import GameResult, Match, MatchOptions, MatchProgress, MatchResult
from plywise.matches.openings import usual_plies
from plywise.report.first_look import play_quickly, play_randomly
from plywise.report.light_openings import LightOpenings
from plywise.report.options import LESS, QUICK, RANDOM, STRONGER, WEAKER, ReportOptions
from plywise.rules import CHANCE, Game, Limit, PlywiseError

MOST_BASELINE = 100
"""Games against random play: the difference is large, and few games show it."""
LEAST_EACH = 2
"""Games of each first action."""
SKILL, OPENINGS = "skill", "openings"


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
    left: float | None = None
    """Seconds until all games are played, probably."""
    known: str = ""
    """The answer so far, in a few words."""


OnReport: TypeAlias = Callable[[ReportProgress], None]


@dataclass(slots=True)
class GatheredGames:
    """The games that were played under one set of rules, so far or all of them."""

    name: str
    game: Game
    limits: dict[str, Limit] = field(default_factory=dict)
    alone: dict[str, list[GameResult]] = field(default_factory=dict)
    """By strength, the games of the agent with itself."""
    skill: MatchResult | None = None
    baseline: MatchResult | None = None
    first_actions: list[tuple[str, list[GameResult]]] = field(default_factory=list)
    """By the first action's name, the games that begin with it; none where chance begins."""
    is_whole: bool = False


class Gathering:
    """Plays for one set of rules after the other, and says how far it is."""

    def __init__(
        self, options: ReportOptions, workers: int = 1, out: Path | None = None, on_progress: OnReport | None = None
    ) -> None:
        self.options, self.workers, self.out, self.on_progress = options, workers, out, on_progress
        self.on_games: Callable[[GatheredGames, bool], str] = lambda games, is_step: ""
        """Hears of all games so far, and whether a step ends with them; returns what is known by them, in words."""

    def gather(self, variant: RulesVariant, number: int = 0) -> GatheredGames:
        """Play all games under one set of rules, or read those that were played before."""
        self.tell(ReportProgress(f"{variant.name}: loading", 0, 0))
        game = variant.load()
        if game.players < 2:
            raise PlywiseError(f"{game.name} has one player: a report needs a game for two or more.")
        folder = None if self.out is None else self.out / f"rules-{number}"
        return _Player(self, variant, game, folder).play()

    def tell(self, progress: ReportProgress) -> None:
        """Say how far it is."""
        if self.on_progress is not None:
            self.on_progress(progress)


def _light_plies(game: Game) -> int:
    """Return how many plies are drawn among good ones: none where dice make games differ.

    Few actions are nearly the best, so that it takes some more plies than at random.
    """
    if game.has_chance:
        return 0
    plies = usual_plies(game)
    return plies + min(2, plies // 2)


def _share_of(limits: dict[str, Limit]) -> float:
    """Return how much of the stronger agent's effort the weaker one makes."""
    pairs = zip(
        *((each.nodes, each.simulations, each.time) for each in (limits[WEAKER], limits[STRONGER])), strict=True
    )
    return next((less / more for less, more in pairs if less and more), 1 / LESS)


class _Player:
    """Plays the games of one set of rules."""

    def __init__(self, gathering: Gathering, variant: RulesVariant, game: Game, folder: Path | None) -> None:
        self.gathering, self.variant, self.game, self.folder = gathering, variant, game, folder
        self.options, self.gathered, self.known = gathering.options, GatheredGames(variant.name, game), ""
        self.efforts: dict[str, float] = {}
        """By match, the effort of a game, where one of the stronger agent with itself is 1."""
        self.planned: dict[str, int] = {}
        self.done: dict[str, int] = {}
        self.effort_before, self.began = 0.0, time.monotonic()
        """What was there before, and since when it is added to."""

    def play(self) -> GatheredGames:
        """Play everything."""
        options, game, gathered = self.options, self.game, self.gathered
        if self.folder is None or not self.folder.exists():
            self.look()
        self.tell("preparing the agents (rules are compiled once)")
        limits = gathered.limits = options.limits(game)
        plies = _light_plies(game) if options.opening_plies is None else options.opening_plies
        light = {
            strength: LightOpenings(game, limit, plies=plies, seed=options.seed, agent=options.agent)
            for strength, limit in limits.items()
        }
        whole = options.games - options.games % game.players
        few = min(MOST_BASELINE, whole) // game.players * game.players
        first, each = self.first_actions()
        share = _share_of(limits)
        self.efforts = {WEAKER: share, STRONGER: 1, SKILL: (1 + share) / 2, RANDOM: 0.5, OPENINGS: 1}
        self.planned = {WEAKER: options.games, STRONGER: options.games, SKILL: whole, RANDOM: few}
        self.planned[OPENINGS] = each * len(first)
        openings: dict[str, list[str]] = {}
        for strength in (WEAKER, STRONGER):
            openings[strength] = self.draw(light[strength], options.games, f"drawing openings ({strength})")
            self.alone(strength, f"the {strength} agent with itself", openings[strength], limits[strength])
        self.match(
            SKILL,
            f"{STRONGER} against {WEAKER}",
            [options.agent] * 2,
            MatchOptions(**self.common(whole, openings[STRONGER]), limits=(limits[STRONGER], limits[WEAKER])),
        )
        self.match(
            RANDOM,
            "against random play",
            [options.agent, RANDOM],
            MatchOptions(**self.common(few, openings[STRONGER]), limit=limits[STRONGER]),
        )
        if first:
            light[STRONGER].plies = max(1, light[STRONGER].plies - 1)
            begun = [one for action in first for one in self.draw(light[STRONGER], each, "drawing openings", action)]
            self.gathered.first_actions = [(game.action_name(game.initial(), action), []) for action in first]
            self.alone(OPENINGS, "first actions", begun, limits[STRONGER])
        gathered.is_whole = True
        return gathered

    def look(self) -> None:
        """Play a first few games, at random and quickly."""
        for strength, play in ((RANDOM, play_randomly), (QUICK, play_quickly)):
            self.tell(f"a first look, {strength} play")
            games = play(self.variant.load, self.options)
            if games:
                self.gathered.alone[strength] = games
                self.news(is_step=True)

    def first_actions(self) -> tuple[list[Any], int]:
        """Return the first actions, without those that a symmetry makes the same, and the games of each."""
        game, budget = self.game, self.options.opening_games
        budget = self.options.games if budget is None else budget
        state = game.initial()
        if not budget or game.to_move(state) == CHANCE:
            return [], 0
        distinct: dict[Any, Any] = {}
        for action in game.actions(state):
            distinct.setdefault(game.key(game.canonical(game.result(state, action))), action)
        return list(distinct.values()), max(LEAST_EACH, budget // len(distinct))

    def draw(self, light: LightOpenings, count: int, doing: str, first: Any = None) -> list[str]:
        """Draw openings, and say how far that is."""
        return light.draw(count, first, lambda number: self.tell(f"{doing}, {number + 1:,} of {count:,}"))

    def common(self, games: int, openings: Sequence[str]) -> dict[str, Any]:
        """Return what all matches have in common."""
        return {
            "games": games,
            "openings": tuple(openings),
            "seed": self.options.seed,
            "max_plies": self.options.max_plies,
            "keep_leads": True,
        }

    def alone(self, name: str, doing: str, openings: Sequence[str], limit: Limit) -> None:
        """Let the agent play with itself."""
        terms = MatchOptions(**self.common(len(openings), openings), limit=limit, swap=False)
        self.match(name, doing, [self.options.agent] * self.game.players, terms)

    def match(self, name: str, doing: str, agents: Sequence[str], options: MatchOptions) -> None:
        """Play a match, or what is left of it, and take in its games as they end."""
        match = Match(self.variant.load, agents, options, name=self.variant.name)
        workers = match.workers = self.gathering.workers
        self.tell(doing)
        is_begun = False

        def hear(progress: MatchProgress) -> None:
            nonlocal is_begun
            if not is_begun:
                self.effort_before += progress.before * self.efforts[name]
            is_begun = True
            self.take(name, progress.result)
            self.tell(doing)
            self.news()

        match.on_progress = hear
        hire = None if workers == 1 else lambda make: WorkerProcesses(make, min(workers, match.schedule.games))
        result = match.run(None if self.folder is None else self.folder / name, hire)
        if not is_begun:  # all of it was there
            self.effort_before += len(result.games) * self.efforts[name]
        self.take(name, result)
        self.news(is_step=True)

    def take(self, name: str, result: MatchResult) -> None:
        """Take in the games of a match."""
        gathered, self.done[name] = self.gathered, len(result.games)
        if name == SKILL:
            gathered.skill = result
        elif name == RANDOM:
            gathered.baseline = result
        elif name != OPENINGS:
            gathered.alone[name] = [result.games[number] for number in sorted(result.games)]
        else:
            each = result.planned // len(gathered.first_actions)
            gathered.first_actions = [
                (action, [result.games[n] for n in range(place * each, (place + 1) * each) if n in result.games])
                for place, (action, _) in enumerate(gathered.first_actions)
            ]

    def news(self, is_step: bool = False) -> None:
        """Hand over what was gathered so far."""
        self.known = self.gathering.on_games(self.gathered, is_step) or self.known

    def tell(self, doing: str) -> None:
        """Say how far it is, in games of all kinds."""
        done, of = sum(self.done.values()), sum(self.planned.values())
        effort = sum(games * self.efforts[name] for name, games in self.done.items())
        whole = sum(games * self.efforts[name] for name, games in self.planned.items())
        more, left = effort - self.effort_before, None
        if more > 0:
            left = (whole - effort) * (time.monotonic() - self.began) / more
        self.gathering.tell(ReportProgress(f"{self.variant.name}: {doing}", done, of, left, self.known))
