"""What a state has of the features that are evaluated: counts and boards, never compared with a weight."""

from plywise.bits import inv, lsb, popcount, shl, shr
from plywise.games.chess.attacks import NOT_A, NOT_H, bishop_reach, rook_reach
from plywise.games.chess.board import BISHOP, KNIGHT_KIND, QUEEN, ROOK, State

FULL = 24
"""The phase at the start: 1 for a knight or a bishop, 2 for a rook, 4 for a queen."""

STEPS = tuple(max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for a in range(64) for b in range(64))
"""How many steps a king takes from one square to another."""

FAR = 3
"""From this row on, counted from 0, it matters how near the kings are to a passed pawn."""

SHELTER = tuple(
    sum(
        1 << other
        for other in range(64)
        if abs(other % 8 - square % 8) <= 1 and 1 <= (1 - 2 * player) * (other // 8 - square // 8) <= 2
    )
    for player in range(2)
    for square in range(64)
)
"""The squares before a king, two rows deep and three files wide, by 64 * player + square."""


def phase_of(state: State) -> int:
    """Return how much of the middle game is left, from FULL to 0."""
    phase = popcount(state.knights) + popcount(state.diagonal) + 2 * popcount(state.straight)
    return min(FULL, phase + popcount(state.diagonal & state.straight))


def more_of(state: State, kind: int) -> int:
    """Return how many more pieces of a kind White has."""
    board = state.pawns
    if kind == BISHOP:
        board = state.diagonal & inv(state.straight)
    elif kind == ROOK:
        board = state.straight & inv(state.diagonal)
    elif kind == KNIGHT_KIND:
        board = state.knights
    elif kind == QUEEN:
        board = state.diagonal & state.straight
    return popcount(board & state.white) - popcount(board & state.black)


def race(state: State, square: int, player: int) -> tuple[int, int, int]:
    """Return how many steps each king is from the square before a pawn, its owner's first, and if that is occupied."""
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    goal = square - 8 if player else square + 8
    near, far = STEPS[64 * lsb(state.kings & own) + goal], STEPS[64 * lsb(state.kings & foes) + goal]
    return near, far, shr(own | foes, goal) & 1


def exposure(state: State, player: int) -> tuple[int, int]:
    """Count the pawns before a player's king, and the squares that a queen in its place would reach."""
    own, every = state.black if player else state.white, state.white | state.black
    king = lsb(state.kings & own)
    lines = popcount(bishop_reach(king, every) | rook_reach(king, every))
    return popcount(SHELTER[64 * player + king] & state.pawns & own), lines


def pawns_of(state: State, player: int) -> tuple[int, int, int]:
    """Return a player's pawns, the squares behind them, and the pawns that no pawn can stop or take any more."""
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    pawns, others = state.pawns & own, state.pawns & foes
    if player:
        behind, guarded = up(pawns), up(others | beside(others))
    else:
        behind, guarded = down(pawns), down(others | beside(others))
    return pawns, behind, pawns & inv(guarded | behind)


def files_of(board: int) -> int:
    """Return all squares of the files on which something stands."""
    board |= shr(board, 8) | shl(board, 8)
    board |= shr(board, 16) | shl(board, 16)
    return board | shr(board, 32) | shl(board, 32)


def up(board: int) -> int:
    """Return the squares above those of a board, on the same files."""
    board = shl(board, 8) | shl(board, 16)
    board |= shl(board, 16)
    return board | shl(board, 32)


def down(board: int) -> int:
    """Return the squares below those of a board, on the same files."""
    board = shr(board, 8) | shr(board, 16)
    board |= shr(board, 16)
    return board | shr(board, 32)


def beside(board: int) -> int:
    """Return the squares next to those of a board, on the same ranks."""
    return shl(board, 1) & NOT_A | shr(board, 1) & NOT_H
