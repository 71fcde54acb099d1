"""Who does the tasks of sparse tables: files are those of `key_partition`.

What was written or read last is kept from task to task, as far as there is memory: it is only a cache.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from plywise.knowledge.solved.arrays import RowRange, join_ranges, write_range
from plywise.knowledge.solved.codes import Meaning
from plywise.knowledge.solved.manifest import TableEntry
from plywise.solve.codes import narrowed, plies_of
from plywise.solve.sparse import NAME, in_order
from plywise.solve.spread.files import JobStorage, Written
from plywise.solve.spread.sparse.kept_edges import KeptEdges
from plywise.solve.spread.sparse.key_partition import KeyPartition, LevelFile
from plywise.solve.spread.sparse.work import ShardWork

Array: TypeAlias = np.ndarray[Any, Any]

SHARE = 8
"""The part of a core's share of memory that is kept from task to task; sorting a level takes several times its size."""

PIECE = 1 << 20
"""About how many rows are merged at a time."""


@dataclass(frozen=True, slots=True)
class About:
    """What must be known of the whole table to write a part of it."""

    meaning: Meaning
    states: int
    longest: int
    """The most plies to an end."""
    highest: int
    """The largest code."""
    range_rows: int
    """Rows that one task writes."""

    def fitting(self, codes: Array) -> Array:
        """Return codes as wide as all of the table need be."""
        every = np.arange(1 << 16, dtype=np.uint16)
        if self.meaning.kind == "outcome":
            return narrowed(every, self.longest)[codes]
        return codes.astype(np.uint8) if self.highest < 256 else codes


class SparseWorker:
    """Does tasks on shards of keys."""

    def __init__(self, storage: JobStorage) -> None:
        self.storage, self.files = storage, storage.files
        self.game = storage.load()
        self.kept: dict[str, dict[str, Array]] = {}
        self.most = storage.kept_bytes(SHARE)
        self.edges = KeptEdges(self.most)
        self.works: dict[KeyPartition, ShardWork] = {}

    def work(self, partition: KeyPartition) -> ShardWork:
        """Return the compiled passes for a way to pack keys."""
        if partition not in self.works:
            self.edges.clear()
            self.works[partition] = ShardWork(self.game, partition)
        return self.works[partition]

    # Tasks, forwards

    def start(self, partition: KeyPartition, shard: int) -> Written:
        """Write the level of ply 0, whose one key belongs to one of the shards."""
        first = self.work(partition).first
        places = np.empty(0, np.int32)  # nobody asks for it
        return self.write_level(
            LevelFile(partition, "level", shard, 0), first[partition.owners(first) == shard], places
        )

    def follow(self, partition: KeyPartition, shard: int, ply: int) -> tuple[int, list[Array]]:
        """Return how many different states follow a shard's of a ply, and the keys that belong to each shard."""
        level = LevelFile(partition, "level", shard, ply)
        parts, edges = self.work(partition).reach(self.rows(level)["keys"])
        self.edges.keep(level, edges)
        return sum(map(len, parts)), parts

    def gather(self, partition: KeyPartition, shard: int, ply: int, *parts: Array) -> Written:
        """Write the level of a ply, from the keys that each shard found, and where those stand in it."""
        keys, places = self.work(partition).gather(parts)
        lengths = [*map(len, parts)]
        return self.write_level(LevelFile(partition, "level", shard, ply), keys, places, lengths)

    # Tasks, backwards

    def answer(self, partition: KeyPartition, shard: int, ply: int) -> tuple[int, list[Array]]:
        """Return the codes of the keys that each shard found."""
        level = self.rows(LevelFile(partition, "level", shard, ply))
        codes = self.rows(LevelFile(partition, "codes", shard, ply))["codes"]
        asked = np.split(level["places"], np.cumsum(level["lengths"])[:-1])
        return len(level["places"]), [codes[places] for places in asked]

    def judge(self, partition: KeyPartition, shard: int, ply: int, *answers: Array) -> Written:
        """Write the codes of a level, from those of the states that follow, as their shards answer them."""
        level, work = LevelFile(partition, "level", shard, ply), self.work(partition)
        edges = self.edges.taken(level)
        if edges is None:
            _, edges = work.reach(self.rows(level)["keys"])
        codes = work.weigh(edges, answers)
        return self.write(LevelFile(partition, "codes", shard, ply), {"codes": codes}, len(codes))

    # Tasks, in the end

    def unite(self, partition: KeyPartition, shard: int, plies: int) -> Written:
        """Write a shard's keys of all plies in one row, with their codes."""
        levels = [self.rows(LevelFile(partition, "level", shard, ply))["keys"] for ply in range(plies)]
        codes = [self.rows(LevelFile(partition, "codes", shard, ply))["codes"] for ply in range(plies)]
        keys, values = in_order(np.concatenate(levels), np.concatenate(codes))
        different = np.flatnonzero(np.bincount(values))
        facts = {
            "longest": int(plies_of(different).max(initial=0)),
            "highest": int(different.max(initial=0)),
            "states": len(keys),
        }
        self.kept.clear()  # for good: the plies aren't needed again
        return self.files.write(partition.whole(shard), {"keys": keys, "codes": values}, facts)

    def row_range(self, partition: KeyPartition, number: int, about: About) -> RowRange:
        """Write a range of the table's rows, from the rows of all shards."""
        rows = [self.files.read(partition.whole(shard)) for shard in range(partition.shards)]
        first, last = number * about.range_rows, min(about.states, (number + 1) * about.range_rows)
        bounds = zip(*(ranked([each["keys"] for each in rows], rank) for rank in (first, last)), strict=True)
        own = [
            {name: array[begin:end] for name, array in each.items()}
            for each, (begin, end) in zip(rows, bounds, strict=True)
        ]
        shape = (about.states, partition.packing.words)

        def write(folder: Path) -> RowRange:
            codes: list[Array] = []  # of all keys, which are taken first
            keys = self.merged_keys(self.work(partition), own, lambda some: codes.append(about.fitting(some)))
            return write_range(folder, NAME, shape, first, (iter(codes), keys), about.meaning)

        return self.storage.write_files(write)

    def merged_keys(
        self, work: ShardWork, rows: Sequence[dict[str, Array]], see: Callable[[Array], None]
    ) -> Iterator[Array]:
        """Yield the keys of all shards in order, and show their codes."""
        for parts in cut_alike(rows):
            keys, codes = work.merger.all([(part["keys"], part["codes"]) for part in parts])
            assert codes is not None
            see(codes)
            yield keys

    def publish(self, _partition: KeyPartition, _shard: int, states: int, ranges: Sequence[RowRange]) -> TableEntry:
        """Make the ranges one table; what killed workers left half written is removed."""

        def join(folder: Path) -> TableEntry:
            for left in (folder / NAME).rglob("*.tmp"):
                left.unlink()
            return join_ranges(folder, NAME, NAME, states, ranges)

        return self.storage.write_files(join)

    # Files

    def rows(self, level: LevelFile) -> dict[str, Array]:
        """Return what a file holds: what was kept of it, or from the file."""
        if level.file not in self.kept:
            self.keep(level, self.files.read(level.file))
        return self.kept[level.file]

    def write_level(self, level: LevelFile, keys: Array, places: Array, lengths: Sequence[int] = ()) -> Written:
        """Write keys, and where those stand that each shard asks for; `lengths` says how many that are."""
        arrays = {"keys": keys, "places": places, "lengths": np.array(lengths, np.int64)}
        return self.write(level, arrays, len(keys))

    def write(self, level: LevelFile, arrays: dict[str, Array], states: int) -> Written:
        """Write keys or codes into a file."""
        self.storage.make_room(sum(each.nbytes for each in arrays.values()))
        written = self.files.write(level.file, arrays, {"states": states})
        self.keep(level, arrays)
        return written

    def keep(self, level: LevelFile, arrays: dict[str, Array]) -> None:
        """Keep what a file holds, and drop what was kept longest where that takes too much."""
        self.kept[level.file] = arrays
        while (
            len(self.kept) > 1 and sum(each.nbytes for rows in self.kept.values() for each in rows.values()) > self.most
        ):
            del self.kept[next(iter(self.kept))]


def cut_alike(rows: Sequence[dict[str, Array]]) -> Iterator[list[dict[str, Array]]]:
    """Yield sorted rows piece by piece, of each the part between the same two keys.

    One shard's keys are a fair sample of all, so that they say where to cut; by the first word, which sorts them.
    """
    largest = max((each["keys"][:, 0] for each in rows), key=len)
    cuts = np.unique(largest[:: max(1, PIECE // len(rows))])[1:]
    ends = [[*np.searchsorted(each["keys"][:, 0], cuts).tolist(), len(each["keys"])] for each in rows]
    begins = [0] * len(rows)
    for piece in range(len(cuts) + 1):
        spans = [slice(begin, end[piece]) for begin, end in zip(begins, ends, strict=True)]
        begins = [span.stop for span in spans]
        parts = zip(rows, spans, strict=True)
        yield [{name: array[span] for name, array in each.items()} for each, span in parts]


def ranked(rows: Sequence[Array], rank: int) -> list[int]:
    """Return how many of each row's sorted keys are among the first `rank` of all.

    >>> ranked([np.array([[1], [5], [6]]), np.array([[2], [7]])], 3)
    [2, 1]
    """
    low, high = 0, (1 << 63) - 1
    firsts = [keys[:, 0] for keys in rows]
    while low < high:
        middle = low + high >> 1
        if sum(int(np.searchsorted(each, middle, "right")) for each in firsts) >= rank:
            high = middle
        else:
            low = middle + 1
    begins = [int(np.searchsorted(each, low, "left")) for each in firsts]
    ends = [int(np.searchsorted(each, low, "right")) for each in firsts]
    # Of those with this very first word, the other words decide.
    same = np.concatenate([keys[begin:end] for keys, begin, end in zip(rows, begins, ends, strict=True)])
    homes = np.repeat(np.arange(len(rows)), np.subtract(ends, begins))
    chosen = homes[np.lexsort(same.T[::-1])][: rank - sum(begins)]
    return [begin + int(more) for begin, more in zip(begins, np.bincount(chosen, minlength=len(rows)), strict=True)]
