"""Brandubh, the Irish game of the tafl family, on 7x7: the king flees to a corner, or is caught.

    7  # . . A . . #      A, eight attackers, start; D, four defenders, and K, their king, answer. Each man moves any
    6  . . . A . . .      distance in a straight line over empty squares; only the king may enter a corner, or the
    5  . . . D . . .      throne in the middle, and others don't pass over it either.
    4  A A D K D A A      A man is taken when a move encloses it between two enemies in a line, or between one and a
    3  . . . D . . .      corner or the empty throne. Beside the throne and on it, the king must be enclosed on all
    2  . . . A . . .      sides. A king in a corner has won, a player who can't move has lost, and a state that comes
    1  # . . A . . #      up three times is a draw.
       a b c d e f g

Only the board and the pieces are certain, from old texts and finds; how it was played is a reconstruction, and clubs
differ. Square (column x, row y from the bottom) is bit 8 * y + x; bit 7 of each row is no square. An action is
64 times the square left, plus the square reached.

>>> game = Brandubh()
>>> game.state_name(game.initial())
'3A3/3A3/3D3/AADKDAA/3D3/3A3/3A3 A'
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from plywise.games.shared.grid import read_rows, split_mover, square_names, write_rows
from plywise.rules import Game, Look, NotationError, View

SIZE, ROW = 7, 8
STEPS = (1, -1, ROW, -ROW)
SIDES = "AD"
BOARD = sum(127 << ROW * y for y in range(SIZE))
THRONE = 1 << 27
CORNERS = 1 | 1 << 6 | 1 << 48 | 1 << 54
SPECIAL = ("a1", "a7", "d4", "g1", "g7")
"""The corners and the throne."""
MOST_ATTACKERS, MOST_DEFENDERS = 8, 4


class Brandubh(Game):
    """Eight attackers against a king, who flees to a corner, and his four defenders."""

    look = Look("squares", "draughtsmen", ("brown", "white"), "wood", ("a", "dK"))
    player_names = ("Attackers", "Defenders")
    cyclic = True
    repetition = "draw"
    repetition_count = 3
    max_actions = 96
    distinct_actions = 64 * 56

    class State(NamedTuple):
        """The attackers, the defenders and their king, as bits, and whose turn it is."""

        attackers: int = 1 << 3 | 1 << 11 | 3 << 24 | 3 << 29 | 1 << 43 | 1 << 51
        defenders: int = 1 << 19 | 1 << 26 | 1 << 28 | 1 << 35
        king: int = THRONE
        turn: int = 0

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield each man's ways in all four directions, as far as they are free."""
        men = state.attackers if state.turn == 0 else state.defenders | state.king
        occupied = state.attackers | state.defenders | state.king
        for start in range(ROW * SIZE):
            if men >> start & 1:
                free = BOARD & ~occupied if state.king >> start & 1 else BOARD & ~(occupied | THRONE | CORNERS)
                for step in STEPS:
                    end = start + step
                    while end >= 0 and free >> end & 1:
                        yield 64 * start + end
                        end += step

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Move a man and take whom it encloses."""
        start, end = 1 << action // 64, action % 64
        if state.turn == 0:
            attackers = state.attackers ^ start | 1 << end
            taken = self.enclosed(state.defenders | state.king, attackers, state.king, end)
            return self.State(attackers, state.defenders & ~taken, state.king & ~taken, 1)
        king = 1 << end if state.king == start else state.king
        defenders = state.defenders if state.king == start else state.defenders ^ start | 1 << end
        taken = self.enclosed(state.attackers, defenders | king, king, end)
        return self.State(state.attackers & ~taken, defenders, king, 0)

    def is_terminal(self, state: State) -> bool:
        """Whether the king is caught or in a corner, or the player to move can't."""
        if state.king == 0 or state.king & CORNERS:
            return True
        free = BOARD & ~(state.attackers | state.defenders | state.king)
        men = state.attackers if state.turn == 0 else state.defenders
        reached = self.beside(men) & free & ~(THRONE | CORNERS)
        return not (reached or (state.turn == 1 and self.beside(state.king) & free))

    def utility(self, state: State, player: int) -> int:
        """Return 1 to the winner, -1 to the loser."""
        winner = 0 if state.king == 0 else 1 if state.king & CORNERS else 1 - state.turn
        return 1 if player == winner else -1

    def enclosed(self, men: int, enemies: int, king: int, end: int) -> int:
        """Return those of some men who are enclosed by an enemy's move to a square."""
        hostile = enemies | CORNERS | THRONE & ~king
        taken = 0
        for step in STEPS:
            beyond = end + 2 * step
            if end + step >= 0 and men >> (end + step) & 1:
                if king >> (end + step) & 1 and (king | self.beside(king)) & THRONE:
                    if not self.beside(king) & ~(enemies | THRONE):
                        taken |= king
                elif beyond >= 0 and hostile >> beyond & 1:
                    taken |= 1 << (end + step)
        return taken

    def beside(self, men: int) -> int:
        """Return the squares beside some men."""
        return (men << 1 | men >> 1 | men << ROW | men >> ROW) & BOARD

    # Notation and display

    def action_name(self, state: Any, action: Any) -> str:
        """Name both squares, such as d7-e7."""
        return "-".join(f"{'abcdefg'[square % ROW]}{square // ROW + 1}" for square in (action // 64, action % 64))

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as 3A3/3A3/3D3/AADKDAA/3D3/3A3/3A3 A."""
        return f"{write_rows(self.rows(state))} {SIDES[state.turn]}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes: eight attackers, four defenders and a king at most, each where it may be."""
        board, turn = split_mover(text, SIDES, self.state_name(self.initial()))
        rows = read_rows(board, SIZE, SIZE, "ADK")[::-1]
        attackers, defenders, king = (
            sum(1 << ROW * y + x for y, row in enumerate(rows) for x, found in enumerate(row) if found == piece)
            for piece in "ADK"
        )
        counts = attackers.bit_count(), defenders.bit_count(), king.bit_count()
        if any(count > most for count, most in zip(counts, (MOST_ATTACKERS, MOST_DEFENDERS, 1), strict=True)):
            raise NotationError(
                f"'{text}' can't come up: there are eight attackers, four defenders and a king at most."
            )
        if (attackers | defenders) & (CORNERS | THRONE):
            raise NotationError(f"'{text}' can't come up: only the king stands on the throne or in a corner.")
        if (not king and turn == 0) or (king & CORNERS and turn == 1):
            raise NotationError(f"'{text}' can't come up: {SIDES[turn]} has won by the last move and isn't to move.")
        return self.State(attackers, defenders, king, turn)

    def view(self, state: State) -> View:
        """Show the board, throne and corners marked; clicks on two squares move a man."""
        turn = "" if self.is_terminal(state) else f"{SIDES[state.turn]} ({self.name_of(state.turn)}) to move"
        names = square_names(SIZE, SIZE)
        marks = [["star" if name in SPECIAL else "" for name in row] for row in names]
        rows = [[piece if piece == "K" else piece.lower() for piece in row] for row in self.rows(state)]
        return View.from_rows(rows, names=names, marks=marks, turn=turn)

    def tell_end(self, state: State) -> str:
        """Say what became of the king, or who can't move."""
        if state.king == 0:
            return "Attackers win: the king is caught"
        if state.king & CORNERS:
            return "Defenders win: the king is in a corner"
        return f"{self.name_of(1 - state.turn)} win: {self.name_of(state.turn).lower()} can't move"

    def rows(self, state: State) -> list[list[str]]:
        """List the pieces, top row first."""
        kinds = ((state.attackers, "A"), (state.defenders, "D"), (state.king, "K"))
        squares = ["".join(piece for men, piece in kinds if men >> i & 1) or "." for i in range(ROW * SIZE)]
        return [squares[ROW * y : ROW * y + SIZE] for y in reversed(range(SIZE))]
