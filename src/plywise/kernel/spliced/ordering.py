"""Which action to try first: the table's, killers, the counter-move, then by rank, then by history."""

from typing import Any

from plywise.kernel.spliced.slots import (
    COUNTER_MOVES,
    COUNTERS,
    HISTORY,
    HISTORY_HEURISTIC,
    KILLER_MOVES,
    KILLERS,
    PATH,
    RANK,
    SLOTS,
    TABLE,
    TUPLE_ACTIONS,
    load,
    logical_shift,
    ply_decode,
    rank_steps,
    rule_rank,
    store,
)
from plywise.kernel.spliced.table import tag


def slot(player: int, action: int) -> int:
    """Return an action's place in the tables of history and counter-moves; some share one."""
    if TUPLE_ACTIONS:
        action = logical_shift(action * -7046029254386353131, 40)
    return player * SLOTS + (action & SLOTS - 1)


def score_actions(block: int, state: Any, at: int, scores: int, n: int, player: int, ply: int, wanted: int) -> None:
    """Give each action a figure; the greater are tried first."""
    killer = load(block, KILLERS + 2 * ply)
    second = load(block, KILLERS + 2 * ply + 1)
    counter = load(block, COUNTERS + slot(player, load(block, PATH + ply - 1))) if COUNTER_MOVES else -1
    for i in range(n):
        action = load(at, i)
        if TABLE and tag(action) == wanted:
            figure = 1 << 62
        elif KILLER_MOVES and action == killer:
            figure = 1 << 61
        elif KILLER_MOVES and action == second:
            figure = 1 << 60
        elif COUNTER_MOVES and action == counter:
            figure = 1 << 59
        else:
            figure = rank_steps(rule_rank(state, ply_decode(action))) << 20 if RANK else 0
            if HISTORY_HEURISTIC:
                figure += load(block, HISTORY + slot(player, action))
        store(scores, i, figure)


def bring_best(at: int, scores: int, i: int, n: int) -> int:
    """Swap the best of the actions from i on to place i, and return it."""
    best, most = i, load(scores, i)
    for j in range(i + 1, n):
        if load(scores, j) > most:
            best, most = j, load(scores, j)
    action = load(at, best)
    store(at, best, load(at, i))
    store(scores, best, load(scores, i))
    return action


def note_refutation(block: int, action: int, player: int, ply: int, depth: int) -> None:
    """Remember an action that cut a state off."""
    if KILLER_MOVES and load(block, KILLERS + 2 * ply) != action:
        store(block, KILLERS + 2 * ply + 1, load(block, KILLERS + 2 * ply))
        store(block, KILLERS + 2 * ply, action)
    if COUNTER_MOVES:
        store(block, COUNTERS + slot(player, load(block, PATH + ply - 1)), action)
    if HISTORY_HEURISTIC:
        place = HISTORY + slot(player, action)
        held = load(block, place)
        # Pulled towards a ceiling of 2**14, so that what was good long ago fades.
        bonus = min(depth * depth, 1024)
        store(block, place, held + bonus - (held * bonus >> 14))
