"""Sparse tables by many workers, ply by ply: forwards to find the states, backwards to value them.

    forwards    follow  ->  gather              what follows a shard's states goes to those that the keys belong to
    backwards   follow  ->  answer  ->  judge   those tell the codes of what they are asked for
    in the end  unite   ->  stretch, publish    each shard's plies in one row, then all rows in one table

Games with cycles are looked at as a whole again and again, which only one process does.
"""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from plywise.kernel.sparse import TOO_NARROW, Packing, find_packing
from plywise.knowledge.solved.stretches import stretch_rows
from plywise.rules import Game, PlywiseError, SearchError
from plywise.solve.job import OnProgress, SolveProgress
from plywise.solve.levels import NAME, begin_sparse
from plywise.solve.passes import Passed
from plywise.solve.spread.files import TaskFiles
from plywise.solve.spread.job import Spreading, clear
from plywise.solve.spread.key_keeper import About, KeyGround
from plywise.solve.spread.tasks import Task


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
    if game.cyclic:
        raise SearchError(f"{game.name} has cycles, and then one process solves all that can be reached: no cluster.")
    setting = spreading.setting(game, folder)
    writer, files = begin_sparse(game, spec, folder), setting.files
    began = time.perf_counter()
    with spreading.noted():
        while True:
            ground = _ground(game, files, spreading, symmetric)
            work = SpreadLevels(ground, files, spreading, on_progress or (lambda progress: None))
            try:
                levels = work.run()
                break
            except PlywiseError as error:
                if TOO_NARROW not in str(error) or ground.packing == ground.packing.widened():
                    raise
                _widen(files, ground)
        writer.manifest = replace(
            writer.manifest, packing=tuple(zip(ground.packing.lows, ground.packing.bits, strict=True))
        )
        writer.add(work.publish(len(levels), writer.manifest.meaning))
    build = {
        "seconds": round(time.perf_counter() - began, 3),
        "states_per_cpu_second": round(sum(levels) / max(spreading.seconds, 1e-9)),
        "levels": levels,
        "symmetric": symmetric,
        **spreading.facts(),
    }
    writer.finish(build)
    setting.put_manifest(folder)
    clear(files, folder)
    return build


def _ground(game: Game, files: TaskFiles, spreading: Spreading, symmetric: bool) -> KeyGround:
    """Return how keys are packed and spread: as before, if work was begun."""
    begun = files.find(f"{NAME}/cut")
    if begun is not None:
        lows, bits, shards = (begun.facts[name] for name in ("lows", "bits", "shards"))
        return KeyGround(Packing(tuple(lows), tuple(bits)), shards, symmetric)
    ground = KeyGround(find_packing(game), spreading.shards or spreading.executor.workers, symmetric)
    _note(files, ground)
    return ground


def _widen(files: TaskFiles, ground: KeyGround) -> None:
    """Begin anew with wider keys."""
    files.remove(NAME)
    _note(files, replace(ground, packing=ground.packing.widened()))


def _note(files: TaskFiles, ground: KeyGround) -> None:
    facts = {"lows": ground.packing.lows, "bits": ground.packing.bits, "shards": ground.shards}
    files.write(f"{NAME}/cut", {"none": np.empty(0, np.uint8)}, facts)


class SpreadLevels:
    """The driver's part: which tasks there are, ply by ply."""

    def __init__(self, ground: KeyGround, files: TaskFiles, spreading: Spreading, on_progress: OnProgress) -> None:
        self.ground, self.spreading, self.on_progress = ground, spreading, on_progress
        self.crew, self.shards = spreading.crew(files), range(ground.shards)
        self.states = 0

    def run(self) -> list[int]:
        """Find and value all states; return how many were first reached at each ply."""
        starts = [self.task("start", "level", shard, 0, arguments=()) for shard in self.shards]
        levels = [self.states_of(starts, [])]
        while levels[-1]:
            ply = len(levels)
            gathers = [self.task("gather", "level", s, ply, inputs=self.from_all("follow", s)) for s in self.shards]
            levels.append(self.states_of(gathers, self.follows(ply - 1, f"ply {ply}")))
            self.states += levels[-1]
            self.tell(ply, levels[-1], 0)
        levels.pop()
        for ply in reversed(range(len(levels))):
            self.value(ply, is_last=ply == len(levels) - 1)
            self.tell(ply, levels[ply], self.states)
        return levels

    def value(self, ply: int, is_last: bool) -> None:
        """Value the states of a ply from those of the next, if there is one."""
        if is_last:
            self.crew.finish_missing([self.task("judge", "codes", shard, ply) for shard in self.shards])
            return
        answers = [
            Task(
                ("answer", shard),
                (self.ground, shard, ply + 1),
                self.from_all("follow", shard),
                self.ground.shards,
                about=f"values of ply {ply}",
            )
            for shard in self.shards
        ]
        judges = [
            self.task("judge", "codes", shard, ply, inputs=self.own("follow", shard) + self.from_all("answer", shard))
            for shard in self.shards
        ]
        self.crew.finish_missing(judges, [*self.follows(ply, f"values of ply {ply}"), *answers])

    def publish(self, plies: int, meaning: Any) -> Any:
        """Write the table; return its entry."""
        unites = [
            Task(("unite", shard), (self.ground, shard, plies), file=self.ground.file("whole", shard))
            for shard in self.shards
        ]
        facts = [written.facts for written in self.crew.finish_missing(unites)]
        longest, highest = (max(each[name] for each in facts) for name in ("longest", "highest"))
        states = sum(each["states"] for each in facts)
        about = About(meaning, states, longest, highest, stretch_rows(states, self.ground.packing.words))
        stretches = [
            Task(("stretch", number), (self.ground, number, about)) for number in range(-(-states // about.stretch))
        ]
        made = self.crew.finish(stretches)
        task = Task(("publish", 0), (self.ground, 0, states, [made[each.key] for each in stretches]))
        return self.crew.finish([task])[task.key]

    # Tasks

    def follows(self, ply: int, about: str) -> list[Task]:
        """Return the tasks that find what follows the states of a ply."""
        shards = self.ground.shards
        return [Task(("follow", s), (self.ground, s, ply), parts=shards, about=about) for s in self.shards]

    def task(self, work: str, kind: str, shard: int, ply: int, *, inputs: Any = (), arguments: Any = None) -> Task:
        """Return a task that writes a file of a ply."""
        given = (ply,) if arguments is None else arguments
        file = self.ground.file(kind, shard, ply)
        return Task((work, shard), (self.ground, shard, *given), tuple(inputs), file=file, about=f"ply {ply}")

    def from_all(self, work: str, shard: int) -> tuple[Any, ...]:
        """Return what each shard's task makes for one."""
        return tuple(((work, other), shard) for other in self.shards)

    def own(self, work: str, shard: int) -> tuple[Any, ...]:
        """Return all that a shard's task makes."""
        return tuple(((work, shard), part) for part in self.shards)

    def states_of(self, tasks: list[Task], helping: list[Task]) -> int:
        """Do tasks that write a level; return how many states it has."""
        return sum(written.facts["states"] for written in self.crew.finish_missing(tasks, helping))

    def tell(self, number: int, slots: int, total: int) -> None:
        """Say how far the work is."""
        told = SolveProgress((NAME,), 0, 1, self.states, 0, Passed(number, slots, total))
        if self.spreading.journal is not None:
            self.spreading.journal.progress(told)
        self.on_progress(told)
