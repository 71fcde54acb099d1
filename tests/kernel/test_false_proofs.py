"""Rules that mean something else in 64 bits, or were lowered wrongly: right or refused, never a wrong proof."""

import ast
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plywise import Game, Limit, PlywiseError, SearchOptions, Status, bits, decide
from plywise.agents import PlainEngineWarning
from plywise.kernel import LoweringError, Searcher
from plywise.kernel.building import cache_folder, forget_kernels
from plywise.kernel.building.disk import KernelManifest
from plywise.kernel.building.find import check_agreement
from plywise.kernel.lowering.functions import lowered_function


class Counting(Game):
    """Moves are counted; what they come to decides at the end."""

    class State(NamedTuple):
        code: int = 1
        ply: int = 0

    plies = 4

    def to_move(self, state):
        return state.ply % 2

    def actions(self, state):
        return [0, 1, 2]

    def result(self, state, action):
        return self.State(3 * state.code + action, state.ply + 1)

    def is_terminal(self, state):
        return state.ply >= self.plies

    def utility(self, state, player):
        return self.sign(state.code) if player == 0 else -self.sign(state.code)

    def sign(self, code):
        return code % 3 - 1


class Overflowing(Counting):
    """Of trials 7.6: beyond 64 bits after 11 plies."""

    plies = 11

    def initial(self):
        return self.State(1 << 12, 0)

    def result(self, state, action):
        return self.State(state.code * 31 + action + 7, state.ply + 1)

    def sign(self, code):
        return 1 if code % 7 < 3 else -1


class FarOverflowing(Overflowing):
    """Far beyond: no state of the end fits 64 bits, so none can be asked about."""

    plies = 15


class Inverting(Counting):
    """Of trials 7.6: in Python ~True is -2."""

    def sign(self, code):
        x = code % 10
        return max(-1, min(1, ~(x > 5) + 1))


def answer(game: Game, engine: Any) -> tuple[str, Any]:
    """Return how a decision ended: its value where that is proven, else which error it was."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PlainEngineWarning)
            found = decide(game, limit=Limit(depth=20), options=SearchOptions(engine=engine))
    except LoweringError:
        return "refused", None
    except (PlywiseError, ArithmeticError, LookupError, NameError, ValueError) as error:
        return "failed", type(error).__name__
    assert found.status is Status.PROVEN
    return "proven", found.value


def assert_no_false_proof(game: Game) -> None:
    plain, compiled, usual = (answer(game, engine) for engine in ("plain", "compiled", "auto"))
    assert compiled == plain or compiled[0] in ("refused", "failed"), (plain, compiled)
    assert usual == plain or usual[0] == "failed", (plain, usual)


@pytest.mark.parametrize("kind", [Overflowing, FarOverflowing, Inverting])
def test_the_games_of_the_trials_come_out_right_or_are_refused(kind):
    assert_no_false_proof(kind())


def test_overflow_is_refused_where_it_stands():
    with pytest.raises(LoweringError, match=r"result of \d, compiled, is State.* in the state code=.*64 bits") as said:
        Searcher(FarOverflowing(), table_mb=1)
    assert said.value.file == __file__


# Of trials 7.11: what compiled code may do in silence where plain Python fails, or has another answer.

SILENT = {
    "a negative power": "return 1 if 2 ** (x - 5) == 0.5 else -1",
    "bits of a negative number": "return 1 if (x - 7).bit_count() == 2 else -1",
    "the lowest of no bits": "return 1 if bits.lsb(x - 4) > 3 else -1",
    "a shift by too much": "return 1 if bits.shl(1, x * 25) == 0 else -1",
    "ints beside floats": "return 1 if (x << 60) + 1 == (x << 60) * 1.0 else -1",
    "an unbound variable": "if x > 9:\n            y = 1\n        return y",
}
TEXT = """
from plywise import bits
from tests.kernel.test_false_proofs import Counting

class Silent(Counting):
    plies = 2
    def sign(self, code):
        x = 4
        if code > 10 ** 6:
            x = code
        {line}
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", SILENT)
def test_silent_differences_prove_nothing_wrong(name, tmp_path):
    from tests.kernel.harness import import_text

    assert_no_false_proof(import_text(TEXT.format(line=SILENT[name]), tmp_path).Silent())


class SilentAtOnce(Counting):
    """All that plain Python answers, by the number of the action first played."""

    plies = 3

    def actions(self, state):
        return [0, 1, 2, 3]

    def result(self, state, action):
        return self.State(4 * state.code + action if state.ply else action + 4, state.ply + 1)

    def sign(self, code):
        x = 4 + (code > 10**6)
        case = code >> 4 & 3
        if case == 0:
            return 1 if (x - 7).bit_count() == 2 else -1
        if case == 1:
            return 1 if bits.shl(1, x * 25) == 0 else -1
        if case == 2:
            return 1 if (x << 60) + 1 == (x << 60) * 1.0 else -1
        return 1 if 2 ** (x - 5) == 0.5 else -1


def test_many_silent_differences_at_once():
    assert_no_false_proof(SilentAtOnce())


# Every build is held against the plain rules.


class Compared(Counting):
    """A game whose kernel is compared and kept."""


def test_each_build_is_compared_before_its_first_answer(monkeypatch):
    asked = []

    def check(game, kernel):
        asked.append(game)
        return check_agreement(game, kernel)

    monkeypatch.setattr("plywise.kernel.building.find.check_agreement", check)
    game = Compared()
    forget_kernels()
    first = Searcher(game, table_mb=1).machine.rules.kernel
    assert first.manifest.compared >= 50
    compared = len(asked)  # none where an earlier test compiled it
    forget_kernels()
    again = Searcher(game, table_mb=1).machine.rules.kernel
    assert len(asked) == compared <= 1
    assert again.manifest.compared >= 50
    kept = [KernelManifest.from_json(path.read_bytes()) for path in manifests()]
    assert any(manifest.game == game.name and manifest.compared >= 50 for manifest in kept)


def manifests() -> list[Path]:
    return [path for path in (cache_folder() / "kernels").glob("*.json") if path.stem != "sources"]


class Failing(Counting):
    """The plain rules fail somewhere: nothing can be said about the rest."""

    def result(self, state, action):
        if state.ply == 2 and action == 1:
            raise ValueError("no")
        return self.State(3 * state.code + action, state.ply + 1)


def test_what_could_not_be_compared_is_not_called_compared():
    forget_kernels()
    Searcher(Failing(), table_mb=1)
    forget_kernels()
    assert Searcher(Failing(), table_mb=1).machine.rules.kernel.manifest.compared == 0


class Planted(Counting):
    """Rules that a planted bug lowers wrongly."""


class SwapSum(ast.NodeTransformer):
    """Makes every sum a difference."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.BinOp:
        self.generic_visit(node)
        return ast.copy_location(ast.BinOp(node.left, ast.Sub(), node.right), node) if is_sum(node) else node


def is_sum(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.Add)


@pytest.mark.parametrize("rule", ["result"])
def test_a_planted_wrong_lowering_is_refused(rule, monkeypatch):
    def wrong(context, node, name, is_rule):
        return lowered_function(context, SwapSum().visit(node) if node.name == rule else node, name, is_rule)

    monkeypatch.setattr("plywise.kernel.lowering.lowering.lowered_function", wrong)
    with pytest.raises(LoweringError, match=rf"{rule} of \d, compiled, is .* and not .* in the state code=\d+,ply=\d"):
        Searcher(Planted(), table_mb=1, keep=False)
