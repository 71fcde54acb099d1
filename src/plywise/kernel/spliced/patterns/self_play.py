"""Self-play that learns the weights of patterns: temporal differences, off-policy, with a step size for each weight.

A game is played by looking one ply ahead, with random actions in between. Afterwards, from its end to its start, each
state's estimate is moved towards a goal: what the best action promised, mixed with the goal of the state that followed
as far as the best action was played (lambda-return). A weight whose errors cancel out moves less (TCL: Beal and Smith,
Temporal coherence and prediction decay, 1999). Where dice fall before a decision, the state before them is learned.

    | weights ... | sum of errors, sum of their sizes; of each weight ... |      float32 each
    0             WEIGHTS                                                 3 * WEIGHTS

Weights lie together because they are read far more often than they are changed.
"""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over, is_roll
from plywise.kernel.spliced.common.holders import holder_of
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    BESTS,
    DONE,
    EXPLORING,
    FIRSTS,
    GOALS,
    GREEDY,
    GUESSES,
    HAS_CHANCE,
    IMAGES,
    LONGEST,
    OPENING,
    PATTERNS_AT,
    PLAYERS,
    POINTS,
    RATE,
    RIVAL_AT,
    SEAT_STRIDE,
    SEATS,
    SQUARES,
    STOP,
    TABLES_OF,
    TRACE,
    WEIGHTS,
    WHO,
    int64,
    load,
    load_float,
    load_single,
    ply_decode,
    ply_load_state,
    ply_who,
    prefetch,
    rule_result,
    store,
    store_float,
    store_single,
    tanh,
)
from plywise.kernel.spliced.patterns.one_ply import choose, offer, result_to
from plywise.kernel.spliced.patterns.sums import note_row, noted_row, noted_sum, place_in
from plywise.kernel.spliced.trees.lots import draw_below, draw_fraction
from plywise.kernel.spliced.trees.rolls import roll


def note_base(block: int, weights: int, base: Any, ply: int) -> None:
    """Write down what is needed to learn the estimate of a state: its holder, its places and what was thought of it."""
    holder = holder_of(block, base)
    note_row(block, base, holder, ply)
    store(block, WHO + ply, holder)
    for seat in range(SEATS):
        store_float(block, GUESSES + ply * SEATS + seat, tanh(noted_sum(block, weights, ply, seat * SEAT_STRIDE)))


def note_end(block: int, state: Any, ply: int) -> None:
    """Write down what a game came to where dice ended it."""
    for seat in range(SEATS):
        player = load(block, WHO + ply) if SEATS == 1 else int64(seat)
        store_float(block, BESTS + (1 + ply) * SEATS + seat, result_to(state, player))
    store(block, GREEDY + ply, int64(0))


def play_game(block: int) -> int:
    """Play a game against oneself and note what is needed to learn from it; return how many plies it took."""
    weights, state, ply = load(block, PATTERNS_AT), ply_load_state(block), int64(0)
    blind = draw_below(block, load(block, OPENING) + 1)
    while ply < LONGEST:
        base = state
        if HAS_CHANCE:
            while is_roll(state) and not is_over(state):
                base = state
                state = roll(block, state)
        note_base(block, weights, base, ply)
        if HAS_CHANCE and is_over(state):
            note_end(block, state, ply)
            return ply + 1
        player, n = ply_who(state), offer(block, state)
        choice = choose(block, weights, state, load(block, WHO + ply), player, n)
        for seat in range(SEATS):
            store_float(block, BESTS + (1 + ply) * SEATS + seat, load_float(block, BESTS + seat))
        greedy = int64(1)
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
    weights, trace = load(block, PATTERNS_AT), load_float(block, TRACE)
    for back in range(plies):
        ply = plies - 1 - back
        row, first = noted_row(block, ply), load(block, FIRSTS + ply)
        for seat in range(SEATS):
            goal = load_float(block, BESTS + (1 + ply) * SEATS + seat)
            if back > 0 and load(block, GREEDY + ply) != 0:
                later = load_float(block, GOALS + seat)
                if SEATS == 1 and load(block, WHO + ply) != load(block, WHO + ply + 1):
                    later = -later
                goal = (1.0 - trace) * goal + trace * later
            store_float(block, GOALS + seat, goal)
            error = goal - load_float(block, GUESSES + ply * SEATS + seat)
            step = load_float(block, RATE) * error / IMAGES
            for image in range(IMAGES):
                place = place_in(row, image) + load(block, TABLES_OF + image)
                move_weight(weights, first + seat * SEAT_STRIDE + place, step, error)
        if ply > 0:
            fetch_errors(block, weights, ply - 1)


def fetch_errors(block: int, weights: int, ply: int) -> None:
    """Ask for the sums of errors that are needed next: nobody has read them since they were last changed."""
    row, first = noted_row(block, ply), load(block, FIRSTS + ply)
    for image in range(IMAGES):
        place = first + place_in(row, image) + load(block, TABLES_OF + image)
        prefetch(weights + 4 * (WEIGHTS + 2 * place))


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


def lead_of(state: Any, own: int) -> float:
    """Return how far a player is ahead of the others' mean at the end of a game, from -1 to 1."""
    others = 0.0
    for player in range(PLAYERS):
        if player != own:
            others += result_to(state, int64(player))
    return (result_to(state, own) - others / (PLAYERS - 1)) / 2.0


def contest_game(block: int, own: int) -> float:
    """Return how far a player is ahead of the others who looks one ply ahead with weights of its own."""
    state, ply = ply_load_state(block), int64(0)
    blind, ours, theirs = load(block, OPENING), load(block, PATTERNS_AT), load(block, RIVAL_AT)
    while ply < LONGEST and not is_over(state):
        base = state
        if HAS_CHANCE:
            while is_roll(state) and not is_over(state):
                base = state
                state = roll(block, state)
            if is_over(state):
                break
        player, n = ply_who(state), offer(block, state)
        if ply < blind:
            choice = draw_below(block, n)
        else:
            weights = ours if player == own else theirs
            choice = choose(block, weights, state, holder_of(block, base), player, n)
        state = rule_result(state, ply_decode(load(block, ACTIONS + choice)))
        ply += 1
    return lead_of(state, own) if is_over(state) else 0.0


def run_contest(block: int, rounds: int) -> int:
    """Play rounds against rival weights, a game from each seat; add up points, and the squares of each round's."""
    done = int64(0)
    while done < rounds and load(block, STOP) == 0:
        points = 0.0
        for own in range(PLAYERS):
            points += contest_game(block, int64(own))
        store_float(block, POINTS, load_float(block, POINTS) + points)
        store_float(block, SQUARES, load_float(block, SQUARES) + points * points)
        done += 1
    return done
