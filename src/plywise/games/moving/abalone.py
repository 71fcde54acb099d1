"""Abalone: push the other's marbles off a board of hexagons, with two or three of yours against fewer of theirs.

    I      O O O O O          One, two or three marbles in a row move together by one cell. Ahead, in line, they may
    H     O O O O O O         push marbles of the other's, if these are fewer and there is an empty cell or the edge
    G    . . O O O . .        behind them. Or two or three move sideways, each onto an empty cell. X starts. Whoever
    F   . . . . . . . .       has pushed six marbles off the board wins; after 300 moves the game is a draw.
    E  . . . . . . . . .
    D   . . . . . . . . 9     Cells are numbered row by row from a1, and are the bits of a player's marbles. An action
    C    . . X X X . . 8      is four numbers: the first marble, the way in which its row runs, how many there are,
    B     X X X X X X 7       and the way in which they move (`STEPS` in shared/hexagons.py). In line both ways are
    A      X X X X X 6        the same, and the first marble is the last in the row.
            1 2 3 4 5

The game is by M. Lalet and L. Levi, of 1987. Smaller boards have one or two rows of hexagons less on each side.

>>> game = Abalone()
>>> state = game.initial()
>>> [game.action_name(state, action) for action in game.actions(state)][:4], len(list(game.actions(state)))
(['a1-b2', 'a1-b1', 'a2-b3', 'a2-b2'], 44)
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.bits import lsb, popcount
from plywise.games.shared.bitboard import mixed
from plywise.games.shared.hexagons import HexagonBoard
from plywise.games.shared.leads import tell_counts
from plywise.rules import CatalogError, Game, Look, NotationError, View

PIECES = "XO"
IN_MIDDLE, PUSHED = 2, 100
"""What `evaluate` counts for each ring that a marble is away from the edge, and for a marble pushed off."""


class Abalone(Game):
    """Push marbles off the board, more of yours against fewer of theirs; six are enough to win."""

    look = Look("hexagons", "stones", ("black", "white"), "wood")
    player_names = ("Black", "White")

    class State(NamedTuple):
        """The marbles of both players, whose turn it is, and how many moves have been played."""

        x: int
        o: int
        turn: int = 0
        played: int = 0

    def __init__(
        self,
        size: Annotated[int, range(3, 6)] = 5,
        goal: Annotated[int, range(1, 15)] = 6,
        moves: Annotated[int, range(1, 1_001)] = 300,
    ) -> None:
        if not 3 <= size <= 5:
            raise CatalogError(f"A side of an Abalone board has 3 to 5 cells, not {size}.")
        last = 2 * size - 1
        self.board = HexagonBoard((r, c) for r in range(last) for c in range(last) if abs(r - c) < size)
        self.beside, self.count = self.board.beside, len(self.board.places)
        third = range(2, size) if size > 3 else ()
        start = [r < 2 or (r == 2 and c in third) for r, c in self.board.places]
        self.marbles = sum(start)
        if not 1 <= goal <= self.marbles:
            raise CatalogError(
                f"With {self.marbles} marbles each, 1 to {self.marbles} are pushed off to win, not {goal}."
            )
        if not 1 <= moves <= 1_000:
            raise CatalogError(f"A game of Abalone takes at most 1 to 1,000 moves, not {moves}.")
        self.size, self.goal, self.moves = size, goal, moves
        self.start = sum(1 << cell for cell, filled in enumerate(start) if filled)
        self.rings = tuple(IN_MIDDLE * min(self.room(cell, way) for way in range(6)) for cell in range(self.count))
        """By cell, what a marble there counts for not being near the edge."""
        self.max_actions = 30 * self.marbles
        self.evaluation_limit = PUSHED * self.marbles + IN_MIDDLE * size * self.marbles

    def room(self, cell: int, way: int) -> int:
        """Count the cells from one to the edge, one way."""
        count = 0
        while self.beside[way][cell] >= 0:
            cell = self.beside[way][cell]
            count += 1
        return count

    def initial(self) -> State:
        """Fill two rows and the middle of a third on each side; X starts."""
        turned = sum(1 << self.count - 1 - cell for cell in range(self.count) if self.start >> cell & 1)
        return self.State(self.start, turned)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[tuple[int, int, int, int]]:
        """Yield, marble by marble, the moves in line that it is the last of, then the moves sideways."""
        mine, theirs = (state.x, state.o) if state.turn == 0 else (state.o, state.x)
        for start in range(self.count):
            if mine >> start & 1:
                for way in range(6):
                    count = self.in_line(mine, theirs, start, way)
                    if count > 0:
                        yield start, way, count, way
                for along in range(3):
                    for count in (2, 3):
                        if self.run(mine, start, along) >= count:
                            for way in range(6):
                                if way % 3 != along and self.is_clear(mine | theirs, start, along, count, way):
                                    yield start, along, count, way

    def result(self, state: State, action: tuple[int, int, int, int]) -> State:  # type: ignore[override]
        """Move the marbles, and push the one ahead of them to the end of its row, or off the board."""
        start, along, count, way = action
        mine, theirs = (state.x, state.o) if state.turn == 0 else (state.o, state.x)
        if along == way:
            ahead = start
            for _ in range(count):
                ahead = self.beside[way][ahead]
            mine ^= 1 << start | 1 << ahead
            if theirs >> ahead & 1:
                behind = self.ends(theirs, ahead, way)
                theirs ^= 1 << ahead
                if behind >= 0:
                    theirs |= 1 << behind
        else:
            cell = start
            for _ in range(count):
                mine ^= 1 << cell | 1 << self.beside[way][cell]
                cell = self.beside[along][cell]
        played = state.played + 1
        return self.State(mine, theirs, 1, played) if state.turn == 0 else self.State(theirs, mine, 0, played)

    def is_terminal(self, state: State) -> bool:
        """Whether enough marbles have been pushed off, enough moves played, or there is none, which is rare."""
        few = self.marbles - self.goal
        if popcount(state.x) <= few or popcount(state.o) <= few or state.played >= self.moves:
            return True
        return not any(True for _ in self.actions(state))

    def utility(self, state: State, player: int) -> int:
        """Return 1 to who has pushed off enough and -1 to the other, or 0 to both."""
        few = self.marbles - self.goal
        winner = (popcount(state.o) <= few) - (popcount(state.x) <= few)
        return winner if player == 0 else -winner

    def evaluate(self, state: State, player: int) -> int:
        """Count 100 for each marble more, and 2 for each ring that marbles are away from the edge."""
        lead = self.worth(state.x) - self.worth(state.o)
        return lead if player == 0 else -lead

    def worth(self, marbles: int) -> int:
        """Return what a player's marbles count."""
        worth = 0
        while marbles:
            worth += PUSHED + self.rings[lsb(marbles)]
            marbles &= marbles - 1
        return worth

    def key(self, state: State) -> int:
        """Mix the marbles, the turn and the number of moves into 64 bits."""
        return mixed(state.x, state.o, 2 * state.played + state.turn)

    def run(self, marbles: int, cell: int, way: int) -> int:
        """Count these marbles from a cell on, one way."""
        count = 0
        while cell >= 0 and marbles >> cell & 1:
            cell = self.beside[way][cell]
            count += 1
        return count

    def ends(self, marbles: int, cell: int, way: int) -> int:
        """Return the cell behind these marbles, one way, or -1 for the edge."""
        while cell >= 0 and marbles >> cell & 1:
            cell = self.beside[way][cell]
        return cell

    def in_line(self, mine: int, theirs: int, start: int, way: int) -> int:
        """Count the marbles that can move ahead together, the last of them on a cell; 0 if they can't."""
        count, ahead = self.run(mine, start, way), self.ends(mine, start, way)
        if count > 3 or ahead < 0:
            return 0
        behind = self.ends(theirs, ahead, way)
        if self.run(theirs, ahead, way) >= count or (behind >= 0 and mine >> behind & 1):
            return 0
        return count

    def is_clear(self, marbles: int, cell: int, along: int, count: int, way: int) -> bool:
        """Whether a row of `count` marbles has empty cells beside it, one way."""
        for _ in range(count):
            end = self.beside[way][cell]
            if end < 0 or marbles >> end & 1:
                return False
            cell = self.beside[along][cell]
        return True

    # Notation and display

    def tell_end(self, state: State) -> str:
        """Say who won, and how many marbles each side has left."""
        return tell_counts((popcount(state.x), popcount(state.o)), self.player_names)

    def action_name(self, state: State, action: Any) -> str:
        """Name where the first marble starts and ends, such as a1-b2; sideways also the last one: a1a2-b1."""
        start, along, count, way = action
        names, last = self.board.names, start
        for _ in range(count - 1):
            last = self.beside[along][last]
        both = names[start] + names[last] * (along != way)
        return f"{both}-{names[self.beside[way][start]]}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top, who is to move, and how many moves have been played."""
        return f"{self.board.write(self.pieces(state))} {PIECES[state.turn]} {state.played}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; no player has more marbles than at the start."""
        rows, mover, played = (*text.upper().split(), "", "", "")[:3]
        board = self.board.read(rows, PIECES)
        if board is None or mover not in tuple(PIECES) or played not in map(str, range(self.moves + 1)):
            example = self.state_name(self.initial())
            raise NotationError(f"'{text}' is not a state of this game: write it like {example}.")
        x, o = (sum(1 << cell for cell, found in enumerate(board) if found == piece) for piece in PIECES)
        fewest, most = sorted((popcount(x), popcount(o)))
        if most > self.marbles or fewest < self.marbles - self.goal or most == self.marbles - self.goal:
            raise NotationError(
                f"'{text}' can't come up: each player has {self.marbles} marbles and loses {self.goal}."
            )
        return self.State(x, o, PIECES.index(mover), int(played))

    def view(self, state: State) -> View:
        """Show the marbles; clicks on the last marble and on where it goes move a row in line."""
        turn = "" if self.is_terminal(state) else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        lost = [self.marbles - popcount(marbles) for marbles in (state.o, state.x)]
        caption = f"pushed off: {self.name_of(0)} {lost[0]}, {self.name_of(1)} {lost[1]}"
        return View(self.board.cells(self.pieces(state), PIECES), caption, turn=turn)

    def pieces(self, state: State) -> list[str]:
        """List what lies on each cell."""
        return ["X" if state.x >> i & 1 else "O" if state.o >> i & 1 else "." for i in range(self.count)]
