"""What a match has come to: who scored what against whom, with error bars, ratings, and what a sequential test says.

Games may be added in any order. A sequential test reads units in the order of their numbers, so that its verdict
doesn't depend on which games finish sooner; what was played beyond its end is kept, but doesn't count.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.matches.results import GameResult
from plywise.matches.statistics import Comparison, Rating, ScoreEstimate, SequentialTest, estimate_score, fit_ratings


@dataclass(slots=True)
class Pairing:
    """Two agents who met: wins, draws and losses of the first, and how many units had each mean score."""

    first: int
    second: int
    wins: int = 0
    draws: int = 0
    losses: int = 0
    counts: Counter[float] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """How often they met: once in a game for two, once for each two seats of theirs in a larger one."""
        return self.wins + self.draws + self.losses

    @property
    def estimate(self) -> ScoreEstimate:
        """The first agent's score, by whole units alone."""
        return estimate_score(self.counts)

    def add(self, score: float) -> None:
        """Count a game by the first agent's score."""
        self.wins += score == 1
        self.draws += score == 0.5
        self.losses += score == 0


@dataclass(slots=True)
class AgentTotals:
    """What an agent did in all its games."""

    games: int = 0
    seats: int = 0
    """How many seats it had in them: more than games where it sat in several at once."""
    forfeits: int = 0
    decisions: int = 0
    seconds: float = 0.0
    nodes: int = 0
    utility: float = 0.0
    """The sum of what its seats were worth."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """How far a sequential test is: the LLR after some units, and the verdict, "elo0" or "elo1", where there is one."""

    llr: float = 0.0
    units: int = 0
    verdict: str = ""


class MatchResult:
    """All games of a match so far, and what follows from them."""

    def __init__(
        self, game: str, agents: Sequence[str], unit_games: int, sprt: SequentialTest | None = None, planned: int = 0
    ) -> None:
        self.game, self.agents, self.unit_games = game, tuple(agents), unit_games
        self.sprt, self.planned = sprt, planned
        self.games: dict[int, GameResult] = {}
        """By number."""
        self.pairings: dict[tuple[int, int], Pairing] = {}
        self.totals = [AgentTotals() for _ in agents]
        self.units: dict[int, list[Comparison]] = {}
        """What came of each whole unit."""
        self.test = SprtState()
        self._open: dict[int, list[GameResult]] = defaultdict(list)
        self._tested: Counter[float] = Counter()

    def add(self, game: GameResult) -> None:
        """Count a game."""
        assert game.number not in self.games
        self.games[game.number] = game
        for first, second, score, _ in game.comparisons():
            ordered = (first, second, score) if first < second else (second, first, 1 - score)
            self._pairing(*ordered[:2]).add(ordered[2])
        self._add_totals(game)
        unit = self._open[game.unit]
        unit.append(game)
        if len(unit) == self.unit_games:
            self._close_unit(game.unit, self._open.pop(game.unit))

    def _pairing(self, first: int, second: int) -> Pairing:
        return self.pairings.setdefault((first, second), Pairing(first, second))

    def _add_totals(self, game: GameResult) -> None:
        for agent in {*game.seats}:
            self.totals[agent].games += 1
        for seat, agent in enumerate(game.seats):
            total = self.totals[agent]
            total.seats += 1
            total.forfeits += game.forfeited == seat
            total.decisions += game.decisions[seat]
            total.seconds += game.seconds[seat]
            total.nodes += game.nodes[seat]
            total.utility += game.utilities[seat]

    def _close_unit(self, number: int, games: Iterable[GameResult]) -> None:
        """Turn the games of a whole unit into one score for each two who met in it, and carry on the test."""
        scores: dict[tuple[int, int], list[float]] = defaultdict(list)
        for game in games:
            for first, second, score, _ in game.comparisons():
                scores[min(first, second), max(first, second)].append(score if first < second else 1 - score)
        self.units[number] = []
        for (first, second), found in sorted(scores.items()):
            mean = round(sum(found) / len(found), 9)
            self._pairing(first, second).counts[mean] += 1
            self.units[number].append(Comparison(first, second, mean, len(found)))
        while self.sprt and not self.test.verdict and self.test.units in self.units:
            self._tested[self.units[self.test.units][0].score] += 1
            llr = self.sprt.llr(self._tested)
            self.test = SprtState(llr, self.test.units + 1, self.sprt.verdict(llr))

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play: all games are there, or the test has its answer."""
        return len(self.games) >= self.planned or bool(self.test.verdict)

    def counted(self) -> "MatchResult":
        """Return the match without what was played beyond the end of its test."""
        end = self.test.units * self.unit_games if self.test.verdict else self.planned
        if all(number < end for number in self.games):
            return self
        kept = MatchResult(self.game, self.agents, self.unit_games, self.sprt, self.planned)
        for number in sorted(self.games):
            if number < end:
                kept.add(self.games[number])
        return kept

    def ratings(self) -> list[Rating]:
        """Return all agents' Elo against their mean, with error bars, the strongest first."""
        return fit_ratings([self.units[number] for number in sorted(self.units)], len(self.agents))

    @property
    def distinct_openings(self) -> int:
        """From how many different openings games began."""
        return len({(game.initial, game.actions[: game.opening_plies]) for game in self.games.values()})

    @property
    def repeats_games(self) -> bool:
        """Whether the same agents played the same game twice, from the same seats."""
        played = [(game.seats, game.initial, game.actions) for game in self.games.values()]
        return len(set(played)) < len(played)

    @property
    def rounds(self) -> int:
        """How many openings there would be if all of them were different."""
        return max((sum(pairing.counts.values()) for pairing in self.pairings.values()), default=0)

    @property
    def mean_plies(self) -> float:
        """How long a game was after its opening, on average."""
        return sum(game.plies for game in self.games.values()) / max(1, len(self.games))

    @property
    def notes(self) -> list[tuple[int, str]]:
        """What is remarkable about games, by their numbers: forfeits, caps, adjudications."""
        return [(number, self.games[number].note) for number in sorted(self.games) if self.games[number].note]

    def to_data(self) -> dict[str, Any]:
        """Return all of it but the games themselves, as data that JSON can hold."""
        return {
            "game": self.game,
            "agents": [
                {
                    "agent": name,
                    "games": total.games,
                    "forfeits": total.forfeits,
                    "seconds_per_decision": _mean(total.seconds, total.decisions),
                    "nodes_per_decision": _mean(total.nodes, total.decisions),
                    "mean_utility": _mean(total.utility, total.seats),
                }
                for name, total in zip(self.agents, self.totals, strict=True)
            ],
            "games": len(self.games),
            "planned": self.planned,
            "is_over": self.is_over,
            "mean_plies": round(self.mean_plies, 3),
            "distinct_openings": self.distinct_openings,
            "pairings": [self._pairing_data(pairing) for _, pairing in sorted(self.pairings.items())],
            "ratings": [
                {"agent": self.agents[each.agent], "elo": round(each.elo, 2), "error": finite(each.error)}
                for each in (self.ratings() if len(self.agents) > 2 else [])
            ],
            "sprt": self._test_data(),
            "notes": [{"game": number, "note": note} for number, note in self.notes],
        }

    def _pairing_data(self, pairing: Pairing) -> dict[str, Any]:
        found = pairing.estimate
        low, high = found.elo_range
        return {
            "agents": [self.agents[pairing.first], self.agents[pairing.second]],
            "wins": pairing.wins,
            "draws": pairing.draws,
            "losses": pairing.losses,
            "units": found.units,
            "unit_scores": {f"{score:g}": count for score, count in sorted(pairing.counts.items())},
            "score": round(found.score, 6),
            "score_low": round(found.low, 6),
            "score_high": round(found.high, 6),
            "elo": finite(found.elo),
            "elo_low": finite(low),
            "elo_high": finite(high),
            "normalised_elo": finite(found.normalised_elo(self.unit_games)),
            "los": round(found.superiority, 6),
            "is_significant": found.is_significant,
        }

    def _test_data(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        return {
            "test": str(self.sprt),
            "llr": round(self.test.llr, 6),
            "lower": round(self.sprt.lower, 6),
            "upper": round(self.sprt.upper, 6),
            "units": self.test.units,
            "accepted": self.test.verdict or None,
        }


def finite(number: float) -> float | None:
    """Return a number rounded for JSON, which has no infinity: None stands for that."""
    return round(number, 2) if math.isfinite(number) else None


def _mean(total: float, count: int) -> float | None:
    return round(total / count, 6) if count else None
