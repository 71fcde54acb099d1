"""Who does the tasks of dense tables: keeps shards from task to task, and makes them anew from files if need be."""

import tempfile
from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.tables import ShardedRetrograde
from plywise.knowledge.solved.manifest import TableEntry
from plywise.knowledge.solved.table import SolvedTable
from plywise.solve.job import narrowed, plies_of
from plywise.solve.passes import CLOSED, OPEN
from plywise.solve.spread.files import Written
from plywise.solve.spread.scratch import Scratch
from plywise.solve.spread.shard import Ground, Shard, replay
from plywise.solve.spread.stage import Setting

Array: TypeAlias = np.ndarray[Any, Any]

SHARE = 2
"""The part of a core's share of memory that shards may take before they are put aside."""


class Keeper:
    """Does tasks on shards of components."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.files = setting, setting.files
        self.kept: dict[tuple[str, int], Shard] = {}
        self.lower: dict[str, Array] = {}
        self.most = setting.kept_bytes(SHARE)

    @cached_property
    def kernel(self) -> ShardedRetrograde:
        """The compiled passes."""
        return ShardedRetrograde(self.setting.load())

    @cached_property
    def scratch(self) -> Scratch:
        """Where shards are put aside."""
        return Scratch()

    # Tasks

    def begin(self, ground: Ground, number: int) -> Written:
        """Do pass 0 on a shard."""
        shard = self.new_shard(ground, number)
        shard.begin()
        self.keep(ground, number, shard)
        facts = {"decided": len(shard.fresh), "last_due": shard.last_due}
        arrays = {"codes": shard.codes, "counts": shard.counts, "dues": shard.dues}
        return self.files.write(ground.file("begin", number), arrays, facts)

    def send(self, ground: Ground, number: int, passed: int) -> tuple[int, list[Array]]:
        """Return how many messages what a pass decided sends, and the messages for each shard."""
        parts = self.shard(ground, number, passed).send()
        return sum(map(len, parts)), parts

    def take(self, ground: Ground, number: int, passed: int, *parts: Array) -> Written:
        """Do a pass on a shard, with the messages that it gets from each."""
        shard = self.shard(ground, number, passed - 1)
        shard.take(passed, parts)
        decided = shard.decided()
        return self.files.write(ground.file("pass", number, passed), {"decided": decided}, {"decided": len(decided)})

    def end(self, ground: Ground, number: int, passed: int) -> Written:
        """Write a shard's codes as they are in the end, and tell the longest distance in each of its tiers."""
        codes = self.codes_after(ground, number, passed)
        codes[codes == CLOSED] = OPEN
        first, longest = ground.bounds[number], {}
        for tier, _, low, high in ground.tiers_in(first, ground.bounds[number + 1]):
            part = codes[low - first : high - first]
            longest[str(tier)] = int(plies_of(part).max(initial=0))
        return self.files.write(ground.file("codes", number), {"codes": codes}, {"longest": longest})

    def publish(self, ground: Ground, place: int, name: str, path: str, longest: int) -> TableEntry:
        """Write the table of one of a component's tiers from the shards' codes."""
        tier, meaning = ground.component.tiers[place], self.setting.manifest().meaning
        begin = ground.component.offsets[place]
        end = begin + ground.component.sizes[place]
        pieces = self.pieces(ground, begin, end, longest)
        return self.setting.write_table(path, name, tier, pieces, meaning=meaning)

    # What they need

    def shard(self, ground: Ground, number: int, passed: int) -> Shard:
        """Return a shard as it is after a pass: the one kept, or made anew from files."""
        kept = self.kept.get((ground.name, number)) or self.fetch(ground, number)
        if kept is not None and kept.passed == passed:
            self.keep(ground, number, kept)
            return kept
        shard = self.new_shard(ground, number)
        begun = self.files.read(ground.file("begin", number))
        shard.restore(begun, 0)
        for each in range(1, passed + 1):
            decided = self.files.read(ground.file("pass", number, each))["decided"]
            shard.fresh = replay(shard.codes, decided, each) + shard.first
        if passed:
            self.recount(shard, ground, passed)
        shard.passed = passed
        self.keep(ground, number, shard)
        return shard

    def recount(self, shard: Shard, ground: Ground, passed: int) -> None:
        """Take a shard's counts anew: needs the codes of all shards, for the moment, in a file of this machine."""
        with tempfile.TemporaryFile(prefix="plywise-codes-") as file:
            codes = np.memmap(file, np.uint16, "w+", shape=(ground.component.slots,))
            for other in range(ground.shards):
                codes[ground.bounds[other] : ground.bounds[other + 1]] = self.codes_after(ground, other, passed)
            shard.recount(passed, codes)

    def codes_after(self, ground: Ground, number: int, passed: int) -> Array:
        """Return a shard's codes after a pass, from files."""
        codes = self.files.read(ground.file("begin", number))["codes"].copy()
        for each in range(1, passed + 1):
            replay(codes, self.files.read(ground.file("pass", number, each))["decided"], each)
        return codes

    def new_shard(self, ground: Ground, number: int) -> Shard:
        """Return a shard of which nothing is known yet."""
        return Shard(self.kernel, ground, number, self.below(ground))

    def keep(self, ground: Ground, number: int, shard: Shard) -> None:
        """Keep a shard, and none of other components; those used longest ago go to disk where they take too much."""
        self.kept = {key: each for key, each in self.kept.items() if key[0] == ground.name}
        self.kept.pop((ground.name, number), None)
        self.kept[ground.name, number] = shard
        while len(self.kept) > 1 and sum(each.nbytes for each in self.kept.values()) > self.most:
            oldest = next(iter(self.kept))
            self.put_aside(oldest, self.kept.pop(oldest))

    def put_aside(self, key: tuple[str, int], shard: Shard) -> None:
        """Write a shard as it is to this machine's disk."""
        arrays: dict[str, Array] = {"codes": shard.codes, "counts": shard.counts, "dues": shard.dues}
        arrays["fresh"] = shard.fresh
        self.scratch.write(f"{key[0]}-{key[1]}", arrays, {"passed": shard.passed})

    def fetch(self, ground: Ground, number: int) -> Shard | None:
        """Return a shard that was put aside."""
        name = f"{ground.name}-{number}"
        about = self.scratch.find(name) if "scratch" in self.__dict__ else None
        if about is None:
            return None
        shard, arrays = self.new_shard(ground, number), self.scratch.read(name)
        shard.restore(arrays, about.facts["passed"])
        return shard

    def below(self, ground: Ground) -> dict[int, Array]:
        """Return the finished tables that a component leads to, laid out on this machine."""
        manifest = self.setting.manifest()
        entries = {entry.tier: entry for entry in manifest.tables if entry.tier in ground.component.below}
        for entry in entries.values():
            if entry.name not in self.lower:
                self.lower[entry.name] = SolvedTable(self.setting.place, entry, manifest.meaning).working()
        return {tier: self.lower[entry.name] for tier, entry in entries.items()}

    def pieces(self, ground: Ground, begin: int, end: int, longest: int) -> Iterator[Array]:
        """Yield the codes of a range of slots, all as wide as the longest distance asks."""
        for number in range(ground.shards):
            first, last = max(begin, ground.bounds[number]), min(end, ground.bounds[number + 1])
            if first < last:
                codes = self.files.read(ground.file("codes", number))["codes"]
                at = ground.bounds[number]
                yield narrowed(codes[first - at : last - at], longest)
