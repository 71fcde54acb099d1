"""Self-play that teaches a network: temporal differences over the states after each turn (TD-Gammon, Tesauro 1995).

A game is played by the turns that promise most; dice bring variety enough. Afterwards, from its end to its start, each
state's estimate is moved towards a goal: the next state's estimate, mixed with the goal of that state (lambda-return).
Outputs are chances to get at least so much, so that those of the other player are the same from the other end.
"""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.supplied import (
    DONE,
    ENDED,
    GOAL,
    HIGHEST,
    INPUT_COUNT,
    INPUT_COUNTS,
    LEVEL,
    LONGEST,
    LOWEST,
    NETWORK_AT,
    OUTPUTS,
    OUTS,
    POINTS,
    RATE,
    RESULT,
    RIVAL_AT,
    SAID,
    SETTLING,
    SLOT,
    SQUARES,
    STATE_WORDS,
    STOP,
    TRACE,
    UTILITY_SUM,
    WHO,
    int64,
    load,
    load_float,
    ply_load_state,
    ply_RulesError,
    ply_who,
    rule_utility,
    store,
    store_float,
)
from plywise.kernel.spliced.network.layers import estimate, move_weights
from plywise.kernel.spliced.network.turns import NEVER, best_turn, note_inputs
from plywise.kernel.spliced.trees.rolls import roll


def note_said(block: int, weights: int, state: Any, player: int, turn: int) -> None:
    """Write down the inputs after a turn, and what the network says of them."""
    row = turn * INPUT_COUNT
    count = note_inputs(block, state, player, row)
    store(block, INPUT_COUNTS + turn, count)
    store(block, WHO + turn, player)
    estimate(block, weights, row, count)
    for output in range(OUTPUTS):
        store_float(block, SAID + turn * OUTPUTS + output, load_float(block, OUTS + output))


def play_game(block: int, first: int, second: int, notes: int) -> int:
    """Play a game by the weights of both players, and note what is said after each turn; return how many turns.

    ENDED says whether it came to its end, RESULT what player 0 gets then.
    """
    state, turn = ply_load_state(block), int64(0)
    store(block, ENDED, int64(0))
    while turn < LONGEST:
        if is_over(state):
            store(block, ENDED, int64(1))
            store_float(block, RESULT, float(rule_utility(state, int64(0))))
            return turn
        player = ply_who(state)
        if player < 0:
            state = roll(block, state)
        else:
            weights, slot = first if player == 0 else second, SLOT + (turn & 1) * STATE_WORDS
            best_turn(block, weights, state, player, int64(0), NEVER, slot)
            after = ply_load_state(block + 8 * slot)
            if not is_over(after):
                if notes:
                    note_said(block, weights, after, player, turn)
                turn += 1
            state = after
    return turn


def flip(block: int, at: int) -> None:
    """Turn outputs at a place of the block into those of the other player."""
    for output in range(OUTPUTS // 2):
        low, high = load_float(block, at + output), load_float(block, at + OUTPUTS - 1 - output)
        store_float(block, at + output, 1.0 - high)
        store_float(block, at + OUTPUTS - 1 - output, 1.0 - low)
    if OUTPUTS % 2:
        store_float(block, at + OUTPUTS // 2, 1.0 - load_float(block, at + OUTPUTS // 2))


def set_goal(block: int, utility: float) -> None:
    """Write what the outputs should say of a result."""
    if not (utility >= LOWEST and utility <= HIGHEST):
        raise ply_RulesError("utility is outside the declared utility_range: fix the rule or widen the range.")
    for output in range(OUTPUTS):
        store_float(block, GOAL + output, min(1.0, max(0.0, (utility - LOWEST) / LEVEL - output)))


def learn_from(block: int, weights: int, turns: int, rate: float) -> None:
    """Move the estimates of the game just played towards what followed; nothing where it came to no end."""
    trace, viewer = load_float(block, TRACE), int64(0)
    set_goal(block, load_float(block, RESULT))
    for back in range(turns):
        turn = turns - 1 - back
        player = load(block, WHO + turn)
        if player != viewer:
            flip(block, GOAL)
        viewer = player
        if back > 0:
            said = SAID + (turn + 1) * OUTPUTS
            if load(block, WHO + turn + 1) != player:
                flip(block, said)
            for output in range(OUTPUTS):
                goal, later = load_float(block, GOAL + output), load_float(block, said + output)
                store_float(block, GOAL + output, trace * goal + (1.0 - trace) * later)
        move_weights(block, weights, turn * INPUT_COUNT, load(block, INPUT_COUNTS + turn), rate)


def run_learn(block: int, games: int) -> int:
    """Play games from the state at the block's start, unless stopped, and learn from each; return how many."""
    done, weights = int64(0), load(block, NETWORK_AT)
    while done < games and load(block, STOP) == 0:
        turns = play_game(block, weights, weights, int64(1))
        if load(block, ENDED):
            settling = load_float(block, SETTLING)
            rate = load_float(block, RATE) * settling / (settling + load(block, DONE))
            learn_from(block, weights, turns, rate)
        done += 1
        store(block, DONE, load(block, DONE) + 1)
    return done


def contest_game(block: int, first: int, second: int) -> float:
    """Return what player 0 gets, less an equal share."""
    play_game(block, first, second, int64(0))
    return load_float(block, RESULT) - UTILITY_SUM / 2.0 if load(block, ENDED) else 0.0


def run_contest(block: int, pairs: int) -> int:
    """Play pairs of games with swapped sides against rival weights; add up points, and the squares of each pair's."""
    done, own, rival = int64(0), load(block, NETWORK_AT), load(block, RIVAL_AT)
    while done < pairs and load(block, STOP) == 0:
        points = contest_game(block, own, rival) - contest_game(block, rival, own)
        store_float(block, POINTS, load_float(block, POINTS) + points)
        store_float(block, SQUARES, load_float(block, SQUARES) + points * points)
        done += 1
    return done
