"""Kriegspiel endings: White, who doesn't see Black's king, has to mate it with a rook or a queen.

    4  . . . ?        White sees the own men and hears the umpire: a try next to Black's king is illegal, and another
    3  . . . ?        one is made; a check is announced with its direction (rank, file, long or short diagonal). Black
    2  R . . .        sees everything. Where Black's king may be (?), White has to work out.
    1  . K . .        A rook that is taken, stalemate, and 50 moves without mate are a draw.
       a b c d

Nobody knows where Black's king starts, so chance places it once White has tried the first move: on any square that is
legal, each as likely. Square (column x, row y from the bottom) is size * y + x; an action is the square a man goes to,
for the rook or queen plus size * size. (The chapter's section on such games isn't in our copy of the text.)

>>> game = Kriegspiel(size=4)
>>> state = game.parse_state("Kc2 Rb1 kd4 White 50")
>>> after = game.result(state, game.parse_action(state, "Kc3"))
>>> after == state, game.state_name(after)  # next to Black's king: illegal, and White tries something else
(False, 'Kc2 Rb1 kd4 White 50 not c3')
>>> state = game.result(after, game.parse_action(after, "Rb4"))
>>> game.observe(state, 0)[3], game.view(state, 0).caption
(1, 'check on the rank')
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from plywise.rules import CHANCE, CatalogError, Cell, Game, Look, NotationError, View

NOTHING, ANYWHERE, UNPLACED = -1, -1, -2
"""No square; Black's before it is placed, and as White sees it then."""
SIDES = {"KRK": "R", "KQK": "Q"}
CHECKS = ("", "check on the rank", "check on the file", "check on the long diagonal", "check on the short diagonal")
RANK, FILE, LONG, SHORT = 1, 2, 3, 4
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
SMALLEST, LARGEST, MOST_MOVES = 3, 8, 500


class Kriegspiel(Game):
    """White mates with a rook or a queen a king that only the umpire and Black see."""

    look = Look("chequered", "chessmen", ("white", "black"))
    player_names = ("White", "Black")

    class State(NamedTuple):
        """The squares of White's king and man and of Black's king, whose turn, White's moves left, and tries.

        `tried` holds, as bits, where White's king tried to go in vain this turn; `pending` is the first try, until
        chance has placed Black's king.
        """

        king: int
        man: int
        black: int
        turn: int = 0
        left: int = 50
        tried: int = 0
        pending: int = NOTHING

    def __init__(
        self,
        pieces: Literal["KRK", "KQK"] = "KRK",
        size: Annotated[int, range(SMALLEST, LARGEST + 1)] = 8,
        king: str = "",
        man: str = "a1",
        moves: Annotated[int, range(1, MOST_MOVES + 1)] = 50,
    ) -> None:
        if pieces not in SIDES:
            raise CatalogError(f"White has KRK or KQK, not {pieces}.")
        if not SMALLEST <= size <= LARGEST:
            raise CatalogError(f"The board has {SMALLEST} to {LARGEST} squares a side, not {size}.")
        if not 1 <= moves <= MOST_MOVES:
            raise CatalogError(f"White has 1 to {MOST_MOVES} moves, not {moves}.")
        self.size, self.piece, self.moves = size, SIDES[pieces], moves
        self.names = tuple("abcdefgh"[square % size] + str(square // size + 1) for square in range(size * size))
        self.distinct_actions = 2 * size * size
        self.max_actions = max(size * size, 8 * size)
        try:
            self.start = (self._square(king or f"{'abcdefgh'[size // 2]}1"), self._square(man))
        except NotationError as error:
            raise CatalogError(str(error)) from None
        if self.start[0] == self.start[1] or not any(True for _ in self._places(*self.start)):
            raise CatalogError("White's men stand on squares of their own that leave Black's king one: move them.")

    # The rules

    def initial(self) -> State:
        """Start with White's men in their places, White to move, and Black's king anywhere."""
        return self.State(self.start[0], self.start[1], ANYWHERE, left=self.moves)

    def to_move(self, state: State) -> int:
        """Return whose turn it is; CHANCE places Black's king after the first try."""
        return CHANCE if state.pending != NOTHING else state.turn

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each square where Black's king may stand."""
        count = sum(1 for _ in self._places(state.king, state.man))
        for square in self._places(state.king, state.man):
            yield square, 1 / count

    def actions(self, state: State) -> Iterator[int]:
        """Yield White's moves, as far as White can tell what is legal, or Black's."""
        squares = self.size * self.size
        if state.pending != NOTHING:
            return
        if state.turn == 1:
            yield from self._escapes(state)
            return
        for square in self._beside(state.king):
            if square != state.man and not state.tried >> square & 1:
                yield square
        for square in self._reach(state.man, state.king):
            yield squares + square

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Move, or find that the move is illegal; before Black's king is placed, note the try."""
        if state.pending != NOTHING:
            return self.result(state._replace(black=action, pending=NOTHING), state.pending)
        if state.black == ANYWHERE:
            return state._replace(pending=action)
        if state.turn == 1:
            man = NOTHING if action == state.man else state.man
            return self.State(state.king, man, action, 0, state.left)
        squares = self.size * self.size
        if action >= squares:
            return self.State(state.king, action - squares, state.black, 1, state.left - 1)
        if self._touch(action, state.black):
            return state._replace(tried=state.tried | 1 << action)
        return self.State(action, state.man, state.black, 1, state.left - 1)

    def is_terminal(self, state: State) -> bool:
        """Whether Black can't move, the man was taken, or White has no moves left."""
        if state.pending != NOTHING or state.black == ANYWHERE:
            return False
        if state.turn == 1:
            return not any(True for _ in self._escapes(state))
        return state.man == NOTHING or state.left == 0

    def utility(self, state: State, player: int) -> int:
        """Return 1 to White for mate, 0 for a draw."""
        is_mate = state.turn == 1 and self._check(state) > 0
        return (1 if player == 0 else -1) if is_mate else 0

    # What is seen

    def observe(self, state: State, player: int) -> tuple[int, ...]:
        """Return White's men, illegal tries, the check, turn and moves left; to Black and at the end, everything."""
        is_over = self.is_terminal(state)
        is_unplaced = state.black == ANYWHERE
        black = UNPLACED if is_unplaced else state.black if player == 1 or is_over else NOTHING
        tried = NOTHING if state.pending != NOTHING and player == 0 else state.tried
        check = self._check(state) if state.turn == 1 else 0
        return (state.king, state.man, tried, check, state.turn, state.left, black, int(is_over))

    def fitting_states(self, observation: Any, player: int) -> Iterator[State]:
        """Yield a state for each square where Black's king may be, by what is seen now."""
        king, man, tried, _, turn, left, black, _ = observation
        if black != NOTHING:
            yield self.State(king, man, ANYWHERE if black == UNPLACED else black, turn, left, tried)
            return
        near = [at for at in range(self.size * self.size) if tried >> at & 1]
        for square in self._places(king, man) if turn == 0 else range(self.size * self.size):
            state = self.State(king, man, square, turn, left, tried)
            is_apart = square not in (king, man) and not self._touch(king, square)
            if is_apart and all(self._touch(at, square) for at in near) and self.observe(state, 0) == observation:
                yield state

    # Geometry

    def _places(self, king: int, man: int) -> Iterator[int]:
        """Yield the squares where Black's king may stand with White to move."""
        for square in range(self.size * self.size):
            is_apart = square not in (king, man) and not self._touch(king, square)
            if is_apart and not self._attacks(man, square, king):
                yield square

    def _escapes(self, state: State) -> Iterator[int]:
        """Yield the squares that Black's king may go to; it may take the man where White's king doesn't guard it."""
        for square in self._beside(state.black):
            is_guarded = square != state.man and self._attacks(state.man, square, state.king)
            if not self._touch(state.king, square) and not is_guarded:
                yield square

    def _check(self, state: State) -> int:
        """Return from which direction Black's king is attacked, or 0."""
        if state.black == ANYWHERE or not self._attacks(state.man, state.black, state.king):
            return 0
        size = self.size
        across, up = state.man % size - state.black % size, state.man // size - state.black // size
        if up == 0 or across == 0:
            return RANK if up == 0 else FILE
        column, row = state.black % size, state.black // size
        rising, falling = size - abs(column - row), size - abs(column + row - size + 1)
        is_longest = rising >= falling if across * up > 0 else falling >= rising
        return LONG if is_longest else SHORT

    def _touch(self, one: int, other: int) -> bool:
        """Whether two squares are the same or side by side."""
        size = self.size
        return abs(one % size - other % size) <= 1 and abs(one // size - other // size) <= 1

    def _beside(self, square: int) -> Iterator[int]:
        """Yield the squares side by side with one."""
        size = self.size
        for across, up in STEPS:
            column, row = square % size + across, square // size + up
            if 0 <= column < size and 0 <= row < size:
                yield size * row + column

    def _reach(self, man: int, king: int) -> Iterator[int]:
        """Yield the squares that the rook or queen reaches, up to its own king; Black's doesn't stand in its way."""
        size = self.size
        for direction in range(8 if self.piece == "Q" else 4):
            across, up = STEPS[direction]
            column, row = man % size + across, man // size + up
            while 0 <= column < size and 0 <= row < size and size * row + column != king:
                yield size * row + column
                column, row = column + across, row + up

    def _attacks(self, man: int, square: int, king: int) -> bool:
        """Whether the rook or queen attacks a square; its own king may stand between."""
        size = self.size
        across, up = square % size - man % size, square // size - man // size
        is_straight, is_diagonal = across * up == 0, abs(across) == abs(up)
        if man in (NOTHING, square) or not (is_straight or (is_diagonal and self.piece == "Q")):
            return False
        step = size * ((up > 0) - (up < 0)) + (across > 0) - (across < 0)
        between = range(man + step, square, step)
        return king not in between

    # Notation and looks

    def _square(self, text: str) -> int:
        if text not in self.names:
            raise NotationError(f"'{text}' is no square of this board: choose one from a1 to {self.names[-1]}.")
        return self.names.index(text)

    def _tried(self, state: State) -> list[str]:
        return [name for at, name in enumerate(self.names) if state.tried >> at & 1]

    def action_name(self, state: State, action: Any, player: int | None = None) -> str:
        """Name a move such as Kc3 or Rb4; to White, Black's is a move."""
        names, squares = self.names, self.size * self.size
        if state.pending != NOTHING:
            return names[action] if player in (None, 1) else "?"
        if state.turn == 1:
            return f"K{names[action]}" if player in (None, 1) else "a move"
        return f"K{names[action]}" if action < squares else f"{self.piece}{names[action - squares]}"

    def state_name(self, state: State) -> str:
        """Write the men, ? where Black's king isn't placed, whose turn it is, White's moves left, and vain tries."""
        names = self.names
        man = "-" if state.man == NOTHING else names[state.man]
        black = "?" if state.black == ANYWHERE else names[state.black]
        turn = self.player_names[state.turn]
        words = [f"K{names[state.king]} {self.piece}{man} k{black} {turn} {state.left}"]
        if state.tried:
            words.append("not " + ",".join(self._tried(state)))
        if state.pending != NOTHING:
            words.append(f"tries {self.action_name(state._replace(pending=NOTHING), state.pending)}")
        return " ".join(words)

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; turn and moves left may be missing: Kc2 Rb1 k?."""
        men, rest = rf"K(\w\d) {self.piece}(\w\d|-) k(\w\d|\?)", r"(?: not ([\w,]+))?(?: tries ([KQR])(\w\d))?"
        match = re.fullmatch(men + r"(?: (White|Black) (\d+))?" + rest, " ".join(text.split()))
        if match is None:
            example = self.state_name(self.initial())
            raise NotationError(f"'{text}' is not a state of this game: write it like {example}.")
        king, man, black, turn, left, tried, mover, goal = match.groups()
        state = self.State(
            self._square(king),
            NOTHING if man == "-" else self._square(man),
            ANYWHERE if black == "?" else self._square(black),
            int(turn == "Black"),
            int(left) if left else self.moves,
            sum(1 << self._square(each) for each in (tried or "").split(",") if each),
        )
        self._require_possible(text, state)
        if goal is None:
            return state
        action = self._square(goal) + (0 if mover == "K" else self.size**2)
        if state.black != ANYWHERE or action not in list(self.actions(state)):
            raise NotationError(f"'{text}' can't be: {mover}{goal} is no first try of White's.")
        return state._replace(pending=action)

    def _require_possible(self, text: str, state: State) -> None:
        """Refuse men on one square, kings side by side, and a check that Black left."""
        is_placed = state.black != ANYWHERE
        crowd = [square for square in (state.king, state.man, state.black) if square >= 0]
        is_crowded = len(set(crowd)) < len(crowd) or (is_placed and self._touch(state.king, state.black))
        is_left = is_placed and state.turn == 0 and self._check(state)
        is_late = not is_placed and (state.turn == 1 or state.man == NOTHING or state.tried)
        if is_crowded or is_left or is_late or not 0 <= state.left <= self.moves:
            raise NotationError(f"'{text}' can't come up: no two men share a square, and Black leaves no check.")

    def view(self, state: State, player: int | None = None) -> View:
        """Show the board; to White without Black's king, with what the umpire said."""
        size, is_over = self.size, self.is_terminal(state)
        men = {state.king: ("K", 0), state.man: (self.piece, 0)}
        if player != 0 or is_over:
            men[state.black] = ("K", 1)
        caption = CHECKS[self._check(state)] if state.turn == 1 else ""
        if state.black == ANYWHERE:
            caption = "Black's king is placed by chance after the first try"
        if state.tried:
            caption = "illegal: " + ", ".join(f"K{name}" for name in self._tried(state))
        cells = []
        for square, name in enumerate(self.names):
            piece, owner = men.get(square, ("", None))
            cells.append(Cell(square % size, size - 1 - square // size, piece, owner, name=name))
        cells.sort(key=lambda cell: (cell.y, cell.x))
        return View(tuple(cells), caption)

    def tell_end(self, state: State) -> str:
        """Say how it ended."""
        if state.man == NOTHING:
            return "a draw: Black took White's last man"
        if state.turn == 1:
            return "White wins by checkmate" if self._check(state) else "a draw by stalemate"
        return f"a draw: {self.moves} moves without mate"
