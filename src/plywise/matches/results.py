"""What one game came to, as data that a file can hold: who sat where, what was played, how it ended, what it took."""

import sys
from dataclasses import asdict, dataclass, fields
from itertools import combinations
from typing import Any

from plywise.matches.statistics import Comparison
from plywise.rules import RecordError

BY_RULES, BY_REPETITION, BY_PROOF, BY_LENGTH, BY_FORFEIT = "rules", "repetition", "adjudicated", "length", "forfeit"
ENDS = (BY_RULES, BY_REPETITION, BY_PROOF, BY_LENGTH, BY_FORFEIT)
"""How a game can end."""
PROVEN_LEAD, UTILITY_LEAD, EVALUATION_LEAD, NO_LEAD = "p", "u", "e", "-"
LEAD_KINDS = frozenset((PROVEN_LEAD, UTILITY_LEAD, EVALUATION_LEAD, NO_LEAD))
"""What a lead is: proven, an estimate as a share of half the range of utilities, one in the evaluation's own unit, or
none, where chance moved."""
LARGEST = 1e18
"""Numbers in a game are smaller."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a match; lists by seat, actions by their names, dice included."""

    number: int
    unit: int
    seats: tuple[int, ...]
    """The agent in each seat."""
    initial: str
    actions: tuple[str, ...]
    opening_plies: int
    """How many of the actions are the opening."""
    utilities: tuple[float, ...]
    end: str
    """One of "rules", "repetition", "adjudicated", "length" and "forfeit"."""
    note: str = ""
    """One sentence where the rules alone don't explain the end."""
    forfeited: int | None = None
    """The seat that forfeited the game."""
    decisions: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    nodes: tuple[int, ...] = ()
    leads: tuple[float, ...] = ()
    """By ply after the opening, how far player 0 was ahead in the eyes of whoever moved; below 0 where behind."""
    lead_kinds: str = ""
    """What each lead is: one of LEAD_KINDS."""

    @property
    def plies(self) -> int:
        """How many actions were played after the opening, dice included."""
        return len(self.actions) - self.opening_plies

    def comparisons(self) -> list[Comparison]:
        """Return who did better than whom: each two seats with different agents, by their utilities."""
        return [
            Comparison(self.seats[one], self.seats[two], _points(self.utilities[one], self.utilities[two]), 1)
            for one, two in combinations(range(len(self.seats)), 2)
            if self.seats[one] != self.seats[two]
        ]

    def to_data(self) -> dict[str, Any]:
        """Return the game as JSON holds it."""
        data = asdict(self)
        return data if self.leads else {name: data[name] for name in data if name not in ("leads", "lead_kinds")}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "GameResult":
        """Read what `to_data` wrote."""
        known = {each.name for each in fields(cls)}
        try:
            given: dict[str, Any] = {name: _frozen(value) for name, value in data.items() if name in known}
            game = cls(**(given | {"actions": tuple(map(sys.intern, data["actions"]))}))
            game._check()
        except (KeyError, TypeError) as error:
            raise RecordError(f"This is no game of a match: {error}.") from None
        return game

    def _check(self) -> None:
        """Refuse what no match has written: other types, other numbers of seats, figures that can't be."""
        seats = len(self.seats)
        by_seat = (self.utilities, self.decisions, self.seconds, self.nodes)
        whole = (self.number, self.unit, self.opening_plies, *self.seats, *self.decisions, *self.nodes)
        texts: tuple[Any, ...] = (self.initial, self.note, self.lead_kinds)
        numbers = (*whole, *self.utilities, *self.seconds, *self.leads)
        is_sound = (
            all(type(number) is int and number >= 0 for number in whole)
            and all(type(number) in (int, float) and -LARGEST < number < LARGEST for number in numbers)
            and all(len(figures) == seats for figures in by_seat)
            and self.opening_plies <= len(self.actions)
            and (self.forfeited is None or (type(self.forfeited) is int and 0 <= self.forfeited < seats))
            and self.end in ENDS
            and all(isinstance(text, str) for text in texts)
            and len(self.leads) == len(self.lead_kinds) <= self.plies
            and LEAD_KINDS.issuperset(self.lead_kinds)
        )
        if not is_sound:
            raise RecordError("This is no game of a match.")


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _points(mine: float, other: float) -> float:
    return 0.5 if mine == other else float(mine > other)
