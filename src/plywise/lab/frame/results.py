"""Results on disk: one JSON file an experiment, with the machine and the commit; and what a stopped run has seen."""

import datetime
import json
import os
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from plywise.files import parse_object, read_text, write_whole
from plywise.lab.frame.experiment import Experiment, Judgement, Ruling
from plywise.lab.frame.measurements import Measurements
from plywise.rules import PlywiseError

RESULTS, OBSERVED = "results", "observed"
MOST_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class ExperimentResult:
    """What came of an experiment, and how, when and where it was run."""

    name: str
    is_quick: bool
    seed: int
    settings: Mapping[str, Any]
    measurements: Measurements
    judgement: Judgement
    seconds: float
    """Of processor time, in all cases together."""
    machine: str
    commit: str
    date: str

    @property
    def command(self) -> str:
        """The command that gives this result again."""
        return f"plywise lab run {self.name}{' --quick' if self.is_quick else ''} --seed {self.seed}"

    def to_data(self) -> dict[str, Any]:
        """Return the result as JSON holds it."""
        return {
            "name": self.name,
            "command": self.command,
            "quick": self.is_quick,
            "seed": self.seed,
            "settings": dict(self.settings),
            "verdict": str(self.judgement.ruling),
            "reason": self.judgement.reason,
            "measurements": self.measurements.to_data(),
            "seconds": round(self.seconds, 2),
            "machine": self.machine,
            "commit": self.commit,
            "date": self.date,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "ExperimentResult":
        """Return the result that JSON holds."""
        return cls(
            str(data["name"]),
            bool(data["quick"]),
            int(data["seed"]),
            dict(data["settings"]),
            Measurements.from_data(data["measurements"]),
            Judgement(Ruling(data["verdict"]), str(data["reason"])),
            float(data["seconds"]),
            str(data["machine"]),
            str(data["commit"]),
            str(data["date"]),
        )


def judge_again(result: ExperimentResult, experiment: Experiment) -> ExperimentResult:
    """Return the same figures with the verdict that the experiment has for them now."""
    try:
        return replace(result, judgement=experiment.judge(result.measurements))
    except KeyError as error:
        raise PlywiseError(
            f"The result of {result.name} has no figure {error}, which it is judged by now: run it again."
        ) from None


def write_result(folder: Path, result: ExperimentResult, plot: str) -> None:
    """Write a result, and its plot beside it."""
    data = json.dumps(result.to_data(), indent=1, ensure_ascii=False)
    write_whole(folder / RESULTS / f"{result.name}.json", f"{data}\n".encode())
    write_whole(folder / RESULTS / f"{result.name}.svg", plot.encode())


def read_results(folder: Path) -> dict[str, ExperimentResult]:
    """Return the results in a folder by the names of their experiments."""
    found = {}
    for path in sorted((folder / RESULTS).glob("*.json")):
        try:
            result = ExperimentResult.from_data(parse_object(read_text(path, MOST_BYTES)))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise PlywiseError(f"{path} is no result of the lab ({error}): remove it.") from None
        found[result.name] = result
    return found


class ObservationLog:
    """What was seen in each case so far, a line each; lines of other settings, or cut short, count for nothing."""

    def __init__(self, folder: Path, name: str, terms: Mapping[str, Any]) -> None:
        self.path, self.terms = folder / OBSERVED / f"{name}.jsonl", json.dumps(terms, sort_keys=True)
        self.known: dict[int, tuple[Any, float]] = {}
        try:
            lines = read_text(self.path, MOST_BYTES).splitlines()
        except (OSError, UnicodeDecodeError):
            lines = []
        for line in lines:
            try:
                data = parse_object(line)
                if data["terms"] == self.terms:
                    self.known[int(data["case"])] = data["seen"], float(data["seconds"])
            except (ValueError, KeyError, TypeError):
                continue

    def add(self, case: int, seen: Any, seconds: float) -> None:
        """Write down what was seen in a case."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps({"terms": self.terms, "case": case, "seen": seen, "seconds": seconds})
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def close(self) -> None:
        """Remove it: the result says all."""
        self.path.unlink(missing_ok=True)
        if self.path.parent.exists() and not any(self.path.parent.iterdir()):
            self.path.parent.rmdir()


def describe_machine() -> str:
    """Return the processor, the cores and the Python that figures come from."""
    processor = platform.processor() or platform.machine()
    try:
        for line in read_text("/proc/cpuinfo").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return f"{os.cpu_count()} cores of {processor}, Python {platform.python_version()}"


def describe_commit() -> str:
    """Return the commit of the sources, marked where they differ from it; otherwise the version of the package."""
    here = Path(__file__).parent
    try:
        commit = _git(here, "rev-parse", "--short", "HEAD")
        changed = _git(here, "status", "--porcelain", "--untracked-files=no", "--", str(here.parents[1]))
    except (OSError, subprocess.SubprocessError):
        return f"version {metadata.version('plywise')}"
    return f"{commit}, with changes" if changed else commit


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()


def today() -> str:
    """Return the date."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()
