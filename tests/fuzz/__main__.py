"""Fuzz one target or all of them, one after the other: `python -m tests.fuzz all --minutes 10`."""

import argparse
import importlib.util
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.targets import targets

NEEDED = "Fuzzing needs atheris, which isn't installed: run `pip install -r requirements/fuzz.txt`."
LONGEST_INPUT, HANG_SECONDS, MOST_MEGABYTES = 20_000, 30, 4_000
"""Where libFuzzer cuts inputs, and when it ends a process that hangs or has taken too much memory."""


class Run(NamedTuple):
    """What fuzzing a target came to: libFuzzer's counts, the most memory, and a line for each finding."""

    seconds: int
    """Of processes that ended in time, without their start."""
    executions: int
    coverage: int
    features: int
    megabytes: int
    findings: list[str]


def fuzz(name: str, seconds: int, folder: Path) -> Run:
    """Fuzz a target; a process that ends early counts as a finding, and another one goes on."""
    for part in ("corpus", "findings"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for left in (folder / "findings").iterdir():
        left.unlink()
    logs: list[str] = []
    end = time.monotonic() + seconds
    while (rest := round(end - time.monotonic())) > 0:
        log = folder / f"log-{len(logs)}.txt"
        with log.open("w", encoding="utf-8") as file:
            subprocess.run([*command(name, folder), f"-max_total_time={rest}"], stderr=file, stdout=file, check=False)
        logs.append(log.read_text(encoding="utf-8", errors="replace"))
        if "stat::" not in logs[-1] and not re.search(r"#\d+", logs[-1]):
            raise SystemExit(f"{name} can't be fuzzed: see {log}.")
    return summary(logs, folder / "findings")


def command(name: str, folder: Path) -> list[str]:
    """Return the command of a process that fuzzes a target, but for the time."""
    return [
        *(sys.executable, "-m", "tests.fuzz.worker", name, str(folder)),
        *(f"-max_len={LONGEST_INPUT}", f"-timeout={HANG_SECONDS}", f"-rss_limit_mb={MOST_MEGABYTES}"),
        *("-print_final_stats=1", f"-artifact_prefix={folder}/findings/"),
    ]


def summary(logs: list[str], findings: Path) -> Run:
    """Read what libFuzzer printed, and what was found."""

    def last(pattern: str, log: str) -> int:
        return int((re.findall(pattern, log) or ["0"])[-1])

    executions = sum(max(last(r"number_of_executed_units: (\d+)", log), last(r"\n#(\d+)", log)) for log in logs)
    found = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(findings.glob("*.json"))]
    lines = [f"{each['place']}: {each['fault']}" for each in found]
    ended = [file.name for file in sorted(findings.iterdir()) if file.suffix not in (".json", ".input")]
    lines += [f"the process ended: {name}" for name in ended]
    return Run(
        sum(last(r"Done \d+ runs in (\d+) second", log) for log in logs),
        executions,
        max(last(r" cov: (\d+)", log) for log in logs),
        max(last(r" ft: (\d+)", log) for log in logs),
        max(last(r"rss: (\d+)Mb", log) for log in logs),
        lines,
    )


def main() -> None:
    """Fuzz what the command line names; end with 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=[*targets(), "all"])
    parser.add_argument("--minutes", type=float, default=10, help="for each target")
    parser.add_argument("--folder", type=Path, default=Path(".fuzz"), help="where inputs and findings are kept")
    asked = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        raise SystemExit(NEEDED)
    found = 0
    for name in targets() if asked.target == "all" else [asked.target]:
        run = fuzz(name, round(asked.minutes * 60), asked.folder / name)
        found += len(run.findings)
        counts = f"{run.executions:,} executions, coverage {run.coverage:,}, features {run.features:,}"
        say(f"{name:12}{run.seconds} s, {counts}, {run.megabytes:,} MB, {len(run.findings)} findings")
        for line in run.findings:
            say(f"  {line}")
    raise SystemExit(1 if found else 0)


def say(line: str) -> None:
    """Print a line at once, since a run takes long."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
