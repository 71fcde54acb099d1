"""The module of the compiled alpha-beta search: its words in the block, its constants, its spliced files.

block   | as in `splice`, counters | singular | probes | tuning | killers | history | counter-moves | path | keys |
        | lines | scores | rows of patterns |
"""

import math
from typing import Any

from plywise.kernel.alpha_beta.switches import LOOK_DEPTH, Switches, settles, symmetry_depth
from plywise.kernel.alpha_beta.tuning import MODEL, MODEL_DEPTHS, TUNED
from plywise.kernel.alpha_beta.value_scale import MAX_DEPTH, ValueScale
from plywise.kernel.building import MAX_HISTORY, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.patterns import PatternShape, RowPlan, rows_text

WITHOUT_TABLES = {"alpha_beta.probing": None}
"""Where there are no solved tables, what asks them isn't spliced in: the rules may have no index."""

CALLED = (
    "search",
    "out_of_budget",
    "is_blocked",
    "copy_line",
    "keep_best",
    "add_looks",
    "actions_beyond",
    "told_value",
    "pattern_sum",
)
"""Spliced functions that are called; the others are made part of their callers."""

PLIES = MAX_DEPTH + 6
SLOTS = 1024
SINGULAR_STATES = 1 << 14


def search_text(
    lowered: Lowered,
    switches: Switches,
    steps: ValueScale,
    tabled: bool = False,
    patterns: PatternShape | None = None,
) -> str:
    """Return the source of the module that searches a game; it asks solved tables and patterns where there are any."""
    rows = RowPlan(patterns) if patterns else None
    constants = {**_words(switches, rows), **_figures(lowered, steps), **_switch_constants(switches)}
    constants |= {
        "TABLES": tabled,
        "SETTLES": tabled and settles(lowered.game),
        "PATTERNS": patterns is not None,
        **(rows.constants if rows else {}),
    }
    extra = rows_text(rows, lowered) if rows else ""
    instead = {} if tabled else WITHOUT_TABLES
    return assemble(lowered, constants, "alpha_beta.search", CALLED, instead=instead, extra=extra)


def _words(switches: Switches, rows: RowPlan | None) -> dict[str, Any]:
    """Return where in the block everything is."""
    tabled = ("TIERS", "TIER_COUNT", "HITS")
    single = ("INNER", "HORIZON", "LEANS", "REPETITIONS", "TABLE_AT", "SHIFT", "AGE", "SEEN", *tabled, "PATTERNS_AT")
    sizes: dict[str, int | str] = {
        "SINGULAR": 1 + 2 * SLOTS + SINGULAR_STATES if switches.singular else 0,  # the root's depth comes first
        "MODELS": MODEL * MODEL_DEPTHS if switches.prob_cut else 0,
        **dict.fromkeys(TUNED, 1),
        "KILLERS": 2 * PLIES,
        "HISTORY": 2 * SLOTS,
        "COUNTERS": 2 * SLOTS,
        "PATH": PLIES,
        "KEYS": MAX_HISTORY + PLIES,
        "LENGTHS": PLIES,
        "LINES": PLIES * PLIES,
        "SCORES": "STACK",
        "ROWS": 2 * rows.words if rows else 0,
        "NOW": rows.room if rows else 0,
    }
    figures = {
        "LINE": PLIES,
        "SLOTS": SLOTS,
        "SINGULAR_STATES": SINGULAR_STATES,
        "LAST_PLY": PLIES - 2,
        "MODEL_DEPTHS": MODEL_DEPTHS,
        "MODEL": MODEL,
    }
    return {**lay_out(single, sizes), **figures}


def _figures(lowered: Lowered, steps: ValueScale) -> dict[str, Any]:
    game = lowered.game
    low, high = (utility * game.utility_scale for utility in game.utility_range)
    return {
        "TOP": steps.top,
        "ROOM": steps.room,
        "BEST": steps.best,
        "PER_UNIT": steps.per_unit,
        "LIMIT": game.evaluation_limit,
        "MIDDLE": round(2 * game.draw_utility * game.utility_scale),
        "LOWEST": math.ceil(low),
        "HIGHEST": math.floor(high),
        "SYMMETRY_DEPTH": symmetry_depth(game),
        "LOOK_DEPTH": LOOK_DEPTH,
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
        "LOOKS": switches.evaluation_order,
        "SYMMETRY": switches.symmetry,
        "EXTREMES": switches.known_extremes,
        "DISTANCES": switches.distances,
        "QUIESCENCE": switches.quiescence,
        "URGENT": switches.urgent,
        "SINGULAR_EXTENSION": switches.singular,
        "PARITY": switches.parity,
        "BOUNDS": switches.known_bounds,
        "BANKED": switches.banked,
        "REDUCTIONS": switches.reductions,
        "NULL_MOVE": switches.null_move,
        "FUTILITY": switches.futility,
        "PROB_CUT": switches.prob_cut,
        "BEAM": switches.beam,
        "FLAT": not (switches.quiescence or switches.singular),
        "SELECTIVE": switches.is_selective,
    }
