"""m,n,k: get k stones in a row on a board of m columns and n rows; for two players or three.

    3  8  9 10      Square (column x, row y from the bottom) is bit y * (m + 1) + x of its owner's
    2  4  5  6      stones; the unused bit at the end of each row keeps lines from running on into
    1  0  1  2      the next. Squares are named as in chess: a1 is bit 0, c3 is bit 10 here.
       a  b  c

Three in a row on 3x3 is tic-tac-toe. With three players the winner takes 2 and the others lose 1 each.

>>> game = MNK(m=5, n=4, k=4)
>>> game.state_name(game.result(game.initial(), 0))
'5/5/5/X4'
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, TypeAlias

from plywise.games.shared.grid import read_rows, square_names, write_rows
from plywise.rules import CatalogError, Game, Look, NotationError, View, player_name

PIECES = "XOZ"
Side: TypeAlias = Annotated[int, range(1, 27)]
"""How many columns, rows, or stones in a row."""


class MNK(Game):
    """k in a row on m columns and n rows, for two or three players."""

    look = Look("squares", "marks", (), "paper")

    class State(NamedTuple):
        """Each player's stones, as bits."""

        stones: tuple[int, ...] = (0, 0)

    def __init__(self, m: Side = 3, n: Side = 3, k: Side = 3, players: Annotated[int, (2, 3)] = 2) -> None:
        if not 1 <= m <= 26 or not 1 <= n <= 26:
            raise CatalogError(f"An m,n,k board has 1 to 26 columns and rows, not {m}x{n}.")
        if not 1 <= k <= max(m, n):
            raise CatalogError(f"There is no {k} in a row on {m}x{n}: k must fit the board, 1 to {max(m, n)}.")
        if players not in (2, 3):
            raise CatalogError(f"m,n,k is for 2 or 3 players, not {players}.")
        self.width, self.height, self.k, self.players = m, n, k, players
        self.step = m + 1
        self.utility_range = (-1, players - 1)
        self.squares = tuple(y * self.step + x for y in range(n) for x in range(m))
        self.full = sum(1 << square for square in self.squares)
        self.lines = tuple(self._lines())
        self.symmetries = tuple(self._symmetries())
        self.max_actions, self.distinct_actions = m * n, self.step * n
        self.evaluation_limit = 1 + len(self.lines) * k * k

    def initial(self) -> State:
        """Start with an empty board."""
        return self.State((0,) * self.players)

    def to_move(self, state: State) -> int:
        """Return whose turn it is: there is one stone for each action played."""
        return self.occupied(state).bit_count() % self.players

    def actions(self, state: State) -> Iterator[int]:
        """Yield every empty square."""
        occupied = self.occupied(state)
        for square in self.squares:
            if not occupied >> square & 1:
                yield square

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Place a stone."""
        stones = list(state.stones)
        stones[self.to_move(state)] |= 1 << action
        return self.State(tuple(stones))

    def is_terminal(self, state: State) -> bool:
        """Whether someone has k in a row or the board is full."""
        return any(self.has_line(stones) for stones in state.stones) or self.occupied(state) == self.full

    def utility(self, state: State, player: int) -> int:
        """Return to the winner what the others lose, -1 to everyone else, or 0 to all in a draw."""
        if self.has_line(state.stones[player]):
            return self.players - 1
        return -1 if any(self.has_line(stones) for stones in state.stones) else 0

    def evaluate(self, state: State, player: int) -> float:
        """Count the lines still open to each player; lines with more stones count for more."""
        return self.lead(state, player) if self.players == 2 else self.share(state, player)

    def lead(self, state: State, player: int) -> int:
        """Return how far one of two players is ahead."""
        value = 0
        for line in self.lines:
            mine = (state.stones[player] & line).bit_count()
            theirs = (state.stones[1 - player] & line).bit_count()
            if theirs == 0:
                value += mine * mine
            if mine == 0:
                value -= theirs * theirs
        return value

    def share(self, state: State, player: int) -> float:
        """Return what one of three may expect, by its share of all that is open: from -0.5 to 1, and 0 for a third."""
        occupied, own, total = self.occupied(state), 0, 0
        for line in self.lines:
            lying = occupied & line
            if lying == 0:
                continue
            for owner in range(self.players):
                if lying & ~state.stones[owner] == 0:
                    total += lying.bit_count() ** 2
                    own += lying.bit_count() ** 2 if owner == player else 0
        return 1.5 * own / total - 0.5 if total > 0 else 0.0

    def canonical(self, state: State) -> State:
        """Return the smallest of the board's mirror images and rotations."""
        best = state.stones
        for places in self.symmetries:
            image = tuple(self.image(stones, places) for stones in state.stones)
            if image < best:
                best = image
        return self.State(best)

    def action_name(self, state: State, action: Any) -> str:
        """Name the square, such as b2."""
        return f"{chr(ord('a') + action % self.step)}{action // self.step + 1}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top, such as X2/1O1/3."""
        return write_rows(self.rows(state))

    def parse_state(self, text: str) -> State:
        """Read a board; the stones must have been placed in turn, and only the player who moved last can have won."""
        stones = [0] * self.players
        rows = read_rows(text, self.width, self.height, PIECES[: self.players])
        for y, row in enumerate(reversed(rows)):
            for x, piece in enumerate(row):
                if piece != ".":
                    stones[PIECES.index(piece)] |= 1 << (y * self.step + x)
        counts = [lying.bit_count() for lying in stones]
        if sorted(counts, reverse=True) != counts or counts[0] - counts[-1] > 1:
            raise NotationError(f"'{text}' can't come up: players place their stones in turn, but have {counts} here.")
        last = (sum(counts) - 1) % self.players
        if any(self.has_line(lying) for player, lying in enumerate(stones) if player != last):
            raise NotationError(f"'{text}' can't come up: the game ends with the first {self.k} in a row.")
        return self.State(tuple(stones))

    def view(self, state: State) -> View:
        """Show the board and whose turn it is; a click on an empty square places a stone there."""
        mover, over, rows = self.to_move(state), self.is_terminal(state), self.rows(state)
        turn = "" if over else f"{PIECES[mover]} ({player_name(mover)}) to move"
        names = square_names(self.width, self.height)
        actions = [
            [name if piece == "." and not over else "" for name, piece in zip(*row, strict=True)]
            for row in zip(names, rows, strict=True)
        ]
        board = View.from_rows(rows, names=names, actions=actions, pieces=PIECES[: self.players], turn=turn)
        return board.with_lines(self.k) if over else board

    def tell_end(self, state: State) -> str:
        """Name the winner, where there are three players: with two, the value says enough."""
        winners = [player for player, stones in enumerate(state.stones) if self.has_line(stones)]
        return f"{self.name_of(winners[0])} wins" if winners and self.players > 2 else ""

    def occupied(self, state: State) -> int:
        """Return all players' stones."""
        occupied = 0
        for stones in state.stones:
            occupied |= stones
        return occupied

    def has_line(self, stones: int) -> bool:
        """Whether k of these stones stand in a row: across, up, and along both diagonals."""
        for shift in (1, self.step, self.step + 1, self.step - 1):
            run = stones
            for _ in range(self.k - 1):
                run &= run >> shift
            if run:
                return True
        return False

    def image(self, stones: int, places: tuple[int, ...]) -> int:
        """Move each stone to where a symmetry takes its square."""
        moved = 0
        for i in range(len(self.squares)):
            if stones >> self.squares[i] & 1:
                moved |= 1 << places[i]
        return moved

    def rows(self, state: State) -> list[list[str]]:
        """List the pieces, top row first."""
        return [
            [self._piece(state, y * self.step + x) for x in range(self.width)] for y in reversed(range(self.height))
        ]

    def _piece(self, state: State, square: int) -> str:
        for piece, stones in zip(PIECES, state.stones, strict=False):
            if stones >> square & 1:
                return piece
        return "."

    def _lines(self) -> Iterator[int]:
        """Yield every k squares in a row, as bits."""
        reach = self.k - 1
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for y in range(self.height):
                for x in range(self.width):
                    if x + dx * reach < self.width and 0 <= y + dy * reach < self.height:
                        yield sum(1 << ((y + dy * i) * self.step + x + dx * i) for i in range(self.k))

    def _symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield, for each symmetry of the board, where it takes each square: 8 for a square board, else 4."""
        w, h = self.width - 1, self.height - 1
        for flip_x in (False, True):
            for flip_y in (False, True):
                for turn in (False, True) if w == h else (False,):
                    places = []
                    for y in range(self.height):
                        for x in range(self.width):
                            to_x, to_y = (w - x if flip_x else x), (h - y if flip_y else y)
                            places.append((to_x * self.step + to_y) if turn else (to_y * self.step + to_x))
                    yield tuple(places)
