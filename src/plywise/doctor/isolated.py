"""Examines a game in a process of its own, which may hang, crash or eat memory without harm to this one.

parent                                   child
listens until the deadline               loads the game, examines it
        <--------- ("game", name), ("step", title), ("finding", data), ..., ("estimates", data), ..., ("report", data)
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from plywise.doctor.examination import Examination, OnFinding, OnStep, game_name
from plywise.doctor.obituary import LOADING, write_obituary
from plywise.doctor.report import Estimates, Finding, Report
from plywise.doctor.watch import RULE_SECONDS
from plywise.isolation import Child, ChildEndedError, ResourceLimits
from plywise.rules import Game, PlywiseError


@dataclass
class PartialReport:
    """What the child has reported so far."""

    game: str = ""
    step: str = LOADING
    findings: list[Finding] = field(default_factory=list)
    estimates: Estimates | None = None
    report: Report | None = None


def check_rules_isolated(
    load: Callable[[], Game],
    *,
    seed: int = 0,
    seconds: float = 60,
    memory_mb: int = 2048,
    on_step: OnStep | None = None,
    on_finding: OnFinding | None = None,
    compiled: bool = True,
) -> Report:
    """Check a game's rules, plain and compiled, in a new process, which is ended after this many seconds of its own.

    `on_step` hears of each check as it begins, `on_finding` of each finding as it is made. `load` makes the game there,
    so it must be picklable: functools.partial(load_game, "my.py"), say. If it raises a PlywiseError, that is raised
    here; whatever else happens is in the report. As with every spawned process, a script that calls this needs the
    guard `if __name__ == "__main__"`.
    """
    found = PartialReport()
    limits = ResourceLimits(memory_mb=memory_mb)
    with Child(_examine_here, load, seed, min(RULE_SECONDS, seconds / 4), compiled, limits=limits) as child:
        is_late = _listen(child, found, seconds, on_step, on_finding)
        if is_late:
            child.ask_where()
        else:
            child.let_end()
        child.kill()
        if found.report is not None:
            return found.report
        late = seconds if is_late else None
        obituary = write_obituary(found.step, child.exitcode, late, child.last_words)
    return Report(found.game, (*found.findings, obituary), found.estimates)


def _listen(
    child: Child, found: PartialReport, seconds: float, on_step: OnStep | None, on_finding: OnFinding | None
) -> bool:
    """Take in what the child sends until its report comes or it dies; return whether its time was over before."""
    while found.report is None:
        try:
            kind, content = child.receive(seconds)
        except TimeoutError:
            return True
        except ChildEndedError:
            return False
        if kind == "refused":
            raise PlywiseError(content)
        _note(kind, content, found)
        if kind == "step" and on_step:
            on_step(content)
        if kind == "finding" and on_finding:
            on_finding(found.findings[-1])
    return False


def _note(kind: str, content: Any, found: PartialReport) -> None:
    match kind:
        case "game":
            found.game = content
        case "step":
            found.step = content
        case "finding":
            found.findings.append(Finding.from_data(content))
        case "estimates":
            found.estimates = Estimates.from_data(content)
        case "report":
            found.report = Report.from_data(content)


def _examine_here(pipe: Connection, load: Callable[[], Game], seed: int, rule_seconds: float, compiled: bool) -> None:
    """Be the child."""
    game = _load(load, pipe)
    if game is not None:
        _examine_aloud(game, seed, rule_seconds, compiled, pipe)


def _examine_aloud(game: Game, seed: int, rule_seconds: float, compiled: bool, pipe: Connection) -> None:
    """Examine a game and report each thing at once, since the next step may be the last."""

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
    """Load the game, or report why that isn't possible."""
    try:
        return load()
    except PlywiseError as error:
        pipe.send(("refused", str(error)))
    except BaseException as error:
        what = f"Loading the game raised {type(error).__name__}: {error}."
        fix = "Let the file and the game's __init__ finish without errors or exits."
        finding = Finding("error", "raised", what, fix, "__init__")
        pipe.send(("report", Report("", (finding,)).to_data()))
    return None
