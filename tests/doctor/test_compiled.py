"""Rules are compiled and compared: what can't be is noted, and what differs is an error with rule, state and fix."""

import ctypes
import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plywise.doctor import Compiled, Finding, Report, check_rules, check_rules_isolated
from plywise.doctor.case import Case
from plywise.doctor.checks import COMPILING
from plywise.doctor.checks import compiled as check_compiled
from plywise.doctor.obituary import write_obituary
from plywise.doctor.plain_speed import PlainSpeed
from plywise.doctor.speed import plain_speed
from plywise.doctor.watch import Watch
from plywise.games.catalog import load_game
from plywise.kernel import CacheError
from plywise.kernel.building import warn_uncached
from plywise.rules import Game
from tests.doctor import planted, uncompiled

LINES = Path(uncompiled.__file__).read_text().splitlines()

PLAIN_ONLY = [
    # game, the text of the line, a word of the reason, a word of the fix
    ("UsesDict", "return {0: 1}", "a dict can't be compiled", "use a tuple"),
    ("HugeConstant", "return at & (1 << 70)", "doesn't fit 64 bits", "split the board"),
]
WRONG_WHEN_COMPILED = [
    # game, check, rule, a word of what is said, a word of the fix
    (
        "ShiftsFar",
        "compiled-failure",
        "is_terminal",
        "True in plain Python, but fails when compiled: a shift by",
        "0 to 63",
    ),
    ("StateBeyond", "compiled-failure", "result", "a number of 81 bits", "several fields"),
    (
        "ShiftsHighBit",
        "compiled-difference",
        "result",
        "board=32) in plain Python, but State(at=8, turn=1, board=-32)",
        "63",
    ),
    ("HighBitState", "compiled-difference", "result", "board=-1152921504606846976) when compiled", "plywise.bits"),
    ("PowerBeyond", "compiled-failure", "result", "a product doesn't fit 64 bits", "within 64 bits"),
    ("PowerKept", "compiled-failure", "result", "a number of 85 bits", "within 64 bits"),
    ("ManyActions", "compiled-failure", "actions", "more than 1024 actions", "Declare a larger max_actions."),
    ("FarAction", "compiled-failure", "actions", "outside 0..2097151", "Number actions from 0."),
    ("NegativeAction", "compiled-failure", "actions", "[2, -1] in plain Python", "Number actions from 0."),
    ("RankOutside", "raised", "rank", "IndexError: tuple index out of range", "Fix this line"),
]
WRONG_WHEN_PLAIN = [
    ("ReadsOutside", "raised", "result"),
    ("NegativeShift", "raised", "result"),
    ("NegativePlayer", "wrong-player", "to_move"),
    ("FewActions", "max-actions", "actions"),
]


def compiling(game: Game) -> tuple[list[Finding], Compiled | None]:
    """Make this one check, without the others that come before it."""
    watch = Watch(game)
    case = Case(game, 0, watch)
    with watch:
        return list(check_compiled.check_compiled(case)), case.compiled


COST = (
    r"They play [0-9.,]+ random games a CPU second here; compiled rules, which usually take about a microsecond a ply, "
    r"would play about [0-9.,]+: [0-9.,]+ times as many\."
)


@pytest.mark.parametrize("kind", [uncompiled.Throws, uncompiled.ThreeSteps])
def test_rules_that_agree_are_a_fact_not_a_finding(kind):
    assert compiling(kind()) == ([], Compiled(True, 1000))


@pytest.mark.parametrize(("name", "text", "reason", "fix"), PLAIN_ONLY, ids=[row[0] for row in PLAIN_ONLY])
def test_what_can_not_be_compiled_is_a_warning_with_its_line_and_its_cost(name, text, reason, fix):
    report = check_rules(getattr(uncompiled, name)(), compiled=True)
    assert report.is_sound
    assert report.compiled == Compiled(False)
    (finding,) = report.findings
    assert (finding.level, finding.check) == ("warning", "plain-only")
    assert finding.what.startswith("The rules can't be compiled and run as plain Python: ")
    assert re.search(COST, finding.what)
    assert reason in finding.what
    assert finding.fix.startswith(f"Everything works as it is. For speed: {fix}")
    assert "uncompiled.py:" in finding.where
    assert text in LINES[int(finding.where.rpartition(":")[2]) - 1]


@pytest.mark.parametrize("name", ["StateOfItsOwn", "GrowingTuple", "HalfPoints", "Ragged"])
def test_what_the_checks_of_forms_noted_is_not_said_twice(name):
    report = check_rules(getattr(uncompiled, name)(), compiled=True)
    assert report.is_sound
    assert report.compiled == Compiled(False)
    notes = [finding for finding in report.findings if finding.check in ("plain-only", "utility-scale")]
    assert len(notes) == 1


@pytest.mark.parametrize(
    ("name", "check", "rule", "said", "fix"), WRONG_WHEN_COMPILED, ids=[row[0] for row in WRONG_WHEN_COMPILED]
)
def test_what_goes_wrong_only_when_compiled_is_an_error(name, check, rule, said, fix):
    report = check_rules(getattr(uncompiled, name)(), compiled=True)
    (finding,) = [finding for finding in report.findings if finding.level == "error"]
    assert (finding.level, finding.check, finding.rule) == ("error", check, rule)
    assert said in finding.what
    assert fix in finding.fix
    assert "uncompiled.py:" in finding.where
    assert finding.state.startswith("at=") or check == "raised"
    assert report.compiled is None
    assert report.estimates


@pytest.mark.parametrize(("name", "check", "rule"), WRONG_WHEN_PLAIN)
def test_nothing_is_compiled_where_the_plain_rules_are_wrong(name, check, rule):
    report = check_rules(getattr(uncompiled, name)(), compiled=True)
    assert (check, rule) in [(finding.check, finding.rule) for finding in report.findings]
    assert report.skipped[-1] == COMPILING
    assert report.compiled is None


@pytest.mark.parametrize("spec", ["connect-four", "coin-toss", "nim"])
def test_shipped_games_compile(spec, monkeypatch):
    monkeypatch.setattr(check_compiled, "COMPARED", 200)
    findings, compiled = compiling(load_game(spec))
    assert findings == []
    assert compiled == Compiled(True, 200)


def test_compiling_is_left_out_unless_asked_for():
    steps: list[str] = []
    assert check_rules(planted.Sound(), on_step=steps.append).compiled is None
    assert COMPILING not in steps


def test_the_doctor_loads_no_compiler_before_it_is_needed():
    program = (
        "import sys, plywise.doctor; from tests.doctor.planted import Race; plywise.doctor.check_rules(Race());"
        "print([name for name in ('numba', 'llvmlite') if name in sys.modules])"
    )
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "[]"


# In a process of their own


def test_apart_compiling_is_a_step_of_its_own():
    steps: list[str] = []
    report = check_rules_isolated(uncompiled.Steps, on_step=steps.append)
    assert steps[-2:] == ["estimates", COMPILING]
    assert report.compiled == Compiled(True, 1000)
    assert Report.from_data(json.loads(json.dumps(report.to_data()))) == report


def crashing() -> Game:
    """Let compiled rules crash, in the process that this is called in."""
    check_compiled.compare = lambda *_, **__: ctypes.string_at(0)  # type: ignore[attr-defined, assignment]
    return uncompiled.Steps()


def sleeping() -> Game:
    check_compiled.compare = lambda *_, **__: time.sleep(1000)  # type: ignore[attr-defined]
    return uncompiled.Steps()


def test_a_crash_of_compiled_rules_is_a_finding():
    report = check_rules_isolated(crashing)
    (finding,) = report.findings
    assert (finding.level, finding.check) == ("error", "crashed")
    assert f"SIGSEGV, at the step '{COMPILING}'" in finding.what
    assert "plain engine" in finding.fix
    assert report.estimates, "what was known before is kept"


def test_compiling_that_takes_too_long_is_no_error():
    report = check_rules_isolated(sleeping, seconds=5)
    (finding,) = report.findings
    assert (finding.level, finding.check) == ("warning", "not-compiled")
    assert "took more than 5 seconds; run plainly, they are in order" in finding.what
    assert "--time 15" in finding.fix
    assert report.is_sound
    assert report.estimates


def test_a_crash_of_the_compiler_is_not_blamed_on_a_line_of_its_own(tmp_path):
    words = tmp_path / "traceback"
    words.write_text('  File "/lib/llvmlite/binding/ffi.py", line 3 in f\n  File "/lib/numba/core/a.py", line 7 in g\n')
    finding = write_obituary(COMPILING, -6, None, words)
    assert (finding.where, finding.rule) == ("", "")
    assert "SIGABRT" in finding.what


# Where compiling isn't possible


def test_too_little_memory_is_said(monkeypatch):
    def fail(*_, **__):
        raise OSError("libllvmlite can't be loaded")

    monkeypatch.setattr(check_compiled, "compile_rules", fail)
    (finding,), compiled = compiling(uncompiled.Steps())
    assert (finding.level, finding.check) == ("warning", "not-compiled")
    assert "libllvmlite can't be loaded" in finding.what
    assert compiled is None


def test_a_cache_that_can_not_be_trusted_is_noted(monkeypatch):
    def refuse(game, checked, keep):
        if keep:
            raise CacheError("The folder can be written by others: run `chmod 700` on it.")

    monkeypatch.setattr(check_compiled, "compile_rules", refuse)
    monkeypatch.setattr(check_compiled, "compare", lambda *_, **__: None)
    (finding,), compiled = compiling(uncompiled.Steps())
    assert (finding.level, finding.check) == ("note", "cache")
    assert finding.what == "The folder can be written by others."
    assert finding.fix == "Run `chmod 700` on it."
    assert compiled == Compiled(True, 1000)


def test_a_cache_that_can_not_be_written_is_noted(monkeypatch):
    def warn(game, checked, keep):
        if keep:
            warn_uncached(Path("there"), OSError(13, "Permission denied"))

    monkeypatch.setattr(check_compiled, "compile_rules", warn)
    monkeypatch.setattr(check_compiled, "compare", lambda *_, **__: None)
    (finding,), _ = compiling(uncompiled.Steps())
    assert (finding.level, finding.check) == ("note", "cache")
    assert finding.what.startswith("Compiled rules can't be kept in there (Permission denied)")
    assert finding.fix.startswith("Set PLYWISE_CACHE_DIR")


def test_slow_rules_are_compared_on_fewer_states(monkeypatch):
    monkeypatch.setattr(check_compiled, "SECONDS", 0.0)
    monkeypatch.setattr(check_compiled, "compile_rules", lambda *_, **__: None)
    monkeypatch.setattr(check_compiled, "compare", lambda *_, **__: None)
    _, compiled = compiling(uncompiled.Steps())
    assert compiled is not None
    assert 0 < compiled.states < 10


def test_the_cost_of_plain_rules_is_what_a_loop_of_random_games_measures():
    """The same loop, written here once more; processor time varies, so a factor of 2.5 is allowed."""
    game = planted.Lists()
    case = Case(game, 0, Watch(game))
    measured = plain_speed(case)
    rng, games, plies, began = random.Random(1), 0, 0, time.process_time()
    while time.process_time() - began < 0.4:
        state = game.initial()
        while not game.is_terminal(state):
            state = game.result(state, rng.choice(list(game.actions(state))))
            plies += 1
        games += 1
    seconds = time.process_time() - began
    assert 0.4 < measured.games / (games / seconds) < 2.5
    assert 0.4 < measured.plies / (plies / seconds) < 2.5
    assert plain_speed(case) is measured


def test_plain_rules_as_fast_as_compiled_ones_get_no_figures():
    assert PlainSpeed(games=1e6, plies=1e7).tell() == ""
    assert PlainSpeed(games=20, plies=1000).tell() == (
        " They play 20 random games a CPU second here; compiled rules, which usually take about a microsecond a ply, "
        "would play about 20,000: 1,000 times as many."
    )
