"""Tables of games with chance: what each state is worth with best play, exactly or to a stated error.

Component by component, each after those it leads to: `sweeps` says how one is solved. The errors along a chain of
components add up, so that each may add a share of the one that is asked for.
"""

import json
import math
import time
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from plywise.files import parse_json, write_whole
from plywise.kernel import rules_fingerprint
from plywise.kernel.tables import ExpectedSweeps
from plywise.knowledge.solved import SolvedFolder, hold_folder
from plywise.knowledge.solved.codes import Meaning
from plywise.rules import Game, SearchError
from plywise.solve.components import Component, find_components
from plywise.solve.expected.sweeps import ExpectedWork
from plywise.solve.indexed import check_indexed
from plywise.solve.progress import OnProgress, Passed, SolveProgress
from plywise.solve.written import WrittenTables

Array: TypeAlias = np.ndarray[Any, Any]

ERROR = 1e-9
"""How far a stored value may be from the true one, in units of utility."""

NOTE = "bounds.json"
"""Where the error that was asked for, and what was reached, is kept until the folder is finished."""


def solve_expected(
    game: Game,
    spec: str,
    wanted: tuple[int, ...],
    folder: Path,
    *,
    error: float = ERROR,
    threads: int = 1,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Solve the wanted tiers of a game with chance and all they lead to; return the record of the build.

    No value is farther than `error` from the true one, the rounding of floats aside. The record names the `error`, and
    in `bounds` what was reached in each table: 0 where it is exact.
    """
    with hold_folder(folder):
        return ExpectedJob(game, spec, wanted, folder, error=error, threads=threads, on_progress=on_progress).run()


class ExpectedJob(WrittenTables):
    """Tables of expected values, into a folder; what the folder has already isn't done again."""

    def __init__(
        self,
        game: Game,
        spec: str,
        wanted: tuple[int, ...],
        folder: Path,
        *,
        error: float = ERROR,
        threads: int = 1,
        on_progress: OnProgress | None = None,
    ) -> None:
        if not error > 0 or not all(map(math.isfinite, (error, *game.utility_range))):
            raise SearchError("A table of expected values needs an error above 0 and a finite utility_range.")
        worked = time.process_time()
        self.sweeps = ExpectedSweeps(game)
        self.compiling = time.process_time() - worked
        self.threads, self.error = threads, error
        self.components = find_components(game, wanted)
        check_indexed(game, self.components)
        self.on_progress = on_progress or (lambda progress: None)
        fingerprint = rules_fingerprint(game)
        meaning = Meaning("value")
        writer = SolvedFolder.create(folder, game=spec, fingerprint=fingerprint, metric="none", meaning=meaning)
        super().__init__(game, writer)
        self.note = folder / NOTE
        self.bounds: dict[str, float] = self.noted_bounds()
        self.slots_done = 0

    def noted_bounds(self) -> dict[str, float]:
        """Return what was reached in the tables that are there; refuses those that were begun with another error."""
        if not self.note.exists():
            return {}
        try:
            match parse_json(self.note.read_bytes()):
                case [float(error), dict(bounds)] if all(isinstance(bound, float | int) for bound in bounds.values()):
                    pass
                case _:
                    raise ValueError("it holds something else")
        except ValueError as reason:
            raise SearchError(f"{self.note} is damaged ({reason}): remove it to solve the tables again.") from None
        if error != self.error:
            raise SearchError(f"{self.writer.path} was begun with an error of {error}: give that, or another folder.")
        return bounds

    def run(self) -> dict[str, Any]:
        """Solve what is missing, write the manifest, and return the record of the build."""
        started, worked, rates = time.perf_counter(), time.process_time(), {}
        for number, component in enumerate(self.components):
            names = self.names(component)
            if set(names) <= set(self.writer.names) & set(self.bounds):
                self.take_up(component)
            else:
                rates[" ".join(names)] = self.solve(component, number)
            self.slots_done += component.slots
        build = {
            "seconds": round(time.perf_counter() - started, 3),
            "cpu_seconds": round(time.process_time() - worked, 3),
            "compiling_cpu_seconds": round(self.compiling, 3),
            "threads": self.threads,
            "slots_per_cpu_second": rates,
            "error": self.error,
            "bounds": {name: self.bounds[name] for name in self.writer.names},
        }
        self.note.unlink(missing_ok=True)
        self.writer.finish(build)
        return build

    def solve(self, component: Component, number: int) -> int:
        """Solve a component and write its tables; return the slots a second of one core."""
        names, worked = self.names(component), time.process_time()
        slots = sum(each.slots for each in self.components)

        def on_pass(passed: Passed) -> None:
            self.on_progress(SolveProgress(names, number, len(self.components), self.slots_done, slots, passed))

        below = self.below(component)
        beneath = max((self.bounds[self.game.tier_name(tier)] for tier in component.below), default=0.0)
        # The errors along a chain of components add up.
        error = min(self.error / len(self.components), self.error - beneath)
        work = ExpectedWork(self.sweeps, component, below, error, threads=self.threads, on_pass=on_pass)
        values = work.run()
        rate = round(component.slots / max(time.process_time() - worked, 1e-9))
        self.bounds.update(dict.fromkeys(names, work.bound + beneath))
        write_whole(self.note, json.dumps([self.error, self.bounds]).encode())
        for tier, name, size, at in zip(component.tiers, names, component.sizes, component.offsets, strict=True):
            self.keep(tier, self.writer.write_table(name, tier, values[at : at + size]))
        return rate
