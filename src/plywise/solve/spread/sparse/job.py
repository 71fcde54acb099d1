"""Sparse tables by many workers, ply by ply: forwards to find the states, backwards to value them.

    forwards    follow  ->  gather              what follows a shard's states goes to those that the keys belong to
    backwards   answer  ->  judge               those return the codes of what they were given, in the same order
    in the end  unite   ->  row_range, publish  each shard's plies in one row, then all rows in one table

Who follows states keeps where each leads, until the codes come back: see `kept_edges`.

Games with cycles are passed over as a whole again and again, which only one process can do.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from plywise.executors import Task
from plywise.kernel.tables import Packing, find_packing
from plywise.knowledge.solved.arrays import range_rows
from plywise.rules import Game
from plywise.solve.progress import OnProgress, Passed, SolveProgress
from plywise.solve.sparse import NAME, begin_sparse, with_keys
from plywise.solve.spread.ahead import ahead
from plywise.solve.spread.files import TaskFiles
from plywise.solve.spread.refusals import check_spread
from plywise.solve.spread.sparse.key_partition import KeyPartition, LevelFile
from plywise.solve.spread.sparse.worker import About
from plywise.solve.spread.spreading import Spreading, clear

VERSION = 2
"""Of the files of tasks: what an earlier release left of unfinished work isn't gone on with."""


def spread_sparse(
    game: Game,
    spec: str,
    folder: Path,
    spreading: Spreading,
    *,
    symmetric: bool = False,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Solve every state that can be reached from the start; return the record of the build."""
    check_spread(game, by_tiers=False)
    storage = spreading.storage(game, folder)
    writer, files = begin_sparse(game, spec, folder), storage.files
    began = time.perf_counter()
    with spreading.noted():
        first = _partition(game, files, spreading, symmetric)

        def attempt(packing: Packing) -> tuple[SpreadLevels, list[int]]:
            if packing != first.packing:  # narrower keys were tried, and what they left is useless
                files.remove(NAME)
            partition = replace(first, packing=packing)
            _note(files, partition)
            work = SpreadLevels(partition, files, spreading, on_progress or (lambda progress: None))
            return work, work.run()

        work, levels = with_keys(first.packing, attempt)
        packing = work.partition.packing
        writer.manifest = replace(writer.manifest, packing=tuple(zip(packing.lows, packing.bits, strict=True)))
        writer.add(work.publish(len(levels), writer.manifest.meaning))
    build = {
        "seconds": round(time.perf_counter() - began, 3),
        "states_per_cpu_second": round(sum(levels) / max(spreading.seconds, 1e-9)),
        "levels": levels,
        "symmetric": symmetric,
        **spreading.facts(),
    }
    writer.finish(build)
    storage.put_manifest(folder)
    clear(files, folder)
    return build


def _partition(game: Game, files: TaskFiles, spreading: Spreading, symmetric: bool) -> KeyPartition:
    """Return how keys are packed and spread: as before, if work was begun."""
    begun = files.find(f"{NAME}/cut")
    if begun is not None and begun.facts.get("version") != VERSION:
        files.remove(NAME)
    elif begun is not None:
        lows, bits, shards = (begun.facts[name] for name in ("lows", "bits", "shards"))
        return KeyPartition(Packing(tuple(lows), tuple(bits)), shards, symmetric)
    return KeyPartition(find_packing(game), spreading.shards or spreading.executor.workers, symmetric)


def _note(files: TaskFiles, partition: KeyPartition) -> None:
    packing = partition.packing
    facts = {"version": VERSION, "lows": packing.lows, "bits": packing.bits, "shards": partition.shards}
    files.write(f"{NAME}/cut", {"none": np.empty(0, np.uint8)}, facts)


class SpreadLevels:
    """The driver's part: which tasks there are, ply by ply."""

    def __init__(
        self, partition: KeyPartition, files: TaskFiles, spreading: Spreading, on_progress: OnProgress
    ) -> None:
        self.partition, self.spreading, self.on_progress = partition, spreading, on_progress
        self.scheduler, self.shards = spreading.scheduler(files), range(partition.shards)

    def run(self) -> list[int]:
        """Find and value all states; return how many were first reached at each ply."""
        levels = [sum(self.count(self.starts()))]
        more = ahead(self.partition.shards)
        while levels[-1]:
            plies = range(len(levels), len(levels) + next(more))
            for states in self.count([task for ply in plies for task in self.finding(ply)]):
                levels.append(states)
                self.tell(len(levels) - 1, states, sum(levels), 0)
        # Of what was handed over ahead, the plies after the first empty one are empty too.
        levels = levels[: levels.index(0)]
        above, total = [*reversed(range(len(levels)))], sum(levels)
        while above:
            count = next(more)
            some, above = above[:count], above[count:]
            tasks = [task for ply in some for task in self.valuing(ply, is_last=ply == len(levels) - 1)]
            for ply, states in zip(some, self.count(tasks), strict=True):
                self.tell(ply, states, total, total)
        return levels

    def publish(self, plies: int, meaning: Any) -> Any:
        """Write the table; return its entry."""
        unites = [
            Task(("unite", shard, 0), (self.partition, shard, plies), file=self.partition.whole(shard))
            for shard in self.shards
        ]
        facts = [written.facts for written in self.scheduler.written(unites)]
        longest, highest = (max(each[name] for each in facts) for name in ("longest", "highest"))
        states = sum(each["states"] for each in facts)
        about = About(meaning, states, longest, highest, range_rows(states, self.partition.packing.words))
        ranges = [
            Task(("row_range", number, 0), (self.partition, number, about))
            for number in range(-(-states // about.range_rows))
        ]
        made = self.scheduler.finish(ranges)
        task = Task(("publish", 0, 0), (self.partition, 0, states, [made[each.key] for each in ranges]))
        return self.scheduler.finish([task])[task.key]

    # Tasks

    def starts(self) -> list[Task]:
        """Return the tasks that write the level of ply 0."""
        return [
            Task(
                ("start", shard, 0),
                (self.partition, shard),
                file=LevelFile(self.partition, "level", shard, 0).file,
                about="ply 0",
            )
            for shard in self.shards
        ]

    def finding(self, ply: int) -> list[Task]:
        """Return the tasks that find the states of a ply from those of the one before."""
        about = f"ply {ply}"
        follows = [
            Task(
                ("follow", shard, ply - 1),
                (self.partition, shard, ply - 1),
                after=(("gather", shard, ply - 1),),
                parts=self.partition.shards,
                about=about,
            )
            for shard in self.shards
        ]
        gathers = [
            Task(
                ("gather", shard, ply),
                (self.partition, shard, ply),
                tuple((follow.key, shard) for follow in follows),
                file=LevelFile(self.partition, "level", shard, ply).file,
                about=about,
            )
            for shard in self.shards
        ]
        return follows + gathers

    def valuing(self, ply: int, is_last: bool) -> list[Task]:
        """Return the tasks that value the states of a ply from those of the next, if there is one."""
        about = f"values of ply {ply}"
        answers = [
            Task(
                ("answer", shard, ply + 1),
                (self.partition, shard, ply + 1),
                after=(("judge", shard, ply + 1),),
                parts=self.partition.shards,
                about=about,
            )
            for shard in self.shards
            if not is_last
        ]
        judges = [
            Task(
                ("judge", shard, ply),
                (self.partition, shard, ply),
                tuple((answer.key, shard) for answer in answers),
                file=LevelFile(self.partition, "codes", shard, ply).file,
                about=about,
            )
            for shard in self.shards
        ]
        return answers + judges

    def count(self, tasks: list[Task]) -> Iterator[int]:
        """Do tasks that write a file of each shard, ply after ply; yield how many states each ply has."""
        written = self.scheduler.written(tasks)
        while first := next(written, None):
            yield sum(each.facts["states"] for each in (first, *islice(written, len(self.shards) - 1)))

    def tell(self, number: int, slots: int, states: int, total: int) -> None:
        """Say how far the work is."""
        told = SolveProgress((NAME,), 0, 1, states, 0, Passed(number, slots, total))
        if self.spreading.journal is not None:
            self.spreading.journal.progress(told)
        self.on_progress(told)
