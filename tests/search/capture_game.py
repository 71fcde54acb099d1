"""Games for selective search, in rules that compile too: exchanges, a doomed piece, turns that are worth something."""

import random
from typing import NamedTuple

from plywise import Game

SIDE = 4
SQUARES = SIDE * SIDE
STEPS = tuple(
    tuple(
        (square + dy * SIDE + dx) if 0 <= square % SIDE + dx < SIDE and 0 <= square // SIDE + dy < SIDE else -1
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if dx or dy
    )
    for square in range(SQUARES)
)
QUEEN, PAWN = 9, 1


class Skirmish(Game):
    """Queens and pawns on 4x4 squares, all of which step like a king and take by stepping; most material wins.

    An action is from * 16 + to. Bit i of `white` and `black` is a piece on square i, of `queens` that it is a queen.
    """

    evaluation_limit = 200
    max_actions = 128

    class State(NamedTuple):
        white: int = 0
        black: int = 0
        queens: int = 0
        turn: int = 0
        ply: int = 0

    def __init__(self, last_ply: int = 14) -> None:
        self.last_ply = last_ply

    def initial(self):
        return self.State(0b0000_0000_0000_0111, 0b1110_0000_0000_0000, 0b0100_0000_0000_0010)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        mine = state.white if state.turn == 0 else state.black
        for start in range(SQUARES):
            if mine >> start & 1:
                for end in STEPS[start]:
                    if end >= 0 and not mine >> end & 1:
                        yield start * SQUARES + end

    def noisy_actions(self, state):
        mine, other = (state.white, state.black) if state.turn == 0 else (state.black, state.white)
        for start in range(SQUARES):
            if mine >> start & 1:
                for end in STEPS[start]:
                    if end >= 0 and other >> end & 1:
                        yield start * SQUARES + end

    def result(self, state, action):
        start, end = action // SQUARES, action % SQUARES
        mine, other = (state.white, state.black) if state.turn == 0 else (state.black, state.white)
        mine, other = mine ^ 1 << start | 1 << end, other & ~(1 << end)
        queens = state.queens & ~(1 << start) & ~(1 << end) | (state.queens >> start & 1) << end
        white, black = (mine, other) if state.turn == 0 else (other, mine)
        return self.State(white, black, queens, 1 - state.turn, state.ply + 1)

    def pass_turn(self, state):
        return self.State(state.white, state.black, state.queens, 1 - state.turn, state.ply + 1)

    def is_terminal(self, state):
        return state.white == 0 or state.black == 0 or state.ply >= self.last_ply or not self.can_move(state)

    def can_move(self, state):
        mine = state.white if state.turn == 0 else state.black
        for start in range(SQUARES):
            if mine >> start & 1:
                for end in STEPS[start]:
                    if end >= 0 and not mine >> end & 1:
                        return True
        return False

    def lead(self, state):
        """White's material less Black's."""
        pawns = state.white.bit_count() - state.black.bit_count()
        queens = (state.white & state.queens).bit_count() - (state.black & state.queens).bit_count()
        return PAWN * pawns + (QUEEN - PAWN) * queens

    def utility(self, state, player):
        lead = self.lead(state)
        worth = 1 if lead > 0 else -1 if lead < 0 else 0
        return worth if player == 0 else -worth

    def evaluate(self, state, player):
        """Count material, and a little for standing in the middle, so that estimates differ."""
        middle = 0b0000_0110_0110_0000
        worth = 4 * self.lead(state) + (state.white & middle).bit_count() - (state.black & middle).bit_count()
        return worth if player == 0 else -worth


def random_skirmish(seed: int) -> Skirmish.State:
    """Return a random state of three to five pieces a side, a queen each at least."""
    lots = random.Random(seed)
    squares = lots.sample(range(SQUARES), lots.randint(6, 10))
    half = len(squares) // 2
    white, black = (sum(1 << square for square in part) for part in (squares[:half], squares[half:]))
    queens = 1 << squares[0] | 1 << squares[half] | (1 << squares[1] if lots.random() < 0.5 else 0)
    return Skirmish.State(white, black, queens, lots.randrange(2), 0)


class Doomed(Game):
    """Player 0 has a piece worth 12 that can't be saved, and pawns worth 4 whose sacrifice must be answered first.

    player 0    0 quiet action      1 sacrifice a pawn, with a threat
    player 1    0 quiet action      2 take the piece, if it stands      3 take the pawn: forced after a sacrifice
    """

    evaluation_limit = 100
    max_actions = 2
    last_ply = 20

    class State(NamedTuple):
        pawns: int = 1
        piece: int = 1
        threat: int = 0
        turn: int = 0
        ply: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        if state.threat:
            yield 3
        else:
            if state.turn == 0 and state.pawns > 0:
                yield 1
            yield 0
            if state.turn == 1 and state.piece:
                yield 2

    def result(self, state, action):
        pawns = state.pawns - 1 if action == 1 else state.pawns
        piece = 0 if action == 2 else state.piece
        return self.State(pawns, piece, 1 if action == 1 else 0, 1 - state.turn, state.ply + 1)

    def is_terminal(self, state):
        return state.ply >= self.last_ply

    def utility(self, state, player):
        return 0

    def evaluate(self, state, player):
        worth = 12 * state.piece + 4 * state.pawns
        return worth if player == 0 else -worth


class Tempo(Game):
    """Two ways to go, one of which ends in a forced exchange: estimates there come a ply later, and flatter the other.

        action 1    -4 to player 0 in truth, looked at after 1 ply
        action 0    0 in truth, in the midst of an exchange: looked at after 2 plies

    `evaluate` is right but for `flattery`, by which it overrates whoever moved last.
    """

    evaluation_limit = 100
    flattery = 5

    class State(NamedTuple):
        way: int = -1
        ply: int = 0

    def to_move(self, state):
        return state.ply % 2

    def actions(self, state):
        if state.ply == 0:
            yield 1
        yield 0

    def noisy_actions(self, state):
        if state.ply == 1 and state.way == 0:
            yield 0

    def result(self, state, action):
        return self.State(action if state.ply == 0 else state.way, state.ply + 1)

    def is_terminal(self, state):
        return state.ply >= 20

    def utility(self, state, player):
        return 0

    def evaluate(self, state, player):
        in_exchange = state.way == 0 and state.ply == 1
        worth = (-4 if state.way == 1 else 20 if in_exchange else 0) + (
            self.flattery if state.ply % 2 else -self.flattery
        )
        return worth if player == 0 else -worth
