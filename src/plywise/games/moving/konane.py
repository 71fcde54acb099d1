"""Konane, Hawaiian draughts: stones jump over the other's stones and remove them; whoever can't jump loses.

    6  O X O X O X      Stones fill the board in alternating colours, with X on a1. First X removes one of its own
    5  X O X O X O      stones in the middle or in a corner, then O one of its own beside the gap. From then on a
    4  O X . X O X      stone jumps up, right, down or left over a neighbouring stone of the other's onto the empty
    3  X O X . X O      square behind it, and may go on in the same direction. All stones jumped over are removed.
    2  O X O X O X
    1  X O X O X O      A board is a tuple of squares, row by row from a1: 0 for an empty one, 1 for X, 2 for O. An
       a b c d e f      action is a pair of squares, from and to; a removal names its square twice.

>>> game = Konane(width=4, height=4)
>>> state = game.initial()
>>> [game.action_name(state, action) for action in game.actions(state)]
['a1', 'b2', 'c3', 'd4']
>>> for name in ("b2", "b3"):
...     state = game.result(state, game.parse_action(state, name))
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('OXOX/X1XO/O1OX/XOXO X', ['d2-b2'])
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.grid import read_position, rows_from_top, square_name, square_names, write_position
from plywise.rules import CatalogError, Game, Look, NotationError, View

PIECES = ".XO"
MOST = 20
"""Columns and rows that a board may have."""


class Konane(Game):
    """Jump over the other's stones and remove them; whoever can't jump loses."""

    look = Look("squares", "stones", ("black", "white"), "wood")
    player_names = ("Black", "White")

    class State(NamedTuple):
        """The squares, row by row from a1, and whose turn it is."""

        board: tuple[int, ...]
        turn: int = 0

    def __init__(self, width: Annotated[int, range(2, MOST + 1)] = 8, height: Annotated[int, range(2, MOST + 1)] = 8):
        if not (2 <= width <= MOST and 2 <= height <= MOST):
            raise CatalogError(f"A Konane board has 2 to {MOST} columns and rows, not {width}x{height}.")
        self.width, self.height, self.squares = width, height, width * height
        self.ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
        corners = {0, width - 1, self.squares - width, self.squares - 1}
        middle = {y * width + x for x in ((width - 1) // 2, width // 2) for y in ((height - 1) // 2, height // 2)}
        self.first = tuple(i for i in sorted(corners | middle) if (i % width + i // width) % 2 == 0)
        """The squares from which X may remove the first stone."""
        self.max_actions = 2 * self.squares

    def initial(self) -> State:
        """Fill the board with stones of alternating colours; X starts."""
        return self.State(tuple(1 + (i % self.width + i // self.width) % 2 for i in range(self.squares)))

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield the stones to remove at first, then the jumps; without any, the game is over."""
        gaps = state.board.count(0)
        if gaps == 0:
            for square in self.first:
                yield square, square
        elif gaps == 1:
            gap = state.board.index(0)
            for dx, dy in self.ways:
                if self.is_inside(gap, dx, dy):
                    beside = gap + dy * self.width + dx
                    yield beside, beside
        else:
            for start in range(self.squares):
                if state.board[start] == state.turn + 1:
                    for dx, dy in self.ways:
                        step, end = dy * self.width + dx, start
                        while self.can_jump(state, end, dx, dy):
                            end += 2 * step
                            yield start, end

    def result(self, state: State, action: tuple[int, int]) -> State:  # type: ignore[override]
        """Remove a stone, or jump and remove all that are jumped over."""
        start, end = action
        board = list(state.board)
        if start == end:
            board[start] = 0
        else:
            step = 1 if abs(end - start) < self.width else self.width
            for square in range(min(start, end), max(start, end) + 1, step):
                board[square] = 0
            board[end] = state.turn + 1
        return self.State(tuple(board), 1 - state.turn)

    def utility(self, state: State, player: int) -> int:
        """Return -1 to the player to move, who can't, and 1 to the other."""
        return -1 if player == state.turn else 1

    def evaluate(self, state: State, player: int) -> int:
        """Return how many more stones of a player's than of the other's can jump."""
        lead = 0
        for square in range(self.squares):
            if state.board[square] != 0:
                can = any(self.can_jump(state, square, dx, dy) for dx, dy in self.ways)
                lead += can if state.board[square] == player + 1 else -can
        return lead

    def can_jump(self, state: State, square: int, dx: int, dy: int) -> bool:
        """Whether there is a stone beside a square and a gap behind it; stones side by side differ in colour."""
        if not self.is_inside(square, 2 * dx, 2 * dy):
            return False
        step = dy * self.width + dx
        return state.board[square + step] != 0 and state.board[square + 2 * step] == 0

    def is_inside(self, square: int, dx: int, dy: int) -> bool:
        """Whether the square so far to the right and above another is on the board."""
        return 0 <= square % self.width + dx < self.width and 0 <= square // self.width + dy < self.height

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name the stone to remove, such as d4, or where a jump starts and ends, such as d2-b2."""
        start, end = (square_name(square, self.width) for square in action)
        return start if start == end else f"{start}-{end}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as OXOX/X1XO/O1OX/XOXO X."""
        return write_position(self.pieces(state), self.width, PIECES[state.turn + 1])

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; stones never leave the squares of their colour."""
        cells, turn = read_position(text, self.width, self.height, "XO")
        board, full = tuple(map(PIECES.index, cells)), self.initial().board
        if any(found not in (0, own) for found, own in zip(board, full, strict=True)):
            raise NotationError(f"'{text}' can't come up: X and O stand on squares of two colours, X on that of a1.")
        gaps = [square for square, found in enumerate(board) if found == 0]
        if len(gaps) < 2 and (turn != len(gaps) or not set(gaps) <= set(self.first)):
            start = self.state_name(self.initial())
            raise NotationError(
                f"'{text}' can't come up: X first removes a stone in the middle or a corner of {start}."
            )
        return self.State(board, turn)

    def view(self, state: State) -> View:
        """Show the board and whose turn it is; clicks on two squares jump, one click removes a stone at first."""
        turn = "" if self.is_terminal(state) else f"{PIECES[state.turn + 1]} ({self.name_of(state.turn)}) to move"
        rows = rows_from_top(self.pieces(state), self.width)
        return View.from_rows(rows, names=square_names(self.width, self.height), pieces="XO", turn=turn)

    def pieces(self, state: State) -> str:
        """Write what stands on each square."""
        return "".join(PIECES[found] for found in state.board)
