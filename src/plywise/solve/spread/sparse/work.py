"""The compiled passes over one shard of a level, as Python calls them: see `spliced.sparse.shard_edges`."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from plywise.kernel.running import Machine
from plywise.kernel.tables import Sparse
from plywise.rules import Game, PlywiseError, RulesError
from plywise.solve.sparse import Merger, NumberedKeys, blame_key, first_key
from plywise.solve.spread.sparse.key_partition import KeyPartition

Array: TypeAlias = np.ndarray[Any, Any]

ROOM = 1 << 20
"""Edges for which there is room at first."""

MORE = 1.1
"""How many times as many keys as expected there is room for."""


class LevelEdges(NamedTuple):
    """Where the states of a level lead, and what those are worth that are ends."""

    codes: Array
    """The codes of ends; 0 where a state isn't one."""
    lefts: Array
    """How many edges each state has."""
    edges: Array
    """The number of the state that each leads to, and whether the same player moves there too."""
    owners: Array
    """The shard of each of those states, by its number."""

    @property
    def size(self) -> int:
        """Bytes that they take."""
        return sum(each.nbytes for each in self)


class LentRooms:
    """Memory that is lent to one level after the other: new memory would be cleared by the system each time."""

    def __init__(self) -> None:
        self.rooms: dict[str, Array] = {}

    def lent(self, name: str, dtype: str, count: int) -> Array:
        """Return room for numbers, which holds what was left there."""
        if len(self.rooms.get(name, ())) < count:
            self.rooms[name] = np.empty(count, dtype)
        return self.rooms[name][:count]

    def clear(self) -> None:
        """Give the memory back."""
        self.rooms.clear()


class ReachedKeys(NumberedKeys):
    """What the states of a shard lead to, or those of a shard themselves, which are `kept` longer than the table."""

    too_many = "A shard has more than {most:,} states of one ply: cut the table into more shards."

    def __init__(self, machine: Machine, first: Array, most: int, rooms: LentRooms, kept: bool) -> None:
        self.rooms, self.kept = rooms, kept
        super().__init__(machine, first, most)

    def new_rows(self, count: int) -> Array:
        """Return room for keys, which those that were there may have a part of."""
        if self.kept:
            return super().new_rows(count)
        return self.rooms.lent("keys", "int64", count * self.words).reshape(count, self.words)

    def new_table(self, size: int) -> Array:
        """Return a table in which no key is."""
        table = self.rooms.lent("table", "int32", size)
        table.fill(0)
        return table


class ShardWork:
    """A game's compiled passes over shards."""

    def __init__(self, game: Game, partition: KeyPartition) -> None:
        self.partition, self.words = partition, partition.packing.words
        self.sparse = Sparse(game, partition.packing, symmetric=partition.symmetric, sharded=True)
        self.machine = self.sparse.machine
        self.block = self.machine.new_block()
        self.merger = Merger(self.machine, self.block, self.words)
        self.first = first_key(game, partition.packing, partition.symmetric)
        self.rooms = LentRooms()
        self.shares = {"reach": 1.0, "gather": 1.0}
        """How many keys were found for each one looked at, the last time: as many are expected of the next level."""

    def reach(self, level: Array) -> tuple[list[Array], LevelEdges]:
        """Return the different states that a level's lead to, those of each shard, and the edges to them."""
        most = int(self.machine.layout.MAX_ACTIONS)
        found = self.expecting("reach", len(level))
        codes, lefts = np.zeros(len(level), np.uint16), np.empty(len(level), np.int16)
        edges, written, at = np.empty(ROOM, np.int32), 0, 0
        while at < len(level):
            found.make_room(found.n + most)
            if len(edges) < written + most:
                edges.resize(len(edges) + max(most, len(edges) // 2), refcheck=False)
            into = (codes.ctypes.data, lefts.ctypes.data, edges[written:].ctypes.data, len(edges) - written)
            table = (found.rows.ctypes.data, found.n, len(found.table) // 2, found.table.ctypes.data, found.mask)
            written += self.call("reach", level, at, len(level), *into, *table)
            at, found.n = (int(self.block[word]) for word in (self.machine.layout.TAKEN, self.machine.layout.FOUND))
        self.close("reach", found, len(level))
        edges.resize(written, refcheck=False)
        parts, owners = self.dealt(found.keys)
        return parts, LevelEdges(codes, lefts, edges, owners)

    def expecting(self, work: str, rows: int) -> ReachedKeys:
        """Return room for about as many keys as some rows will lead to."""
        most = int(MORE * self.shares[work] * rows) + 1
        return ReachedKeys(self.machine, self.merger.none, most, self.rooms, kept=work == "gather")

    def close(self, work: str, found: ReachedKeys, rows: int) -> None:
        """Give back the table of keys that were found, and note how many rows led to them."""
        found.close()
        self.shares[work] = found.n / max(1, rows)

    def call(self, entry: str, level: Array, *numbers: int) -> int:
        """Run an entry over a level; an error says in which state it came up."""
        try:
            return int(self.machine.call(entry, self.block, level.ctypes.data, *numbers))
        except PlywiseError as error:
            blame_key(self.sparse, error, level[int(self.block[self.machine.layout.TAKEN])])

    def dealt(self, keys: Array) -> tuple[list[Array], Array]:
        """Return the keys of each shard, in their order, and each key's shard."""
        shards, owners, out = self.partition.shards, np.empty(len(keys), np.uint16), np.empty_like(keys)
        ends = np.zeros(shards + 1, np.int64)
        addresses = (owners.ctypes.data, ends.ctypes.data, out.ctypes.data)
        self.machine.call("deal", self.block, keys.ctypes.data, len(keys), shards, *addresses)
        return np.split(out, ends[: shards - 1]), owners

    def gather(self, parts: Sequence[Array]) -> tuple[Array, Array]:
        """Return the different keys of some parts, as they come, and the places of the parts' keys among them."""
        found = self.expecting("gather", sum(map(len, parts)))
        places = [found.numbered(np.ascontiguousarray(part)) for part in parts]
        self.close("gather", found, sum(map(len, parts)))
        return found.keys, np.concatenate(places)

    def weigh(self, edges: LevelEdges, answers: Sequence[Array]) -> Array:
        """Return the codes of a level, from those of the states that it leads to as each shard answers them."""
        self.rooms.clear()  # the pass forwards is over
        counts = np.bincount(edges.owners, minlength=self.partition.shards)
        if counts.tolist() != ([*map(len, answers)] or [0] * self.partition.shards):
            raise RulesError("An action leads to a state that wasn't reached before: are the rules pure?")
        later = self.collected(edges.owners, np.concatenate([np.empty(0, np.uint16), *answers]), counts)
        codes = edges.codes.copy()
        walk = (edges.lefts.ctypes.data, len(codes), edges.edges.ctypes.data, len(edges.edges), later.ctypes.data)
        self.machine.call("weigh", self.block, *walk, codes.ctypes.data)
        return codes

    def collected(self, owners: Array, answers: Array, counts: Array) -> Array:
        """Return what stands shard by shard in the order of its numbers."""
        out, begins = np.empty_like(answers), np.cumsum(counts) - counts
        rows = (owners.ctypes.data, len(owners), answers.ctypes.data, begins.ctypes.data, out.ctypes.data)
        self.machine.call("collect", self.block, *rows)
        return out
