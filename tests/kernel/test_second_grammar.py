"""Games of the second grammar: refused with a sentence that names a way, or the same compiled as plainly."""

import ast
import re

import pytest

from plywise import RulesError
from plywise.kernel import LoweringError, compile_rules
from plywise.kernel.building import compare, forget_kernels
from plywise.kernel.lowering.constructs import HANDLERS
from plywise.kernel.lowering.context import NOT_HANDLED, placed
from tests.kernel.harness import import_text
from tests.kernel.second_grammar import write_game
from tests.kernel.test_generated import JARGON
from tests.thinning import thinned

SEEDS = range(300)


def verdict(text: str, folder) -> str:
    """Return the sentence with which a class is refused, or nothing; raises AssertionError where the worlds differ."""
    module = import_text(text, folder, "second")
    game = module.Generated()
    try:
        rules = compile_rules(game, keep=False)
    except (LoweringError, RulesError) as refusal:
        sentence, file = str(refusal), str(module.__file__)
        assert re.search(rf"{re.escape(file)}:\d+: ", sentence), sentence
        assert not [word for word in JARGON if word in sentence.replace(file, "")], sentence
        assert "; " in sentence, f"no way is named: {sentence}"
        return sentence
    difference = compare(game, rules, states=60)
    assert difference is None, f"{difference}\n{text}"
    return ""


@pytest.mark.parametrize("seed", thinned(SEEDS, every=60))
def test_a_written_game_is_refused_or_agrees(seed, tmp_path):
    text, expected = write_game(seed)
    refusal = verdict(text, tmp_path)
    assert bool(refusal) == bool(expected), f"seed {seed}: expected {expected!r}, found {refusal!r}\n{text}"
    assert expected in refusal


def test_most_written_games_are_lowered_and_no_two_are_the_same():
    written = [write_game(seed) for seed in SEEDS]
    assert 0 < sum(bool(game.refusal) for game in written) < len(written) / 5
    assert len({game.text for game in written}) == len(written)


def test_a_wrong_lowering_is_caught(tmp_path, monkeypatch):
    """Division that rounds towards zero is right for most numbers, and wrong for Python's negative ones."""

    def towards_zero(context, node):
        if not isinstance(node.op, ast.FloorDiv):
            return NOT_HANDLED
        left, right = context.expression(node.left), context.expression(node.right)
        return context.call("int", [placed(ast.BinOp(left, ast.Div(), right), node)], node)

    seed = next(seed for seed in SEEDS if "// -3" in (game := write_game(seed)).text and not game.refusal)
    assert verdict(write_game(seed).text, tmp_path) == ""
    monkeypatch.setitem(HANDLERS, ast.BinOp, (towards_zero, *HANDLERS[ast.BinOp]))
    forget_kernels()  # the rules are the same: the kernel in memory would be found
    with pytest.raises(AssertionError, match="plain"):
        verdict(write_game(seed).text, tmp_path)
