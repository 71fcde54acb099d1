"""EinStein würfelt nicht: a die says which of your six cubes moves; bring one to the opposite corner.

    5  A A A . .      A starts at the upper left and goes right, down or diagonally between; B starts at the lower
    4  A A . . .      right and goes the other way. Each first places its cubes, from 1 to 6, on the squares of its own
    3  A . . . B      corner: A all six, then B. Then they roll in turn, A first.
    2  . . . B B
    1  . . B B B      The cube with the number rolled moves by one square. If it has been taken, the next lower or the
       a b c d e      next higher one left does, as the player likes. Whatever stands on the square it enters is taken,
                      one's own cubes too. Reaching the other's corner wins, and so does taking the last cube.

Squares are numbered row by row from the top: a5 is 0, e1 is 24. Actions 0 to 24 place a cube there; 25 + 3 * cube + way
moves one: way 0 along its row, 1 along its column, 2 diagonally. I. Althöfer invented the game in 2004.

>>> game = Einstein(setup=False)
>>> game.state_name(game.initial())
'A1A2A3../A4A5.../A6...B6/...B5B4/..B3B2B1 A'
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from plywise.games.shared.leads import chance_in_words
from plywise.rules import CHANCE, Cell, Game, Look, NotationError, Unit, View

SIZE, CUBES, SQUARES = 5, 6, 25
GONE = 25
"""Where a cube is that isn't on the board."""
STEPS = (1, SIZE, SIZE + 1)
HOME = (0, 1, 2, 5, 6, 10)
"""A's corner, in the order of its squares; B's is the same from the other end."""
Cubes: TypeAlias = tuple[int, ...]


class Einstein(Game):
    """Roll a die, move that cube, and reach the opposite corner."""

    look = Look("squares", "signs", ("red", "blue"), "wood")
    player_names = ("Red", "Blue")
    max_actions = 6
    distinct_actions = SQUARES + 3 * CUBES

    class State(NamedTuple):
        """Where both players' cubes are, whose turn it is, the roll (0: not yet), and how many cubes were placed."""

        first: Cubes
        second: Cubes
        turn: int = 0
        roll: int = 0
        placed: int = 0

    def __init__(self, setup: bool = True) -> None:
        self.setup = setup

    def initial(self) -> State:
        """Start with an empty board, or with the cubes in order."""
        if self.setup:
            return self.State((GONE,) * CUBES, (GONE,) * CUBES)
        return self.State(HOME, tuple(SQUARES - 1 - square for square in HOME), placed=2 * CUBES)

    def to_move(self, state: State) -> int:
        """Return whose turn it is, or CHANCE where the die is to be rolled."""
        return CHANCE if state.placed == 2 * CUBES and state.roll == 0 else state.turn

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each side of the die."""
        for side in range(1, 7):
            yield side, 1 / 6

    def actions(self, state: State) -> Iterator[int]:
        """Yield the free squares of one's own corner, or the ways of the cubes that the roll allows to move."""
        mine = state.first if state.turn == 0 else state.second
        if state.placed < 2 * CUBES:
            for home in HOME:
                square = home if state.turn == 0 else SQUARES - 1 - home
                if square not in mine:
                    yield square
        else:
            for cube in range(CUBES):
                if self.may_move(mine, cube, state.roll - 1):
                    for way in range(3):
                        if self.stays_inside(state.turn, mine[cube], way):
                            yield SQUARES + 3 * cube + way

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Place a cube, note the roll, or move a cube and take what stands there."""
        first, second = list(state.first), list(state.second)
        if state.placed < 2 * CUBES:
            if state.turn == 0:
                first[state.placed] = action
            else:
                second[state.placed - CUBES] = action
            turn = 1 if CUBES <= state.placed + 1 < 2 * CUBES else 0
            return self.State(tuple(first), tuple(second), turn, 0, state.placed + 1)
        if state.roll == 0:
            return self.State(state.first, state.second, state.turn, action, state.placed)
        cube, step = (action - SQUARES) // 3, STEPS[(action - SQUARES) % 3]
        end = first[cube] + step if state.turn == 0 else second[cube] - step
        for other in range(CUBES):
            if first[other] == end:
                first[other] = GONE
            if second[other] == end:
                second[other] = GONE
        if state.turn == 0:
            first[cube] = end
        else:
            second[cube] = end
        return self.State(tuple(first), tuple(second), 1 - state.turn, 0, state.placed)

    def is_terminal(self, state: State) -> bool:
        """Whether the player who just moved is in the other's corner, or the player to move has no cube left."""
        if state.placed < 2 * CUBES or state.roll > 0:
            return False
        mine, theirs = (state.first, state.second) if state.turn == 0 else (state.second, state.first)
        corner = 0 if state.turn == 0 else SQUARES - 1
        return corner in theirs or min(mine) == GONE

    def utility(self, state: State, player: int) -> int:
        """Return 1 to the player who just moved, -1 to the other."""
        return -1 if player == state.turn else 1

    def may_move(self, mine: Cubes, cube: int, rolled: int) -> bool:
        """Whether a cube is left and was rolled, or the one rolled is gone and none between them is left."""
        if mine[cube] == GONE:
            return False
        for between in range(min(cube, rolled), max(cube, rolled) + 1):
            if between != cube and mine[between] != GONE:
                return False
        return True

    def stays_inside(self, player: int, square: int, way: int) -> bool:
        """Whether a step doesn't lead off the board."""
        column, row = square % SIZE, square // SIZE
        last = SIZE - 1 if player == 0 else 0
        return (way == 1 or column != last) and (way == 0 or row != last)

    # Notation and display

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say how often a player wins."""
        return chance_in_words((value + 1) / 2, player)

    def action_name(self, state: State, action: Any) -> str:
        """Name the square for a cube, the roll, or both squares of a move, such as a5-b4."""
        if self.to_move(state) == CHANCE:
            return str(action)
        if action < SQUARES:
            return square_name(action)
        cube, step = (action - SQUARES) // 3, STEPS[(action - SQUARES) % 3]
        start = state.first[cube] if state.turn == 0 else state.second[cube]
        return f"{square_name(start)}-{square_name(start + step if state.turn == 0 else start - step)}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top, who is to move, and the roll, such as A1A2A3../A4A5.../... A3."""
        cells = [self.cube_on(state, square) or "." for square in range(SQUARES)]
        rows = "/".join("".join(cells[SIZE * y : SIZE * (y + 1)]) for y in range(SIZE))
        return f"{rows} {'AB'[state.turn]}{state.roll or ''}{'' if state.placed == 2 * CUBES else ' placing'}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        match = re.fullmatch(r"([AB.1-6/]+) ([AB])([1-6]?)( PLACING)?", " ".join(text.upper().split()))
        rows = [re.findall(r"[AB][1-6]|\.", row) for row in match[1].split("/")] if match else []
        cells = [cell for row in rows for cell in row]
        standing = [cell for cell in cells if cell != "."]
        if not match or [len(row) for row in rows] != [SIZE] * SIZE or len(set(standing)) != len(standing):
            raise NotationError(f"'{text}' is not a state: write it like {self.state_name(Einstein(False).initial())}.")
        first, second = (
            tuple(cells.index(f"{side}{cube}") if f"{side}{cube}" in cells else GONE for cube in range(1, CUBES + 1))
            for side in "AB"
        )
        placed = len(standing) if match[4] else 2 * CUBES
        state = self.State(first, second, "AB".index(match[2]), int(match[3] or 0), placed)
        if not self.is_possible(state):
            raise NotationError(f"'{text}' can't come up: cubes are placed in order, and a cube in a corner has won.")
        return state

    def is_possible(self, state: State) -> bool:
        """Whether cubes were placed in order in their corners, or a game in which nobody has won goes on."""
        if state.placed == 2 * CUBES:
            mover, other = (state.first, state.second) if state.turn == 0 else (state.second, state.first)
            won = (SQUARES - 1 if state.turn == 0 else 0) in mover or min(other) == GONE
            return not won and not (state.roll and self.is_terminal(state._replace(roll=0)))
        order = [*state.first, *state.second]
        homes = [*[HOME] * CUBES, *[tuple(SQUARES - 1 - square for square in HOME)] * CUBES]
        is_placed = [square != GONE for square in order]
        at_home = all(square in home or square == GONE for square, home in zip(order, homes, strict=True))
        in_order = is_placed == [cube < state.placed for cube in range(2 * CUBES)]
        return self.setup and at_home and in_order and not state.roll and state.turn == (state.placed >= CUBES)

    def cube_on(self, state: State, square: int) -> str:
        """Return the cube on a square, such as A3, or nothing."""
        for side, cubes in (("A", state.first), ("B", state.second)):
            if square in cubes:
                return f"{side}{cubes.index(square) + 1}"
        return ""

    def view(self, state: State) -> View:
        """Show the board and the die; clicks on two squares move a cube, one on a square of the corner places one."""
        cells = []
        for square in range(SQUARES):
            cube = self.cube_on(state, square)
            owner = "AB".index(cube[0]) if cube else None
            cells.append(Cell(square % SIZE, square // SIZE, cube[1:], owner, name=square_name(square)))
        mover = f"{'AB'[state.turn]} ({self.name_of(state.turn)})"
        told = "places a cube" if state.placed < 2 * CUBES else "to move" if state.roll else "rolls"
        turn = "" if self.is_terminal(state) else f"{mover} {told}"
        return View(tuple(cells), dice=(state.roll,) if state.roll else (), turn=turn)


def square_name(square: int) -> str:
    """Name a square by its column's letter and its row's number from the bottom."""
    return f"{'abcde'[square % SIZE]}{SIZE - square // SIZE}"
