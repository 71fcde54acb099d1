"""What is on a Go board for those who look at it: stones on lines, and at the end the territory and the score."""

from dataclasses import replace

from plywise.games.go.board import Boards, Words
from plywise.rules import Cell, View

PIECES = "XO"
COLUMNS = "ABCDEFGHJKLMNOPQRST"


class GoDrawing(Boards):
    """How a Go board is shown; search uses none of it."""

    komi: float

    def point_name(self, point: int) -> str:
        """Name a point by its column, A to T without I, and its row from the bottom."""
        return f"{COLUMNS[point % self.size]}{point // self.size + 1}"

    def view(self, state: Boards.State) -> View:
        """Show the board, whose turn it is, and the point that is closed; at the end, the territory and the score."""
        closed = f"{self.point_name(state.ko)} is closed" if state.ko >= 0 else ""
        passed = f"{self.name_of(1 - state.turn)} has passed" if state.passes else ""
        is_over = self.is_terminal(state)
        turn = "" if is_over else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        caption = self.score_in_words(state) if is_over else ", ".join(filter(None, (closed, passed)))
        board = View.from_rows(self.rows(state), names=self.names(), pieces=PIECES, caption=caption, turn=turn)
        stars, owners = self.stars(), self.owners(state) if is_over else {}

        def marked(cell: Cell) -> Cell:
            if cell.piece:
                return cell
            if cell.name in owners:
                return replace(cell, player=owners[cell.name], mark="territory")
            return replace(cell, mark="star") if (cell.x, cell.y) in stars else cell

        return replace(board, cells=tuple(map(marked, board.cells)), edges=self.lines())

    def names(self) -> list[list[str]]:
        """List the names of the points, top row first."""
        return [[self.point_name(y * self.size + x) for x in range(self.size)] for y in reversed(range(self.size))]

    def owners(self, state: Boards.State) -> dict[str, int]:
        """Say whose each point is, by its name, stones included; points that both reach are nobody's."""
        empty = self.empty(state.mine, state.theirs)
        sides = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        reached = [self.flood(self.beside(stones, empty), empty) for stones in sides]
        found = {}
        for point in range(self.squares):
            word, bit = self.word_of[point], self.bit_of[point]
            holders = [player for player in (0, 1) if (sides[player][word] | reached[player][word]) >> bit & 1]
            if len(holders) == 1:
                found[self.point_name(point)] = holders[0]
        return found

    def score_in_words(self, state: Boards.State) -> str:
        """Say what each side has: stones and territory, and komi for White."""
        owners = list(self.owners(state).values())
        komi = f" and {self.komi:g} for komi" if self.komi else ""
        return f"{self.name_of(0)} has {owners.count(0)} points, {self.name_of(1)} {owners.count(1)}{komi}"

    def stars(self) -> frozenset[tuple[float, float]]:
        """Return the columns and rows of the points with a dot, by which players find their way."""
        edge, middle = (2 if self.size < 12 else 3), self.size // 2
        lines = {edge, self.size - 1 - edge} if self.size >= 7 else set[int]()
        lines |= {middle} if self.size % 2 and self.size > 12 else set()
        centre = {(middle, middle)} if self.size % 2 and self.size >= 5 else set()
        return frozenset({(x, y) for x in lines for y in lines} | centre)

    def lines(self) -> tuple[tuple[int, int], ...]:
        """Join the ends of each row and of each column: stones lie on lines, not in squares."""
        last = self.size - 1
        rows = [(self.size * i, self.size * i + last) for i in range(self.size)]
        columns = [(i, self.size * last + i) for i in range(self.size)]
        return (*rows, *columns)

    def rows(self, state: Boards.State) -> list[list[str]]:
        """List the pieces, top row first."""
        boards = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        return [[self._piece(boards, y * self.size + x) for x in range(self.size)] for y in reversed(range(self.size))]

    def _piece(self, boards: tuple[Words, Words], point: int) -> str:
        word, bit = self.word_of[point], self.bit_of[point]
        return "X" if boards[0][word] >> bit & 1 else "O" if boards[1][word] >> bit & 1 else "."
