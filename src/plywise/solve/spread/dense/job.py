"""Dense tables by many workers: components in turn, each cut into shards, pass after pass.

    pass 0      begin               each shard by itself
    pass n      send  ->  take      what pass n - 1 decided in a shard sends messages to all; each takes what it is sent
    in the end  end   ->  publish   each shard's codes, then each table

The driver does whatever file is missing, so interrupted work is resumed by starting it again.
"""

from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from plywise.executors import Task
from plywise.kernel.tables import Retrograde
from plywise.knowledge.solved import SolvedTable, TableEntry
from plywise.rules import Game
from plywise.solve.components import Component
from plywise.solve.dense import DenseJob
from plywise.solve.progress import OnProgress, Passed, SolveProgress
from plywise.solve.spread.ahead import ahead
from plywise.solve.spread.dense.shard import Partition
from plywise.solve.spread.refusals import check_spread
from plywise.solve.spread.spreading import Spreading, clear

Array: TypeAlias = np.ndarray[Any, Any]


class SpreadJob(DenseJob):
    """A job whose large components are solved by many workers."""

    def __init__(
        self,
        game: Game,
        spec: str,
        wanted: tuple[int, ...],
        folder: Path,
        spreading: Spreading,
        *,
        metric: str = "win",
        on_progress: OnProgress | None = None,
    ) -> None:
        check_spread(game, by_tiers=True, metric=metric)
        self.storage = spreading.storage(game, folder)
        super().__init__(game, spec, wanted, folder, metric=metric, on_progress=on_progress)
        self.storage.put_manifest(folder)
        self.spreading, self.files = spreading, self.storage.files
        self.scheduler = spreading.scheduler(self.files)

    def run(self) -> dict[str, Any]:
        """Solve what is missing, write the manifest, and return the record of the build."""
        with self.spreading.noted():
            build = super().run()
            self.storage.put_manifest(self.writer.path)
        clear(self.files, self.writer.path)
        return build

    def more_facts(self) -> dict[str, Any]:
        """Return what else the record of the build says."""
        return self.spreading.facts()

    def solve(self, retrograde: Retrograde, component: Component, number: int) -> int:
        """Solve a component and write its tables; return the slots a second of one worker."""
        if component.slots < self.spreading.least:
            rate = super().solve(retrograde, component, number)
            self.storage.put_manifest(self.writer.path)
            return rate
        busy = self.spreading.seconds
        partition = self.cut(component)
        last = self.passes(partition, number)
        self.publish(partition, last)
        self.files.remove(partition.name)
        return round(component.slots / max(self.spreading.seconds - busy, 1e-9))

    def cut(self, component: Component) -> Partition:
        """Cut a component into shards, as it was cut before if work on it was begun."""
        name = self.writer.folder_for(self.names(component)[0])
        shards = min(self.spreading.shards or self.spreading.executor.workers, component.slots)
        begun = self.files.find(f"{name}/cut")
        if begun is not None:
            shards = begun.facts["shards"]
        else:
            self.files.write(f"{name}/cut", {"none": np.empty(0, np.uint8)}, {"shards": shards})
        return Partition.cut(name, component, shards, self.metric == "conversion")

    def passes(self, partition: Partition, number: int) -> int:
        """Do all passes; return the last one's number."""
        shards = range(partition.shards)
        begun = [*self.scheduler.written([self.begin_task(partition, shard) for shard in shards])]
        decided = [sum(each.facts["decided"] for each in begun)]
        last_due = max(each.facts["last_due"] for each in begun)
        self.tell(partition, number, 0, partition.component.slots)
        more = ahead(partition.shards)
        while decided[-1] or len(decided) <= last_due:
            passes = range(len(decided), len(decided) + next(more))
            written = self.scheduler.written([task for passed in passes for task in self.pass_tasks(partition, passed)])
            for passed in passes:
                decided.append(sum(next(written).facts["decided"] for _ in shards))
                self.tell(partition, number, passed, decided[-1])
        # Of what was handed over ahead, the passes after the last one had nothing to do.
        return max(passed for passed, count in enumerate(decided) if count or passed <= last_due)

    def begin_task(self, partition: Partition, shard: int) -> Task:
        """Return the task of pass 0."""
        return Task(("begin", shard, 0), (partition, shard), file=partition.file("begin", shard), about=partition.name)

    def pass_tasks(self, partition: Partition, passed: int) -> list[Task]:
        """Return the tasks of another pass: of each shard to send, then of each to take."""
        shards, about = range(partition.shards), f"{partition.name} pass {passed}"
        # A shard that must be rebuilt takes its counts from the codes of all.
        before = tuple(("take", shard, passed - 1) for shard in shards)
        sends = [
            Task(
                ("send", shard, passed),
                (partition, shard, passed - 1),
                after=before,
                parts=partition.shards,
                about=about,
            )
            for shard in shards
        ]
        takes = [
            Task(
                ("take", shard, passed),
                (partition, shard, passed),
                tuple((send.key, shard) for send in sends),
                file=partition.file("pass", shard, passed),
                about=about,
            )
            for shard in shards
        ]
        return sends + takes

    def publish(self, partition: Partition, last: int) -> None:
        """Write a component's tables."""
        shards = range(partition.shards)
        ends = [
            Task(("end", s, last), (partition, s, last), file=partition.file("codes", s), about=partition.name)
            for s in shards
        ]
        longest: dict[str, int] = {}
        for ended in self.scheduler.written(ends):
            for tier, plies in ended.facts["longest"].items():
                longest[tier] = max(plies, longest.get(tier, 0))
        component, tasks = partition.component, []
        for place, (tier, name) in enumerate(zip(component.tiers, self.names(component), strict=True)):
            path = self.writer.folder_for(name)
            tasks.append(Task(("publish", place, 0), (partition, place, name, path, longest[str(tier)]), about=name))
        entries = self.scheduler.finish(tasks)
        for task in tasks:
            self.writer.add(entries[task.key])
        self.storage.put_manifest(self.writer.path)
        self.take_up(component)

    def keep(self, tier: int, entry: TableEntry) -> None:
        """Remember a written table, for those above it to read; one that the driver made goes into the bucket first."""
        if (self.writer.path / entry.codes.path).exists():
            self.storage.put_table(self.writer.path, entry)
        super().keep(tier, entry)

    def lay_out(self, entry: TableEntry) -> Array:
        """Lay a table out where workers on this machine find it too."""
        return SolvedTable(self.storage.place, entry, self.writer.manifest.meaning).working()

    def let_go(self, table: Array) -> None:
        """Leave it to the others."""

    def tell(self, partition: Partition, number: int, passed: int, slots: int) -> None:
        """Say how far the job is."""
        facts = (number, len(self.components), self.slots_done, self.slots)
        progress = Passed(passed, slots, partition.component.slots)
        told = SolveProgress(self.names(partition.component), *facts, progress)
        if self.spreading.journal is not None:
            self.spreading.journal.progress(told)
        self.on_progress(told)
