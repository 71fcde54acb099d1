"""Playing on to the end at random: the twin of `plywise.search.shared.playouts`.

What a simulation comes to stands in OUTCOME: the utility to MAX alone where one player's gain is the other's loss
(ADVERSARIAL), to every player otherwise.
"""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over, is_roll
from plywise.kernel.spliced.common.repetition import has_key, step_into, step_into_key
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    ADVERSARIAL,
    AVERAGED,
    DECISIVE,
    DEEPEST,
    DRAW_REPEATS,
    DRAW_UTILITY,
    HIGH,
    ILLEGAL_REPEATS,
    LOTS,
    LOW,
    MAX_ACTIONS,
    MOVERS,
    ODDS,
    OUTCOME,
    OWN_EVALUATION,
    OWN_PLAYOUTS,
    OWN_TERMINAL,
    PATH,
    PLAYED,
    PLIES_PLAYED,
    STOP,
    SUMS,
    UTILITY_SUM,
    VALUES,
    int64,
    load,
    load_float,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_who,
    repetition_hash,
    rule_actions,
    rule_chances,
    rule_evaluate,
    rule_is_terminal,
    rule_playout_actions,
    rule_result,
    rule_utility,
    store,
    store_float,
)
from plywise.kernel.spliced.trees.lots import draw_below, draw_by_odds


def note_outcome(block: int, player: int, value: float) -> None:
    """Write down what a player gets."""
    if not (value >= LOW and value <= HIGH):
        raise ply_RulesError("utility is outside the declared utility_range: fix the rule or widen the range.")
    store_float(block, OUTCOME + player, value)


def note_end(block: int, state: Any) -> None:
    """Write down what a terminal state is worth."""
    for player in range(VALUES):
        note_outcome(block, player, float(rule_utility(state, player)))


def note_draw(block: int) -> None:
    """Write down a draw."""
    for player in range(VALUES):
        store_float(block, OUTCOME + player, DRAW_UTILITY)


def note_cut(block: int, state: Any) -> None:
    """Write down what a line that is cut short counts for."""
    if AVERAGED and OWN_EVALUATION:
        for player in range(VALUES):
            note_outcome(block, player, float(rule_evaluate(state, player)))
    else:
        note_draw(block)


def outcome_to(block: int, player: int) -> float:
    """Return what a player gets."""
    if ADVERSARIAL:
        value = load_float(block, OUTCOME)
        return value if player == 0 else UTILITY_SUM - value
    return load_float(block, OUTCOME + player)


def offer(block: int, state: Any, base: int) -> int:
    """Write the actions, or the outcomes with their odds, to the block at `base`; return how many there are."""
    at = block + 8 * (ACTIONS + base)
    if is_roll(state):
        return rule_chances(state, at, block + 8 * ODDS, int64(0))
    return rule_actions(state, at, int64(0))


def offer_playout(block: int, state: Any, base: int) -> int:
    """Write what a playout draws from to the block at `base`; return how many there are."""
    if OWN_PLAYOUTS and not is_roll(state):
        n = rule_playout_actions(state, block + 8 * (ACTIONS + base), int64(0))
        if n > 0:
            return n
    return offer(block, state, base)


def draw_offered(block: int, state: Any, base: int, n: int) -> int:
    """Return the place of one of the n actions or outcomes on offer at `base`, drawn at random."""
    if is_roll(state):
        return ACTIONS + base + draw_by_odds(block, n)
    return ACTIONS + base + draw_below(block, n)


def wins_at_once(block: int, state: Any, base: int, n: int) -> bool:
    """Whether one of the n actions at `base` ends the game with the best there is; that is the outcome then."""
    player = ply_who(state)
    for i in range(n):
        child = rule_result(state, ply_decode(load(block, ACTIONS + base + i)))
        if is_over(child):
            note_end(block, child)
            if outcome_to(block, player) >= HIGH:
                return True
    return False


def play_out(block: int, state: Any, ply: int) -> int:  # noqa: C901 (one loop, and every test in it must stay inline)
    """Play on at random from a state that isn't terminal; return how many states were seen.

    Where wins are looked for (DECISIVE), one that is there at once is taken, and an action that allows the opponent
    one is rejected as long as there is another. The first state is known to hold no win. An action that would repeat
    a state where that is illegal is rejected too; where all are, the game is over.
    """
    base, seen, offers_all = int64(0), int64(0), not OWN_PLAYOUTS
    n = offer_playout(block, state, base)
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, state, ply)
    while True:
        place = draw_offered(block, state, base, n)
        code = load(block, place)
        note_play(block, ply, ply_who(state), code)
        after = rule_result(state, ply_decode(code))
        key = repetition_hash(after) if DRAW_REPEATS or ILLEGAL_REPEATS else int64(0)
        if ILLEGAL_REPEATS and not is_roll(state) and has_key(block, key, ply + 1):
            n -= 1
            store(block, place, load(block, ACTIONS + base + n))
            if n == 0 and not offers_all:
                n, offers_all = offer(block, state, base), True
            if n == 0:
                store(block, PLAYED, ply)
                note_end(block, state)
                return seen
            continue
        seen += 1
        if DRAW_REPEATS and has_key(block, key, ply + 1):
            note_draw(block)
            return seen
        if OWN_TERMINAL and rule_is_terminal(after):
            note_end(block, after)
            return seen
        replies = offer_playout(block, after, MAX_ACTIONS - base)
        if replies == 0:
            if OWN_TERMINAL or is_roll(after):
                raise ply_RulesError("A state that isn't terminal offers no action.")
            note_end(block, after)
            return seen
        if ply + 1 >= load(block, DEEPEST):
            note_cut(block, after)
            return seen
        if DECISIVE and wins_at_once(block, after, MAX_ACTIONS - base, replies):
            if n == 1 or ply_who(after) == ply_who(state):
                return seen + 1
            n -= 1
            store(block, place, load(block, ACTIONS + base + n))
            continue
        if DRAW_REPEATS or ILLEGAL_REPEATS:
            step_into_key(block, key, ply + 1)
        state = after
        ply, n, base, offers_all = ply + 1, replies, MAX_ACTIONS - base, not OWN_PLAYOUTS


def note_play(block: int, ply: int, player: int, code: int) -> None:
    """Write down who plays what at a ply; what was tried there before is forgotten."""
    store(block, PATH + ply, code)
    store(block, MOVERS + ply, player)
    store(block, PLAYED, ply + 1)


def run_playouts(block: int, count: int, seed: int) -> int:
    """Play out the state at the block's start `count` times, unless stopped, and add up; return how often."""
    store(block, LOTS, int64(seed))
    done = int64(0)
    while done < count and load(block, STOP) == 0:
        plies = play_out(block, ply_load_state(block), int64(0))
        store(block, PLIES_PLAYED, load(block, PLIES_PLAYED) + plies)
        for player in range(VALUES):
            store_float(block, SUMS + player, load_float(block, SUMS + player) + load_float(block, OUTCOME + player))
        done += 1
    return done
