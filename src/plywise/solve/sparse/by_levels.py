"""A game without cycles, ply by ply within a given memory: levels lie on disk and are read in blocks.

Forwards, the successors of a level are sorted in parts and merged; what doesn't fit is written as sorted runs, which
are merged as streams. Backwards, a level's codes follow from the next level's, which is taken in parts where it is
larger than memory. Each finished level is a checkpoint.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from plywise.rules import SearchError
from plywise.search.shared import refuse_cycle
from plywise.solve.sparse.merging import Merger, Rows
from plywise.solve.sparse.store import BLOCK, LevelStore, RowFile

if TYPE_CHECKING:
    from plywise.solve.sparse.work import SparseWork

Array: TypeAlias = np.ndarray[Any, Any]

ROOMY = 1 << 40
"""Bytes of memory where nobody limits them."""

LEAST = 96 << 20
"""The least that can be worked with: blocks of the levels, a shard of the table, successors of one task."""

LOOKED_BACK = [1 << power for power in range(6, 32)]
"""After this many plies, Plywise asks whether they will ever end."""

READ = 16
"""Blocks of a level that are read at a time."""


class ByLevels:
    """The levels of a game, from the store that keeps them and to it."""

    def __init__(self, work: "SparseWork", store: LevelStore, memory: int | None) -> None:
        """Take as much memory as is given beside what the process holds."""
        self.work, self.store, self.room = work, store, ROOMY if memory is None else memory
        if self.room < LEAST:
            raise SearchError(
                f"{self.room >> 20} MiB of memory beside the program itself are too little: allow "
                f"{(LEAST - self.room >> 20) + 1} MiB more with --memory."
            )
        self.merger = Merger(work.machine, work.machine.new_block(), work.words)

    def run(self) -> None:
        """Enumerate what isn't yet, and value what isn't."""
        try:
            self.go_on()
        except BaseException:
            self.store.note(BLOCK)
            raise

    def go_on(self) -> None:
        """Enumerate and value, until it is done or something stops it."""
        store = self.store
        if not store.keys:
            store.add_level([self.work.first])
        self.work.states = store.states
        while not store.is_enumerated:
            self.enumerate_next()
        while store.later:
            self.value(store.later - 1)

    # Forwards

    def enumerate_next(self) -> None:
        """Write the next level."""
        level, store = self.store.keys[-1], self.store
        widest = max(1.0, *(b.rows / a.rows for a, b in zip(store.keys, store.keys[1:], strict=False)), 1.0)
        store.make_room(int(3 * widest * level.rows * level.row_bytes))
        runs, parts = self.runs_of(level)
        if runs:
            runs.append(self.spilled(parts, len(runs)))
            pieces = (keys for keys, _ in self.merger.streams([_keys_of(run) for run in runs]))
            after = store.add_level(pieces)
        else:
            after = store.add_level([self.merged(parts)])
        for run in runs:
            run.remove()
        self.work.states += after.rows
        self.work.tell(len(store.keys), after.rows, 0)
        if after.rows and len(store.keys) in LOOKED_BACK:
            self.look_for_cycle(after)

    def look_for_cycle(self, level: RowFile) -> None:
        """Refuse a game that comes back to a state: its levels would never end."""
        for row in {0, level.rows // 2, level.rows - 1}:
            key = level.read(row // BLOCK * BLOCK, min(level.rows, row // BLOCK * BLOCK + BLOCK))[row % BLOCK]
            refuse_cycle(self.work.game, self.work.sparse.unpack(key))

    def runs_of(self, level: RowFile) -> tuple[list[RowFile], list[Array]]:
        """Return a level's successors: sorted runs on disk, and the sorted parts that are left in memory."""
        runs: list[RowFile] = []
        parts: list[Array] = []
        for keys in level.blocks(self.read_rows):
            for some in self.work.followed_all(keys):
                parts.extend(some)
                if sum(part.nbytes for part in parts) > self.room // 4:
                    runs.append(self.spilled(parts, len(runs)))
                    parts = []
            self.work.tell(len(self.store.keys), 0, 0)
        return runs, parts

    @property
    def read_rows(self) -> int:
        """Rows that are read at a time: fewer where memory is short."""
        return max(1, min(READ, self.room // 32 // (BLOCK * 8 * self.work.words))) * BLOCK

    def spilled(self, parts: list[Array], number: int) -> RowFile:
        """Write sorted parts as one run."""
        run = self.store.new_run(number)
        run.write([self.merged(parts)])
        return run

    def merged(self, parts: list[Array]) -> Array:
        """Merge sorted parts, which are taken away."""
        rows: list[Rows] = [(part, None) for part in parts]
        parts.clear()
        return self.merger.all(rows)[0]

    # Backwards

    def value(self, ply: int) -> None:
        """Write the codes of a level."""
        keys = self.store.keys[ply]
        last = ply + 1 == len(self.store.keys)
        parts = [(0, 0)] if last else self.parts_of(self.store.keys[ply + 1].rows)
        self.store.make_room(np.dtype(self.store.code_type).itemsize * keys.rows)
        if len(parts) == 1:
            later, codes = self.part(ply + 1, *parts[0])
            valued = (self.work.valued(block, later, codes) for block in self.told(ply))
            self.store.add_codes(ply, valued)
        else:
            self.store.add_codes(ply, self.valued_by_parts(ply, parts))
        self.work.tell(ply, keys.rows, self.work.states)

    def told(self, ply: int) -> Iterator[Array]:
        """Yield the keys of a level."""
        for block in self.store.keys[ply].blocks(self.read_rows):
            yield block
            self.work.tell(ply, 0, self.work.states)

    def parts_of(self, rows: int) -> list[tuple[int, int]]:
        """Return the parts of a level that fit into memory one by one, with their codes."""
        code_bytes = np.dtype(self.store.code_type).itemsize
        most = max(1, self.room // 2 // ((8 * self.work.words + code_bytes) * BLOCK)) * BLOCK
        return [(first, min(rows, first + most)) for first in range(0, rows, most)]

    def part(self, ply: int, first: int, last: int) -> tuple[Array, Array]:
        """Return some keys and codes of a level."""
        if first == last:
            return self.merger.none, np.empty(0, self.store.code_type)
        return self.store.keys[ply].read(first, last), self.store.codes[ply].read(first, last)

    def valued_by_parts(self, ply: int, parts: list[tuple[int, int]]) -> Iterator[Array]:
        """Yield a level's codes, looking at the next level part by part, and at this one as often."""
        so_far: RowFile | None = None
        low: Array | None = None
        for number, (first, last) in enumerate(parts):
            later, codes = self.part(ply + 1, first, last)
            high = None if last == parts[-1][1] else self.first_key(ply + 1, last)
            valued = self.valued_by_part(ply, (later, codes), (low, high), so_far)
            if high is None:
                yield from valued
            else:
                file = RowFile(self.store.folder / f"run-codes-{number % 2}", self.store.code_type, 1)
                file.write(valued)
                so_far, low = file, high
            del later, codes
        for number in (0, 1):
            (self.store.folder / f"run-codes-{number}").unlink(missing_ok=True)

    def valued_by_part(
        self, ply: int, later: tuple[Array, Array], bounds: tuple[Array | None, Array | None], so_far: RowFile | None
    ) -> Iterator[Array]:
        """Yield the codes that a level has so far, by one more part of the next one."""
        before = iter(so_far.blocks(self.read_rows)) if so_far is not None else None
        for block in self.told(ply):
            codes = None if before is None else next(before)
            yield self.work.valued(block, *later, bounds=bounds, so_far=codes)

    def first_key(self, ply: int, row: int) -> Array:
        """Return the key in a row that begins a block."""
        level = self.store.keys[ply]
        return level.read(row, min(level.rows, row + BLOCK))[:1].copy()

    # In the end

    def all_rows(self) -> Iterator[Rows]:
        """Yield the keys of all levels, sorted, with their codes; what is in several levels once."""
        yield from self.merger.streams([self.rows_of(ply) for ply in range(len(self.store.keys))])

    def rows_of(self, ply: int) -> Iterator[Rows]:
        """Yield the keys of a level with their codes."""
        yield from zip(self.store.keys[ply].blocks(), self.store.codes[ply].blocks(), strict=True)


def _keys_of(run: RowFile) -> Iterator[Rows]:
    for block in run.blocks():
        yield block, None
