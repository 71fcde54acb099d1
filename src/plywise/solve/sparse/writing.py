"""Writes the one table of a sparse folder from its levels, a range of rows at a time."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

from plywise.knowledge.solved import SolvedWriter
from plywise.knowledge.solved.arrays import RowRange, join_ranges, range_rows, write_range
from plywise.rules import Game
from plywise.solve.codes import WON, narrowed, plies_of
from plywise.solve.sparse.by_levels import ByLevels
from plywise.solve.sparse.merging import Rows
from plywise.solve.sparse.work import NAME

Array: TypeAlias = np.ndarray[Any, Any]


def fitting(game: Game, codes: Array) -> Callable[[Array], Array]:
    """Return what makes codes of 16 bits as wide as all of a table need be, of which these are the highest."""
    every = np.arange(1 << 16, dtype=np.uint16)
    if game.wins_are_equal:
        every = narrowed(every, int(plies_of(codes).max(initial=0)))
    elif codes.max(initial=0) < 256:
        every = every.astype(np.uint8)
    return lambda some: every[some]


def write_merged(levels: ByLevels, writer: SolvedWriter) -> None:
    """Write the rows of all levels as one table."""
    words, path = levels.work.words, writer.folder_for(NAME)
    fit = _as_they_are if levels.work.game.has_chance else fitting(levels.work.game, _highest(levels))
    expected, written = levels.store.states, -1
    levels.store.make_room(3 * expected)
    while written != expected:
        shutil.rmtree(writer.path / path, ignore_errors=True)
        rows, ranges, written = _Rows(levels.all_rows()), list[RowRange](), 0
        while rows.are_left():
            taken: list[Array] = []
            keys = rows.keys(range_rows(expected, words), lambda codes: taken.append(fit(codes)))  # noqa: B023
            parts = (iter(taken), keys)
            ranges.append(write_range(writer.path, path, (expected, words), written, parts, writer.manifest.meaning))
            written += ranges[-1].tally.slots
            levels.work.tell(0, 0, levels.store.states)
        if written != expected:  # states came at several plies
            expected, written = written, -1
    writer.add(join_ranges(writer.path, path, NAME, expected, ranges))


def _as_they_are(values: Array) -> Array:
    return values


def _highest(levels: ByLevels) -> Array:
    """Return the highest code of a loss, a draw or a value, and that of a win."""
    low = high = 0
    for codes in levels.store.codes.values():
        for block in codes.blocks():
            is_won = block >= WON
            high = max(high, int(block.max(initial=0)))
            low = max(low, int(np.where(is_won, 0, block).max(initial=0)))
    return np.array([low, high], np.uint16)


class _Rows:
    """A stream of rows that is cut into ranges."""

    def __init__(self, stream: Iterator[Rows]) -> None:
        self.stream = stream
        self.left: Rows | None = None

    def are_left(self) -> bool:
        """Whether any row comes."""
        if self.left is None or not len(self.left[0]):
            self.left = next(self.stream, None)
        return self.left is not None

    def keys(self, most: int, see: Callable[[Array], None]) -> Iterator[Array]:
        """Yield the keys of the next rows, at most that many, and show their codes."""
        while most and self.are_left():
            assert self.left is not None
            keys, codes = self.left
            assert codes is not None
            self.left = keys[most:], codes[most:]
            see(codes[:most])
            yield keys[:most]
            most -= len(keys[:most])
