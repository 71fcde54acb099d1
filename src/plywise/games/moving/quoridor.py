"""Quoridor: walk your pawn to the opposite side, or put up walls that send the other a longer way round.

    5  .   .   O   .   .      X walks up to the last row, O down to the first. On a turn a player steps up, right, down
                              or left, or puts up a wall two squares long between the squares. Walls don't overlap or
    4  .   . | .   .   .      cross, and must leave both pawns a way to their goals. A pawn that meets the other jumps
             |                over it; where a wall or the edge is behind that one, to either side of it.
    3  .   . | .   .   .
         ---+---              A wall is named by the square below it on the left: b3v stands to the right of b3 and
    2  .   .   .   .   .      b4, b2h above b2 and c2. Walls are kept by rows, bit x of horizontal[y] for the one
                              named by column x and row y, of vertical[y] likewise. An action is the square to walk
    1  .   .   X   .   .      to, or squares + 2 * (row * (size - 1) + column), plus 1 for an upright wall; the last
       a   b   c   d   e      number is the pass, for a pawn that can do nothing else.

After four moves for each square of the board, 324 on nine rows, the game is a draw. It is M. Marchesi's, of 1997.

>>> game = Quoridor(size=3, walls=1)
>>> state = game.initial()
>>> game.state_name(state), " ".join(game.action_name(state, action) for action in game.actions(state))
('b1 b3 - 1-1 X 0', 'b2 c1 a1 a1h a1v b1h b1v a2h a2v b2h b2v')
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.bits import popcount
from plywise.games.shared.grid import square_name
from plywise.rules import CatalogError, Cell, Game, Look, NotationError, View

PIECES = "XO"
WRITTEN = re.compile(r"(\w\w) (\w\w) (-|\w{3}(?:-\w{3})*) ([0-9]{1,2})-([0-9]{1,2}) ([xo]) ([0-9]{1,3})")
UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3


class Quoridor(Game):
    """Walk to the opposite side, or hold the other up with walls; the first to arrive wins."""

    look = Look("grooves", "counters", ("white", "black"), "wood")
    player_names = ("White", "Black")

    class State(NamedTuple):
        """The squares of both pawns, walls by rows, how many are left to each, whose turn it is, and moves played."""

        pawns: tuple[int, int]
        horizontal: tuple[int, ...]
        vertical: tuple[int, ...]
        left: tuple[int, int]
        turn: int = 0
        played: int = 0

    def __init__(self, size: Annotated[int, range(3, 10)] = 9, walls: Annotated[int, range(21)] = 10) -> None:
        if not 3 <= size <= 9 or not 0 <= walls <= 20:
            limits = "3 to 9 columns and rows and 0 to 20 walls for each player"
            raise CatalogError(f"Quoridor has {limits}, not {size} and {walls}.")
        self.size, self.squares, self.walls = size, size * size, walls
        self.steps = (size, 1, -size, -1)
        self.row = (1 << size) - 1
        self.moves = 4 * self.squares
        self.max_actions = 5 + 2 * (size - 1) ** 2
        self.pass_action = self.squares + 2 * (size - 1) ** 2

    def initial(self) -> State:
        """Place the pawns in the middle of their first rows; X starts."""
        none = (0,) * (self.size - 1)
        middle = self.size // 2
        return self.State((middle, self.squares - self.size + middle), none, none, (self.walls, self.walls))

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield the pawn's steps and jumps, then the walls, or the pass if there is neither."""
        count = 0
        for way in range(4):
            end, aside = self.walk(state, way, 1), self.walk(state, way, 3)
            if end >= 0:
                count += 1
                yield end
            if aside >= 0 and aside != end:
                count += 1
                yield aside
        if state.left[state.turn] > 0:
            for action in range(self.squares, self.pass_action):
                if self.is_free(state, action) and self.leaves_ways(state, action):
                    count += 1
                    yield action
        if count == 0:
            yield self.pass_action

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Walk, put up a wall, or pass."""
        if action == self.pass_action:
            return state._replace(turn=1 - state.turn, played=state.played + 1)
        if action < self.squares:
            pawns = (action, state.pawns[1]) if state.turn == 0 else (state.pawns[0], action)
            return state._replace(pawns=pawns, turn=1 - state.turn, played=state.played + 1)
        x, y, upright = self.wall(action)
        horizontal, vertical = list(state.horizontal), list(state.vertical)
        if upright:
            vertical[y] |= 1 << x
        else:
            horizontal[y] |= 1 << x
        a, b = state.left
        left = (a - 1, b) if state.turn == 0 else (a, b - 1)
        return self.State(state.pawns, tuple(horizontal), tuple(vertical), left, 1 - state.turn, state.played + 1)

    def is_terminal(self, state: State) -> bool:
        """Whether a pawn has arrived, or enough moves have been played."""
        return self.lead(state) != 0 or state.played >= self.moves

    def utility(self, state: State, player: int) -> int:
        """Return 1 to who has arrived and -1 to the other, or 0 to both."""
        return self.lead(state) if player == 0 else -self.lead(state)

    def lead(self, state: State) -> int:
        """Return 1 if X has arrived, -1 if O has, 0 if nobody has."""
        return (state.pawns[0] >= self.squares - self.size) - (state.pawns[1] < self.size)

    def evaluate(self, state: State, player: int) -> int:
        """Count 10 for each step that the other has farther to go, and 1 for each wall that a player has more."""
        ahead = 10 * (self.distance(state, 1) - self.distance(state, 0)) + state.left[0] - state.left[1]
        return ahead if player == 0 else -ahead

    def walk(self, state: State, way: int, side: int) -> int:
        """Return the square that the pawn reaches one way, or -1; `side` says where it turns if it must jump aside."""
        here, other = state.pawns[state.turn], state.pawns[1 - state.turn]
        ahead = here + self.steps[way]
        if self.is_blocked(state, here, way):
            return -1
        if ahead != other:
            return ahead
        if not self.is_blocked(state, ahead, way):
            return ahead + self.steps[way]
        aside = (way + side) % 4
        return -1 if self.is_blocked(state, ahead, aside) else ahead + self.steps[aside]

    def wall(self, action: int) -> tuple[int, int, int]:
        """Return a wall's column and row, and 1 if it is upright."""
        place = (action - self.squares) // 2
        return place % (self.size - 1), place // (self.size - 1), (action - self.squares) % 2

    def is_blocked(self, state: State, square: int, way: int) -> bool:
        """Whether a wall or the edge of the board lies beside a square, one way."""
        x, y = square % self.size, square // self.size
        if way == UP:
            return y == self.size - 1 or self.closed_above(state, y) >> x & 1 == 1
        if way == DOWN:
            return y == 0 or self.closed_above(state, y - 1) >> x & 1 == 1
        if way == RIGHT:
            return x == self.size - 1 or self.closed_right(state, y) >> x & 1 == 1
        return x == 0 or self.closed_right(state, y) >> (x - 1) & 1 == 1

    def closed_above(self, state: State, y: int) -> int:
        """Return the columns in which a wall lies above a row."""
        return state.horizontal[y] | state.horizontal[y] << 1

    def closed_right(self, state: State, y: int) -> int:
        """Return the columns to whose right a wall stands in a row."""
        upper = state.vertical[y] if y < self.size - 1 else 0
        lower = state.vertical[y - 1] if y > 0 else 0
        return upper | lower

    def is_free(self, state: State, action: int) -> bool:
        """Whether a wall would neither overlap nor cross another."""
        x, y, upright = self.wall(action)
        if (state.horizontal[y] | state.vertical[y]) >> x & 1:
            return False
        if upright:
            below = state.vertical[y - 1] if y > 0 else 0
            above = state.vertical[y + 1] if y < self.size - 2 else 0
            return (below | above) >> x & 1 == 0
        return state.horizontal[y] & (5 << x) >> 1 == 0

    def leaves_ways(self, state: State, action: int) -> bool:
        """Whether a wall leaves both pawns a way: a look at the whole board is needed only if it joins other walls."""
        x, y, upright = self.wall(action)
        if upright:
            joins = sum(self.touched(state, y + i) >> (x + 1) & 1 for i in range(3))
        else:
            joins = popcount(self.touched(state, y + 1) >> x & 7)
        if joins < 2:
            return True
        after = self.result(state, action)
        return self.distance(after, 0) >= 0 and self.distance(after, 1) >= 0

    def touched(self, state: State, y: int) -> int:
        """Return which corners of squares on the line below row y belong to a wall or to the edge, from the left."""
        if y == 0 or y == self.size:
            return 2 * self.row + 1
        walls = state.horizontal[y - 1]
        return walls | walls << 1 | walls << 2 | self.upright_at(state, y) << 1 | 1 | 1 << self.size

    def upright_at(self, state: State, y: int) -> int:
        """Return the columns of upright walls with a corner on the line below row y."""
        above = state.vertical[y] if y < self.size - 1 else 0
        below = state.vertical[y - 2] if y > 1 else 0
        return above | state.vertical[y - 1] | below

    def distance(self, state: State, player: int) -> int:
        """Count the steps from a player's pawn to its goal as if it were alone; -1 if there is no way."""
        reached = [0] * self.size
        start, goal = state.pawns[player], self.size - 1 if player == 0 else 0
        reached[start // self.size] = 1 << start % self.size
        steps, grows = 0, True
        while grows:
            if reached[goal]:
                return steps
            grows = False
            before = list(reached)
            for y in range(self.size):
                row, closed = before[y], self.closed_right(state, y)
                grown = row | (row & ~closed) << 1 | row >> 1 & ~closed
                if y > 0:
                    grown |= before[y - 1] & ~self.closed_above(state, y - 1)
                if y < self.size - 1:
                    grown |= before[y + 1] & ~self.closed_above(state, y)
                reached[y] = grown & self.row
                grows |= reached[y] != row
            steps += 1
        return -1

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name the square to walk to, such as e2, or a wall, such as e3h or e3v."""
        if action == self.pass_action:
            return "pass"
        if action < self.squares:
            return square_name(action, self.size)
        x, y, upright = self.wall(action)
        return square_name(y * self.size + x, self.size) + "hv"[upright]

    def state_name(self, state: State) -> str:
        """Write both pawns, the walls, how many are left, who is to move, and moves played: e1 e9 e3h-d4v 9-9 X 2."""
        pawns = " ".join(square_name(pawn, self.size) for pawn in state.pawns)
        walls = "-".join(self.action_name(state, wall) for wall in self.standing(state)) or "-"
        return f"{pawns} {walls} {state.left[0]}-{state.left[1]} {PIECES[state.turn]} {state.played}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; walls must stand as the rules allow."""
        state, names = self.initial(), {}
        for action in range(self.pass_action):
            names[self.action_name(state, action)] = action
        found = WRITTEN.fullmatch(" ".join(text.lower().split()))
        pawns = [names.get(name, -1) for name in found.groups()[:2]] if found else []
        walls = [names.get(name, -1) for name in found[3].split("-") if name] if found else []
        if found is None or -1 in pawns + walls:
            raise NotationError(f"'{text}' is not a state of this game: write it like {self.state_name(state)}.")
        state = state._replace(pawns=(pawns[0], pawns[1]), left=(len(walls), len(walls)))
        left, turn = (int(found[4]), int(found[5])), "xo".index(found[6])
        for wall in walls:
            if not self.is_free(state, wall) or not self.leaves_ways(state, wall):
                raise NotationError(f"'{text}' can't come up: {self.action_name(state, wall)} can't stand there.")
            state = self.result(state, wall)
        if pawns[0] == pawns[1] or (pawns[turn] // self.size == (0 if turn else self.size - 1)):
            raise NotationError(f"'{text}' can't come up: the pawns share a square, or one has won by the last move.")
        if sum(left) + len(walls) != 2 * self.walls or max(left) > self.walls:
            raise NotationError(f"'{text}' can't come up: each player starts with {self.walls} walls.")
        played = int(found[7])
        if played > self.moves or (played < len(walls)):
            raise NotationError(f"'{text}' can't come up: {len(walls)} to {self.moves} moves have been played.")
        return state._replace(left=left, turn=turn, played=played)

    def view(self, state: State) -> View:
        """Show pawns and walls; a click on a square walks there, one between squares puts up a wall from there on."""
        size, over = self.size, self.is_terminal(state)
        options = set() if over else {self.action_name(state, action) for action in self.actions(state)}
        shown = self.shown(state)
        cells = []
        for y in range(2 * size - 1):
            for x in range(2 * size - 1):
                square, kind = square_name(y // 2 * size + x // 2, size), y % 2 * 2 + x % 2
                name = square + ("", "v", "h", "+")[kind]
                piece = shown.get((x, y), "")
                player = PIECES.index(piece) if piece in tuple(PIECES) else None
                place = x / 2, size - 1 - y / 2
                cells.append(Cell(*place, piece, player, name, action=name if name in options else ""))
        caption = f"walls left: {self.name_of(0)} {state.left[0]}, {self.name_of(1)} {state.left[1]}"
        turn = "" if over else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        return View(tuple(sorted(cells, key=lambda cell: (cell.y, cell.x))), caption, turn=turn)

    def clicks(self, state: State, action: Any) -> tuple[str, ...]:
        """Name the square, or the groove, which is called as its wall is."""
        return () if action == self.pass_action else (self.action_name(state, action),)

    def shown(self, state: State) -> dict[tuple[int, int], str]:
        """Return what there is by column and row, counted in half squares from the lower left one."""
        shown = {(2 * (pawn % self.size), 2 * (pawn // self.size)): PIECES[i] for i, pawn in enumerate(state.pawns)}
        for wall in self.standing(state):
            x, y, upright = self.wall(wall)
            for part in (-1, 0, 1):
                place = (2 * x + 1, 2 * y + 1 + part) if upright else (2 * x + 1 + part, 2 * y + 1)
                shown[place] = "│" if upright else "─"
        return shown

    def standing(self, state: State) -> list[int]:
        """List the walls that stand, by their actions."""
        rows = (state.horizontal, state.vertical)
        places = ((action, *self.wall(action)) for action in range(self.squares, self.pass_action))
        return [action for action, x, y, upright in places if rows[upright][y] >> x & 1]
