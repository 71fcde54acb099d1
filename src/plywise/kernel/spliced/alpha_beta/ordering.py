"""Which action to try first: the table's, then by how states look, where that is asked for, and by the game's own rank.

Of equals, killers come first, then the counter-move, then history.

What the game knows of itself goes before what the search has learnt: on Connect Four that saves five of six states.
"""

from typing import Any

from plywise.kernel.spliced.alpha_beta.leaves import glance
from plywise.kernel.spliced.alpha_beta.table import spread, tag
from plywise.kernel.spliced.common.supplied import (
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
    load,
    ply_decode,
    ply_rank,
    rule_rank,
    rule_result,
    store,
)

FIRST_OF_ALL = 1 << 62
"""The figure of the table's action."""


def slot(player: int, action: int) -> int:
    """Return an action's place in the tables of history and counter-moves; some share one, a pass (-1) does too."""
    return player * SLOTS + (spread(action) & SLOTS - 1)


def score_actions(
    block: int, state: Any, at: int, scores: int, start: int, n: int, player: int, ply: int, wanted: int
) -> None:
    """Give each action from `start` on a figure; larger ones are tried first. Written without jumps, but for `rank`."""
    killer = load(block, KILLERS + 2 * ply)
    second = load(block, KILLERS + 2 * ply + 1)
    counter = load(block, COUNTERS + slot(player, load(block, PATH + ply - 1))) if COUNTER_MOVES else -1
    for i in range(start, n):
        action = load(at, i)
        figure = load(block, HISTORY + slot(player, action)) if HISTORY_HEURISTIC else 0
        if COUNTER_MOVES and action == counter:
            figure = 1 << 20
        if KILLER_MOVES and action == second:
            figure = 1 << 21
        if KILLER_MOVES and action == killer:
            figure = 1 << 22
        if RANK:
            figure += ply_rank(rule_rank(state, ply_decode(action))) << 24
        if TABLE and tag(action) == wanted:
            figure = FIRST_OF_ALL
        store(scores, i, figure)


def add_looks(
    block: int, state: Any, at: int, scores: int, start: int, n: int, player: int, ply: int, base: int
) -> None:
    """Let what each action from `start` on leads to count most in its figure, by how that looks; of equals, place."""
    for i in range(start, n):
        look = glance(block, rule_result(state, ply_decode(load(at, i))), ply + 1, base + n)
        figure = load(scores, i)
        if figure < FIRST_OF_ALL:
            store(scores, i, figure - i + ((-look if player != 0 else look) << 24))


def bring_wanted(at: int, n: int, wanted: int) -> bool:
    """Swap the action that a tag stands for to the first place; False where it is none of these."""
    for i in range(n):
        action = load(at, i)
        if tag(action) == wanted:
            store(at, i, load(at, 0))
            store(at, 0, action)
            return True
    return False


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
