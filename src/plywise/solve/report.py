"""What a folder of solved tables holds, reported at the end of a build: counts, distances, the longest wins."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.agents.tables import Tables, best_line, tell_line
from plywise.knowledge.solved.codes import LOSS, WIN, Solved
from plywise.knowledge.solved.manifest import TableEntry
from plywise.knowledge.solved.table import SolvedTable


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
    counts, win = np.zeros(1 << 16, np.int64), WIN[table.dtype]
    most, slot, first = win - 1, -1, 0
    for codes in table.pieces():
        counts += np.bincount(codes, minlength=1 << 16)
        if (highest := int(codes.max())) > most:
            most, slot = highest, first + int(codes.argmax())
        first += len(codes)
    wins, losses = _without_tail(counts[win:]), _without_tail(counts[LOSS:win])
    return TableReport(table.entry, wins, losses, _longest(tables, table, slot, most - win))


def _without_tail(counts: Any) -> tuple[int, ...]:
    used = np.flatnonzero(counts)
    return tuple(counts[: used[-1] + 1].tolist()) if len(used) else ()


def _longest(tables: Tables, table: SolvedTable, slot: int, plies: int) -> LongestWin | None:
    """Return the state of a slot that is won in `plies` plies, with its line; None where there is no win."""
    if plies < 0:
        return None
    state = tables.state_of(table, slot)
    line = tell_line(tables.game, state, best_line(tables, state))
    return LongestWin(table.entry.name, plies, tables.game.state_name(state), line)
