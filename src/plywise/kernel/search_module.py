"""The generated module of a compiled search: the rules' module, more words in its block, and the spliced functions.

block   | as in `module` | counters, 16 | killers | history | counter-moves | path | keys | lines | scores |
"""

import ast
import math
from functools import cache
from importlib import resources
from typing import Any

from plywise.kernel.module import module_text
from plywise.kernel.program import Lowered
from plywise.kernel.steps import MAX_DEPTH, ROOM, Steps
from plywise.kernel.switches import Switches

SPLICED = ("budget", "leaves", "repetition", "table", "ordering", "alpha_beta")
"""The files of `spliced`, each after those it calls."""

PLIES = MAX_DEPTH + 6
SLOTS = 1024
MAX_HISTORY = 4096
"""How many states of the played game may still be repeated."""

SYMMETRY_DEPTH = 2
"""Nearer to the horizon a canonical form costs more than it saves."""

CALLED = ("search", "out_of_budget", "is_blocked", "copy_line")
"""Spliced functions that are called; the others are made part of their callers."""

COUNTERS = (
    *("LEFT", "QUANTUM", "SPENT", "MAX_NODES", "STOP", "STOPPED", "INNER", "HORIZON", "LEANS"),
    *("TABLE_AT", "SHIFT", "AGE", "SEEN"),
)


def search_text(lowered: Lowered, switches: Switches, steps: Steps) -> str:
    """Return the source of the module that searches a game."""
    constants = {**_words(), **_figures(lowered, steps), **_switch_constants(switches)}
    head = [f"{name} = {value}" for name, value in constants.items()]
    parts = [
        module_text(lowered),
        "\n".join(head),
        _hashes(lowered),
        *(spliced(name, lowered.shape.has_cells) for name in SPLICED),
    ]
    return "\n\n".join(parts)


def _words() -> dict[str, Any]:
    """Return where in the block everything is, END being the end of the rules' own part."""
    words: dict[str, Any] = {name: f"END + {i}" for i, name in enumerate(COUNTERS)}
    place = 16
    sizes = {
        "KILLERS": 2 * PLIES,
        "HISTORY": 2 * SLOTS,
        "COUNTERS": 2 * SLOTS,
        "PATH": PLIES,
        "KEYS": MAX_HISTORY + PLIES,
        "LENGTHS": PLIES,
        "LINES": PLIES * PLIES,
    }
    for name, size in sizes.items():
        words[name] = f"END + {place}"
        place += size
    return {**words, "SCORES": f"END + {place}", "SEARCH_END": f"END + {place} + STACK", "LINE": PLIES, "SLOTS": SLOTS}


def _figures(lowered: Lowered, steps: Steps) -> dict[str, Any]:
    game = lowered.game
    low, high = (utility * game.utility_scale for utility in game.utility_range)
    return {
        "TOP": steps.top,
        "ROOM": ROOM,
        "BEST": steps.best,
        "PER_UNIT": steps.per_unit,
        "LIMIT": game.evaluation_limit,
        "MIDDLE": round(2 * game.draw_utility * game.utility_scale),
        "LOWEST": math.ceil(low),
        "HIGHEST": math.floor(high),
        "SYMMETRY_DEPTH": SYMMETRY_DEPTH,
        "DRAW_REPEATS": game.repetition == "draw",
        "ILLEGAL_REPEATS": game.repetition == "illegal",
        "DRAW_UNCERTAIN": game.repetition_count > 2,
        "OWN_TERMINAL": not lowered.default_terminal,
        "OWN_EVALUATION": "evaluate" in lowered.rules,
        "TUPLE_ACTIONS": lowered.arity > 0,
    }


def _switch_constants(switches: Switches) -> dict[str, bool]:
    return {
        "TABLE": switches.table,
        "ANY_DEPTH": switches.any_depth,
        "PVS": switches.pvs,
        "KILLER_MOVES": switches.killers,
        "HISTORY_HEURISTIC": switches.history,
        "COUNTER_MOVES": switches.counter_moves,
        "RANK": switches.rank,
        "SYMMETRY": switches.symmetry,
        "EXTREMES": switches.known_extremes,
        "DISTANCES": switches.distances,
    }


def _hashes(lowered: Lowered) -> str:
    """How a state is known in the table and on the path, and what numbers become: written for this game."""
    fields = [f"    key = ply_fold(key, state.{field})" for field in lowered.shape.fields]
    default = ["    key = ply_int64(0)", *fields, "    return key"]
    own = "key" in lowered.rules
    repeated = "repetition_key" in lowered.rules
    stand_ins = {"evaluate": "(state, player)", "rank": "(state, action)", "canonical": "(state)"}
    missing = [rule for rule in stand_ins if rule not in lowered.rules]
    lines = [
        "Any = object",
        "load, store, prefetch, int64, logical_shift = ply_load, ply_store, ply_prefetch, ply_int64, ply_logical_shift",
        *(
            f"\n\n@ply_inner\ndef rule_{rule}{stand_ins[rule]}:\n    return {'state' if rule == 'canonical' else '0'}"
            for rule in missing
        ),
        *(["\n\n@ply_inner\ndef rule_is_terminal(state):\n    return False"] if lowered.default_terminal else []),
        "\n\n@ply_inner\ndef state_hash(state):",
        *(["    return ply_hash(rule_key(state))"] if own else default),
        "\n\n@ply_inner\ndef repetition_hash(state):",
        f"    return ply_repetition({'rule_repetition_key(state)' if repeated else 'state_hash(state)'})",
        "\n\n@ply_inner\ndef estimate_steps(estimate):",
        "    return ply_estimate(estimate, PER_UNIT, TOP)",
        "\n\n@ply_inner\ndef rank_steps(rank):",
        "    return ply_rank(rank)",
    ]
    return "\n".join(lines)


@cache
def spliced(name: str, has_cells: bool = False) -> str:
    """Return the text of a spliced file: its constants, and its functions as inner ones or, named run_..., entries.

    Where states are addresses (see `cells`), what a loop keeps from one turn to the next is copied.
    """
    text = resources.files("plywise.kernel.spliced").joinpath(f"{name}.py").read_text(encoding="utf-8")
    parts, lines = [], text.splitlines()  # ast.get_source_segment would split them again for every node
    for node in ast.parse(text).body:
        segment = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if isinstance(node, ast.Assign):
            parts.append(segment)
        elif isinstance(node, ast.FunctionDef):
            segment = ast.unparse(_Owning().visit(node)) if has_cells else segment
            called = "ply_inner" if node.name in CALLED else "ply_inline"
            kind = "ply_entry" if node.name.startswith("run_") else called
            parts.append(f"\n@{kind}\n{segment}\n")
    return "\n".join(parts)


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
