"""What a spread job reports while it works, in one place, for anyone who looks from another terminal.

    tasks/status.json     how far it is, who works, what was lost or failed; always replaced as a whole
    tasks/log.jsonl       every task, worker and failure, a line each

Both go with the other files of tasks when the job is done; what mattered is in the build record of the manifest then.
"""

import json
import time
import traceback
from pathlib import Path
from typing import Any

from plywise.executors import Done, Failed, Outcome, Task
from plywise.files import open_file, parse_object, read_text
from plywise.knowledge.solved.manifest import MOST_BYTES, NAME, UNFINISHED, load_json
from plywise.rules import PlywiseError, SearchError
from plywise.solve.progress import SolveProgress
from plywise.solve.spread.files.storage import TASKS

STATUS, LOG = "status.json", "log.jsonl"
EVERY = 0.5
"""Seconds between two writings of the status."""

KEPT = 20
"""How many failures the status names."""


class Journal:
    """Notes what happens to a job; a new one continues the log of the one before."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.written = folder / TASKS, 0.0
        self.status: dict[str, Any] = {"state": "working", "began": time.time(), "updated": time.time()}
        self.status |= {"progress": {}, "workers": {}, "tasks": 0, "repeated": 0, "lost": 0, "failures": []}
        self.seen: set[Any] = set()
        self.early: list[str] | None = []
        """Lines from before there is a folder."""

    def open(self) -> None:
        """Begin to write: the folder is there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        early, self.early = self.early or [], None
        self.add("".join(early))
        self.write(at_once=True)

    def outcome(self, task: Task, outcome: Outcome) -> None:
        """Note what became of a task."""
        where = {"work": task.work, "shard": task.shard, "of": task.about, "worker": outcome.worker}
        worker = self.status["workers"].setdefault(str(outcome.worker), {"tasks": 0, "busy_seconds": 0.0})
        if isinstance(outcome, Done):
            self.status["tasks"] += 1
            worker["tasks"] += 1
            worker["busy_seconds"] = round(worker["busy_seconds"] + outcome.seconds, 3)
            worker["last"] = f"{task.work} {task.about} {task.shard}"
            self.log("task", **where, seconds=round(outcome.seconds, 4))
        else:
            error = str(outcome.error) if isinstance(outcome, Failed) else outcome.reason
            trace = (
                outcome.trace or "".join(traceback.format_exception(outcome.error))
                if isinstance(outcome, Failed)
                else ""
            )
            self.status["failures"] = [*self.status["failures"], f"{task.work} of shard {task.shard}: {error}"][-KEPT:]
            self.log("failed" if isinstance(outcome, Failed) else "lost", **where, error=error, trace=trace)
        key = (task.key, task.about)
        self.status["repeated"] += key in self.seen
        self.seen.add(key)
        self.write()

    def news(self, kind: str, facts: dict[str, Any]) -> None:
        """Note that a worker came or went."""
        name = str(facts["worker"])
        worker = self.status["workers"].setdefault(name, {"tasks": 0, "busy_seconds": 0.0})
        worker.update({key: value for key, value in facts.items() if key != "worker"})
        if kind == "lost":
            self.status["lost"] += 1
            worker["is_lost"] = True
        self.log(kind, **facts)
        self.write()

    def progress(self, progress: SolveProgress) -> None:
        """Note how far the job is."""
        passed = progress.passed
        self.status["progress"] = {
            "tables": list(progress.names),
            "component": progress.done + 1,
            "components": progress.components,
            "slots_done": progress.slots_done,
            "slots": progress.slots,
            "pass": passed.number if passed else 0,
            "decided": passed.slots if passed else 0,
        }
        self.write()

    def stop(self, error: BaseException) -> None:
        """Note why the job ended before it was done."""
        told = str(error) if isinstance(error, PlywiseError) else repr(error)
        self.status |= {"state": "stopped", "error": told}
        self.log("stopped", error=told)
        self.write(at_once=True)

    def summary(self) -> dict[str, Any]:
        """Return what the build record keeps."""
        return {name: self.status[name] for name in ("tasks", "repeated", "lost", "failures")}

    def log(self, kind: str, **facts: Any) -> None:
        """Add a line to the log."""
        line = json.dumps({"time": round(time.time(), 3), "kind": kind, **facts}) + "\n"
        if self.early is None:
            self.add(line)
        else:
            self.early.append(line)

    def add(self, lines: str) -> None:
        """Add lines to the log's file."""
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(lines)

    def write(self, at_once: bool = False) -> None:
        """Write the status, unless that was done just now."""
        if self.early is not None or (not at_once and time.monotonic() - self.written < EVERY):
            return
        self.written, self.status["updated"] = time.monotonic(), time.time()
        temporary = self.folder / f"{STATUS}.tmp"
        temporary.write_text(json.dumps(self.status), encoding="utf-8")
        temporary.replace(self.folder / STATUS)


def read_status(folder: Path) -> dict[str, Any]:
    """Return how far the job is that writes into a folder, or how it was built if it is finished."""
    if (folder / NAME).exists():
        with open_file(folder / NAME) as file:
            data = load_json(file.read(MOST_BYTES), f"{NAME} of {folder}")
        return {"state": "finished", "tables": len(data["tables"]), "build": data["build"]}
    try:
        return parse_object(read_text(folder / TASKS / STATUS))
    except ValueError as error:
        raise SearchError(
            f"{folder / TASKS / STATUS} is damaged ({error}): continue the job with --resume to renew it."
        ) from None
    except OSError as error:
        if (folder / UNFINISHED).exists():
            raise SearchError(
                f"{folder} was begun by one process: only jobs on a cluster report their status."
            ) from error
        raise SearchError(f"No job works in {folder}: name the folder after --out.") from error
