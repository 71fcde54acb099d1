"""Many slots or states looked up at once, as rows of NumPy: what `Tables.solved` says of each, column by column."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

from plywise.knowledge.solved import Meaning, SolvedFolder, SolvedTable, SolvedTableError
from plywise.knowledge.solved.codes import DRAW, EMPTY, LOSS, WIN

Array: TypeAlias = np.ndarray[Any, Any]


class OpenTables(Protocol):
    """What looking up needs of `Tables`."""

    folder: SolvedFolder
    meaning: Meaning

    def find(self, state: Any) -> tuple[SolvedTable, int] | None:
        """Return a state's table and slot; None where no table of the folder holds it."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedRows:
    """What tables say of many states, a row each: values to the player to move, and plies to the end.

    Where `known` is false, no table holds the state; its value is NaN. A distance of -1 means that there is none.
    """

    values: Array
    distances: Array
    known: Array

    def __len__(self) -> int:
        """Return how many states were asked for."""
        return len(self.known)


def probe_slots(tables: OpenTables, name: str, slots: Array) -> SolvedRows:
    """Return what some slots of a table hold, by its name."""
    table, slots = tables.folder.table(name), np.asarray(slots, np.int64)
    wrong = slots[(slots < 0) | (slots >= table.slots)]
    if len(wrong):
        raise SolvedTableError(f"The table {name} has slots 0 to {table.slots - 1}, not {wrong[0]}: ask for those.")
    if table.entry.is_packed:  # by the plain rules, one by one
        codes = np.array([table.code(slot) for slot in slots.tolist()], table.dtype)
        return decoded(codes, tables.meaning)
    return decoded(table.working()[slots], tables.meaning)


def probe_states(tables: OpenTables, states: Iterable[Any]) -> SolvedRows:
    """Return what tables say of some states that aren't over, in their order."""
    asked = list(states)
    values, distances = np.full(len(asked), np.nan), np.full(len(asked), -1, np.int32)
    known = np.zeros(len(asked), bool)
    homes: dict[str, list[tuple[int, int]]] = {}
    for row, state in enumerate(asked):
        found = tables.find(state)
        if found is not None:
            homes.setdefault(found[0].entry.name, []).append((row, found[1]))
    for name, pairs in homes.items():
        rows, slots = np.array(pairs, np.int64).T
        got = probe_slots(tables, name, slots)
        values[rows], distances[rows], known[rows] = got.values, got.distances, got.known
    return SolvedRows(values, distances, known)


def decoded(codes: Array, meaning: Meaning) -> SolvedRows:
    """Return what codes mean.

    >>> rows = decoded(np.array([0, 1, 2 + 4, 129 + 3], np.uint8), Meaning())
    >>> rows.values.tolist(), rows.distances.tolist(), rows.known.tolist()
    ([nan, 0.0, -1.0, 1.0], [-1, -1, 4, 3], [False, True, True, True])
    """
    distances = np.full(len(codes), -1, np.int32)
    if meaning.kind == "value":
        return SolvedRows(np.array(codes, np.float64), distances, ~np.isnan(codes))
    known = codes != EMPTY
    numbers = codes.astype(np.int64)
    if meaning.kind == "vector":
        values = _of_movers(numbers - LOSS, meaning)
    elif meaning.kind == "utility":
        values = (numbers - LOSS + meaning.lowest) / meaning.scale
    else:
        won = WIN[str(codes.dtype)]
        decided = known & (codes != DRAW)
        values = np.where(codes >= won, 1.0, np.where(decided, -1.0, 0.0))
        if meaning.kind == "outcome":
            distances[decided] = (numbers - np.where(codes >= won, won, LOSS))[decided]
    return SolvedRows(np.where(known, values, np.nan), distances, known)


def _of_movers(numbers: Array, meaning: Meaning) -> Array:
    """Return the utility of who moves, by the numbers of vectors; the whole vectors are for `Meaning.decode`."""
    if numbers.max(initial=0) >= meaning.codes:
        raise SolvedTableError("A code names no vector: don't use this table, or build it again.")
    vectors, movers = np.divmod(numbers, meaning.players)
    values: Array = (vectors // meaning.radix**movers % meaning.radix + meaning.lowest) / meaning.scale
    return values
