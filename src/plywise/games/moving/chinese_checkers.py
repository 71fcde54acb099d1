"""Chinese checkers for three: step or hop across the star, and be the first to fill the point opposite your own.

            X              A marble steps to a neighbouring hole that is empty, or hops over a neighbouring marble,
           X X             anybody's, into the empty hole behind it, and may go on hopping as long as it likes.
    . . . . . . . .        Nothing is captured. X begins at the top and goes to the bottom, O goes from the lower
     . . . . . . .         right to the upper left, Z from the lower left to the upper right. Who fills the point
      . . . . . .          opposite with all marbles has won: 2 to the winner, -1 to the others. After a number of
     . . . . . . .         moves, 300 unless you say otherwise, the game is a draw.
    Z Z . . . . O O
     Z . . . . . O         A board is a tuple of holes, row by row from the bottom: 0 for an empty one, 1, 2 and 3 for
          . .              X, O and Z. An action is a pair of holes, from and to; the pass, for who can do nothing
           .               else, is (0, 0).

The rules are those of Halma on a star, as published in 1892 by Ravensburger (Stern-Halma).

>>> game = ChineseCheckers(size=1)
>>> state = game.initial()
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('X/4/3/Z2O/1 X 0', ['e4-d3', 'e4-d4'])
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.hexagons import HexagonBoard
from plywise.rules import CatalogError, Game, Look, NotationError, View

PIECES = ".XOZ"


class ChineseCheckers(Game):
    """Step and hop across a star-shaped board; the first of three to fill the point opposite wins."""

    look = Look("hexagons", "stones", ("red", "blue", "green"), "wood")
    player_names = ("Red", "Blue", "Green")
    players, utility_range = 3, (-1, 2)

    class State(NamedTuple):
        """The holes, row by row from the bottom, whose turn it is, and how many moves have been played."""

        board: tuple[int, ...]
        turn: int = 0
        played: int = 0

    def __init__(self, size: Annotated[int, range(1, 5)] = 4, moves: Annotated[int, range(1, 1_001)] = 300) -> None:
        if not 1 <= size <= 4 or not 1 <= moves <= 1_000:
            limits = "points of 1 to 4 rows and takes 1 to 1,000 moves"
            raise CatalogError(f"Chinese checkers has {limits}, not {size} and {moves}.")
        self.size, self.moves, middle = size, moves, 2 * size
        cube = {
            (row, column): (row - middle, column - row, middle - column)
            for row in range(4 * size + 1)
            for column in range(4 * size + 1)
        }
        self.holes = HexagonBoard(place for place, three in cube.items() if min(three) >= -size or max(three) <= size)
        self.count, self.beside = len(self.holes.places), self.holes.beside
        sides = [cube[place] for place in self.holes.places]
        self.goals = tuple(tuple(i for i in range(self.count) if sides[i][axis] < -size) for axis in range(3))
        """For each player, the holes of the point to fill."""
        self.homes = tuple(tuple(i for i in range(self.count) if sides[i][axis] > size) for axis in range(3))
        self.ahead = tuple(tuple(2 * size - sides[i][axis] for i in range(self.count)) for axis in range(3))
        """For each player, how far each hole lies ahead of the tip of the point where that player begins."""
        self.marbles = size * (size + 1) // 2
        self.at_home = sum(self.ahead[0][hole] for hole in self.homes[0])
        """What a player's marbles at home add up to."""
        self.max_actions = self.marbles * (self.count - self.marbles)

    def initial(self) -> State:
        """Fill each player's point with marbles; X starts."""
        board = [0] * self.count
        for player in range(3):
            for hole in self.homes[player]:
                board[hole] = player + 1
        return self.State(tuple(board))

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield, for each marble, where it can hop to, then its steps; or the pass if no marble can move."""
        count = 0
        for start in range(self.count):
            if state.board[start] == state.turn + 1:
                seen = [False] * self.count
                seen[start] = True
                waiting = [start]
                while waiting:
                    here = waiting.pop()
                    for way in range(6):
                        end = self.hop(state, start, here, way)
                        if end >= 0 and not seen[end]:
                            seen[end] = True
                            waiting.append(end)
                            count += 1
                            yield start, end
                for way in range(6):
                    end = self.beside[way][start]
                    if end >= 0 and state.board[end] == 0 and not seen[end]:
                        count += 1
                        yield start, end
        if count == 0:
            yield 0, 0

    def result(self, state: State, action: tuple[int, int]) -> State:  # type: ignore[override]
        """Move a marble, or pass."""
        start, end = action
        board = list(state.board)
        if start != end:
            board[start] = 0
            board[end] = state.turn + 1
        return self.State(tuple(board), (state.turn + 1) % 3, state.played + 1)

    def is_terminal(self, state: State) -> bool:
        """Whether the player who just moved has filled the point opposite, or enough moves have been played."""
        return state.played >= self.moves or self.has_won(state, (state.turn + 2) % 3)

    def utility(self, state: State, player: int) -> int:
        """Return 2 to the winner and -1 to the others, or 0 to all."""
        last = (state.turn + 2) % 3
        if not self.has_won(state, last):
            return 0
        return 2 if player == last else -1

    def evaluate(self, state: State, player: int) -> float:
        """Estimate that the three win in proportion to the squares of how far they have come."""
        gone = [1 + self.advance(state, seat) for seat in range(3)]
        total = gone[0] * gone[0] + gone[1] * gone[1] + gone[2] * gone[2]
        return 3 * gone[player] * gone[player] / total - 1

    def has_won(self, state: State, player: int) -> bool:
        """Whether a player's marbles fill the point opposite."""
        return all(state.board[hole] == player + 1 for hole in self.goals[player])

    def hop(self, state: State, start: int, here: int, way: int) -> int:
        """Return where a marble that began at `start` lands when it hops from a hole, or -1 where it can't hop."""
        over = self.beside[way][here]
        if over < 0 or over == start or state.board[over] == 0:
            return -1
        end = self.beside[way][over]
        return end if end >= 0 and state.board[end] == 0 else -1

    def advance(self, state: State, player: int) -> int:
        """Count the rows that a player's marbles have gone."""
        rows = -self.at_home
        for hole in range(self.count):
            if state.board[hole] == player + 1:
                rows += self.ahead[player][hole]
        return rows

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name where a marble starts and ends, such as e4-d3, or say pass."""
        start, end = action
        return "pass" if start == end else f"{self.holes.names[start]}-{self.holes.names[end]}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top, who is to move, and how many moves have been played."""
        board = self.holes.write("".join(PIECES[found] for found in state.board))
        return f"{board} {PIECES[state.turn + 1]} {state.played}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; no marble may be missing or added."""
        rows, mover, played = (*text.upper().split(), "", "", "")[:3]
        board = self.holes.read(rows, PIECES[1:])
        if board is None or mover not in tuple(PIECES[1:]) or played not in map(str, range(self.moves + 1)):
            example = self.state_name(self.initial())
            raise NotationError(f"'{text}' is not a state of this game: write it like {example}.")
        if any(board.count(piece) != self.marbles for piece in PIECES[1:]):
            raise NotationError(f"'{text}' can't come up: each player has {self.marbles} marbles and loses none.")
        state = self.State(tuple(map(PIECES.index, board)), PIECES.index(mover) - 1, int(played))
        if any(self.has_won(state, player) for player in (state.turn, (state.turn + 1) % 3)):
            raise NotationError(f"'{text}' can't come up: somebody other than the last to move has won before.")
        return state

    def view(self, state: State) -> View:
        """Show the marbles; clicks on a marble and on a hole move it."""
        over = self.is_terminal(state)
        turn = "" if over else f"{PIECES[state.turn + 1]} ({self.name_of(state.turn)}) to move"
        caption = f"move {state.played + 1} of at most {self.moves}" if not over else ""
        return View(self.holes.cells("".join(PIECES[found] for found in state.board), PIECES[1:]), caption, turn=turn)
