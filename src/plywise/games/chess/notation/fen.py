"""FEN: a state on one line, as chess programs write it.

    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
    rows from the eighth rank, White's pieces in capitals | w or b to move | castling rights | square behind a pawn that
    may be taken en passant | plies since a capture or a pawn's move | number of the move

The last two may be left out. The square is kept only if a pawn can in fact be taken there: only then is it a different
state. Whatever can't be searched or can't come up is refused.

>>> write(read("8/8/8/8/8/5k2/4p3/4K3 b - -"))
'8/8/8/8/8/5k2/4p3/4K3 b - - 0 1'
"""

import re

from plywise.bits import lsb, shl
from plywise.games.chess.attacks import PAWN, square_name
from plywise.games.chess.board import (
    CLOCK_AT,
    KING_KIND,
    LETTERS,
    MOVE_AT,
    PASSING_AT,
    PAWN_KIND,
    State,
    attackers,
    kind_at,
    player_of,
    takers_in_passing,
)
from plywise.games.chess.moves import LAST_RANKS
from plywise.games.chess.tables import BLACK, HASH, WORTH
from plywise.games.shared.grid import write_rows
from plywise.rules import NotationError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RIGHTS = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
"""The squares of king and rook for each castling right."""
MOST_CLOCK, MOST_MOVES = 150, 9_999
PLAYERS = ("White", "Black")
FIRST_COUNTS = (0, 8, 2, 2, 2, 1, 1)
"""How many of each kind there are at the start; any beyond that were pawns."""


def write(state: State) -> str:
    """Write a state."""
    flags = state.flags
    kept = "".join(right for i, right in enumerate(RIGHTS) if flags >> (i + 1) & 1) or "-"
    square = flags >> PASSING_AT & 63
    passing = square_name(square) if square else "-"
    board = write_rows(rows(state))
    return f"{board} {'wb'[flags & 1]} {kept} {passing} {flags >> CLOCK_AT & 255} {flags >> MOVE_AT}"


def rows(state: State) -> list[list[str]]:
    """List the pieces by their letters, the eighth rank first."""
    letters = [LETTERS[kind_at(state, square)] for square in range(64)]
    cells = [letter.lower() if state.black >> i & 1 else letter for i, letter in enumerate(letters)]
    return [cells[i : i + 8] for i in range(56, -1, -8)]


def read(text: str) -> State:
    """Read a state; raises NotationError with one sentence if the text isn't one."""
    words = text.split()
    if not 4 <= len(words) <= 6 or words[1] not in ("w", "b"):
        raise NotationError(f"'{text}' is not a FEN: write board, w or b, castling, en passant square, like {START}.")
    cells = _cells(words[0])
    boards = [sum(1 << square for square in range(64) if cells[square].upper() == letter) for letter in LETTERS]
    white = sum(1 << square for square in range(64) if cells[square].isupper())
    black = sum(1 << square for square in range(64) if cells[square].islower())
    _, pawns, bishops, rooks, knights, queens, kings = boards
    flags = "wb".index(words[1]) | _clocks(text, words[4:])
    score, hashed = _sums(cells)
    state = State(pawns, knights, bishops | queens, rooks | queens, kings, white, black, flags, score, hashed)
    _check_pieces(text, state)
    _check_kings(text, state)
    state = state._replace(flags=flags | _castling(text, words[2], cells))
    return _with_passing(text, words[3], state)


def _cells(board: str) -> list[str]:
    """List the 64 squares from a1, empty ones as dots."""
    spread = re.sub(r"[1-8]", lambda number: "." * int(number[0]), board)
    found = spread.split("/")
    strange = sorted(set(spread) - set(LETTERS) - set(LETTERS.lower()) - {"/"})
    if strange:
        raise NotationError(f"'{board}' has {' '.join(strange)} on it: write PNBRQK, pnbrqk and numbers from 1 to 8.")
    if len(found) != 8 or any(len(row) != 8 for row in found):
        raise NotationError(f"'{board}' is not a board of 8 rows of 8 squares: the empty one is 8/8/8/8/8/8/8/8.")
    return [cell for row in reversed(found) for cell in row]


def _sums(cells: list[str]) -> tuple[int, int]:
    """Add up the worth of all pieces, and combine their hashes."""
    score = hashed = 0
    for square, cell in enumerate(cells):
        kind = LETTERS.index(cell.upper())
        if cell.islower():
            score -= WORTH[64 * kind + (square ^ 56)]
            hashed ^= HASH[BLACK + 64 * kind + square]
        else:
            score += WORTH[64 * kind + square]
            hashed ^= HASH[64 * kind + square]
    return score, hashed


def _clocks(text: str, words: list[str]) -> int:
    clock, move = (*words, *("0", "1")[len(words) :])
    if not re.fullmatch("[0-9]{1,3}", clock) or int(clock) > MOST_CLOCK:
        raise NotationError(f"'{text}' has the halfmove clock {clock}: write a number from 0 to {MOST_CLOCK}.")
    if not re.fullmatch("[0-9]{1,4}", move):
        raise NotationError(f"'{text}' has the move number {move}: write a number from 1 to {MOST_MOVES:,}.")
    return int(clock) << CLOCK_AT | max(1, int(move)) << MOVE_AT


def _check_pieces(text: str, state: State) -> None:
    """Refuse what no game can reach: kings missing, pawns on the last ranks, more pieces than pawns can become."""
    for player, pieces in enumerate((state.white, state.black)):
        kinds = [kind_at(state, square) for square in range(64) if pieces >> square & 1]
        counts = [kinds.count(kind) for kind in range(7)]
        if counts[KING_KIND] != 1:
            raise NotationError(f"'{text}' has {counts[KING_KIND]} kings of {PLAYERS[player]}: put one on the board.")
        promoted = sum(max(0, count - first) for count, first in zip(counts[2:], FIRST_COUNTS[2:], strict=True))
        if counts[PAWN_KIND] + promoted > FIRST_COUNTS[PAWN_KIND]:
            raise NotationError(
                f"'{text}' has more pieces of {PLAYERS[player]} than eight pawns could become: take some off."
            )
    if state.pawns & LAST_RANKS:
        raise NotationError(f"'{text}' has a pawn on the first or last rank, where none can stand: move it.")


def _check_kings(text: str, state: State) -> None:
    other = 1 - player_of(state)
    own, foes = (state.black, state.white) if other else (state.white, state.black)
    if attackers(state, lsb(state.kings & own), other, foes):
        name = PLAYERS[1 - other]
        raise NotationError(f"'{text}' lets {name} take the king: {name} is to move and can't be giving check yet.")


def _castling(text: str, word: str, cells: list[str]) -> int:
    if word != "-" and not re.fullmatch("K?Q?k?q?", word):
        raise NotationError(f"'{text}' has the castling rights {word}: write some of KQkq in this order, or -.")
    found = 0
    for i, (right, (king, rook)) in enumerate(RIGHTS.items()):
        pieces = ("K", "R") if right.isupper() else ("k", "r")
        if right not in word:
            continue
        if (cells[king], cells[rook]) != pieces:
            places = f"{square_name(king)} and {square_name(rook)}"
            raise NotationError(
                f"'{text}' allows castling {right} without king and rook on {places}: leave {right} out."
            )
        found |= 2 << i
    return found


def _with_passing(text: str, word: str, state: State) -> State:
    """Keep the square if a pawn can be taken there; refuse a square that no pawn can have just passed."""
    if word == "-":
        return state
    player, rank = player_of(state), "63"[player_of(state)]
    if not re.fullmatch(f"[a-h]{rank}", word):
        raise NotationError(f"'{text}' has the en passant square {word}: write one of a{rank} to h{rank}, or -.")
    square = "abcdefgh".index(word[0]) + 8 * (int(rank) - 1)
    ahead, behind = (square + 8, square - 8) if player else (square - 8, square + 8)
    foes, occupied = state.white if player else state.black, state.white | state.black
    if not state.pawns & foes & shl(1, ahead) or occupied & (shl(1, square) | shl(1, behind)):
        raise NotationError(f"'{text}' has the en passant square {word}, but no pawn has just passed it: write -.")
    own = occupied & ~foes
    checkers = attackers(state, lsb(state.kings & own), player, foes) & ~shl(1, ahead)
    if checkers & (state.knights | state.pawns) or not PAWN[64 * (1 - player) + square] & state.pawns & own:
        return state
    return (
        state._replace(flags=state.flags | square << PASSING_AT) if takers_in_passing(state, square, player) else state
    )
