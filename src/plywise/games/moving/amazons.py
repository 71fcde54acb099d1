"""The Game of the Amazons: move an amazon as a chess queen moves, then shoot an arrow that blocks a square for good.

    10  . . . O . . O . . .      An arrow flies from where the amazon arrived, again as a queen moves, over empty
     9  . . . . . . . . . .      squares, perhaps the one that the amazon left. Nothing may enter or cross a square
     8  . . . . . . . . . .      with an amazon or an arrow. X starts; whoever can't move loses.
     7  O . . . . . . . . O
     6  . . . . . . . . . .      A board is a tuple of squares, row by row from a1: 0 for an empty one, 1 for X,
     5  . . . . . . . . . .      2 for O, 3 for an arrow. An action is three squares: from, to, and the arrow's.
     4  X . . . . . . . . X
     3  . . . . . . . . . .      Smaller boards have four amazons a side too, as far from the corners as a third of
     2  . . . . . . . . . .      the board. The game is W. Zamkauskas's, of 1988.
     1  . . . X . . X . . .
        a b c d e f g h i j

>>> game = Amazons(size=5)
>>> state = game.result(game.initial(), (1, 21, 1))
>>> game.state_name(state)
'1X1O1/O3O/5/X3X/1*1X1 O'
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.grid import read_position, rows_from_top, square_name, square_names, write_position
from plywise.rules import CatalogError, Game, Look, NotationError, View

PIECES = ".XO*"
ARROW = 3
QUEENS = str.maketrans("XO", "Qq")
AMAZONS = 4
"""How many each player has."""

WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Amazons(Game):
    """Move a queen, then block a square with an arrow; whoever can't move loses."""

    look = Look("chequered", "chessmen", ("white", "black"), "wood")
    player_names = ("White", "Black")

    class State(NamedTuple):
        """The squares, row by row from a1, and whose turn it is."""

        board: tuple[int, ...]
        turn: int = 0

    def __init__(self, size: Annotated[int, range(4, 13)] = 10) -> None:
        if not 4 <= size <= 12:
            raise CatalogError(f"An Amazons board has 4 to 12 columns and rows, not {size}.")
        self.size, self.squares = size, size * size
        most = 4 * (size - 1) - (size % 2 == 0)
        self.max_actions = AMAZONS * most * most
        """An amazon goes to at most as many squares as a queen on an empty board, and its arrow flies to as many."""

    def initial(self) -> State:
        """Place four amazons of each player near their edges of the board; X starts."""
        size, far = self.size, (self.size - 1) // 3
        board = [0] * self.squares
        for square in (far, size - 1 - far, size * far, size * far + size - 1):
            board[square] = 1
            board[self.squares - 1 - square] = 2
        return self.State(tuple(board))

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[tuple[int, int, int]]:
        """Yield every move of an amazon with every shot after it; without any, the game is over."""
        for start in range(self.squares):
            if state.board[start] == state.turn + 1:
                for dx, dy in WAYS:
                    end = self.beside(start, dx, dy)
                    while end >= 0 and state.board[end] == 0:
                        for across, up in WAYS:
                            arrow = self.beside(end, across, up)
                            while arrow >= 0 and (state.board[arrow] == 0 or arrow == start):
                                yield start, end, arrow
                                arrow = self.beside(arrow, across, up)
                        end = self.beside(end, dx, dy)

    def result(self, state: State, action: tuple[int, int, int]) -> State:  # type: ignore[override]
        """Move the amazon and shoot."""
        start, end, arrow = action
        board = list(state.board)
        board[start] = 0
        board[end] = state.turn + 1
        board[arrow] = ARROW
        return self.State(tuple(board), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether no amazon of the player to move has an empty square beside it."""
        for square in range(self.squares):
            if state.board[square] == state.turn + 1 and self.room(state, square) > 0:
                return False
        return True

    def utility(self, state: State, player: int) -> int:
        """Return -1 to the player to move, who can't, and 1 to the other."""
        return -1 if player == state.turn else 1

    def evaluate(self, state: State, player: int) -> int:
        """Return how many more squares a player's amazons can go to than the other's."""
        lead = 0
        for square in range(self.squares):
            found = state.board[square]
            if found == 1 or found == 2:
                reach = self.reach(state, square)
                lead += reach if found == player + 1 else -reach
        return lead

    def canonical(self, state: State) -> State:
        """Return the smaller of the board and its mirror image."""
        size = self.size
        mirrored = tuple(state.board[square + size - 1 - 2 * (square % size)] for square in range(self.squares))
        return self.State(mirrored, state.turn) if mirrored < state.board else state

    def beside(self, square: int, dx: int, dy: int) -> int:
        """Return the square beside another, one way, or -1 where the board ends."""
        x, y = square % self.size + dx, square // self.size + dy
        return y * self.size + x if 0 <= x < self.size and 0 <= y < self.size else -1

    def room(self, state: State, square: int) -> int:
        """Count the empty squares beside one."""
        around = [self.beside(square, dx, dy) for dx, dy in WAYS]
        return sum(each >= 0 and state.board[each] == 0 for each in around)

    def reach(self, state: State, square: int) -> int:
        """Count the squares that an amazon can go to."""
        count = 0
        for dx, dy in WAYS:
            end = self.beside(square, dx, dy)
            while end >= 0 and state.board[end] == 0:
                count += 1
                end = self.beside(end, dx, dy)
        return count

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name the squares that the amazon leaves and reaches and the one that is shot at, such as d1-d7/g7."""
        start, end, arrow = (square_name(square, self.size) for square in action)
        return f"{start}-{end}/{arrow}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, arrows as stars."""
        return write_position(self.pieces(state), self.size, PIECES[state.turn + 1])

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; each player has four amazons."""
        cells, turn = read_position(text, self.size, self.size, PIECES[1:])
        if cells.count("X") != AMAZONS or cells.count("O") != AMAZONS:
            raise NotationError(f"'{text}' can't come up: X and O have {AMAZONS} amazons each, and lose none.")
        return self.State(tuple(map(PIECES.index, cells)), turn)

    def view(self, state: State) -> View:
        """Show the board and whose turn it is; clicks on three squares move an amazon and shoot."""
        turn = "" if self.is_terminal(state) else f"{self.name_of(state.turn)} to move"
        rows = rows_from_top(self.pieces(state).translate(QUEENS), self.size)
        return View.from_rows(rows, names=square_names(self.size, self.size), pieces="Qq", turn=turn)

    def clicks(self, state: State, action: Any) -> tuple[str, ...]:
        """Name the three squares; found in the names of thousands of actions, they would take seconds."""
        return tuple(square_name(square, self.size) for square in action)

    def pieces(self, state: State) -> str:
        """Write what stands on each square."""
        return "".join(PIECES[found] for found in state.board)
