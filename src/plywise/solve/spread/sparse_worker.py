"""Who does the tasks of sparse tables: a key belongs to the shard that its hash names.

    level-00007-0002    the keys of ply 7 that belong to shard 2, sorted
    codes-00007-0002    their codes
    whole-0002          the keys of all plies that belong to shard 2, sorted, with their codes

What was written or read last is kept from task to task, as far as there is memory: it is only a cache.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from plywise.kernel.tables import Packing
from plywise.knowledge.solved.arrays import RowRange, join_ranges, write_range
from plywise.knowledge.solved.codes import Meaning
from plywise.knowledge.solved.manifest import TableEntry
from plywise.rules import RulesError
from plywise.solve.codes import narrowed, plies_of
from plywise.solve.sparse import NAME, SparseWork, merged, unique
from plywise.solve.spread.storage import JobStorage
from plywise.solve.spread.task_files import Written

Array: TypeAlias = np.ndarray[Any, Any]

ODD = np.uint64(0x9E3779B97F4A7C15)
"""Multiplied with a word, it spreads the bits upwards; the upper half names the shard."""

SHARE = 8
"""The part of a core's share of memory that is kept from task to task; sorting a level takes several times its size."""

PIECE = 1 << 20
"""About how many rows are merged at a time."""


@dataclass(frozen=True, slots=True)
class KeyPartition:
    """How states are packed into keys, and over how many shards the keys are spread."""

    packing: Packing
    shards: int
    symmetric: bool = False

    def whole(self, shard: int) -> str:
        """Return the name of the file with all plies of a shard."""
        return f"{NAME}/whole-{shard:04d}"

    def owners(self, keys: Array) -> Array:
        """Return the shard of each key.

        >>> partition = KeyPartition(Packing((0,), (40,)), 3)
        >>> partition.owners(np.arange(6).reshape(6, 1)).tolist()
        [0, 0, 2, 0, 2, 2]
        """
        mixed = np.zeros(len(keys), np.uint64)
        for word in keys.T:
            mixed = (mixed ^ word.astype(np.uint64)) * ODD
        return (mixed >> np.uint64(32)) % np.uint64(self.shards)

    def shared_out(self, keys: Array) -> list[Array]:
        """Cut sorted keys into those of each shard, each still sorted."""
        owners = self.owners(keys).astype(np.uint16)
        ordered = keys[np.argsort(owners, kind="stable")]
        ends = np.cumsum(np.bincount(owners, minlength=self.shards))
        return np.split(ordered, ends[:-1])


class LevelFile(NamedTuple):
    """Which rows a file holds."""

    partition: KeyPartition
    kind: str
    shard: int
    ply: int

    @property
    def file(self) -> str:
        """The file's name."""
        return f"{NAME}/{self.kind}-{self.ply:05d}-{self.shard:04d}"


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
        if self.meaning.kind == "outcome":
            return narrowed(codes, self.longest)
        return codes.astype(np.uint8) if self.highest < 256 else codes


class SparseWorker:
    """Does tasks on shards of keys."""

    def __init__(self, storage: JobStorage) -> None:
        self.storage, self.files = storage, storage.files
        self.game = storage.load()
        self.kept: dict[LevelFile, Array] = {}
        self.most = storage.kept_bytes(SHARE)
        self.works: dict[KeyPartition, SparseWork] = {}

    def work(self, partition: KeyPartition) -> SparseWork:
        """Return the compiled passes for a way to pack keys."""
        if partition not in self.works:
            self.works[partition] = SparseWork(self.game, partition.packing, 1, partition.symmetric, None)
        return self.works[partition]

    # Tasks, forwards

    def start(self, partition: KeyPartition, shard: int) -> Written:
        """Write the level of ply 0, whose one key belongs to one of the shards."""
        return self.write(
            LevelFile(partition, "level", shard, 0), partition.shared_out(self.work(partition).first)[shard]
        )

    def follow(self, partition: KeyPartition, shard: int, ply: int) -> tuple[int, list[Array]]:
        """Return how many different states follow a shard's of a ply, and the keys that belong to each shard."""
        after = self.work(partition).following(self.rows(LevelFile(partition, "level", shard, ply)), ply)
        return len(after), partition.shared_out(after)

    def gather(self, partition: KeyPartition, shard: int, ply: int, *parts: Array) -> Written:
        """Write the level of a ply, from the keys that each shard found."""
        return self.write(LevelFile(partition, "level", shard, ply), unique(parts, partition.packing.words))

    # Tasks, backwards

    def answer(self, partition: KeyPartition, shard: int, ply: int, *asked: Array) -> tuple[int, list[Array]]:
        """Return the codes of the keys that each shard asks for."""
        keys = self.rows(LevelFile(partition, "level", shard, ply))
        codes = self.rows(LevelFile(partition, "codes", shard, ply))
        return sum(map(len, asked)), [codes[places_of(keys, wanted)] for wanted in asked]

    def judge(self, partition: KeyPartition, shard: int, ply: int, *parts: Array) -> Written:
        """Write the codes of a level, from those of the states that follow: first all keys come, then all codes."""
        work, keys = self.work(partition), self.rows(LevelFile(partition, "level", shard, ply))
        after, after_codes = work.first[:0], np.empty(0, np.uint16)
        if parts:
            asked, answers = parts[: partition.shards], parts[partition.shards :]
            after, after_codes = merged(asked, answers)
        return self.write(LevelFile(partition, "codes", shard, ply), work.valued(keys, after, after_codes))

    # Tasks, in the end

    def unite(self, partition: KeyPartition, shard: int, plies: int) -> Written:
        """Write a shard's keys of all plies in one row, with their codes."""
        levels = [self.rows(LevelFile(partition, "level", shard, ply)) for ply in range(plies)]
        codes = [self.rows(LevelFile(partition, "codes", shard, ply)) for ply in range(plies)]
        keys, values = merged(levels, codes)
        facts = {
            "longest": int(plies_of(values).max(initial=0)),
            "highest": int(values.max(initial=0)),
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
        codes = (about.fitting(codes) for _, codes in united(own))
        keys = (keys for keys, _ in united(own))
        shape = (about.states, partition.packing.words)
        return self.storage.write_files(
            lambda folder: write_range(folder, NAME, shape, first, (codes, keys), about.meaning)
        )

    def publish(self, _partition: KeyPartition, _shard: int, states: int, ranges: Sequence[RowRange]) -> TableEntry:
        """Make the ranges one table; what killed workers left half written is removed."""

        def join(folder: Path) -> TableEntry:
            for left in (folder / NAME).rglob("*.tmp"):
                left.unlink()
            return join_ranges(folder, NAME, NAME, states, ranges)

        return self.storage.write_files(join)

    # Files

    def rows(self, level: LevelFile) -> Array:
        """Return the keys or codes of a shard at a ply: those kept, or from the file."""
        if level not in self.kept:
            (rows,) = self.files.read(level.file).values()
            self.keep(level, rows)
        return self.kept[level]

    def write(self, level: LevelFile, rows: Array) -> Written:
        """Write keys or codes into a file."""
        written = self.files.write(level.file, {level.kind: rows}, {"states": len(rows)})
        self.keep(level, rows)
        return written

    def keep(self, level: LevelFile, rows: Array) -> None:
        """Keep what a file holds, and drop what was kept longest where that takes too much."""
        self.kept[level] = rows
        while len(self.kept) > 1 and sum(each.nbytes for each in self.kept.values()) > self.most:
            del self.kept[next(iter(self.kept))]


def united(rows: Sequence[dict[str, Array]]) -> Iterator[tuple[Array, Array]]:
    """Merge sorted keys with their codes, a piece at a time.

    One shard's keys are a fair sample of all, so that they say where to cut; by the first word, which sorts them.
    """
    largest = max((each["keys"][:, 0] for each in rows), key=len)
    cuts = np.unique(largest[:: max(1, PIECE // len(rows))])[1:]
    ends = [[*np.searchsorted(each["keys"][:, 0], cuts).tolist(), len(each["keys"])] for each in rows]
    begins = [0] * len(rows)
    for piece in range(len(cuts) + 1):
        spans = [slice(begin, end[piece]) for begin, end in zip(begins, ends, strict=True)]
        begins = [span.stop for span in spans]
        parts = list(zip(rows, spans, strict=True))
        yield merged([each["keys"][span] for each, span in parts], [each["codes"][span] for each, span in parts])


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


def places_of(keys: Array, wanted: Array) -> Array:
    """Return where sorted keys stand in a row of sorted ones; all of them must."""
    if keys.shape[1] == 1:
        places = np.searchsorted(keys[:, 0], wanted[:, 0])
    else:
        both = np.concatenate([keys, wanted])
        order = np.lexsort(both.T[::-1])
        is_own = order < len(keys)
        places = np.empty(len(wanted), np.int64)
        places[order[~is_own] - len(keys)] = np.cumsum(is_own)[~is_own] - 1
    if len(wanted) and (places.max() >= len(keys) or (keys[places] != wanted).any()):
        raise RulesError("An action leads to a state that wasn't reached before: are the rules pure?")
    return places
