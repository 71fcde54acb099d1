"""What a folder of solved tables holds, reported at the end of a build: counts, distances, the longest wins."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.agents.tables import Tables, best_line, tell_line
from plywise.knowledge.solved.codes import LOSS, WIN, Solved
from plywise.knowledge.solved.manifest import TableEntry
from plywise.knowledge.solved.table import SolvedTable

PIECE = 1 << 22
"""Codes looked at together."""


@dataclass(frozen=True, slots=True)
class LongestWin:
    """A state that takes as long to win as any of its table, and the play that follows."""

    table: str
    plies: int
    state: str
    line: list[str]


@dataclass(frozen=True, slots=True)
class TableReport:
    """One table: what the manifest says of it, and how many states are won and lost at each distance."""

    entry: TableEntry
    wins: tuple[int, ...]
    """By distance; empty where tables hold no distances."""
    losses: tuple[int, ...]
    longest: LongestWin | None

    @property
    def bytes_a_state(self) -> float:
        """Bytes on disk for each state."""
        return self.entry.bytes / max(1, self.entry.states)


def value_of_start(tables: Tables) -> Solved | None:
    """Return what the tables say of the state in which the game starts; None where they don't hold it."""
    start = tables.game.initial()
    if tables.game.is_terminal(start):
        return None
    return tables.solved(start)


def report_tables(tables: Tables, names: Iterable[str] | None = None) -> list[TableReport]:
    """Report on tables by name, or on all."""
    wanted = tables.folder.names if names is None else names
    return [_report(tables, tables.folder.table(name)) for name in wanted]


def add_up(reports: Iterable[TableReport]) -> tuple[list[int], list[int]]:
    """Return how many states are won and lost in 0, 1, 2, ... plies, in all tables together."""
    wins: list[int] = []
    losses: list[int] = []
    for report in reports:
        for total, counts in ((wins, report.wins), (losses, report.losses)):
            total.extend([0] * (len(counts) - len(total)))
            for distance, count in enumerate(counts):
                total[distance] += count
    return wins, losses


def _report(tables: Tables, table: SolvedTable) -> TableReport:
    if tables.meaning.kind != "outcome":
        return TableReport(table.entry, (), (), None)
    codes = table.working()
    counts = np.zeros(1 << 16, np.int64)
    for first in range(0, len(codes), PIECE):
        counts += np.bincount(codes[first : first + PIECE], minlength=1 << 16)
    win = WIN[table.dtype]
    wins, losses = _without_tail(counts[win:]), _without_tail(counts[LOSS:win])
    return TableReport(table.entry, wins, losses, _longest(tables, table, codes, len(wins) - 1))


def _without_tail(counts: Any) -> tuple[int, ...]:
    used = np.flatnonzero(counts)
    return tuple(counts[: used[-1] + 1].tolist()) if len(used) else ()


def _longest(tables: Tables, table: SolvedTable, codes: Any, plies: int) -> LongestWin | None:
    """Return the first state that is won in `plies` plies, with its line."""
    if plies < 0:
        return None
    wanted = WIN[table.dtype] + plies
    pieces = range(0, len(codes), PIECE)
    slot = next(
        first + int(hits[0]) for first in pieces if len(hits := np.flatnonzero(codes[first : first + PIECE] == wanted))
    )
    state = tables.state_of(table, slot)
    line = tell_line(tables.game, state, best_line(tables, state))
    return LongestWin(table.entry.name, plies, tables.game.state_name(state), line)
