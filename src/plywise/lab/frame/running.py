"""Runs experiments: their cases are tasks for any executor, and each result is there as soon as its last case is."""

import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from plywise.agents import PlainEngineWarning
from plywise.executors import Done, Failed, InProcess, Task, UnorderedExecutor
from plywise.lab.frame.experiment import Experiment
from plywise.lab.frame.results import ExperimentResult, ObservationLog, describe_commit, describe_machine, today
from plywise.rules import PlywiseError, SearchError

TRIES = 3
"""How often a case is begun whose worker dies."""

LoadExperiments: TypeAlias = Callable[[], Mapping[str, Experiment]]


class LabWorker:
    """Does cases of experiments, which it knows by their names."""

    def __init__(self, load: LoadExperiments) -> None:
        self.experiments = load()

    def observe(self, name: str, is_quick: bool, case: int, seed: int) -> tuple[Any, float]:
        """Do a case; return what was seen and the seconds of processor time."""
        experiment, began = self.experiments[name], time.process_time()
        settings = experiment.settings(is_quick)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PlainEngineWarning)
            seen = experiment.observe(settings, experiment.cases(settings)[case], experiment.chooser(seed, case))
        return seen, time.process_time() - began


@dataclass(frozen=True, slots=True)
class LabProgress:
    """How far a run is: the experiment that a case was just done of, and how many cases are done of all."""

    name: str
    done: int
    cases: int


@dataclass(slots=True)
class _Open:
    """An experiment that isn't finished, and what was seen of it."""

    experiment: Experiment
    cases: Sequence[Any]
    seen: dict[int, tuple[Any, float]] = field(default_factory=dict)
    log: ObservationLog | None = None


class LabRun:
    """A run of some experiments; with a folder, what was seen is kept there, and the same run continues."""

    def __init__(
        self, load: LoadExperiments, names: Sequence[str], *, is_quick: bool, seed: int, folder: Path | None = None
    ) -> None:
        self.load, self.is_quick, self.seed = load, is_quick, seed
        self.machine, self.commit = describe_machine(), describe_commit()
        self.on_progress: Callable[[LabProgress], None] | None = None
        self.failed: dict[str, str] = {}
        """Experiments that can't be finished, and why: the others go on."""
        experiments = load()
        self.open = {name: self._begin(experiments[name], folder) for name in names}
        self.cases = sum(len(each.cases) for each in self.open.values())
        self.done = sum(len(each.seen) for each in self.open.values())

    def _begin(self, experiment: Experiment, folder: Path | None) -> _Open:
        settings = experiment.settings(self.is_quick)
        found = _Open(experiment, experiment.cases(settings))
        if folder is not None:
            terms = {"settings": dict(settings), "seed": self.seed, "commit": self.commit}
            found.log = ObservationLog(folder, experiment.name, terms)
            found.seen = {case: seen for case, seen in found.log.known.items() if case < len(found.cases)}
        return found

    def run(self, hire: Callable[[Callable[[], Any]], UnorderedExecutor] = InProcess) -> Iterator[ExperimentResult]:
        """Do what is left, and yield results as they come; raises SearchError in the end if something failed."""
        for name in [name for name, each in self.open.items() if len(each.seen) == len(each.cases)]:
            yield self._finish(name)
        if not self.open:
            return
        executor, lost = hire(_WorkerMaker(self.load)), Counter[int]()
        try:
            while self.open:
                yield from self._round(executor, lost)
        finally:
            executor.close()
        if self.failed:
            raise SearchError(" ".join(self.failed.values()))

    def _round(self, executor: UnorderedExecutor, lost: Counter[int]) -> Iterator[ExperimentResult]:
        """Do every case that is left, once."""
        tasks = list(self._tasks())
        for task, outcome in executor.run_unordered(tasks):
            name, _, case, _ = task.arguments
            if name in self.failed:
                continue
            if isinstance(outcome, Done):
                self._note(name, case, *outcome.answer)
                if len(self.open[name].seen) == len(self.open[name].cases):
                    yield self._finish(name)
            elif isinstance(outcome, Failed):
                is_told = isinstance(outcome.error, PlywiseError)
                self._give_up(
                    name, f"{name}: {outcome.error}" if is_told else f"{name} failed in case {case}: {outcome.error}."
                )
            else:
                lost[task.shard] += 1
                if lost[task.shard] >= TRIES:
                    self._give_up(name, f"{TRIES} workers died in case {case} of {name}: {outcome.reason}.")

    def _give_up(self, name: str, why: str) -> None:
        self.failed[name] = why
        each = self.open.pop(name)
        if each.log is not None:
            each.log.close()

    def _tasks(self) -> Iterator[Task]:
        number = 0
        for name, each in self.open.items():
            for case in range(len(each.cases)):
                number += 1
                if case not in each.seen:
                    yield Task(("observe", number, 0), (name, self.is_quick, case, self.seed))

    def _note(self, name: str, case: int, seen: Any, seconds: float) -> None:
        each = self.open[name]
        each.seen[case] = seen, seconds
        if each.log is not None:
            each.log.add(case, seen, seconds)
        self.done += 1
        if self.on_progress is not None:
            self.on_progress(LabProgress(name, self.done, self.cases))

    def _finish(self, name: str) -> ExperimentResult:
        """Summarise and judge an experiment whose cases are all done."""
        each = self.open.pop(name)
        experiment, settings = each.experiment, each.experiment.settings(self.is_quick)
        seen = [each.seen[case] for case in range(len(each.cases))]
        found = experiment.summarise(settings, each.cases, [content for content, _ in seen])
        if each.log is not None:
            each.log.close()
        seconds = sum(spent for _, spent in seen)
        return ExperimentResult(
            name,
            self.is_quick,
            self.seed,
            settings,
            found,
            experiment.judge(found),
            seconds,
            self.machine,
            self.commit,
            today(),
        )


@dataclass(frozen=True, slots=True)
class _WorkerMaker:
    """Makes a worker, in whichever process."""

    load: LoadExperiments

    def __call__(self) -> LabWorker:
        return LabWorker(self.load)
