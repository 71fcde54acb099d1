"""Self-play that learns the weights of patterns: temporal differences, off-policy, with a step size for each weight.

A game is played by looking one ply ahead, with random actions in between. Afterwards, from its end to its start, each
state's estimate is moved towards a goal: what the best action promised, mixed with the goal of the state that followed
as far as the best action was played (lambda-return). A weight whose errors cancel out moves less (TCL: Beal and Smith,
Temporal coherence and prediction decay, 1999). Values are tanh of the sum, to the player to move: -1 lost, 1 won.

    | weights ... | sum of errors, sum of their sizes; of each weight ... |      float32 each
    0             WEIGHTS                                                 3 * WEIGHTS

Weights lie together because they are read far more often than they are changed.
"""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    BESTS,
    DONE,
    DRAW_UTILITY,
    EXPLORING,
    GREEDY,
    GUESSES,
    HALF_RANGE,
    IMAGES,
    LONGEST,
    MOVER_STRIDE,
    OPENING,
    PATTERNS_AT,
    PLACES,
    POINTS,
    RATE,
    RIVAL_AT,
    SQUARES,
    STOP,
    TRACE,
    WEIGHTS,
    WHO,
    int64,
    load,
    load_float,
    load_single,
    log,
    pattern_places,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_who,
    rule_actions,
    rule_result,
    rule_utility,
    store,
    store_float,
    store_single,
    tanh,
)
from plywise.kernel.spliced.patterns.sums import child_sum, note_before, weigh
from plywise.kernel.spliced.trees.lots import draw_below, draw_fraction

CERTAIN = 1000.0
"""The sum of a win: its tanh is 1."""


def result_to(state: Any, player: int) -> float:
    """Return what a terminal state is worth to a player, from -1 to 1."""
    return (float(rule_utility(state, player)) - DRAW_UTILITY) / HALF_RANGE


def sum_for(result: float) -> float:
    """Return the sum whose tanh is a result."""
    if result >= 1.0:
        return CERTAIN
    if result <= -1.0:
        return -CERTAIN
    return 0.5 * log((1.0 + result) / (1.0 - result))


def promise(block: int, weights: int, state: Any, player: int, row: int) -> float:
    """Return the sum that stands for a state's worth to a player, as far as one can say without looking further.

    Sums order states as their tanh does, which takes longer to compute. `row` has the places of the state before.
    """
    if is_over(state):
        return sum_for(result_to(state, player))
    who = ply_who(state)
    total = child_sum(block, weights, state, who, (who - player) * MOVER_STRIDE, row)
    return total if who == player else -total


def choose(block: int, weights: int, state: Any, player: int, n: int, row: int) -> int:
    """Return the place of the action that promises most; what it promises is in BESTS.

    `row` has the places of the state's weights.
    """
    note_before(block, weights, state, player, row)
    best, choice = -2.0 * CERTAIN, int64(0)
    for i in range(n):
        after = rule_result(state, ply_decode(load(block, ACTIONS + i)))
        total = promise(block, weights, after, player, row)
        if total > best:
            best, choice = total, int64(i)
    store_float(block, BESTS, tanh(best))
    return choice


def offer(block: int, state: Any) -> int:
    """Write the actions of a state to the block; return how many there are."""
    n = rule_actions(state, block + 8 * ACTIONS, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    return n


def play_game(block: int) -> int:
    """Play a game against oneself and note what is needed to learn from it; return how many plies it took."""
    weights, state, ply = load(block, PATTERNS_AT), ply_load_state(block), int64(0)
    blind = draw_below(block, load(block, OPENING) + 1)
    while ply < LONGEST:
        player, n = ply_who(state), offer(block, state)
        row = PLACES + ply * IMAGES
        pattern_places(state, block + 8 * row)
        store(block, WHO + ply, player)
        store_float(block, GUESSES + ply, tanh(weigh(block, weights, row, int64(0))))
        choice, greedy = choose(block, weights, state, player, n, row), int64(1)
        store_float(block, BESTS + 1 + ply, load_float(block, BESTS))
        if ply < blind or draw_fraction(block) < load_float(block, EXPLORING):
            other = draw_below(block, n)
            greedy = int64(1) if other == choice else int64(0)
            choice = other
        store(block, GREEDY + ply, greedy)
        after = rule_result(state, ply_decode(load(block, ACTIONS + choice)))
        ply += 1
        if is_over(after):
            return ply
        state = after
    return ply


def learn_from(block: int, plies: int) -> None:
    """Move the estimates of the game just played towards what came out."""
    weights, trace, goal = load(block, PATTERNS_AT), load_float(block, TRACE), 0.0
    for back in range(plies):
        ply = plies - 1 - back
        best = load_float(block, BESTS + 1 + ply)
        if back == 0 or load(block, GREEDY + ply) == 0:
            goal = best
        else:
            later = goal if load(block, WHO + ply) == load(block, WHO + ply + 1) else -goal
            goal = (1.0 - trace) * best + trace * later
        error = goal - load_float(block, GUESSES + ply)
        step, row = load_float(block, RATE) * error / IMAGES, PLACES + ply * IMAGES
        for k in range(IMAGES):
            move_weight(weights, load(block, row + k), step, error)


def move_weight(weights: int, place: int, step: float, error: float) -> None:
    """Move one weight by a step, less where its errors have cancelled out so far."""
    at = WEIGHTS + 2 * place
    signed, sizes = load_single(weights, at), load_single(weights, at + 1)
    rate = abs(signed) / sizes if sizes > 0.0 else 1.0
    store_single(weights, place, load_single(weights, place) + step * rate)
    store_single(weights, at, signed + error)
    store_single(weights, at + 1, sizes + abs(error))


def run_learn(block: int, games: int) -> int:
    """Play games from the state at the block's start, unless stopped, and learn from each; return how many."""
    done = int64(0)
    while done < games and load(block, STOP) == 0:
        plies = play_game(block)
        learn_from(block, plies)
        done += 1
        store(block, DONE, load(block, DONE) + 1)
    return done


def contest_game(block: int, first: int, second: int) -> float:
    """Return what player 0 gets, from -1 to 1, where each looks one ply ahead with weights of its own."""
    state, ply = ply_load_state(block), int64(0)
    blind = load(block, OPENING)
    while ply < LONGEST:
        player, n = ply_who(state), offer(block, state)
        if ply < blind:
            choice = draw_below(block, n)
        else:
            pattern_places(state, block + 8 * PLACES)
            choice = choose(block, first if player == 0 else second, state, player, n, PLACES)
        after = rule_result(state, ply_decode(load(block, ACTIONS + choice)))
        ply += 1
        if is_over(after):
            return result_to(after, int64(0))
        state = after
    return 0.0


def run_contest(block: int, pairs: int) -> int:
    """Play pairs of games with swapped sides against rival weights; add up points, and the squares of each pair's."""
    done, own, rival = int64(0), load(block, PATTERNS_AT), load(block, RIVAL_AT)
    while done < pairs and load(block, STOP) == 0:
        points = contest_game(block, own, rival) - contest_game(block, rival, own)
        store_float(block, POINTS, load_float(block, POINTS) + points)
        store_float(block, SQUARES, load_float(block, SQUARES) + points * points)
        done += 1
    return done
