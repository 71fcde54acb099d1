"""Quarto: place the piece that the other hands you; four in a line that are alike in one way win.

    a4 b4 c4 d4      Each of the 16 pieces is light or dark, short or tall, round or square, full or hollow; bits 0 to
    a3 b3 c3 d3      3 of its number say which, so LSRF is 0 and DTQH is 15. A player hands over a piece (actions 0 to
    a2 b2 c2 d2      15), the other places it (actions 16 to 31 for a1 to d4) and hands over the next one.
    a1 b1 c1 d1
                     Whoever places the fourth piece of a row, a column or a long diagonal that are all alike in one way
                     wins; with squares=true, four in a small square count too. A full board without one is a draw.

>>> game = Quarto()
>>> state = game.result(game.initial(), 15)
>>> game.state_name(state), game.action_name(state, 16)
('16/DTQH B', 'a1')
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from plywise.rules import Cell, Game, Look, NotationError, View

SIZE, PIECES, NONE = 4, 16, 16
FULL = 0xFFFF
LETTERS = ("LD", "ST", "RQ", "FH")
"""What each bit of a piece's number means, 0 or 1."""
ROWS = tuple(0xF << SIZE * y for y in range(SIZE))
COLUMNS = tuple(0x1111 << x for x in range(SIZE))
DIAGONALS = (0x8421, 0x1248)
SQUARES = tuple(0x33 << SIZE * y + x for y in range(SIZE - 1) for x in range(SIZE - 1))
APART = 1.25
"""How far pieces are apart, so that their names have room."""


class Quarto(Game):
    """Place the piece that the other chose for you; four alike in a line win."""

    look = Look("pits", "quarto", (), "wood")
    max_actions = 16
    distinct_actions = 32

    class State(NamedTuple):
        """The filled squares, where pieces with each trait stand, the pieces left, the one handed over, the turn."""

        filled: int = 0
        traits: tuple[int, ...] = (0, 0, 0, 0)
        left: int = FULL
        hand: int = NONE
        turn: int = 0

    def __init__(self, squares: bool = False) -> None:
        self.lines = ROWS + COLUMNS + DIAGONALS + (SQUARES if squares else ())

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield the pieces to hand over, or the squares for the one that was."""
        if state.hand == NONE:
            for piece in range(PIECES):
                if state.left >> piece & 1:
                    yield piece
        else:
            for square in range(PIECES):
                if not state.filled >> square & 1:
                    yield PIECES + square

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Hand a piece over, which makes it the other's turn, or place it, which doesn't."""
        if action < PIECES:
            return self.State(state.filled, state.traits, state.left ^ 1 << action, action, 1 - state.turn)
        square = action - PIECES
        a, b, c, d = state.traits
        traits = (
            a | (state.hand & 1) << square,
            b | (state.hand >> 1 & 1) << square,
            c | (state.hand >> 2 & 1) << square,
            d | (state.hand >> 3 & 1) << square,
        )
        return self.State(state.filled | 1 << square, traits, state.left, NONE, state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether a line is alike in one way, or the board is full."""
        return state.filled == FULL or self.has_line(state)

    def utility(self, state: State, player: int) -> int:
        """Return 1 to who placed the last piece, and has the turn, if there is a line; else 0."""
        if not self.has_line(state):
            return 0
        return 1 if player == state.turn else -1

    def has_line(self, state: State) -> bool:
        """Whether four in a line are alike in one way; nobody has looked while a piece is in a hand."""
        for line in self.lines:
            if state.filled & line == line:
                for trait in state.traits:
                    if trait & line == line or trait & line == 0:
                        return True
        return False

    # Notation and display

    def action_name(self, state: Any, action: Any) -> str:
        """Name a piece by its traits, such as DTQH, or a square, such as a1."""
        return piece_name(action) if action < PIECES else square_name(action - PIECES)

    def piece_on(self, state: State, square: int) -> int:
        """Return the piece on a square."""
        return sum((trait >> square & 1) << bit for bit, trait in enumerate(state.traits))

    def state_name(self, state: State) -> str:
        """Write the board from a1 on, empty squares counted, the piece handed over, and who is to move."""
        names = [piece_name(self.piece_on(state, i)) if state.filled >> i & 1 else "." for i in range(PIECES)]
        board = re.sub(
            r"\.+", lambda run: f"{len(run[0])},", "".join(f"{name}," * (name != ".") or "." for name in names)
        )
        hand = "-" if state.hand == NONE else piece_name(state.hand)
        return f"{board.strip(',')}/{hand} {'AB'[state.turn]}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; each piece is there once, and a finished game has nothing in a hand."""
        match = re.fullmatch(r"([0-9A-Z,]+)/(-|[A-Z]{4}) ([AB])", text.strip().upper())
        known = {piece_name(piece): piece for piece in range(PIECES)}
        words: list[str] = []
        for word in match[1].split(",") if match else ():
            words += ["."] * min(int(word), PIECES + 1) if re.fullmatch("[0-9]{1,2}", word) else [word]
        hand = match[2] if match else ""
        if not match or len(words) != PIECES or not {*words, hand} <= {".", "-", *known}:
            raise NotationError(f"'{text}' is not a state of Quarto: write it like {self.state_name(self.initial())}.")
        used = [known[word] for word in (*words, hand) if word in known]
        if len(set(used)) != len(used):
            raise NotationError(f"'{text}' can't come up: each piece is there once.")
        standing = {i: known[word] for i, word in enumerate(words) if word in known}
        traits = [sum((piece >> bit & 1) << i for i, piece in standing.items()) for bit in range(4)]
        left = FULL ^ sum(1 << piece for piece in used)
        state = self.State(
            sum(1 << i for i in standing), tuple(traits), left, known.get(hand, NONE), "AB".index(match[3])
        )
        if (len(standing) + (hand != "-")) % 2 != state.turn or (hand != "-" and self.has_line(state)):
            raise NotationError(f"'{text}' can't come up: players move in turn, and a line ends the game.")
        return state

    def view(self, state: State) -> View:
        """Show the board, the piece handed over beside it, and those left below; a click chooses or places."""
        over, hand = self.is_terminal(state), state.hand
        cells = []
        for i in range(PIECES):
            name, free = square_name(i), not state.filled >> i & 1
            piece = "" if free else piece_name(self.piece_on(state, i))
            action = name if free and hand != NONE and not over else ""
            cells.append(Cell(APART * (2 + i % SIZE), SIZE - 1 - i // SIZE, piece, name=name, action=action))
        for number in range(PIECES):
            name = piece_name(number) if state.left >> number & 1 else ""
            action = name if hand == NONE and not over else ""
            cells.append(
                Cell(APART * (number % 8), SIZE + 0.5 + number // 8, name, name=piece_name(number), action=action)
            )
        cells.append(Cell(APART * 7, 1.5, "" if hand == NONE else piece_name(hand), name="hand"))
        told = f"{self.name_of(state.turn)} {'hands over a piece' if hand == NONE else 'places ' + piece_name(hand)}"
        return View(tuple(cells), turn="" if over else told)


def piece_name(piece: int) -> str:
    """Name a piece by its traits."""
    return "".join(pair[piece >> bit & 1] for bit, pair in enumerate(LETTERS))


def square_name(square: int) -> str:
    """Name a square by its column's letter and its row's number from the bottom."""
    return f"{'abcd'[square % SIZE]}{square // SIZE + 1}"
