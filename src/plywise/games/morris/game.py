"""Nine, six and three men's morris: three stones in a line are a mill, and closing one takes one of the other's stones.

    7  0-----------1-----------2       Points are named by column and row, and numbered as shown, square by square:
       |           |           |       a7 is bit 0 of a player's stones, d1 bit 5, c5 bit 16.
    6  |   8-------9------10   |
       |   |       |       |   |       Players take turns to place their stones, nine each, then to move them along a
    5  |   |  16--17--18   |   |       line to the next point if it is empty. With three stones left a player may fly:
       |   |   |       |   |   |       to any empty point. Closing a mill takes one stone of the other's, even if
    4  7--15--23      19--11---3       two mills close at once: one that is in no mill, or any if all are.
       |   |   |       |   |   |
    3  |   |  22--21--20   |   |       A player with fewer than three stones, in hand and on the board, has lost,
       |   |       |       |   |       and so has one who can't move. A state that comes up again is a draw.
    2  |  14------13------12   |
       |           |           |       With six men each, the outermost square is missing. With three each, there is
    1  6-----------5-----------4       one square and its middle, all eight of its lines are mills, and the first
       a   b   c   d   e   f   g       mill wins.

A turn is one action, the stone taken included: to + 32 * (from + 1) + 1024 * (taken + 1), where 0 stands for none.
The rules are R. Gasser's, Solving Nine Men's Morris, 1996.

>>> game = Morris(men=6, flying=False)
>>> game.state_name(game.initial()), game.board.names[:8]
('3/3/4/3/3 X 6-6', ['a5', 'c5', 'e5', 'e3', 'e1', 'c1', 'a1', 'a3'])
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.bits import lsb, popcount
from plywise.games.morris.board import HALF, MorrisBoard
from plywise.games.morris.estimate import MorrisEstimate
from plywise.games.shared.bitboard import swapped
from plywise.games.shared.grid import write_rows
from plywise.rules import CatalogError, Cell, Look, NotationError, View

PIECES = "XO"
SQUARES = {9: 3, 6: 2, 3: 1}
"""By the number of men: how many nested squares the board has."""

FROM, TAKEN = 32, 1024
"""What the point left, and the stone taken, are multiplied by in an action."""

CLOSES, STOPS = 100, 50
"""What `rank` adds for closing a mill, and for occupying a point where the other would close one."""


class Morris(MorrisEstimate):
    """Close mills to take the other's stones; whoever has two left, or can't move, loses."""

    look = Look("points", "stones", ("white", "black"), "wood")
    player_names = ("White", "Black")
    cyclic = True
    repetition = "draw"
    best_agent = "alpha-beta:knowledge=beside"

    class State(NamedTuple):
        """The stones of the player to move and of the other, how many are still to be placed, and whose turn it is."""

        me: int
        other: int
        hand: int
        turn: int = 0

    def __init__(self, men: Annotated[int, (9, 6, 3)] = 9, flying: bool = True) -> None:
        if men not in SQUARES:
            raise CatalogError(f"Morris is played with 9, 6 or 3 men each, not {men}.")
        self.men, self.flying = men, flying
        self.board = board = MorrisBoard(SQUARES[men])
        self.points = len(board.places)
        self.full = (1 << self.points) - 1
        self.first_mill_wins = men == 3
        self.mills, self.near, self.pairs = board.mills, board.near, board.pairs
        self.mirroring, self.transposing, self.inside_out = board.mirroring, board.transposing, board.inside_out
        self.sides = min(board.squares, 2)
        self.distinct_actions = 1 << 15
        self.max_actions = 9 if men == 3 else len(board.edges) * men

    def initial(self) -> State:
        """Start with an empty board and all stones in hand."""
        return self.State(0, 0, 2 * self.men)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield every way to place or move a stone, once for each stone that may be taken where it closes a mill."""
        yield from self.turns(state, False)

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Place or move a stone and take one if the action says so; then the other player is to move."""
        start, taken = 1 << (action >> 5 & 31) >> 1, 1 << (action >> 10) >> 1
        me = state.me & ~start | 1 << (action & 31)
        return self.State(state.other & ~taken, me, max(state.hand - 1, 0), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the player to move has lost: by the first mill of three men, too few stones, or no way to move."""
        if self.first_mill_wins and self.held(state.other) != 0:
            return True
        return self.stones_left(state) < 3 or not self.can_move(state)

    def utility(self, state: State, player: int) -> int:
        """Return -1 to the player to move, who has lost, and 1 to the other."""
        return -1 if player == state.turn else 1

    # Optional methods

    def noisy_actions(self, state: State) -> Iterator[int]:
        """Yield the actions that close a mill."""
        yield from self.turns(state, True)

    def converting_actions(self, state: State) -> Iterator[int]:
        """Yield the actions that take a stone."""
        if not self.first_mill_wins:
            yield from self.turns(state, True)

    def rank(self, state: State, action: int) -> int:
        """Put first what closes a mill, then what stops one of the other's; among equals, what leads to many lines."""
        start, to = 1 << (action >> 5 & 31) >> 1, action & 31
        order = popcount(self.near[to])
        if self.closes(state.me & ~start, to):
            order += CLOSES
        if self.closes(state.other, to):
            order += STOPS
        return order

    def canonical(self, state: State) -> State:
        """Return the smallest of the board's images: eight of a square, and these again with the squares inside out."""
        both = state.me | state.other << HALF
        least = both
        for _ in range(self.sides):
            for _ in range(4):
                both = swapped(both, self.mirroring)
                least = min(least, both)
                both = swapped(both, self.transposing)
                least = min(least, both)
            both = swapped(both, self.inside_out)
        return self.State(least & self.full, least >> HALF, state.hand, state.turn)

    def key(self, state: State) -> int:
        """Return one number that identifies a state."""
        return state.me | state.other << HALF | (2 * state.hand + state.turn) << 2 * HALF

    def cells(self, state: State) -> tuple[int, ...]:
        """Return each point, 1 for the mover's stones and 2 for the other's; last, how far placing is, 0 at its end."""
        points = tuple((state.me >> i & 1) + 2 * (state.other >> i & 1) for i in range(self.points))
        return (*points, (state.hand + self.men - 1) // self.men)

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name the points, such as d2 or a1-a4, and the stone taken, such as d2xf4 or a1-a4xd7."""
        start, taken = action >> 5 & 31, action >> 10
        name = self.board.names[action & 31]
        name = f"{self.board.names[start - 1]}-{name}" if start else name
        return f"{name}x{self.board.names[taken - 1]}" if taken else name

    def state_name(self, state: State) -> str:
        """Write the rows of points from the top, who is to move and, while stones are placed, how many are in hand."""
        hands = f" {state.hand // 2}-{(state.hand + 1) // 2}" if state.hand else ""
        return f"{write_rows(self.rows(state))} {PIECES[state.turn]}{hands}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; there may be no extra stones, and only the player to move may have lost."""
        match = re.fullmatch(r"([XO./1-9]+) ([XO])(?: ([0-9])-([0-9]))?", " ".join(text.upper().split()))
        points = self.board.rows
        rows = re.sub("[1-9]", lambda number: "." * int(number[0]), match[1]).split("/") if match else []
        if not match or [len(row) for row in rows] != [len(row) for row in points]:
            raise NotationError(
                f"'{text}' is not a state of this game: write it like {self.state_name(self.initial())}."
            )
        board = dict(zip((point for row in points for point in row), "".join(rows), strict=True))
        stones = [sum(1 << point for point in board if board[point] == piece) for piece in PIECES]
        turn, hands = PIECES.index(match[2]), (int(match[3] or 0), int(match[4] or 0))
        if hands != (0, 0) and hands[1] - hands[0] != turn:
            fix = f"write {hands[1] - turn}-{hands[1]}" if hands[1] >= turn else "leave them out"
            raise NotationError(f"'{text}' can't come up with these stones in hand, since X places first: {fix}.")
        state = self.State(stones[turn], stones[1 - turn], sum(hands), turn)
        self._check_stones(state, text)
        return state

    def view(self, state: State) -> View:
        """Show the points at their places, the lines that join them, the mills, and what the player to move may do."""
        closed = self.milled(state.me) | self.milled(state.other)
        cells = tuple(
            Cell(x, y, *self._stone(state, point), self.board.names[point], "line" if closed >> point & 1 else "")
            for point, (x, y) in enumerate(self.board.places)
        )
        if self.is_terminal(state):
            return View(cells, "", self.board.edges)
        todo = "to place a stone" if state.hand else "to move"
        turn = f"{PIECES[state.turn]} ({self.name_of(state.turn)}) {todo}"
        return View(cells, self._caption(state), self.board.edges, turn=turn)

    def rows(self, state: State) -> list[list[str]]:
        """List the pieces on the points, top row first."""
        return [[self._stone(state, point)[0] or "." for point in row] for row in self.board.rows]

    def milled(self, stones: int) -> int:
        """Return those of the stones that stand in mills."""
        closed = 0
        for mill in self.board.mills:
            closed |= mill if stones & mill == mill else 0
        return closed

    def _stone(self, state: State, point: int) -> tuple[str, int | None]:
        if not (state.me | state.other) >> point & 1:
            return "", None
        player = state.turn if state.me >> point & 1 else 1 - state.turn
        return PIECES[player], player

    def _caption(self, state: State) -> str:
        if state.hand:
            names = self.player_names
            return f"in hand: {names[0]} {state.hand // 2}, {names[1]} {(state.hand + 1) // 2}"
        return "three stones may fly" if self.flies(state) else ""

    def _check_stones(self, state: State, text: str) -> None:
        """Refuse a state that has too many stones, or in which the game ended before."""
        mine, theirs = self.stones_left(state), popcount(state.other) + state.hand // 2
        least = (3, 3) if self.first_mill_wins else (2, 3)
        if max(mine, theirs) > self.men or mine < least[0] or theirs < least[1]:
            mover, other = PIECES[state.turn], PIECES[1 - state.turn]
            fix = f"give {mover}, who is to move, {least[0]} to {self.men}, and {other} {least[1]} to {self.men}"
            raise NotationError(
                f"'{text}' can't come up: in hand and on the board, {mover} has {mine} and {other} {theirs}: {fix}."
            )
        if self.first_mill_wins and self.held(state.me):
            raise NotationError(f"'{text}' can't come up: the first mill wins, so the player to move has none.")

    # Mills and moves

    def turns(self, state: State, noisy: bool) -> Iterator[int]:
        """Yield what can be placed or moved, from low points to high; with `noisy`, only what closes a mill."""
        empty = self.full & ~(state.me | state.other)
        targets = self.targets(state.other)
        if state.hand > 0:
            while empty:
                yield from self.endings(state.me, 0, lsb(empty), targets, noisy)
                empty &= empty - 1
        else:
            flies, movers = self.flies(state), state.me
            while movers:
                start = lsb(movers)
                movers &= movers - 1
                goals = empty if flies else empty & self.near[start]
                while goals:
                    yield from self.endings(state.me ^ 1 << start, FROM * (start + 1), lsb(goals), targets, noisy)
                    goals &= goals - 1

    def endings(self, stones: int, start: int, to: int, targets: int, noisy: bool) -> Iterator[int]:
        """Yield the actions that bring a stone to a point, with `stones` staying: one for each stone to take."""
        if not self.closes(stones, to):
            if not noisy:
                yield start + to
        elif targets == 0:
            yield start + to
        else:
            while targets:
                yield start + to + TAKEN * (lsb(targets) + 1)
                targets &= targets - 1

    def predecessors(self, state: State) -> Iterator[State]:
        """Yield the states with all stones placed from which a move that takes none leads here."""
        moved = 0 if state.hand > 0 else state.other
        if not self.first_mill_wins:
            moved &= ~self.held(state.other)  # a move that closed a mill took a stone
        elif self.held(state.me) != 0:
            moved = 0  # the game was already over
        empty, flew = self.full & ~(state.me | state.other), self.flying and popcount(state.other) == 3
        while moved:
            to = lsb(moved)
            moved &= moved - 1
            starts = empty if flew else empty & self.near[to]
            while starts:
                yield self.State(state.other ^ 1 << to ^ (starts & -starts), state.me, 0, 1 - state.turn)
                starts &= starts - 1

    def closes(self, stones: int, point: int) -> bool:
        """Whether one more stone on a point makes a mill with two of these."""
        return any(stones & pair == pair for pair in self.pairs[point])

    def targets(self, stones: int) -> int:
        """Return those of a player's stones that the other may take: the ones in no mill, or all if there are none."""
        if self.first_mill_wins:
            return 0
        loose = stones & ~self.held(stones)
        return loose if loose != 0 else stones

    def flies(self, state: State) -> bool:
        """Whether the player to move has placed all stones and may move to any empty point."""
        return self.flying and popcount(state.me) == 3

    def can_move(self, state: State) -> bool:
        """Whether the player to move can place a stone, fly, or move along a line."""
        if state.hand > 0 or self.flies(state):
            return True
        empty, movers = self.full & ~(state.me | state.other), state.me
        while movers:
            if self.near[lsb(movers)] & empty:
                return True
            movers &= movers - 1
        return False
