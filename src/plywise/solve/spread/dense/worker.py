"""Who does the tasks of dense tables: keeps shards from task to task, and rebuilds them from files if need be."""

import tempfile
from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.tables import ShardedRetrograde
from plywise.knowledge.solved.manifest import TableEntry
from plywise.knowledge.solved.table import SolvedTable
from plywise.solve.codes import narrowed, plies_of
from plywise.solve.dense import CLOSED, OPEN
from plywise.solve.spread.dense.shard import Partition, Shard, replay
from plywise.solve.spread.files import JobStorage, WorkerFolder, Written

Array: TypeAlias = np.ndarray[Any, Any]

SHARE = 2
"""The part of a core's share of memory that shards may take before they are put aside."""


class DenseWorker:
    """Does tasks on shards of components."""

    def __init__(self, storage: JobStorage) -> None:
        self.storage, self.files = storage, storage.files
        self.kept: dict[tuple[str, int], Shard] = {}
        self.lower: dict[str, Array] = {}
        self.most = storage.kept_bytes(SHARE)

    @cached_property
    def kernel(self) -> ShardedRetrograde:
        """The compiled passes."""
        return ShardedRetrograde(self.storage.load())

    @cached_property
    def scratch(self) -> WorkerFolder:
        """Where shards are put aside."""
        return WorkerFolder()

    # Tasks

    def begin(self, partition: Partition, number: int) -> Written:
        """Do pass 0 on a shard."""
        shard = self.new_shard(partition, number)
        shard.begin()
        self.keep(partition, number, shard)
        facts = {"decided": len(shard.fresh), "last_due": shard.last_due}
        arrays = {"codes": shard.codes, "counts": shard.counts, "dues": shard.dues}
        return self.files.write(partition.file("begin", number), arrays, facts)

    def send(self, partition: Partition, number: int, passed: int) -> tuple[int, list[Array]]:
        """Return how many messages what a pass decided sends, and the messages for each shard."""
        parts = self.shard(partition, number, passed).send()
        return sum(map(len, parts)), parts

    def take(self, partition: Partition, number: int, passed: int, *parts: Array) -> Written:
        """Do a pass on a shard, with the messages that it gets from each."""
        shard = self.shard(partition, number, passed - 1)
        shard.take(passed, parts)
        decided = shard.decided()
        return self.files.write(partition.file("pass", number, passed), {"decided": decided}, {"decided": len(decided)})

    def end(self, partition: Partition, number: int, passed: int) -> Written:
        """Write a shard's final codes, and return the longest distance in each of its tiers."""
        codes = self.codes_after(partition, number, passed)
        codes[codes == CLOSED] = OPEN
        first, longest = partition.bounds[number], {}
        for tier, _, low, high in partition.tiers_in(first, partition.bounds[number + 1]):
            part = codes[low - first : high - first]
            longest[str(tier)] = int(plies_of(part).max(initial=0))
        return self.files.write(partition.file("codes", number), {"codes": codes}, {"longest": longest})

    def publish(self, partition: Partition, place: int, name: str, path: str, longest: int) -> TableEntry:
        """Write the table of one of a component's tiers from the shards' codes."""
        tier, meaning = partition.component.tiers[place], self.storage.manifest().meaning
        begin = partition.component.offsets[place]
        end = begin + partition.component.sizes[place]
        pieces = self.pieces(partition, begin, end, longest)
        return self.storage.write_table(path, name, tier, pieces, meaning=meaning)

    # What they need

    def shard(self, partition: Partition, number: int, passed: int) -> Shard:
        """Return a shard as it is after a pass: the one kept, or rebuilt from files."""
        kept = self.kept.get((partition.name, number)) or self.fetch(partition, number)
        if kept is not None and kept.passed == passed:
            self.keep(partition, number, kept)
            return kept
        shard = self.new_shard(partition, number)
        begun = self.files.read(partition.file("begin", number))
        shard.restore(begun, 0)
        for each in range(1, passed + 1):
            decided = self.files.read(partition.file("pass", number, each))["decided"]
            shard.fresh = replay(shard.codes, decided, each) + shard.first
        if passed:
            self.recount(shard, partition, passed)
        shard.passed = passed
        self.keep(partition, number, shard)
        return shard

    def recount(self, shard: Shard, partition: Partition, passed: int) -> None:
        """Count again for a shard: needs the codes of all shards, temporarily in a file on this machine."""
        with tempfile.TemporaryFile(prefix="plywise-codes-") as file:
            codes = np.memmap(file, np.uint16, "w+", shape=(partition.component.slots,))
            for other in range(partition.shards):
                codes[partition.bounds[other] : partition.bounds[other + 1]] = self.codes_after(
                    partition, other, passed
                )
            shard.recount(passed, codes)

    def codes_after(self, partition: Partition, number: int, passed: int) -> Array:
        """Return a shard's codes after a pass, from files."""
        codes = self.files.read(partition.file("begin", number))["codes"].copy()
        for each in range(1, passed + 1):
            replay(codes, self.files.read(partition.file("pass", number, each))["decided"], each)
        return codes

    def new_shard(self, partition: Partition, number: int) -> Shard:
        """Return a shard of which nothing is known yet."""
        return Shard(self.kernel, partition, number, self.below(partition))

    def keep(self, partition: Partition, number: int, shard: Shard) -> None:
        """Keep a shard, and none of other components; those used longest ago go to disk where they take too much."""
        self.kept = {key: each for key, each in self.kept.items() if key[0] == partition.name}
        self.kept.pop((partition.name, number), None)
        self.kept[partition.name, number] = shard
        while len(self.kept) > 1 and sum(each.nbytes for each in self.kept.values()) > self.most:
            oldest = next(iter(self.kept))
            self.put_aside(oldest, self.kept.pop(oldest))

    def put_aside(self, key: tuple[str, int], shard: Shard) -> None:
        """Write a shard as it is to this machine's disk."""
        arrays: dict[str, Array] = {"codes": shard.codes, "counts": shard.counts, "dues": shard.dues}
        arrays["fresh"] = shard.fresh
        self.scratch.write(f"{key[0]}-{key[1]}", arrays, {"passed": shard.passed})

    def fetch(self, partition: Partition, number: int) -> Shard | None:
        """Return a shard that was put aside."""
        name = f"{partition.name}-{number}"
        about = self.scratch.find(name) if "scratch" in self.__dict__ else None
        if about is None:
            return None
        shard, arrays = self.new_shard(partition, number), self.scratch.read(name)
        shard.restore(arrays, about.facts["passed"])
        return shard

    def below(self, partition: Partition) -> dict[int, Array]:
        """Return the finished tables that a component leads to, laid out on this machine."""
        manifest = self.storage.manifest()
        entries = {entry.tier: entry for entry in manifest.tables if entry.tier in partition.component.below}
        for entry in entries.values():
            if entry.name not in self.lower:
                self.lower[entry.name] = SolvedTable(self.storage.place, entry, manifest.meaning).working()
        return {tier: self.lower[entry.name] for tier, entry in entries.items()}

    def pieces(self, partition: Partition, begin: int, end: int, longest: int) -> Iterator[Array]:
        """Yield the codes of a range of slots, all as wide as the longest distance asks."""
        for number in range(partition.shards):
            first, last = max(begin, partition.bounds[number]), min(end, partition.bounds[number + 1])
            if first < last:
                codes = self.files.read(partition.file("codes", number))["codes"]
                at = partition.bounds[number]
                yield narrowed(codes[first - at : last - at], longest)
