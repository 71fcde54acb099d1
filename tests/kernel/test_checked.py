"""A checked build raises wherever 64 bits, or a float, can't hold what plain Python holds; else it agrees with it."""

import pytest

from plywise import RulesError
from tests.kernel.harness import compile_one, import_text

LEAST, MOST = -(1 << 63), (1 << 63) - 1
NEAR = 1 << 62

WATCHED = {
    # an expression of a and b: numbers for which it fits, and numbers for which it doesn't
    "a + b": ((MOST, -1), (MOST, 1)),
    "a + 4611686018427387904": ((NEAR - 1, 0), (NEAR, 0)),
    "a - b": ((LEAST, -1), (LEAST, 1)),
    "a - 4611686018427387904": ((-NEAR, 0), (-NEAR - 1, 0)),
    "a * b": ((NEAR, -2), (NEAR, 2)),
    "a * 3": ((MOST // 3, 0), (MOST // 3 + 1, 0)),
    "a // b": ((LEAST, 1), (LEAST, -1)),
    "divmod(a, b)[0]": ((LEAST + 1, -1), (LEAST, -1)),
    "a % b": ((LEAST, -1), None),
    "a ** b": ((3, 39), (3, 40)),
    "a ** 3": ((2097151, 0), (2097152, 0)),
    "pow(a, b)": ((-2, 63), (2, 63)),
    "-a": ((MOST, 0), (LEAST, 0)),
    "abs(a)": ((LEAST + 1, 0), (LEAST, 0)),
    "sum((a, b))": ((MOST, -1), (MOST, 1)),
    "sum(x for x in (a, b))": ((LEAST, 1), (LEAST, -1)),
    "int(a * 1.0 * b)": ((1 << 40, 1 << 22), (1 << 40, 1 << 23)),
    "round(a * 1.0 * b)": ((-(1 << 40), 1 << 23), (1 << 40, 1 << 23)),
    "a << b": ((1, 62), (2, 63)),
    "a << 1": ((-NEAR, 0), (-NEAR - 1, 0)),
    "a >> b": ((-5, 63), (-5, 64)),
    "bits.shl(a, b)": ((1, 62), (1, 64)),
    "bits.shr(a, b)": ((5, 0), (5, -1)),
    "bits.lsb(a)": ((8, 0), (0, 0)),
    "a.bit_count()": ((7, 0), (-3, 0)),
    "a.bit_length()": ((7, 0), (-3, 0)),
    "int(a / b)": ((1 << 53, 3), ((1 << 53) + 1, 3)),
    "int(a == b * 1.0)": (((1 << 53) - 1, 5), ((1 << 53) + 1, 5)),
    "int(0.5 < a <= 7)": ((3, 0), ((1 << 53) + 1, 5)),
}
TEXT = """
from typing import NamedTuple
from plywise import Game, bits

class Numbers(Game):
    class State(NamedTuple):
        a: int = 0
        b: int = 0
    def to_move(self, state): return 0
    def actions(self, state): return [0]
    def utility(self, state, player): return 0
    def result(self, state, action):
        a, b, v = state.a, state.b, 0
{lines}
        return self.State(v, 0)
"""


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    lines = [f"        if action == {place}:\n            v = {text}" for place, text in enumerate(WATCHED)]
    game = import_text(TEXT.replace("{lines}", "\n".join(lines)), tmp_path_factory.mktemp("numbers")).Numbers()
    return game, compile_one(game, "result", checked=True)


@pytest.mark.parametrize("text", WATCHED)
def test_what_does_not_fit_is_noticed(text, numbers):
    game, compiled = numbers
    action = list(WATCHED).index(text)
    fits, fails = (None if pair is None else game.State(*pair) for pair in WATCHED[text])
    assert compiled.result(fits, action) == game.result(fits, action)
    if fails is not None:
        with pytest.raises(RulesError, match=r"OverflowError|ValueError|lsb"):
            compiled.result(fails, action)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("if state.a > 0: w = 1\nv = w", "UnboundLocalError"),
        ("if state.a > 0:\n    w = 1\n    w += w\nv = w", "UnboundLocalError"),
        ("v = int(2 ** state.a)", "write float\\(a\\) \\*\\* b"),
    ],
)
def test_what_fails_plainly_fails_unchecked_too(rule, words, tmp_path):
    body = "\n".join(f"        {line}" for line in rule.split("\n"))
    game = import_text(TEXT.replace("{lines}", body), tmp_path).Numbers()
    compiled = compile_one(game, "result")
    assert compiled.result(game.State(1, 0), 0) == game.result(game.State(1, 0), 0)
    with pytest.raises(RulesError, match=words):
        compiled.result(game.State(-1, 0), 0)
