"""Hexapawn (Martin Gardner, 1962): reach the far row, or leave the other side without an action.

`plywise report examples/hexapawn.py` solves it: on 3x3, whoever moves second wins.
"""

from typing import NamedTuple

from plywise import Game


class Hexapawn(Game):
    """Pawns move one square ahead or take diagonally; reach the far row, or leave the other side without an action."""

    class State(NamedTuple):
        board: tuple[int, ...]  # row by row from the top; 1 is A's pawn, 2 is B's
        turn: int = 0

    def __init__(self, size: int = 3) -> None:
        self.size = size

    def initial(self) -> State:
        return self.State((2,) * self.size + (0,) * (self.size * (self.size - 2)) + (1,) * self.size)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        mine, theirs, step = (1, 2, -self.size) if state.turn == 0 else (2, 1, self.size)
        for start in range(self.size * self.size):
            ahead = start + step
            if state.board[start] == mine and 0 <= ahead < self.size * self.size:
                if state.board[ahead] == 0:
                    yield start, ahead
                if start % self.size > 0 and state.board[ahead - 1] == theirs:
                    yield start, ahead - 1
                if start % self.size < self.size - 1 and state.board[ahead + 1] == theirs:
                    yield start, ahead + 1

    def result(self, state, action):
        start, end = action
        board = list(state.board)
        board[start], board[end] = 0, board[start]
        return self.State(tuple(board), 1 - state.turn)

    def is_terminal(self, state):
        stuck = not any(True for _ in self.actions(state))
        return stuck or 1 in state.board[: self.size] or 2 in state.board[-self.size :]

    def utility(self, state, player):
        return -1 if player == state.turn else 1  # whoever is to move has lost

    def view(self, state):
        pieces = ["." if cell == 0 else "AB"[cell - 1] for cell in state.board]
        return [pieces[row * self.size : (row + 1) * self.size] for row in range(self.size)]

    def action_name(self, state, action):
        return "-".join("abcdefgh"[square % self.size] + str(self.size - square // self.size) for square in action)
