"""Self-play that is written down: each game by learned weights, looking one ply ahead, with a choice among near equals.

A choice adds Gumbel's noise to what each action promises (from -1 to 1), so that an action is played with a probability
that falls off exponentially with how much less it promises, at the rate of TEMPERATURE. What is written of a game:

    | plies | 1 if it is over | utility to each player (floats) | number of each action or outcome, by the rules |
"""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over, is_roll
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    DONE,
    HAS_CHANCE,
    LONGEST,
    MOST_PLIES,
    ODDS,
    PATTERNS_AT,
    PLAYERS,
    RECORD_AT,
    RECORD_SIZE,
    STOP,
    TEMPERATURE,
    int64,
    load,
    load_float,
    log,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_who,
    rule_chances,
    rule_result,
    rule_utility,
    store,
    store_float,
    tanh,
)
from plywise.kernel.spliced.patterns.one_ply import offer, promise
from plywise.kernel.spliced.trees.lots import draw_by_odds, draw_fraction

TINY = 1e-12
"""Keeps logarithms finite."""


def draw_choice(block: int, state: Any, player: int, n: int) -> int:
    """Return the place of an action, those that promise more being likelier."""
    weights, temperature = load(block, PATTERNS_AT), load_float(block, TEMPERATURE)
    best, choice = -1e9, int64(0)
    for i in range(n):
        after = rule_result(state, ply_decode(load(block, ACTIONS + i)))
        noise = -log(TINY - log(draw_fraction(block) + TINY))
        total = tanh(promise(block, weights, after, player)) + temperature * noise
        if total > best:
            best, choice = total, int64(i)
    return choice


def draw_outcome(block: int, state: Any) -> int:
    """Return the place of an outcome of chance, drawn by its odds."""
    n = rule_chances(state, block + 8 * ACTIONS, block + 8 * ODDS, int64(0))
    if n == 0:
        raise ply_RulesError("A state where chance moves offers no outcome.")
    return draw_by_odds(block, n)


def record_game(block: int, at: int) -> int:
    """Play a game and write it down; return where the next one is written."""
    record, state, plies = load(block, RECORD_AT), ply_load_state(block), int64(0)
    most, first = load(block, MOST_PLIES), at + 2 + PLAYERS
    while plies < most and not is_over(state):
        if HAS_CHANCE and is_roll(state):
            choice = draw_outcome(block, state)
        else:
            player, n = ply_who(state), offer(block, state)
            choice = draw_choice(block, state, player, n)
        store(record, first + plies, choice)
        state = rule_result(state, ply_decode(load(block, ACTIONS + choice)))
        plies += 1
    ended = is_over(state)
    store(record, at, plies)
    store(record, at + 1, int64(1) if ended else int64(0))
    for player in range(PLAYERS):
        store_float(record, at + 2 + player, float(rule_utility(state, int64(player))) if ended else 0.0)
    return first + plies


def run_record(block: int, games: int) -> int:
    """Play games, unless stopped, as long as there is room for the longest one; return how many."""
    done, at = int64(0), int64(0)
    while done < games and load(block, STOP) == 0 and at + LONGEST + 2 + PLAYERS <= load(block, RECORD_SIZE):
        at = record_game(block, at)
        done += 1
        store(block, DONE, load(block, DONE) + 1)
    return done
