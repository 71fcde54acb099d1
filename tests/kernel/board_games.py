"""Games on boards of rows, and on long ones, as one first writes them."""

from typing import NamedTuple

from plywise import Game


class Rows(Game):
    """Tic-tac-toe of any size on a tuple of rows; the middle is worth most where nobody has won yet."""

    evaluation_limit = 500

    def __init__(self, size: int = 3) -> None:
        self.size, self.max_actions = size, size * size
        self.empty = ((0,) * size,) * size

    class State(NamedTuple):
        board: tuple[tuple[int, ...], ...]
        turn: int = 0

    def initial(self):
        return self.State(self.empty)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for r, row in enumerate(state.board):
            for c, cell in enumerate(row):
                if cell == 0:
                    yield (r, c)

    def result(self, state, action):
        r, c = action
        rows = [list(row) for row in state.board]
        rows[r][c] = state.turn + 1
        return self.State(tuple(tuple(row) for row in rows), 1 - state.turn)

    def has_won(self, board, stone):
        if any(all(cell == stone for cell in row) for row in board):
            return True
        if any(all(cell == stone for cell in column) for column in zip(*board, strict=False)):
            return True
        diagonal = all(board[i][i] == stone for i in range(self.size))
        return diagonal or all(board[i][self.size - 1 - i] == stone for i in range(self.size))

    def is_terminal(self, state):
        full = all(0 not in row for row in state.board)
        return full or self.has_won(state.board, 1) or self.has_won(state.board, 2)

    def utility(self, state, player):
        worth = self.has_won(state.board, 1) - self.has_won(state.board, 2)
        return worth if player == 0 else -worth

    def evaluate(self, state, player):
        worth = 0
        for r, row in enumerate(state.board):
            weight = min(r, self.size - 1 - r)
            worth += weight * (row.count(1) - row.count(2))
        return worth if player == 0 else -worth

    def canonical(self, state):
        mirrored = tuple(row[::-1] for row in state.board)
        return self.State(min(mirrored, state.board), state.turn)


class Stones(Game):
    """Stones on a strip: each turns its left neighbour's colour, and the further right, the more it counts."""

    utility_range, evaluation_limit = (-1000, 1000), 1000

    def __init__(self, cells: int = 40, width: int = 5) -> None:
        self.cells, self.width, self.max_actions = cells, width, cells
        self.empty = (0,) * cells

    class State(NamedTuple):
        cells: tuple[int, ...]
        turn: int = 0
        placed: int = 0

    def initial(self):
        return self.State(self.empty)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        found = 0
        for i, cell in enumerate(state.cells):
            if cell == 0:
                yield i
                found += 1
                if found == self.width:
                    return

    def result(self, state, action):
        cells = list(state.cells)
        cells[action] = state.turn + 1
        if action > 0 and cells[action - 1] != 0:
            cells[action - 1] = state.turn + 1
        return self.State(tuple(cells), 1 - state.turn, state.placed + 1)

    def is_terminal(self, state):
        return state.placed == self.cells

    def utility(self, state, player):
        worth = state.cells.count(1) - state.cells.count(2)
        return worth if player == 0 else -worth

    def evaluate(self, state, player):
        worth = sum(i % 3 * (cell == 1) - i % 3 * (cell == 2) for i, cell in enumerate(state.cells))
        return worth if player == 0 else -worth


class Wide(Stones):
    """Stones whose cells hold any 64 bits."""

    def result(self, state, action):
        after = super().result(state, action)
        cells = list(after.cells)
        cells[-1] = cells[-1] * 3 + (1 << 40)
        cells[-2] -= 1 << 50
        return after._replace(cells=tuple(cells))

    def is_terminal(self, state):
        return state.placed == 6
