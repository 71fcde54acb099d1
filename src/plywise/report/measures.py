"""Figures from games: each with its error bar and its number of games, at two strengths."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plywise.matches import GameResult, MatchResult
from plywise.matches.results import BY_FORFEIT, BY_LENGTH, BY_REPETITION
from plywise.matches.statistics import MeanEstimate, estimate_mean, estimate_points, estimate_share, mean_of_score
from plywise.report.drama import follow_games, points_of
from plywise.report.gathering import GatheredGames
from plywise.report.options import QUICK, RANDOM, STRENGTHS, tell_limit
from plywise.report.replaying import ActionUse, replay
from plywise.report.solved import ExactReport, StateSolution, follow_exactly

MEASURES = {
    "first": ("first player's score", "share"),
    "draws": ("drawn games", "share"),
    "plies": ("length in plies", "number"),
    "width": ("actions a decision", "number"),
    "decided": ("decided after this part of a game", "share"),
    "lead_changes": ("lead changes a game", "number"),
    "comebacks": ("won after looking lost", "share"),
    "repetition": ("ended by repetition", "share"),
    "too_long": ("ended by the limit of plies", "share"),
    "mistakes": ("mistakes a game, by proven values", "number"),
    "skill": ("score of the stronger side", "share"),
    "random": ("score against random play", "share"),
    "dice": ("pairs that the same seat won twice", "share"),
    "skill_wins": ("pairs that the stronger won twice", "share"),
}
"""What is measured: in words, and whether it is a share or a number."""
ORDER = (*STRENGTHS, QUICK, RANDOM)
"""All strengths, the best first."""
LOOKS = {QUICK: "0.02 s a move", RANDOM: "any action"}
"""What the strengths of a first look are."""
PAIRED = frozenset(("skill", "random", "dice", "skill_wins"))
"""Measures whose units are pairs of games with swapped seats (groups, where there are more than two)."""


@dataclass(frozen=True, slots=True)
class FirstAction:
    """A first action: its score to whoever plays it, and how often the agent's own games began with it."""

    name: str
    score: MeanEstimate | None
    chosen: int


@dataclass(slots=True)
class StrengthReport:
    """What was measured at one strength."""

    strength: str
    limit: str
    games: int
    different: int
    """Games that weren't the same as another, action by action."""
    measures: dict[str, MeanEstimate]
    """By the keys of MEASURES."""
    seats: list[MeanEstimate]
    """The score of each seat: 1 for a win, an equal share for a tie."""
    quartiles: tuple[float, float, float]
    """Of the length in plies: a quarter, half and three quarters of the games are at most so long."""
    lengths: list[int]
    decided: list[float]
    """Of each game that was won, after which part of it."""
    widths: list[tuple[int, float, int]]
    """By ply: how many actions on average, in how many games."""
    uses: dict[str, ActionUse]
    decisions: int
    forfeits: int


@dataclass(slots=True)
class PairsReport:
    """Agents of different strength, in pairs of games with swapped seats and the same dice."""

    key: str
    score: MeanEstimate
    elo: float
    elo_range: tuple[float, float]
    games: int
    same_seat: MeanEstimate | None = None
    """The share of pairs that one seat won twice, whoever sat there; only where there are dice."""
    stronger_twice: MeanEstimate | None = None
    weaker_twice: MeanEstimate | None = None


@dataclass(slots=True)
class VariantReport:
    """Everything about one set of rules."""

    name: str
    players: int
    player_names: list[str]
    has_chance: bool
    strengths: dict[str, StrengthReport]
    pairs: dict[str, PairsReport]
    first_actions: list[FirstAction]
    exact: ExactReport | None = None
    notes: list[str] = field(default_factory=list)
    is_whole: bool = True
    """Whether all games were played; some measures are missing before."""

    @property
    def best(self) -> StrengthReport:
        """What was measured at the best strength that there are games of."""
        return next(iter(self.strengths.values()))

    def all_measures(self) -> dict[tuple[str, str], MeanEstimate]:
        """Return every measure by its key and strength; the strength of what is between strengths is empty."""
        found = {
            (key, strength): each
            for strength, report in self.strengths.items()
            for key, each in report.measures.items()
        }
        for key, pairs in self.pairs.items():
            found[key, ""] = pairs.score
        skill = self.pairs.get("skill")
        if skill is not None and skill.same_seat is not None and skill.stronger_twice is not None:
            found["dice", ""], found["skill_wins", ""] = skill.same_seat, skill.stronger_twice
        return found


def measure(
    gathered: GatheredGames, solution: StateSolution | None = None, exact: ExactReport | None = None
) -> VariantReport:
    """Measure everything in the games of one set of rules; before all are there, what there is.

    Two strengths at most are measured: the best that have games.
    """
    game = gathered.game
    names = [strength for strength in ORDER if gathered.alone.get(strength)][:2]
    strengths = {
        strength: _measure_strength(
            gathered, strength, LOOKS.get(strength) or tell_limit(gathered.limits[strength]), solution
        )
        for strength in names
    }
    pairs = {
        key: _measure_pairs(key, result, game.has_chance and game.players == 2)
        for key, result in (("skill", gathered.skill), ("random", gathered.baseline))
        if result is not None and (0, 1) in result.pairings and result.pairings[0, 1].estimate.units
    }
    return VariantReport(
        gathered.name,
        game.players,
        [game.name_of(player) for player in range(game.players)],
        game.has_chance,
        strengths,
        pairs,
        _measure_first_actions(gathered),
        exact,
        is_whole=gathered.is_whole,
    )


def seat_points(game: GameResult, seat: int) -> float:
    """Return what a game was to a seat: 1 for the highest utility alone, an equal share of a tie, else 0.

    In a game of two that is 1, 1/2 or 0.
    """
    best = max(game.utilities)
    return (game.utilities[seat] == best) / sum(each == best for each in game.utilities)


def _measure_strength(
    gathered: GatheredGames, strength: str, limit: str, solution: StateSolution | None
) -> StrengthReport:
    games = gathered.alone[strength]
    again = replay(gathered.game, games)
    courses = follow_games(games) if gathered.game.is_adversarial and strength not in LOOKS else []
    decided = [each.decided for each in courses if each.is_decisive]
    seats = [
        found
        for seat in range(gathered.game.players)
        if (found := estimate_points([seat_points(game, seat) for game in games])) is not None
    ]
    lengths = sorted(again.lengths)
    estimates = {
        "first": seats[0],
        "draws": estimate_share(sum(len({*game.utilities}) == 1 for game in games), len(games)),
        "plies": estimate_mean(lengths),
        "width": estimate_mean(again.widths, 0.1),
        "decided": estimate_mean(decided, 0.1),
        "lead_changes": estimate_mean([each.lead_changes for each in courses]),
        "comebacks": estimate_share(sum(each.is_comeback for each in courses), len(decided)),
        "repetition": _ended(games, BY_REPETITION) if gathered.game.repetition == "draw" else None,
        "too_long": _ended(games, BY_LENGTH) if any(game.end == BY_LENGTH for game in games) else None,
        "mistakes": _mistakes(solution, games),
    }
    return StrengthReport(
        strength,
        limit,
        len(games),
        len({(game.initial, game.actions) for game in games}),
        {key: replace(each, low=max(0.0, each.low)) for key, each in estimates.items() if each is not None},
        seats,
        (_quantile(lengths, 0.25), _quantile(lengths, 0.5), _quantile(lengths, 0.75)),
        lengths,
        sorted(decided),
        [(ply, sum(widths) / len(widths), len(widths)) for ply, widths in sorted(again.by_ply.items())],
        dict(again.uses),
        again.decisions,
        sum(game.end == BY_FORFEIT for game in games),
    )


def _ended(games: Sequence[GameResult], end: str) -> MeanEstimate | None:
    return estimate_share(sum(game.end == end for game in games), len(games))


def _mistakes(solution: StateSolution | None, games: Sequence[GameResult]) -> MeanEstimate | None:
    if solution is None:
        return None
    courses = [follow_exactly(solution, game) for game in games]
    return estimate_mean([each.mistakes for each in courses if each is not None])


def _measure_pairs(key: str, result: MatchResult, has_dice: bool) -> PairsReport:
    """Measure a match between the stronger agent, the first one, and another."""
    found = result.pairings[0, 1].estimate
    report = PairsReport(key, mean_of_score(found), found.elo, found.elo_range, len(result.games))
    if has_dice:
        pairs: dict[int, list[GameResult]] = {}
        for number in sorted(result.games):
            pairs.setdefault(result.games[number].unit, []).append(result.games[number])
        whole = [pair for pair in pairs.values() if len(pair) == 2]
        report.same_seat = _share(whole, lambda pair: points_of(pair[0]) == points_of(pair[1]) != 0.5)
        report.stronger_twice = _share(whole, lambda pair: all(_points_to_first(each) == 1 for each in pair))
        report.weaker_twice = _share(whole, lambda pair: all(_points_to_first(each) == 0 for each in pair))
    return report


def _share(pairs: Sequence[Any], holds: Callable[[Any], bool]) -> MeanEstimate | None:
    return estimate_share(sum(map(holds, pairs)), len(pairs))


def _points_to_first(game: GameResult) -> float:
    """Return what a game was to agent 0."""
    return points_of(game) if game.seats[0] == 0 else 1 - points_of(game)


def _measure_first_actions(gathered: GatheredGames) -> list[FirstAction]:
    """Return every first action, the best first."""
    rules, state = gathered.game, gathered.game.initial()
    if not gathered.first_actions:
        return []
    began = Counter(game.actions[0] for games in gathered.alone.values() for game in games if game.actions)

    def sort_of(name: str) -> Any:
        """Return what a first action has in common with those that a symmetry makes the same."""
        return rules.key(rules.canonical(rules.result(state, rules.parse_action(state, name))))

    chosen: Counter[Any] = Counter()
    for name, times in began.items():
        chosen[sort_of(name)] += times
    seat = rules.to_move(state)
    found = [
        FirstAction(name, estimate_points([seat_points(game, seat) for game in games]), chosen[sort_of(name)])
        for name, games in gathered.first_actions
    ]
    return sorted(found, key=lambda each: -each.score.value if each.score is not None else 1.0)


def _quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of sorted values lies, between two where it falls between them.

    >>> _quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    if not values:
        return 0.0
    place = share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (place - low) * (values[high] - values[low])
