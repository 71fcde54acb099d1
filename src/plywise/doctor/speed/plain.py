"""What it costs that rules run only plainly: the random games they make, beside what compiled ones make.

The figure for compiled rules is no measurement of these rules, which can't be compiled, but an estimate by the length
of a game. Measured in processor time (2026-11-19), a ply of UCT's simulations took 0.1 microseconds at Othello, 0.2 at
Connect Four and Breakthrough, 0.4 at tic-tac-toe, and 8 at Hex, whose 121 cells are searched for a chain.
"""

import random
import time

from plywise.doctor.case import Case
from plywise.doctor.plain_speed import PlainSpeed
from plywise.rules import CHANCE

SECONDS = 0.4
"""CPU seconds that are played; the game under way is played on for as long again."""


def tell_cost(case: Case) -> str:
    """Say what it costs that the rules run only plainly, in the first finding that is about it."""
    return plain_speed(case).tell() if case.plain is None else ""


def plain_speed(case: Case) -> PlainSpeed:
    """Play random games for a moment, as anyone would by a loop, and count them; measured once for each case."""
    case.plain = case.plain or _measured(case)
    return case.plain


def _measured(case: Case) -> PlainSpeed:
    game, rng = case.game, random.Random(case.seed)
    games, plies, spent = 0.0, 0, 0.0
    began = time.process_time()
    while spent < SECONDS:
        state, own = game.initial(), 0
        while spent < 2 * SECONDS and not game.is_terminal(state):
            if game.to_move(state) == CHANCE:
                options = [outcome for outcome, _ in game.chances(state)]
            else:
                options = list(game.actions(state))
            state = game.result(state, rng.choice(options))
            own += 1
            spent = time.process_time() - began
        plies += own
        games += 1 if spent < 2 * SECONDS else own / _usual_length(case, own)
        spent = time.process_time() - began
    return PlainSpeed(games / spent, max(1, plies) / spent)


def _usual_length(case: Case, least: int) -> float:
    """Return how long the sampled games are, at least as long as one that was broken off."""
    lengths = [len(line.chosen) for line in case.sample.lines]
    return max([least + 1, sum(lengths) / max(1, len(lengths))])
