"""Go: surround points with stones; chains of stones without an empty point beside them are taken off. 2x2 to 19x19.

    5  . . . . .      A point is named by its column, A to T without I, and its row, from the bottom: X has just
    4  . . X . .      played C4. As an action, the point in column x and row y from the bottom is y * size + x, and
    3  . X O . .      size * size is a pass.
    2  . . . . .
    1  . . . . .      `board` says how a board is kept as bits.
       A B C D E

Area counts: stones, and empty points that only one colour reaches. A pass costs nothing; two passes in a row end the
game. A stone may not be played if its chain would then have no liberty, after what it takes is removed. A ko may not be
retaken at once: that follows from the state. With `superko`, no stone may bring back any earlier board of the game,
whoever is to move (positional superko): that follows from the path.

>>> game = Go(size=3, komi=0)
>>> state = game.result(game.initial(), 4)
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)][-3:]
('3/1X1/3 O', ['B3', 'C3', 'pass'])
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from plywise.bits import add, lsb, mul, popcount, shr
from plywise.games.go.board import NO_KO, WORD_BITS, Boards, Words
from plywise.games.go.drawing import COLUMNS, PIECES, GoDrawing
from plywise.games.go.estimate import LIBERTY, NEARER, STONE, GoEstimate
from plywise.games.go.sensible import SensiblePoints
from plywise.games.shared.grid import read_rows, rows_with, write_rows
from plywise.games.shared.leads import lead_in_words
from plywise.rules import CatalogError, Look, NotationError, Unit

MOST_KOMI = len(COLUMNS) ** 2

MIX = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93)
"""Odd numbers without a pattern, which spread all bits of a state over its key."""


class Go(GoDrawing, GoEstimate, SensiblePoints):
    """Surround more of the board than the other; area counts, and komi is for White, the second player."""

    look = Look("points", "stones", ("black", "white"), "wood")
    player_names = ("Black", "White")
    setup_pieces = (("X",), ("O",))
    cyclic = True
    best_agent = "uct:rave=1000,fpu=0,exploration=0.05,margin=0.05,bias=20"

    def __init__(
        self, size: Annotated[int, range(2, len(COLUMNS) + 1)] = 9, komi: float = 7.0, superko: bool = True
    ) -> None:
        if not 2 <= size <= len(COLUMNS):
            raise CatalogError(f"A Go board has 2 to {len(COLUMNS)} columns and rows, not {size}.")
        if not abs(komi) <= MOST_KOMI or not float(2 * komi).is_integer():
            raise CatalogError(f"Komi is a whole number of half points, at most {MOST_KOMI}, not {komi:g}.")
        self.size, self.squares, self.pass_action = size, size * size, size * size
        self.komi = int(komi) if float(komi).is_integer() else float(komi)
        self.max_actions = self.distinct_actions = self.squares + 1
        self.utility_scale = 1 if isinstance(self.komi, int) else 2
        self.utility_range = (-self.squares - abs(self.komi), self.squares + abs(self.komi))
        self.evaluation_limit = (STONE + NEARER + LIBERTY) * self.squares + STONE * abs(self.komi) + 1
        self.repetition = "illegal" if superko else None
        self.lay_out()

    def initial(self) -> Boards.State:
        """Start with an empty board; X, Black, plays the first stone."""
        return self.State((0,) * self.words, (0,) * self.words)

    def to_move(self, state: Boards.State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: Boards.State) -> Iterator[int]:
        """Yield every point where a stone may be played, from the bottom, then the pass."""
        open_points = self.legal(state, self.empty(state.mine, state.theirs))
        for word in range(self.words):
            legal = open_points[word]
            while legal:
                yield self.points[WORD_BITS * word + lsb(legal)]
                legal &= legal - 1
        yield self.pass_action

    def result(self, state: Boards.State, action: int) -> Boards.State:  # type: ignore[override]
        """Play a stone and take what it leaves without a liberty, or pass; then the other player is to move."""
        if action == self.pass_action:
            return self.State(state.theirs, state.mine, NO_KO, 1 - state.turn, state.passes + 1)
        word, stone = self.word_of[action], 1 << self.bit_of[action]
        mine = self.with_stone(state.mine, word, stone)
        if not self.touches(state.theirs, word, stone):
            return self.State(state.theirs, mine, NO_KO, 1 - state.turn, 0)
        left = self.after_taking(state.theirs, self.empty(mine, state.theirs), word, stone)
        ko = NO_KO
        if not self.touches(state.mine, word, stone):
            ko = self.find_ko(left, state.theirs, word, stone)
        return self.State(left, mine, ko, 1 - state.turn, 0)

    def is_terminal(self, state: Boards.State) -> bool:
        """Whether both have passed."""
        return state.passes == 2

    def utility(self, state: Boards.State, player: int) -> float:
        """Return by how many points a player leads, komi included."""
        empty = self.empty(state.mine, state.theirs)
        mine = self.flood(self.beside(state.mine, empty), empty)
        theirs = self.flood(self.beside(state.theirs, empty), empty)
        lead = 0
        for word in range(self.words):
            lead += popcount(state.mine[word] | mine[word] & ~theirs[word])
            lead -= popcount(state.theirs[word] | theirs[word] & ~mine[word])
        margin = (lead if state.turn == 0 else -lead) - self.komi
        return margin if player == 0 else -margin

    # For search

    def evaluate(self, state: Boards.State, player: int) -> float:
        """Add up stones, points nearer to one's own stones, liberties, and komi."""
        lead = self.stones(state) + self.nearer(state) + self.liberties(state)
        value = (lead if state.turn == 0 else -lead) - STONE * self.komi
        return value if player == 0 else -value

    def features(self, state: Boards.State, player: int) -> dict[str, float]:
        """Name what `evaluate` adds up."""
        sign = 1 if player == state.turn else -1
        return {
            "stones": sign * self.stones(state),
            "nearer": sign * self.nearer(state),
            "liberties": sign * self.liberties(state),
            "komi": (STONE if player else -STONE) * self.komi,
        }

    def rank(self, state: Boards.State, action: int) -> int:
        """Try what takes most stones first, then points beside the other's, then those far from the edge; pass last."""
        if action == self.pass_action:
            return -1
        word, stone = self.word_of[action], 1 << self.bit_of[action]
        if not self.touches(state.theirs, word, stone):
            return self.height[action]
        taken, empty = 0, self.empty(self.with_stone(state.mine, word, stone), state.theirs)
        left = self.after_taking(state.theirs, empty, word, stone)
        for i in range(self.words):
            taken += popcount(state.theirs[i] ^ left[i])
        return 20 * taken + 3 + self.height[action]

    def noisy_actions(self, state: Boards.State) -> Iterator[int]:
        """Yield the actions that take stones."""
        empty = self.empty(state.mine, state.theirs)
        open_points, targets = self.legal(state, empty), self.beside(state.theirs, empty)
        for word in range(self.words):
            legal = open_points[word] & targets[word]
            while legal:
                stone = legal & -legal
                if self.takes(state.theirs, self.without(empty, word, stone), word, stone):
                    yield self.points[WORD_BITS * word + lsb(legal)]
                legal &= legal - 1

    def canonical(self, state: Boards.State) -> Boards.State:
        """Return the first of the board's eight images, together with its ko."""
        best = 0
        for turn in range(1, 8):
            if self.precedes(state, self.sources[turn], self.sources[best]):
                best = turn
        if best == 0:
            return state
        image = self.images[best]
        ko = image[state.ko] if state.ko >= 0 else NO_KO
        return self.State(
            self.turned(state.mine, image), self.turned(state.theirs, image), ko, state.turn, state.passes
        )

    def key(self, state: Boards.State) -> int:
        """Mix a state into 64 bits."""
        mixed = self.mixed(state.mine, state.theirs, (state.ko + 1) * 8 + state.passes * 2 + state.turn)
        return mixed ^ shr(mixed, 32)

    def repetition_key(self, state: Boards.State) -> int:
        """Return what superko compares: the board, whoever is to move.

        A pass repeats nothing: the key after a pass differs from that of the same board after a stone.
        """
        passed = 2 * state.passes + state.turn if state.passes > 0 else 0
        if state.turn == 0:
            return self.mixed(state.mine, state.theirs, passed)
        return self.mixed(state.theirs, state.mine, passed)

    def mixed(self, first: Words, second: Words, more: int) -> int:
        """Mix two boards and a number into 64 bits: multiply by odd constants, fold high bits onto low ones."""
        mixed = mul(more + 1, MIX[2])
        for word in range(self.words):
            mixed = mul(add(mixed ^ shr(mixed, 32), first[word]), MIX[0])
            mixed = mul(add(mixed ^ shr(mixed, 29), second[word]), MIX[1])
            mixed ^= shr(mixed, 32)
        return mul(mixed, MIX[2])

    # Notation and display

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say who wins by how many points; an estimate has no unit."""
        return lead_in_words(value, player, "point", self.player_names) if unit is Unit.UTILITY else f"{value:+.6g}"

    def action_name(self, state: Boards.State, action: Any) -> str:
        """Name the point, such as D4, or say pass."""
        return "pass" if action == self.pass_action else self.point_name(action)

    def parse_action(self, state: Boards.State, text: str) -> Any:
        """Read what `action_name` writes; if a point beside it is empty, without listing all legal actions."""
        name = re.fullmatch(r"([A-HJ-T])([1-9]\d?)", text.strip().upper())
        x, y = (COLUMNS.index(name[1]), int(name[2]) - 1) if name else (self.size, self.size)
        if max(x, y) < self.size:
            point = y * self.size + x
            word, stone = self.word_of[point], 1 << self.bit_of[point]
            empty = self.empty(state.mine, state.theirs)
            if empty[word] & stone and point != state.ko and self.touches(empty, word, stone):
                return point
        return super().parse_action(state, text)

    def state_name(self, state: Boards.State) -> str:
        """Write the rows from the top, who is to move, and a ko or passes, such as 5/2X2/1XO2/5/5 O ko=C2."""
        more = f" ko={self.point_name(state.ko)}" if state.ko >= 0 else ("", " passed", " over")[state.passes]
        return f"{write_rows(self.rows(state))} {PIECES[state.turn]}{more}"

    def parse_state(self, text: str) -> Boards.State:
        """Read what `state_name` writes; every chain must have a liberty, and a ko must be possible."""
        words = re.fullmatch(r"(\S+) ([XO])(?: (PASSED|OVER|KO=([A-HJ-T])([1-9]\d?)))?", " ".join(text.upper().split()))
        if not words:
            raise NotationError(f"'{text}' must end with X or O to move, as in {self.state_name(self.initial())}.")
        cells = [piece for row in reversed(read_rows(words[1], self.size, self.size, PIECES)) for piece in row]
        turn = PIECES.index(words[2])
        mine, theirs = (self.gather(cells, piece) for piece in (PIECES[turn], PIECES[1 - turn]))
        empty = self.empty(mine, theirs)
        if self.alive(mine, empty) != mine or self.alive(theirs, empty) != theirs:
            raise NotationError(f"'{text}' can't come up: some stones have no liberty; take them off.")
        passes = {"PASSED": 1, "OVER": 2}.get(words[3] or "", 0)
        state = self.State(mine, theirs, NO_KO, turn, passes)
        return self.with_ko(state, words[4], int(words[5]), text) if words[4] else state

    def place_pieces(self, pieces: Mapping[str, str], player: int) -> Boards.State:
        """Return the state with these stones by their points; raises NotationError."""
        return self.parse_state(f"{rows_with(pieces, self.names())} {PIECES[player]}")

    def with_ko(self, state: Boards.State, column: str, row: int, text: str) -> Boards.State:
        """Return a state with a ko, if the other player can have just taken it."""
        x, y = COLUMNS.index(column), row - 1
        point = y * self.size + x
        if x < self.size and y < self.size and self.is_open(state, point):
            after = self.result(state, point)
            before, stones = (sum(map(popcount, board)) for board in (state.theirs, after.mine))
            if stones == before - 1 and after.ko >= 0:
                return state._replace(ko=point)
        raise NotationError(f"'{text}' can't come up: no ko can have been taken at {column}{row}; leave it out.")

    def is_open(self, state: Boards.State, point: int) -> bool:
        """Whether a point of the board is empty."""
        return not (state.mine[self.word_of[point]] | state.theirs[self.word_of[point]]) >> self.bit_of[point] & 1

    def gather(self, cells: list[str], piece: str) -> Words:
        """Return the points where a piece stands."""
        board = [0] * self.words
        for point, there in enumerate(cells):
            board[self.word_of[point]] |= (there == piece) << self.bit_of[point]
        return tuple(board)
