"""One player's expected utility, as it is compiled: the twin of `expectiminimax`, `star` and `paranoid` of the search.

Values are to the player in OWN, who takes the greatest; all others take the least. WINDOWS prunes by alpha and beta
where players move, STARS at rolls too (Star1), and PROBES tries one action of each outcome first (Star2).

stack   | actions or outcomes, ply after ply |        beside each outcome: its odds, the least and the most
        | WEIGHTS | LEASTS | MOSTS | TRIED   |        that it can be worth, what a probe of it found, and
        | LEASTS_AFTER | MOSTS_AFTER         |        what the outcomes after it contribute to the mean
"""

from typing import Any

from plywise.kernel.spliced.common.budget import out_of_budget
from plywise.kernel.spliced.common.lines import copy_line
from plywise.kernel.spliced.common.payoffs import estimate_of, utility_of
from plywise.kernel.spliced.common.repetition import is_blocked, is_repeated, step_into
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    ALPHA,
    BETA,
    DRAW_REPEATS,
    DRAW_UNCERTAIN,
    DRAW_UTILITY,
    HAS_CHANCE,
    HIGH,
    HORIZON,
    ILLEGAL_REPEATS,
    INFINITY,
    INNER,
    LEASTS,
    LEASTS_AFTER,
    LEFT,
    LENGTHS,
    LOW,
    MAX_ACTIONS,
    MOSTS,
    MOSTS_AFTER,
    OWN,
    OWN_TERMINAL,
    PATH,
    PLIES,
    PROBED,
    PROBES,
    STACK,
    STARS,
    STOPPED,
    TRIED,
    WEIGHTS,
    WINDOWS,
    int64,
    load,
    load_float,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_who,
    rule_actions,
    rule_actions_count,
    rule_chances,
    rule_is_terminal,
    rule_result,
    store,
    store_float,
)

WHOLE, PROBE, REST = 0, 1, 2
"""What is asked of a state: everything, its first action only, or what is left after that."""

ENDED, WAITS, OWN_MOVE, OTHER_MOVE = 0, 1, 2, 3
"""What a probe met: a leaf, a roll (not visited), a state where the player of OWN moves, one where another does."""


# One long function on purpose: Numba compiles a recursion of two functions twice as slowly.
def expected(  # noqa: C901
    block: int,
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    base: int,
    task: int,
    tried: float,
    is_lined: int,
) -> float:
    """Return a bound on a state's expected value to the player in OWN (fail-soft); 0 where the search was stopped.

    With the task REST the state was visited by a probe, and `tried` is what its first action is worth. `is_lined` is 1
    as far as the line from the root has met no roll.
    """
    # 1. Count the state, and return what it is worth where the search ends.
    own = load(block, OWN)
    if task == PROBE and HAS_CHANCE and not (OWN_TERMINAL and rule_is_terminal(state)) and ply_who(state) < 0:
        store(block, PROBED, WAITS)
        return 0.0
    if task != REST:
        left = load(block, LEFT) - 1
        store(block, LEFT, left)
        if left < 0 and out_of_budget(block):
            return 0.0
        store(block, PROBED, ENDED)
        if is_lined != 0:
            store(block, LENGTHS + ply, 0)
        if DRAW_REPEATS and is_repeated(block, state, ply):
            if DRAW_UNCERTAIN:
                store(block, HORIZON, load(block, HORIZON) + 1)
            return DRAW_UTILITY
        if OWN_TERMINAL and rule_is_terminal(state):
            return utility_of(state, own)
    player = ply_who(state)
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, state, ply)
    if task != REST:
        if player >= 0 and not OWN_TERMINAL and rule_actions_count(state, int64(0)) == 0:
            return utility_of(state, own)
        if ILLEGAL_REPEATS and player >= 0 and is_blocked(block, state, ply, base):
            return utility_of(state, own)
        if depth <= 0:
            store(block, HORIZON, load(block, HORIZON) + 1)
            return estimate_of(state, own)
        store(block, INNER, load(block, INNER) + 1)
    if base + MAX_ACTIONS > STACK:
        raise ply_RulesError("The line of play is too long for the stack of actions: give the search a depth.")
    if ply + 1 >= PLIES:
        raise ply_RulesError("A line is longer than 300 plies: give the search a depth.")
    at = block + 8 * (ACTIONS + base)
    # What lies at the horizon is valued without a call: most states do.
    is_near = depth == 1 and OWN_TERMINAL and not (DRAW_REPEATS or ILLEGAL_REPEATS)

    # 2. Chance moves: the mean, or a bound where the mean is outside the window.
    if HAS_CHANCE and player < 0:
        if STARS and alpha >= HIGH:
            return HIGH
        if STARS and beta <= LOW:
            return LOW
        odds = block + 8 * (WEIGHTS + base)
        n = rule_chances(state, at, odds, int64(0))
        if not STARS:
            mean = 0.0
            for i in range(n):
                store(block, PATH + ply, load(at, i))
                child = rule_result(state, ply_decode(load(at, i)))
                found = expected(
                    block, child, depth - 1, -INFINITY, INFINITY, ply + 1, base + n, int64(WHOLE), 0.0, int64(0)
                )
                if load(block, STOPPED) != 0:
                    return 0.0
                mean += load_float(odds, i) * found
            return mean
        least, most, values = block + 8 * (LEASTS + base), block + 8 * (MOSTS + base), block + 8 * (TRIED + base)
        least_after, most_after = block + 8 * (LEASTS_AFTER + base), block + 8 * (MOSTS_AFTER + base)
        for i in range(n):
            store_float(least, i, LOW)
            store_float(most, i, HIGH)
            if PROBES:
                store_float(values, i, INFINITY)
        least_before = 0.0
        for phase in range(PROBE if PROBES else REST, REST + 1):
            add_from_the_end(odds, least, least_after, n)
            add_from_the_end(odds, most, most_after, n)
            least_before, most_before = 0.0, 0.0
            for i in range(n):
                weight = load_float(odds, i)
                if weight == 0 or load_float(least, i) >= load_float(most, i):
                    least_before += weight * load_float(least, i)
                    most_before += weight * load_float(most, i)
                    continue
                floor = (alpha - (most_before + load_float(most_after, i))) / weight
                ceiling = (beta - (least_before + load_float(least_after, i))) / weight
                low = max(floor, load_float(least, i))
                high = min(ceiling, load_float(most, i))
                if low < high:
                    store(block, PATH + ply, load(at, i))
                    child = rule_result(state, ply_decode(load(at, i)))
                    before = load_float(values, i) if PROBES else INFINITY
                    what = PROBE if phase == PROBE else WHOLE if before == INFINITY else REST
                    if is_near and phase == PROBE and is_roll(child):
                        found, met = 0.0, int64(WAITS)
                    elif is_near:
                        found, met = value_at_horizon(block, child, own), int64(ENDED)
                    else:
                        found = expected(
                            block, child, depth - 1, low, high, ply + 1, base + n, int64(what), before, int64(0)
                        )
                        met = load(block, PROBED)
                    if load(block, STOPPED) != 0:
                        return 0.0
                    if phase != PROBE or met == ENDED:
                        store_float(least, i, found)
                        store_float(most, i, found)
                    elif met != WAITS:
                        store_float(values, i, found)
                        if met == OWN_MOVE and found > low:
                            store_float(least, i, found)
                        elif met == OTHER_MOVE and found < high:
                            store_float(most, i, found)
                if load_float(most, i) <= floor:
                    return min(alpha, added(odds, most, n))
                if load_float(least, i) >= ceiling:
                    return max(beta, added(odds, least, n))
                least_before += weight * load_float(least, i)
                most_before += weight * load_float(most, i)
        return least_before

    # 3. A player moves: the greatest or the least, or enough that it is avoided.
    n = rule_actions(state, at, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    is_own = player == own
    best = -INFINITY if is_own else INFINITY
    is_known = task == REST
    for i in range(n):
        action = load(at, i)
        store(block, PATH + ply, action)
        child = rule_result(state, ply_decode(action))
        if ILLEGAL_REPEATS and is_repeated(block, child, ply + 1):
            continue
        found = tried
        if is_near and not is_known:
            found = value_at_horizon(block, child, own)
            store(block, LENGTHS + ply + 1, 0)
        elif not is_known:
            found = expected(block, child, depth - 1, alpha, beta, ply + 1, base + n, int64(WHOLE), 0.0, is_lined)
        if load(block, STOPPED) != 0:
            return 0.0
        is_known = False
        if task == PROBE:
            store(block, PROBED, OWN_MOVE if is_own else OTHER_MOVE)
            return found
        if (is_own and found > best) or (not is_own and found < best):
            best = found
            if is_lined != 0:
                copy_line(block, action, ply)
        if WINDOWS:
            if is_own:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best


def is_roll(state: Any) -> bool:
    """Whether the game goes on and chance moves; for rules that say themselves when the game is over."""
    return HAS_CHANCE and not rule_is_terminal(state) and ply_who(state) < 0


def value_at_horizon(block: int, state: Any, player: int) -> float:
    """Count a state where the depth is spent, and return what it is worth or estimated at; 0 where the search stops."""
    left = load(block, LEFT) - 1
    store(block, LEFT, left)
    if left < 0 and out_of_budget(block):
        return 0.0
    if rule_is_terminal(state):
        return utility_of(state, player)
    store(block, HORIZON, load(block, HORIZON) + 1)
    return estimate_of(state, player)


def added(odds: int, bounds: int, n: int) -> float:
    """Return the mean if each outcome is worth its bound."""
    total = 0.0
    for i in range(n):
        total += load_float(odds, i) * load_float(bounds, i)
    return total


def add_from_the_end(odds: int, bounds: int, sums: int, n: int) -> None:
    """Write beside each outcome what all those after it contribute to the mean if each is worth its bound."""
    total = 0.0
    for i in range(n - 1, -1, -1):
        store_float(sums, i, total)
        total += load_float(odds, i) * load_float(bounds, i)


def run_expected(block: int, code: int, depth: int, counts: int) -> float:
    """Search the state after an action of the root, which stands at the block's start; a roll is its own root (-1).

    `counts` is 1 where the root is to be counted: once in a round.
    """
    if counts != 0:
        left = load(block, LEFT) - 1
        store(block, LEFT, left)
        if left < 0 and out_of_budget(block):
            return 0.0
    root, alpha, beta = ply_load_state(block), load_float(block, ALPHA), load_float(block, BETA)
    if code < 0:
        return expected(block, root, int64(depth), alpha, beta, int64(0), int64(0), int64(REST), 0.0, int64(0))
    store(block, PATH, code)
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, root, int64(0))
    child = rule_result(root, ply_decode(int64(code)))
    return expected(block, child, int64(depth) - 1, alpha, beta, int64(1), int64(0), int64(WHOLE), 0.0, int64(1))
