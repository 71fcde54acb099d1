"""Phantom tic-tac-toe: nobody sees the other's marks; whoever tries a taken cell learns that, and tries again.

    what is so    what A sees    what B sees        Three in a row wins, and the end is shown to both. A cell that was
    X O .         X ? .          . O .              tried in vain is marked with a question mark: the other has it.
    . X .         . X .          . . .
    . . O         . . .          . . O

>>> game = PhantomTicTacToe()
>>> state = game.result(game.initial(), 4)
>>> after = game.result(state, 4)  # B tries the middle, which A has
>>> after.turn, list(game.actions(after)), game.observe(after, 0) == game.observe(state, 0)
(1, [0, 1, 2, 3, 5, 6, 7, 8], True)
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from plywise.rules import Game, Look, NotationError, View, player_name

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
FULL = 0b111111111


class PhantomTicTacToe(Game):
    """Tic-tac-toe in which nobody sees the other's marks."""

    look = Look("squares", "marks")
    distinct_actions = 9
    max_actions = 9

    class State(NamedTuple):
        """Each player's marks, what each has found of the other's, as bits of cells, and whose turn it is."""

        marks: tuple[int, int] = (0, 0)
        found: tuple[int, int] = (0, 0)
        turn: int = 0

    def to_move(self, state: State) -> int:
        """Return whose turn it is: a try that fails doesn't end it."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield each cell that isn't known to be taken."""
        known = state.marks[state.turn] | state.found[state.turn]
        for cell in range(9):
            if not known >> cell & 1:
                yield cell

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Mark a cell, or find that it is the other's."""
        turn, bit = state.turn, 1 << action
        if state.marks[1 - turn] & bit:
            found = state.found[turn] | bit
            return self.State(state.marks, (found, state.found[1]) if turn == 0 else (state.found[0], found), turn)
        mine = state.marks[turn] | bit
        return self.State((mine, state.marks[1]) if turn == 0 else (state.marks[0], mine), state.found, 1 - turn)

    def has_line(self, marks: int) -> bool:
        """Whether three are in a row."""
        return any(marks & line == line for line in LINES)

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has three in a row, or all cells are taken."""
        return self.has_line(state.marks[1 - state.turn]) or state.marks[0] | state.marks[1] == FULL

    def utility(self, state: State, player: int) -> int:
        """Return 1 for three in a row, 0 for a draw."""
        if self.has_line(state.marks[player]):
            return 1
        return -1 if self.has_line(state.marks[1 - player]) else 0

    def observe(self, state: State, player: int) -> tuple[int, int, int, int]:
        """Return the own marks, the other's as far as they were found (all of them at the end), turn and end."""
        is_over = self.is_terminal(state)
        others = state.marks[1 - player] if is_over else state.found[player]
        return (state.marks[player], others, -1 if is_over else state.turn, int(is_over))

    def action_name(self, state: State, action: Any, player: int | None = None) -> str:
        """Name a cell, a1 at the lower left; to the other player it is some cell."""
        if player not in (None, state.turn):
            return "a cell"
        return f"{'abc'[action % 3]}{3 - action // 3}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top, what A and B have found, and whose turn it is: X../.O./... -,b2 A."""
        cells = ["X" if state.marks[0] >> cell & 1 else "O" if state.marks[1] >> cell & 1 else "." for cell in range(9)]
        rows = "/".join("".join(cells[row : row + 3]) for row in (0, 3, 6))
        found = ",".join("".join(str(cell) for cell in range(9) if known >> cell & 1) or "-" for known in state.found)
        return f"{rows} {found} {player_name(state.turn)}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        match = re.fullmatch(r"([XO.]{3})/([XO.]{3})/([XO.]{3}) ([\d]+|-),([\d]+|-) ([AB])", " ".join(text.split()))
        if match:
            cells = "".join(match.groups()[:3])
            marks = [sum(1 << cell for cell in range(9) if cells[cell] == sign) for sign in "XO"]
            found = [sum(1 << int(digit) for digit in digits if digit != "-") for digits in match.groups()[3:5]]
            state = self.State((marks[0], marks[1]), (found[0], found[1]), "AB".index(match[6]))
            if self.state_name(state) == " ".join(text.split()):
                return state
        raise NotationError(f"'{text}' is not a state of this game: write it like X../.O./... -,- A.")

    def view(self, state: State, player: int | None = None) -> View:
        """Show the board; to a player only the own marks, and those that were found."""
        is_open = player is None or self.is_terminal(state)
        seen = [state.marks[0], state.marks[1]]
        if player is not None and not is_open:
            seen[1 - player] = state.found[player]
        cells = ["X" if seen[0] >> cell & 1 else "O" if seen[1] >> cell & 1 else "." for cell in range(9)]
        names = [[f"{'abc'[cell % 3]}{3 - cell // 3}" for cell in range(row, row + 3)] for row in (0, 3, 6)]
        looks = not self.is_terminal(state) and player in (None, state.turn)
        own = list(self.actions(state)) if looks else []
        actions = [
            [names[cell // 3][cell % 3] if cell in own else "" for cell in range(row, row + 3)] for row in (0, 3, 6)
        ]
        rows = [cells[row : row + 3] for row in (0, 3, 6)]
        return View.from_rows(rows, names=names, actions=actions, pieces="XO")
