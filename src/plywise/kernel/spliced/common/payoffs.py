"""What leaves are worth in units of utility, where those are averaged or compared as vectors."""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    DRAW_UTILITY,
    HIGH,
    LOW,
    OWN_EVALUATION,
    ply_RulesError,
    rule_evaluate,
    rule_utility,
)


def utility_of(state: Any, player: int) -> float:
    """Return a terminal state's worth to a player."""
    utility = float(rule_utility(state, player))
    if not (utility >= LOW and utility <= HIGH):
        raise ply_RulesError("utility is outside the declared utility_range: fix the rule or widen the range.")
    return utility


def estimate_of(state: Any, player: int) -> float:
    """Return what a state at the horizon is taken to be worth to a player."""
    if not OWN_EVALUATION:
        return DRAW_UTILITY
    estimate = float(rule_evaluate(state, player))
    if not (estimate >= LOW and estimate <= HIGH):
        raise ply_RulesError("evaluate is outside utility_range: give estimates in units of utility here.")
    return estimate
