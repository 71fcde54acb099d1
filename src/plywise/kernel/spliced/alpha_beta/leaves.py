"""What the states are worth where the search ends, in steps to MAX (see `steps`)."""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.repetition import is_blocked, step_into
from plywise.kernel.spliced.common.rows import pattern_sum
from plywise.kernel.spliced.common.supplied import (
    DISTANCES,
    HIGHEST,
    HORIZON,
    ILLEGAL_REPEATS,
    LIMIT,
    LOWEST,
    MIDDLE,
    OWN_EVALUATION,
    PARITY,
    PARITY_BIAS,
    PATTERNS,
    PER_UNIT,
    ROOM,
    SCALE,
    TOP,
    int64,
    load,
    ply_estimate,
    ply_RulesError,
    ply_scaled,
    ply_who,
    rule_evaluate,
    rule_utility,
    store,
)

NONE = -(1 << 60)
"""Less than any value."""


def utility_value(state: Any, ply: int) -> int:
    """Return a terminal state's worth; a win is worth more the sooner it comes."""
    utility = ply_scaled(rule_utility(state, int64(0)), SCALE)
    if utility < LOWEST or utility > HIGHEST:
        raise ply_RulesError("utility is outside the declared utility_range: fix the rule or widen the range.")
    lead = 2 * utility - MIDDLE
    away = ply if DISTANCES else 0
    if lead > 0:
        return TOP + lead * ROOM - away
    if lead < 0:
        return lead * ROOM - TOP + away
    return 0


def horizon_value(block: int, state: Any) -> int:
    """Return the estimate of a state where the depth is spent, and note that one took part."""
    store(block, HORIZON, load(block, HORIZON) + 1)
    estimate = estimate_value(block, state)
    if PARITY and (OWN_EVALUATION or PATTERNS):
        bias = load(block, PARITY_BIAS)
        corrected = estimate - bias if ply_who(state) != 0 else estimate + bias
        estimate = corrected if is_estimate(corrected) else estimate
    return estimate


def estimate_value(block: int, state: Any) -> int:
    """Return what learned patterns say of a state where there are any, and else what `evaluate` says."""
    if PATTERNS:
        total = max(1 - TOP, min(TOP - 1, pattern_sum(block, state, ply_who(state), int64(0))))
        return -total if ply_who(state) != 0 else total
    if not OWN_EVALUATION:
        return 0
    estimate = rule_evaluate(state, int64(0))
    if not (estimate > -LIMIT and estimate < LIMIT):
        raise ply_RulesError("evaluate is beyond evaluation_limit: scale it down or declare a larger one.")
    return ply_estimate(estimate, PER_UNIT, TOP)


def is_estimate(value: int) -> bool:
    """Whether a value is one that `evaluate` could have returned: no win, no loss, no open end of a window."""
    return value < TOP and value > -TOP


def glance(block: int, state: Any, ply: int, base: int) -> int:
    """Return what a state looks like without searching or counting it."""
    has_ended = is_over(state)
    if ILLEGAL_REPEATS and not has_ended:
        step_into(block, state, ply)
        has_ended = is_blocked(block, state, ply, base)
    return utility_value(state, ply) if has_ended else estimate_value(block, state)
