"""The text of a generated module that searches: the rules' module, more words in its block, and spliced functions.

block   | as in `module` | budget, 24 words | whatever a kernel asks for ... |
                         END                                                 BLOCK_END

Each kernel names its words, its constants and its main file of `spliced`; what that needs follows from its imports.
Functions that are called rather than made part of their callers are named too.
"""

import ast
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from plywise.kernel.building.budget import BUDGET, COUNTERS, GRANT
from plywise.kernel.building.text.module import module_text
from plywise.kernel.lowering import Lowered
from plywise.parsing import parse
from plywise.rules import Game

SPLICED = "plywise.kernel.spliced"


def assemble(
    lowered: Lowered,
    constants: Mapping[str, Any],
    main: str,
    called: Sequence[str] = ("out_of_budget",),
    *,
    instead: Mapping[str, str | None] | None = None,
    extra: str = "",
) -> str:
    """Return the source of a module: rules, constants, then the spliced file `main` after all that it imports.

    Of two files that offer the same names, `instead` says which to take; None leaves one out, because constants that
    are False take its calls along. `extra` is text that the spliced files need.
    """
    named = {"GRANT": GRANT, **rule_facts(lowered), **constants}
    head = [f"{name} = {_literal(value)}" for name, value in named.items()]
    parts = [module_text(lowered), "\n".join(head), _supplied(lowered), extra]
    files = splice_order(main, dict(instead or {}))
    return "\n\n".join([*parts, *(spliced(name, tuple(called), lowered.shape.has_cells) for name in files)])


def splice_order(main: str, instead: Mapping[str, str | None]) -> list[str]:
    """Return the spliced files that one needs, itself the last, each after those it imports.

    >>> splice_order("trees.playouts", {})
    ['common.ends', 'common.repetition', 'trees.lots', 'trees.playouts']
    """
    order: list[str] = []

    def place(name: str) -> None:
        found = instead.get(name, name)
        if found is not None and found not in order:
            for needed in sorted(_imports(found)):
                place(needed)
            order.append(found)

    place(main)
    return order


@cache
def _imports(name: str) -> frozenset[str]:
    """Return the spliced files that one imports; the names of `common.supplied` stand in the module itself."""
    start = f"{SPLICED}."
    modules = (node.module or "" for node in parse(_text(name)).body if isinstance(node, ast.ImportFrom))
    return frozenset(module.removeprefix(start) for module in modules if module.startswith(start)) - {"common.supplied"}


@cache
def _text(name: str) -> str:
    folder, file = name.split(".")
    return resources.files(SPLICED).joinpath(folder, f"{file}.py").read_text(encoding="utf-8")


def _literal(value: Any) -> str:
    """Write a constant as source: infinity has no name there."""
    return f'float("{value}")' if isinstance(value, float) and not math.isfinite(value) else str(value)


def lay_out(single: Sequence[str], sizes: Mapping[str, int | str]) -> dict[str, Any]:
    """Return where in the block everything is: single words beside the budget's, then stretches of given sizes.

    A size may be a name of the module, such as STACK. BLOCK_END is the first word after all of them.
    """
    names = (*BUDGET, *single)
    assert len(names) <= COUNTERS
    words: dict[str, Any] = {name: f"END + {i}" for i, name in enumerate(names)}
    place = f"END + {COUNTERS}"
    for name, size in sizes.items():
        words[name] = place
        place = f"{name} + {size}"
    return {**words, "BLOCK_END": place}


def rule_facts(lowered: Lowered) -> dict[str, bool]:
    """Return what every kernel may ask about the rules."""
    return {
        "OWN_TERMINAL": not lowered.default_terminal,
        "OWN_EVALUATION": "evaluate" in lowered.rules,
        "OWN_RANK": "rank" in lowered.rules,
        "OWN_PLAYOUTS": "playout_actions" in lowered.rules,
        "TUPLE_ACTIONS": lowered.arity > 0,
        "HAS_CHANCE": lowered.game.has_chance,
        "DRAW_REPEATS": lowered.game.repetition == "draw",
        "ILLEGAL_REPEATS": lowered.game.repetition == "illegal",
        "DRAW_UNCERTAIN": lowered.game.repetition_count > 2,
    }


def payoff_figures(game: Game) -> dict[str, Any]:
    """Return what the compiled code knows of utilities."""
    low, high = game.utility_range
    return {"LOW": float(low), "HIGH": float(high), "DRAW_UTILITY": float(game.draw_utility), "INFINITY": math.inf}


def _supplied(lowered: Lowered) -> str:
    """How a state is known in tables and on the path, and stand-ins for rules that a game doesn't write."""
    fields = [f"    key = ply_fold(key, state.{field})" for field in lowered.shape.fields]
    default = ["    key = ply_int64(0)", *fields, "    return key"]
    own = "key" in lowered.rules
    repeated = "repetition_key" in lowered.rules
    narrow = ("load_byte", "load_short", "load_int", "load_single", "store_short", "store_int", "store_single")
    atomic = ("load_acquire", "atomic_add", "atomic_add_float", "atomic_or", "set_if")
    plain = ("load", "store", "clock", "prefetch", "int64", "logical_shift", "load_float", "store_float")
    rows = ("add_shorts", "add_ints", "load_unsigned_short", "ones", "zeros_below", "natural_log")
    short = (*plain, *narrow, *atomic, *rows, "load_float32", "store_float32")
    lines = [
        "Any = object",
        f"{', '.join(short)} = {', '.join(f'ply_{name}' for name in short)}",
        *(_stand_in(rule) for rule in STAND_INS if rule not in lowered.rules),
        "\n\n@ply_inner\ndef state_hash(state):",
        *(["    return ply_hash(rule_key(state))"] if own else default),
        "\n\n@ply_inner\ndef repetition_hash(state):",
        f"    return ply_repetition({'rule_repetition_key(state)' if repeated else 'state_hash(state)'})",
    ]
    return "\n".join(lines)


STAND_INS = {
    "evaluate": ("state, player", "0"),
    "rank": ("state, action", "0"),
    "canonical": ("state", "state"),
    "pass_turn": ("state", "state"),
    "is_terminal": ("state", "False"),
    "is_urgent": ("state", "False"),
    "noisy_actions": ("state, out, n", "n"),
    "playout_actions": ("state, out, n", "n"),
    "converting_actions": ("state, out, n", "n"),
    "chances": ("state, out, odds, n", "n"),
    "indexes_before": ("state, out, n", "n"),
    "indexes_after": ("state, out, n", "n"),
    "plies_left": ("state", "1 << 30"),
    "value_bounds": ("state", "(0, 0)"),
    "banked": ("state", "0"),
    "rest": ("state", "state"),
}
"""What a rule that isn't written takes and returns; a kernel calls it only where that says what the rule would say."""


def _stand_in(rule: str) -> str:
    arguments, answer = STAND_INS[rule]
    return f"\n\n@ply_inner\ndef rule_{rule}({arguments}):\n    return {answer}"


@cache
def spliced(name: str, called: tuple[str, ...], has_cells: bool = False) -> str:
    """Return the text of a spliced file: its constants, and its functions as inner ones or, named run_..., entries.

    Where states are addresses (see `cells`), what a loop keeps from one turn to the next is copied.
    """
    text = _text(name)
    parts, lines = [], text.splitlines()  # ast.get_source_segment would split them again for every node
    for node in parse(text).body:
        segment = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if isinstance(node, ast.Assign):
            parts.append(segment)
        elif isinstance(node, ast.FunctionDef):
            segment = ast.unparse(_Owning().visit(node)) if has_cells else segment
            kind = "ply_entry" if node.name.startswith("run_") else _kind(node.name in called)
            parts.append(f"\n@{kind}\n{segment}\n")
    return "\n".join(parts)


def _kind(is_called: bool) -> str:
    return "ply_inner" if is_called else "ply_inline"


class _Owning(ast.NodeTransformer):
    """Copies what is handed from one variable to another in a loop: the next turn writes to the first one's place."""

    loops = 0

    def visit_For(self, node: ast.For | ast.While) -> ast.AST:
        self.loops += 1
        new = self.generic_visit(node)
        self.loops -= 1
        return new

    visit_While = visit_For  # noqa: N815

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if self.loops and isinstance(node.value, ast.Name | ast.Tuple | ast.IfExp):
            node.value = ast.Call(ast.Name("ply_own", ast.Load()), [node.value], [])
        return node
