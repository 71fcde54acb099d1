"""Rules that go wrong: at compile time at their own line, at run time as a clear error, and never as a crash."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from plywise import RulesError
from plywise.games.placing import connect_four
from plywise.kernel import LoweringError, compile_rules, lower
from plywise.kernel.building import compare
from tests.kernel import own_games
from tests.kernel.harness import compile_one, import_text

PLANTS = {
    "unknown field": ("return state.mask.bit_count() & 1", "return state.maks.bit_count() & 1"),
    "unknown attribute": ("for column in range(self.width):", "for column in range(self.widht):"),
    "unknown name": ("pairs = stones & stones >> shift", "pairs = stones & stnes >> shift"),
    "unknown method": ("pairs = stones & stones >> shift", "pairs = stones.foo()"),
    "text and number": ("return state.me + state.mask\n", "return 'a' + state.mask\n"),
    "too many arguments": (
        "return self.has_four(state.me ^ state.mask) or",
        "return self.has_four(state.me, state.mask) or",
    ),
    "field too many": ("return self.State(state.me ^ state.mask, state", "return self.State(1, 2, state"),
    "no State": ("return self.State(state.me ^ state.mask, state", "return (state.me ^ state.mask, state"),
    "two types": ("turned = 0\n", "turned = None\n"),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_error_is_found_at_its_line(name, tmp_path):
    old, new = PLANTS[name]
    text = Path(connect_four.__file__).read_text(encoding="utf-8")
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    module = import_text(text.replace(old, new, 1), tmp_path, "planted")
    with pytest.raises(LoweringError) as refusal:
        compile_rules(module.ConnectFour(), keep=False)
    found = refusal.value.line
    assert refusal.value.file == module.__file__
    assert found == line or (name == "two types" and line <= found <= line + 3)


PROGRAM = """
import json, sys
from plywise import PlywiseError
from plywise.kernel import compile_rules
from tests.kernel import own_games
game = getattr(own_games, sys.argv[1])()
rules = compile_rules(game, keep=False)
state = game.initial()
try:
    print(json.dumps([str(getattr(rules, sys.argv[2])(state, *json.loads(sys.argv[3])))]))
except PlywiseError as error:
    print(json.dumps([type(error).__name__, str(error)]))
"""

FAILURES = [
    ("NegativeAction", "actions", [], "outside 0..2097151"),
    ("HugeAction", "perft", [2], "outside 0..2097151"),
    ("TooManyActions", "perft", [2], "more than 3 actions"),
    ("TooManyActions", "perft", [1], "more than 3 actions"),
    ("TooManyUndeclared", "perft", [2], "more than 1024 actions"),
    ("ReadsOutsideTuple", "to_move", [], "IndexError"),
    ("ReadsOutsideTable", "to_move", [], "IndexError"),
    ("WritesOutside", "result", [0], "IndexError"),
    ("WritesOutside", "perft", [2], "IndexError"),
    ("DividesByZero", "to_move", [], "ZeroDivisionError"),
    ("Raises", "to_move", [], "odd state"),
    ("UnevenUtility", "utility", [0], "utility_scale"),
]


@pytest.mark.parametrize(("name", "rule", "arguments", "words"), FAILURES)
def test_going_wrong_in_play_is_an_error_not_a_crash(name, rule, arguments, words):
    game = getattr(own_games, name)()
    needed = ("actions", "actions_count", "result") if rule == "perft" else (rule,)
    rules = compile_one(game, *needed)
    with pytest.raises(RulesError, match=words):
        getattr(rules, rule)(game.initial(), *arguments)


def test_a_player_who_is_not_there_is_refused():
    game = own_games.NoSuchPlayer()
    with pytest.raises(RulesError, match="a player that isn't in the game"):
        compile_rules(game, keep=False).perft(game.initial(), 2)


def test_the_line_of_the_plain_rule_is_named():
    game = own_games.WritesOutside()
    with pytest.raises(RulesError, match=r"own_games.py:\d+: result fails in State\(n=0"):
        compile_one(game, "result").result(game.initial(), 0)


def test_a_process_of_its_own_survives():
    command = [sys.executable, "-c", PROGRAM, "WritesOutside", "result", "[0]"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    assert json.loads(ran.stdout)[0] == "RulesError"


def test_a_checked_build_sees_overflow_and_far_shifts():
    game = own_games.Overflows()
    with pytest.raises(RulesError, match="64 bits"):
        compile_one(game, "to_move", checked=True).to_move(game.State(2))
    far = own_games.ShiftsFar()
    with pytest.raises(RulesError, match="shift"):
        compile_one(far, "result", checked=True).result(far.State(2), 0)


def test_the_differential_run_sees_a_far_shift():
    game = own_games.ShiftsFar()
    difference = compare(game, compile_rules(game, keep=False), states=3)
    assert difference is not None
    assert difference.rule == "result of 0"


@pytest.mark.parametrize("kind", [own_games.Steps, own_games.HighBoard])
def test_everything_optional_agrees(kind):
    game = kind()
    rules = compile_rules(game, keep=False)
    assert compare(game, rules, states=120) is None
    state = game.initial()
    if rules.offers("rank"):
        assert [rules.rank(state, action) for action in game.actions(state)] == [10, 20]


def test_the_default_end_is_recognised_not_lowered():
    lowered = lower(own_games.Counting())
    assert lowered.default_terminal
    assert "is_terminal" not in lowered.rules
    game = own_games.Counting()
    assert compile_rules(game, keep=False).perft(game.initial(), 6) == 64


def test_a_table_too_large_to_be_in_a_kernel_is_refused():
    """Of more than a million bytes Numba keeps the address, which leads nowhere in another process."""
    with pytest.raises(LoweringError, match=r"own_games.py:\d+: LargeTable.to_move uses a table of 125,001 numbers"):
        lower(own_games.LargeTable())


def test_a_state_of_another_size_is_refused():
    game = own_games.Counting()
    with pytest.raises(RulesError, match="has 3 numbers"):
        compile_one(game, "to_move").to_move(game.State(0, (0, 0)))
