"""Whatever rules do in a process of their own, a report comes back in time."""

import functools
import re
from pathlib import Path

import pytest

from plywise.doctor import Finding, check_rules, check_rules_isolated
from plywise.doctor.examination import Examination
from plywise.games.catalog import load_game
from plywise.isolation import FairClock
from plywise.isolation.child import LAST_WORDS
from plywise.rules import PlywiseError
from tests.doctor import hostile
from tests.doctor.planted import Sound

FILE = Path(hostile.__file__)
LINES = FILE.read_text().splitlines()


def line_of(name: str, text: str) -> int:
    start = next(number for number, line in enumerate(LINES) if line.startswith(f"class {name}("))
    return next(number for number, line in enumerate(LINES[start:], start + 1) if text in line)


@pytest.fixture
def clocks(monkeypatch):
    """The clocks of the processes that are started: on a busy machine others take more time than these count."""
    started: list[FairClock] = []

    class Kept(FairClock):
        def __init__(self, pid: int | None = None) -> None:
            super().__init__(pid)
            started.append(self)

    monkeypatch.setattr("plywise.isolation.child.FairClock", Kept)
    return started


@pytest.mark.parametrize(
    ("name", "seconds", "check", "rule", "text"),
    [
        ("Loops", 8, "endless-rule", "actions", "while"),
        ("LoopsDeaf", 3, "endless-rule", "result", ""),
        ("LoopsInC", 3, "endless-rule", "utility", "max("),
        ("Sleeps", 8, "endless-rule", "evaluate", "time.sleep"),
        ("EatsMemory", 20, "out-of-memory", "result", "hoard.append"),
        ("Leaves", 20, "crashed", "", ""),
        ("Segfaults", 20, "crashed", "to_move", "ctypes.string_at"),
    ],
)
def test_hostile_rules_become_a_finding(name, seconds, check, rule, text, clocks):
    report = check_rules_isolated(functools.partial(getattr(hostile, name)), seconds=seconds, memory_mb=600)
    assert clocks[0].seconds < seconds + LAST_WORDS + 3
    assert not report.is_sound
    finding = report.findings[-1]
    assert (finding.check, finding.rule) == (check, rule)
    assert finding.fix
    assert report.game.replace("-", "") == name.lower().replace("-", "")
    if text:
        assert finding.where.endswith(f"hostile.py:{line_of(name, text)}")


def test_a_loop_is_found_in_this_process_too():
    steps: list[str] = []
    findings: list[Finding] = []
    report = Examination(hostile.Loops(), 0, steps.append, findings.append, rule_seconds=0.3).run()
    assert findings == list(report.findings)
    assert report.findings[0].check == "endless-rule"
    assert report.findings[0].what == "actions didn't come to an end within 0.3 seconds."
    assert report.findings[0].state


def test_slow_rules_are_no_complaint(monkeypatch):
    monkeypatch.setattr("plywise.doctor.sample.SECONDS", 0.3)
    monkeypatch.setattr("plywise.doctor.graph.SECONDS", 0.3)
    report = check_rules(hostile.Slow())
    assert report.findings == ()
    assert report.estimates
    assert report.estimates.games < 200


def test_the_step_is_named_when_time_runs_out():
    report = check_rules_isolated(hostile.LoopsInC, seconds=2)
    assert "random games" in report.findings[-1].what
    assert "2 seconds" in report.findings[-1].what


def test_a_busy_machine_does_not_look_like_rules_without_an_end(monkeypatch):
    class Busy(FairClock):
        @property
        def seconds(self):
            return super().seconds / 100

    monkeypatch.setattr("plywise.isolation.child.FairClock", Busy)
    report = check_rules_isolated(Sound, seconds=1, compiled=False)
    assert report.findings == ()
    assert report.estimates


def test_a_late_end_names_the_option():
    report = check_rules_isolated(hostile.LoopsInC, seconds=3)
    assert "3 seconds of its own" in report.findings[-1].what
    assert "--time 9" in report.findings[-1].fix


def test_setting_up_can_hang_or_exit():
    asleep = check_rules_isolated(hostile.SleepsAtSetUp, seconds=2)
    assert "loading the game" in asleep.findings[0].what
    assert asleep.findings[0].where.endswith(f"hostile.py:{line_of('SleepsAtSetUp', 'time.sleep')}")
    exits = check_rules_isolated(hostile.ExitsAtSetUp)
    assert "SystemExit" in exits.findings[0].what


def test_same_report_as_in_this_process():
    steps: list[str] = []
    apart = check_rules_isolated(Sound, seed=3, on_step=steps.append, compiled=False)
    here = check_rules(Sound(), seed=3)
    assert apart.findings == here.findings
    assert apart.game == here.game == "sound"
    assert apart.estimates
    assert here.estimates
    assert apart.estimates.tree_size_log10 == here.estimates.tree_size_log10
    assert steps[0] == "declarations"
    assert steps[-1] == "estimates"


def test_what_rules_print_is_a_finding_and_not_in_the_output(capfd):
    report = check_rules_isolated(hostile.Prints)
    assert report.is_sound
    out, err = capfd.readouterr()
    assert not out
    assert "thinking" not in err
    (finding,) = report.findings
    assert (finding.level, finding.check, finding.rule) == ("warning", "prints", "to_move")
    assert re.fullmatch(
        r"to_move prints to the screen: [\d,]+ lines so far, .* the first is 'thinking hard'\.", finding.what
    )
    assert finding.where.endswith(f"hostile.py:{line_of('Prints', 'print(')}")


def test_what_others_print_is_theirs(capsys):
    steps = Examination(Sound(), 0, print, lambda finding: None).run()
    assert steps.findings == ()
    assert "random games" in capsys.readouterr().out


def test_refusals_of_the_catalog_are_raised_here(tmp_path):
    with pytest.raises(PlywiseError, match=r"There is no file .*absent\.py\."):
        check_rules_isolated(functools.partial(load_game, str(tmp_path / "absent.py")))


def test_a_file_of_ones_own(tmp_path, monkeypatch):
    source = (Path(__file__).parents[2] / "examples" / "tic_tac_toe.py").read_text()
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(source.replace("return 1 if player == 0 else -1", "return 2 if player == 0 else -1"))
    report = check_rules_isolated(functools.partial(load_game, "mine.py"))
    checks = {finding.check: finding for finding in report.findings}
    line = next(n for n, text in enumerate(source.splitlines(), 1) if "def utility" in text)
    assert checks["utility-range"].where == f"mine.py:{line}"
    assert "utility-sum" in checks
