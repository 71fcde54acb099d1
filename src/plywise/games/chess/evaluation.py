"""What a state is worth at a glance, in hundredths of a pawn, and which actions to try first.

Each feature is worth something in the middle game and something in the end game, added up as one number (`tables`);
`taper` weighs the two by the pieces left on the board.
"""

from plywise.bits import inv, lsb, popcount, shl, shr, sub
from plywise.games.chess.attacks import BETWEEN, KNIGHT, NOT_A, NOT_H, PAWN
from plywise.games.chess.board import (
    BISHOP,
    KING_KIND,
    KNIGHT_KIND,
    PASSING_AT,
    PAWN_KIND,
    QUEEN,
    ROOK,
    State,
    kind_at,
    player_of,
)
from plywise.games.chess.tables import END_GAME, MATERIAL

FULL = 24
"""The phase at the start: 1 for a knight or a bishop, 2 for a rook, 4 for a queen."""

TEMPO = 12
PAIR = 28 + 45 * END_GAME
DOUBLED = -8 - 18 * END_GAME
ISOLATED = -12 - 10 * END_GAME
PASSED = tuple(
    early + late * END_GAME for early, late in ((0, 0), (2, 6), (2, 10), (6, 22), (16, 42), (38, 72), (60, 110), (0, 0))
)
"""What a passed pawn is worth, by its rank as its owner counts."""
OPEN_FILE = 24 + 8 * END_GAME
HALF_OPEN_FILE = 10 + 6 * END_GAME

RANKING = (0, 1, 3, 5, 3, 9, 10)
"""The worth of each kind, for the order that `rank` gives."""


def taper(total: int, state: State) -> int:
    """Return the mean of the middle game's and the end game's value, weighted by the pieces left, rounded towards 0."""
    phase = popcount(state.knights) + popcount(state.diagonal) + 2 * popcount(state.straight)
    phase = min(FULL, phase + popcount(state.diagonal & state.straight))
    early = (total + END_GAME // 2 & END_GAME - 1) - END_GAME // 2
    late = total - early >> 20
    mixed = early * phase + late * (FULL - phase)
    return mixed // FULL if mixed >= 0 else -(-mixed // FULL)


def value_to_white(state: State) -> int:
    """Return the estimate to White."""
    total = state.score + pair(state, state.white) - pair(state, state.black)
    total += pawn_structure(state, 0) - pawn_structure(state, 1)
    total += rooks_on_files(state, state.white) - rooks_on_files(state, state.black)
    value = taper(total, state)
    return value - TEMPO if player_of(state) else value + TEMPO


def pair(state: State, own: int) -> int:
    """Return what having two bishops is worth."""
    return PAIR if popcount(state.diagonal & inv(state.straight) & own) > 1 else 0


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


def pawn_structure(state: State, player: int) -> int:
    """Return what a player's doubled, isolated and passed pawns are worth."""
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    pawns, others = state.pawns & own, state.pawns & foes
    if player:
        behind, guarded = up(pawns), up(others | beside(others))
    else:
        behind, guarded = down(pawns), down(others | beside(others))
    total = DOUBLED * popcount(pawns & behind)
    total += ISOLATED * popcount(pawns & inv(beside(files_of(pawns))))
    passed = pawns & inv(guarded | behind)
    while passed:
        total += PASSED[shr(lsb(passed) ^ 56 * player, 3)]
        passed &= sub(passed, 1)
    return total


def rooks_on_files(state: State, own: int) -> int:
    """Return what rooks are worth on files without pawns, or without pawns of their own."""
    rooks = state.straight & inv(state.diagonal) & own & inv(files_of(state.pawns & own))
    return HALF_OPEN_FILE * popcount(rooks) + OPEN_FILE * popcount(rooks & inv(files_of(state.pawns)))


def parts_to_white(state: State) -> dict[str, int]:
    """Name the parts of `value_to_white`: what each adds to the rounded sum of those before it."""
    boards = [state.white, state.black]
    kinds = [[kind_at(state, square) for square in range(64) if board >> square & 1] for board in boards]
    early, late = (sum(worth[kind] for kind in kinds[0]) - sum(worth[kind] for kind in kinds[1]) for worth in MATERIAL)
    material = early + late * END_GAME
    terms = {
        "material": material,
        "squares": state.score - material,
        "bishop pair": pair(state, state.white) - pair(state, state.black),
        "pawns": pawn_structure(state, 0) - pawn_structure(state, 1),
        "rooks on files": rooks_on_files(state, state.white) - rooks_on_files(state, state.black),
    }
    parts, total = {}, 0
    for name, term in terms.items():
        parts[name] = taper(total + term, state) - taper(total, state)
        total += term
    return parts | {"to move": -TEMPO if player_of(state) else TEMPO}


def rank(state: State, action: int) -> int:
    """Rank captures by what is won, then by what is risked; then checks; last what a pawn would take back."""
    origin, target, promotion = action & 63, action >> 6 & 63, action >> 12
    player, victim, mover = player_of(state), kind_at(state, target), kind_at(state, origin)
    foes = state.white if player else state.black
    if promotion:
        return 16 * RANKING[victim] + (100 if promotion == QUEEN else -100)
    if mover == PAWN_KIND and target == shr(state.flags, PASSING_AT) & 63:
        victim = PAWN_KIND
    if victim == 0:
        return 1 if gives_check(state, mover, target, foes) else 0
    won, risked = RANKING[victim], RANKING[mover]
    if risked > won and PAWN[64 * player + target] & state.pawns & foes:
        return won - risked
    return 16 * won + 16 - risked


def gives_check(state: State, kind: int, square: int, foes: int) -> bool:
    """Whether a piece on a square attacks the other's king from there."""
    place = state.kings & foes
    if kind == KNIGHT_KIND:
        return KNIGHT[square] & place != 0
    if kind == PAWN_KIND:
        return PAWN[64 * player_of(state) + square] & place != 0
    king = lsb(place)
    way = BETWEEN[64 * square + king]
    if kind == KING_KIND or way == 0 or (way ^ place) & (state.white | state.black) != 0:
        return False
    is_straight = (square ^ king) & 7 == 0 or (square ^ king) & 56 == 0
    return kind == QUEEN or kind == (ROOK if is_straight else BISHOP)
