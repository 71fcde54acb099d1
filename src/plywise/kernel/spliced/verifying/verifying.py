"""Verifies a range of a table's slots, as it is compiled: each code by those of the states that actions lead to.

`state_in`, `is_filled`, `said_in` and `promised` are those of `verify_slots` or of `verify_keys`.
"""

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    TAKEN,
    VALUED,
    int64,
    load,
    ply_decode,
    ply_RulesError,
    ply_who,
    rule_actions,
    rule_result,
    store,
)
from plywise.kernel.spliced.verifying.verify_codes import DRAW, EMPTY, FAR, LOSS, WIN, ended
from plywise.kernel.spliced.verifying.verify_slots import is_filled, promised, said_in, state_in


def should_be(block: int, tier: int, slot: int) -> int:
    """Return the code that a slot should have."""
    state = state_in(block, tier, slot)
    if not is_filled(block, tier, slot, state):
        return int64(EMPTY)
    player = ply_who(state)
    if is_over(state):
        return ended(state, player)
    at = block + 8 * ACTIONS
    best, soonest, latest, can_draw = int64(EMPTY), int64(FAR), int64(-1), False
    n = rule_actions(state, at, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    for i in range(n):
        code = promised(block, rule_result(state, ply_decode(load(at, i))), player)
        best = max(best, code)
        if code >= WIN:
            soonest = min(soonest, code - WIN)
        elif code == DRAW:
            can_draw = True
        else:
            latest = max(latest, code - LOSS)
    if VALUED:
        return best
    if soonest < FAR:
        return WIN + soonest
    return int64(DRAW) if can_draw else LOSS + latest


def run_verify(block: int, tier: int, first: int, last: int, out: int, room: int) -> int:
    """Check the slots of a table from `first` to `last`; count what is wrong, and in TAKEN the states.

    Of the first wrong slots, as far as there is room: slot, what is said, what it should be.
    """
    wrong, states = int64(0), int64(0)
    for slot in range(first, last):
        said, right = said_in(block, tier, slot), should_be(block, tier, slot)
        states += 1 if right != EMPTY else 0
        if said != right:
            if wrong < room:
                store(out, 3 * wrong, slot)
                store(out, 3 * wrong + 1, said)
                store(out, 3 * wrong + 2, right)
            wrong += 1
    store(block, TAKEN, states)
    return wrong
