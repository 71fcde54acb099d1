"""A job of dense tables: those that are wanted, one after the other, solved and written into a folder."""

import contextlib
import shutil
import time
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np

from plywise.kernel import rules_fingerprint
from plywise.kernel.tables import Retrograde
from plywise.knowledge.solved import Meaning, SolvedFolder, SolvedTable, TableEntry, hold_folder
from plywise.knowledge.solved.places import LocalPlace
from plywise.rules import Game, SearchError
from plywise.solve.codes import narrowed, outcomes_of
from plywise.solve.components import Component, find_components
from plywise.solve.dense.passes import ComponentWork
from plywise.solve.indexed import check_indexed
from plywise.solve.progress import OnProgress, Passed, SolveProgress
from plywise.solve.written import WrittenTables

Array: TypeAlias = np.ndarray[Any, Any]

NOTED = 1 << 22
"""A component of fewer slots is done in seconds: work that was cut off begins it again."""
NOTES = "notes"
"""The folder, beside the tables, in which work under way keeps its notes."""
LAID_OUT = "laid-out"
"""The folder among those in which tables are laid out for as long as one above them is still to be solved."""


class DenseJob(WrittenTables):
    """Dense tables of a game, into a folder; what the folder has already isn't done again."""

    def __init__(
        self,
        game: Game,
        spec: str,
        wanted: tuple[int, ...],
        folder: Path,
        *,
        metric: str = "win",
        threads: int = 1,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.threads, self.metric = threads, metric
        if not game.wins_are_equal:
            raise SearchError(
                f"{game.name} ends with more than a win, a draw or a loss: a dense table can't hold that."
            )
        self.components = find_components(game, wanted)
        check_indexed(game, self.components)
        self.on_progress = on_progress or (lambda progress: None)
        fingerprint = rules_fingerprint(game)
        meaning = Meaning("wdl" if metric == "none" else "outcome")
        create = partial(SolvedFolder.create, folder, game=spec, fingerprint=fingerprint)
        super().__init__(game, create(metric=metric, meaning=meaning))
        self.slots_done = 0

    @property
    def slots(self) -> int:
        """How many slots all tables have together."""
        return sum(component.slots for component in self.components)

    def run(self) -> dict[str, Any]:
        """Solve what is missing, write the manifest, and return the record of the build."""
        started, worked = time.perf_counter(), time.process_time()
        retrograde = Retrograde(self.game)
        rates = {}
        for number, component in enumerate(self.components):
            names = self.names(component)
            if set(names) <= set(self.writer.names):
                self.take_up(component)
            else:
                rates[" ".join(names)] = self.solve(retrograde, component, number)
            self.slots_done += component.slots
            self.release(self.components[number + 1 :])
        build = {
            "seconds": round(time.perf_counter() - started, 3),
            "cpu_seconds": round(time.process_time() - worked, 3),
            "threads": self.threads,
            "slots_per_cpu_second": rates,
            **self.more_facts(),
        }
        # A build that was killed between a component's tables and its notes left those behind.
        shutil.rmtree(self.writer.path / NOTES, ignore_errors=True)
        self.writer.finish(build)
        return build

    def more_facts(self) -> dict[str, Any]:
        """Return what else the record of the build says."""
        return {}

    def solve(self, retrograde: Retrograde, component: Component, number: int) -> int:
        """Solve a component and write its tables; return the slots a second of one core."""
        names, worked = self.names(component), time.process_time()
        folder = self.writer.path / NOTES / self.writer.folder_for(names[0]) if component.slots >= NOTED else None

        def on_pass(passed: Passed) -> None:
            facts = (number, len(self.components), self.slots_done, self.slots)
            self.on_progress(SolveProgress(names, *facts, passed))

        work = ComponentWork(
            retrograde,
            component,
            self.below(component),
            # Of the tables below, plies to a conversion need no more than the outcomes.
            by_conversion=self.metric != "win",
            threads=self.threads,
            notes=folder,
            on_pass=on_pass,
        )
        codes = work.run()
        rate = round(component.slots / max(time.process_time() - worked, 1e-9))
        notes = work.notes
        del work  # it has counts and dues, and writing needs memory too
        for tier, name, size, at in zip(component.tiers, names, component.sizes, component.offsets, strict=True):
            part = codes[at : at + size]
            table = outcomes_of(part) if self.metric == "none" else narrowed(part)
            self.keep(tier, self.writer.write_table(name, tier, table))
        notes.remove()
        return rate

    def lay_out(self, entry: TableEntry) -> Array:
        """Lay a table out in the job's own folder: the cache would keep more than this job ever needs at once."""
        table = SolvedTable(LocalPlace(self.writer.path), entry, self.writer.manifest.meaning)
        return table.working(self.writer.path / NOTES / LAID_OUT)

    def let_go(self, table: Array) -> None:
        """Remove the file of a table that is laid out."""
        path = Path(str(cast("np.memmap[Any, Any]", table).filename))
        with contextlib.suppress(OSError):  # it is still open, on some systems: removed with the notes
            path.unlink()
            path.with_suffix(".json").unlink()


def solve_tiers(
    game: Game,
    spec: str,
    wanted: tuple[int, ...],
    folder: Path,
    *,
    metric: str = "win",
    threads: int = 1,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Solve the wanted tiers and all they lead to; return the record of the build."""
    with hold_folder(folder):
        return DenseJob(game, spec, wanted, folder, metric=metric, threads=threads, on_progress=on_progress).run()
