"""What an action is taken to be worth before it is tried: its mean of later moves starts from that."""

from typing import Any

from plywise.kernel.spliced.common.holders import holder_of
from plywise.kernel.spliced.common.rows import pattern_sum
from plywise.kernel.spliced.common.supplied import (
    BIAS,
    DRAW_UTILITY,
    ESTIMATE_MIDDLE,
    ESTIMATE_REACH,
    HIGH,
    LOW,
    RANKS,
    SEATS,
    SUM_UNIT,
    TRUST,
    int64,
    load,
    load_float,
    ply_decode,
    ply_who,
    rule_rank,
    rule_result,
    store,
    store_float,
    tanh,
)
from plywise.kernel.spliced.trees.records import (
    BYTES,
    CODE,
    LATER_TOTAL,
    LATER_VISITS,
    is_proven,
    links_of,
)


def prefer_learned(block: int, state: Any, first: int, n: int) -> None:
    """Let the open children's means of later moves start from what learned patterns say of them."""
    trust, player = load(block, TRUST), ply_who(state)
    for i in range(n):
        at = first + BYTES * i
        if not is_proven(links_of(at)):
            after = rule_result(state, ply_decode(load(at, CODE)))
            holder = holder_of(block, after)
            lead = ESTIMATE_REACH * tanh(
                pattern_sum(block, after, holder, player if SEATS > 1 else int64(0)) / SUM_UNIT
            )
            worth = ESTIMATE_MIDDLE + (lead if SEATS > 1 or holder == player else -lead)
            store(at, LATER_VISITS, trust)
            store_float(at, LATER_TOTAL, trust * worth)


def prefer_ranked(block: int, state: Any, first: int, n: int) -> None:
    """Let the children's means of later moves start from their places in the order of `rank`."""
    bias = load(block, BIAS)
    for i in range(n):
        store_float(block, RANKS + i, float(rule_rank(state, ply_decode(load(first + BYTES * i, CODE)))))
    for i in range(n):
        rank, place = load_float(block, RANKS + i), int64(0)
        for j in range(n):
            if load_float(block, RANKS + j) > rank:
                place += 1
        worth = DRAW_UTILITY + (HIGH - LOW) / 2.0 * (0.5 - place / max(1, n - 1))
        store(first + BYTES * i, LATER_VISITS, bias)
        store_float(first + BYTES * i, LATER_TOTAL, bias * worth)
