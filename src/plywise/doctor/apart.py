"""Examines a game in a process of its own, which may hang, crash or eat memory without harm to this one.

parent                                   child
starts it, listens until the deadline    limits its memory, loads the game, examines it
        <--------- ("game", name), ("step", title), ("finding", data), ..., ("estimates", data), ..., ("report", data)
SIGUSR1 at the deadline, then kill       writes down where it is, even inside C code
"""

import contextlib
import faulthandler
import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from plywise.doctor.examination import Examination, OnStep, game_name
from plywise.doctor.obituary import LOADING, write_obituary
from plywise.doctor.report import Estimates, Finding, Report
from plywise.doctor.watch import RULE_SECONDS
from plywise.rules import Game, PlywiseError

LAST_WORDS = 1.0
"""Seconds that a process gets to write down where it is, or to end by itself."""


@dataclass
class Told:
    """What the child has told so far."""

    game: str = ""
    step: str = LOADING
    findings: list[Finding] = field(default_factory=list)
    estimates: Estimates | None = None
    report: Report | None = None


def examine_apart(
    load: Callable[[], Game],
    *,
    seed: int = 0,
    seconds: float = 60,
    memory_mb: int = 2048,
    on_step: OnStep | None = None,
    compiled: bool = True,
) -> Report:
    """Check a game's rules, plain and compiled, in a new process, which is ended after so many seconds.

    `load` makes the game there, so it must be picklable: functools.partial(load_game, "my.py"), say. If it raises a
    PlywiseError, that is raised here; whatever else happens is in the report. As with every spawned process, a script
    that calls this needs the guard `if __name__ == "__main__"`.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    told = Told()
    with tempfile.TemporaryDirectory(prefix="plywise-") as folder, contextlib.closing(ours):
        last_words = Path(folder) / "traceback"
        args = (load, seed, min(RULE_SECONDS, seconds / 4), compiled, memory_mb, str(last_words), theirs)
        child = context.Process(target=_examine_here, args=args, daemon=True)
        child.start()
        theirs.close()
        try:
            is_late = _listen(ours, told, time.monotonic() + seconds, on_step)
            _let_end(child, is_late)
        finally:
            child.kill()
            child.join()
        if told.report is not None:
            return told.report
        found = write_obituary(told.step, child.exitcode, seconds if is_late else None, last_words)
    return Report(told.game, (*told.findings, found), told.estimates)


def _listen(pipe: Connection, told: Told, deadline: float, on_step: OnStep | None) -> bool:
    """Take in what the child tells until it reports or dies; return whether the deadline came first."""
    while told.report is None:
        if not pipe.poll(max(0.0, deadline - time.monotonic())):
            return True
        try:
            kind, content = pipe.recv()
        except (EOFError, OSError):
            return False
        if kind == "refused":
            raise PlywiseError(content)
        _note(kind, content, told)
        if kind == "step" and on_step:
            on_step(content)
    return False


def _note(kind: str, content: Any, told: Told) -> None:
    match kind:
        case "game":
            told.game = content
        case "step":
            told.step = content
        case "finding":
            told.findings.append(Finding.from_data(content))
        case "estimates":
            told.estimates = Estimates.from_data(content)
        case "report":
            told.report = Report.from_data(content)


def _let_end(child: SpawnProcess, is_late: bool) -> None:
    """Let the child end by itself; one that is late is asked to write down where it is."""
    if is_late and hasattr(signal, "SIGUSR1") and child.pid and child.is_alive():
        os.kill(child.pid, signal.SIGUSR1)
        time.sleep(LAST_WORDS)
    elif not is_late:
        child.join(LAST_WORDS)


def _examine_here(
    load: Callable[[], Game],
    seed: int,
    rule_seconds: float,
    compiled: bool,
    memory_mb: int,
    last_words: str,
    pipe: Connection,
) -> None:
    """Be the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.dup2(2, 1)  # what rules print must not get into the parent's output
    with Path(last_words).open("w") as trace:
        faulthandler.enable(trace, all_threads=False)
        if hasattr(faulthandler, "register"):
            faulthandler.register(signal.SIGUSR1, trace, all_threads=False)
        _limit_memory(memory_mb)
        game = _load(load, pipe)
        if game is not None:
            _examine_aloud(game, seed, rule_seconds, compiled, pipe)
        faulthandler.disable()


def _examine_aloud(game: Game, seed: int, rule_seconds: float, compiled: bool, pipe: Connection) -> None:
    """Examine a game and tell everything at once, since the next step may be the last."""

    def tell_step(title: str) -> None:
        if examination.estimates is not None:
            pipe.send(("estimates", examination.estimates.to_data()))
        pipe.send(("step", title))

    def tell_finding(finding: Finding) -> None:
        pipe.send(("finding", finding.to_data()))

    pipe.send(("game", game_name(game)))
    examination = Examination(game, seed, tell_step, tell_finding, rule_seconds, compiled)
    pipe.send(("report", examination.run().to_data()))


def _load(load: Callable[[], Game], pipe: Connection) -> Game | None:
    """Load the game, or tell why that isn't possible."""
    try:
        return load()
    except PlywiseError as error:
        pipe.send(("refused", str(error)))
    except BaseException as error:
        what = f"Loading the game raised {type(error).__name__}: {error}."
        mend = "Let the file and the game's __init__ run through without errors or exits."
        finding = Finding("error", "raised", what, mend, "__init__")
        pipe.send(("report", Report("", (finding,)).to_data()))
    return None


def _limit_memory(megabytes: int) -> None:
    """Bound the address space, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
