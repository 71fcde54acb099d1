"""English draughts, also called checkers: jump over the other's pieces; whoever can't move has lost.

       .  b  .  b  .  b  .  b         .  1  .  2  .  3  .  4      Black (b, player A) starts from above and moves
       b  .  b  .  b  .  b  .         5  .  6  .  7  .  8  .      down, White (w, player B) moves up; kings, B and
       .  b  .  b  .  b  .  b         .  9  . 10  . 11  . 12      W, move both ways. Squares are numbered as in PDN,
       .  .  .  .  .  .  .  .        13  . 14  . 15  . 16  .      from Black's side, dark ones only.
       .  .  .  .  .  .  .  .         . 17  . 18  . 19  . 20
       w  .  w  .  w  .  w  .        21  . 22  . 23  . 24  .      As bits they have gaps: `squares` draws them.
       .  w  .  w  .  w  .  w         . 25  . 26  . 27  . 28      Actions are numbers of steps and of routes of
       w  .  w  .  w  .  w  .        29  . 30  . 31  . 32  .      jumps: `routes` lists them.

A player who can capture must, and continues with the same piece as long as it can, but may choose among captures.
A man that reaches the last row is crowned and stops there. A played game is drawn when a state comes up for the third
time, or after 40 moves of each player in which no man moved and nothing was captured, unless the last of them leaves
the other without a move (the rule of the World Checkers/Draughts Federation, under which a player claims the draw).

>>> game = Draughts()
>>> state = game.parse_state("B:W18,27:BK14,K3")
>>> [game.action_name(state, action) for action in game.actions(state)]
['14x32']
>>> game.state_name(game.result(state, game.parse_action(state, "14x23x32")))
'W:W:BK3,K32'
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from plywise.bits import lsb, mul, popcount, shr
from plywise.games.draughts.endings import DraughtsEndings
from plywise.games.draughts.notation import read_action, read_fen, write_action, write_fen
from plywise.games.draughts.routes import FIRST, SKIP, START, STOP, TAKEN
from plywise.games.draughts.squares import BIT_OF, BITS, BOARD, BOTTOM, LOWER, MIDDLE, TOP, UPPER, bits_of
from plywise.rules import Cell, Look, View

BLACK, WHITE, KING = 0, 1, 2
"""The kinds of pieces, in the order in which their routes are listed; a player's number is the kind of its men."""

IDLE_PLIES = 80
"""A game is drawn after this many plies without a capture or a move of a man."""


class Draughts(DraughtsEndings):
    """English draughts (checkers): capture by jumping; whoever can't move loses."""

    look = Look("chequered", "draughtsmen", ("black", "white"), "wood")
    player_names = ("Black", "White")
    setup_pieces = (("b", "B"), ("w", "W"))
    cyclic = True
    repetition = "draw"
    repetition_count = 3
    distinct_actions = len(START)
    max_actions = 192  # twelve pieces, none with more than 16 routes
    weights: Mapping[str, float] = {
        "men": 100,
        "kings": 135,
        "first row": 8,
        "men ahead": 3,
        "middle": 4,
        "fewer pieces": 1,
    }
    """The last is for each piece of a lead and each piece gone: a lead counts for more when fewer are left."""

    class State(NamedTuple):
        """The pieces of each colour and the kings among them, whose turn it is, and the plies since the last progress.

        A clock at its limit, 80, ends the game.
        """

        black: int = bits_of(*range(1, 13))
        white: int = bits_of(*range(21, 33))
        kings: int = 0
        turn: int = 0
        clock: int = 0

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield all captures, or if there are none the steps; nothing once the clock has run out."""
        if state.clock < IDLE_PLIES:
            jumping = self.jumping(state)
            if jumping:
                yield from self.captures(state, jumping)
            else:
                yield from self.steps(state)

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Move a piece, take what it jumps over, and crown it on the last row."""
        start, stop, taken = START[action], STOP[action], TAKEN[action]
        black, white, kings = state.black & ~taken, state.white & ~taken, state.kings & ~taken
        clock = 0
        if kings & start:
            kings = kings ^ start | stop
            clock = 0 if taken else state.clock + 1
        else:
            kings |= stop & (TOP | BOTTOM)
        if state.turn == BLACK:
            black = black ^ start | stop
        else:
            white = white ^ start | stop
        return self.State(black, white, kings, 1 - state.turn, clock)

    def utility(self, state: State, player: int) -> int:
        """Return 0 if the clock has run out, else -1 to the player who can't move and 1 to the other."""
        if state.clock >= IDLE_PLIES and self.can_move(state):
            return 0
        return -1 if player == state.turn else 1

    def amounts(self, state: State, player: int) -> tuple[int, ...]:
        """Count men, kings and where they stand: how many more a player has than the other."""
        men, kings, home, ahead, middle, fewer = self.leads(state)
        if player == BLACK:
            return men, kings, home, ahead, middle, fewer
        return -men, -kings, -home, -ahead, -middle, -fewer

    def noisy_actions(self, state: State) -> Iterator[int]:
        """Yield the captures."""
        if state.clock < IDLE_PLIES:
            yield from self.captures(state, self.jumping(state))

    def rank(self, state: State, action: int) -> int:
        """Put captures of many pieces first, then crownings, then moves of men, the most advanced first; kings last."""
        if TAKEN[action]:
            return 20 + popcount(TAKEN[action]) + popcount(TAKEN[action] & state.kings)
        if state.kings & START[action]:
            return 0
        stop = lsb(STOP[action])
        row = stop // 9 * 2 + stop % 9 // 4
        gone = row if state.turn == BLACK else 7 - row
        return 15 if gone == 7 else gone

    def key(self, state: State) -> int:
        """Mix the pieces and the turn into 64 bits; the clock is left out."""
        mixed = mul(state.black | state.turn << BITS, 0x9E3779B97F4A7C15)
        mixed = mul(mixed ^ shr(mixed, 32) ^ state.white, 0xC2B2AE3D27D4EB4F)
        mixed = mul(mixed ^ shr(mixed, 29) ^ state.kings, 0xD6E8FEB86659FD93)
        return mixed ^ shr(mixed, 32)

    def plies_left(self, state: State) -> int:
        """Return how many plies without progress are left until a draw: tables leave the clock out."""
        return IDLE_PLIES - state.clock

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name the first and last square, such as 11-15 or 22x8; those between too if captures differ only there."""
        return write_action(action, self.actions(state))

    def parse_action(self, state: State, text: str) -> int:
        """Read what `action_name` writes; squares on the way may be named or left out while it stays clear."""
        return read_action(self, state, text)

    def state_name(self, state: State) -> str:
        """Write the state as PDN's FEN, such as B:W21,K30:B1,2; the clock, unless it is 0, is added like :H12."""
        return write_fen(state)

    def parse_state(self, text: str) -> State:
        """Read a FEN of PDN; squares may be ranges, such as B:W21-32:B1-12."""
        return self.State(*read_fen(text, IDLE_PLIES))

    def place_pieces(self, pieces: Mapping[str, str], player: int) -> State:
        """Return the state with these pieces by their squares; raises NotationError."""
        sides = (
            ",".join(f"{'K' * there.isupper()}{square}" for square, there in pieces.items() if there.lower() == piece)
            for piece in "wb"
        )
        return self.parse_state("{}:W{}:B{}".format("BW"[player], *sides))

    def view(self, state: State) -> View:
        """Show the board, Black above, and whose turn it is; clicks on the squares of an action play it."""
        turn = "" if self.is_terminal(state) else f"{self.name_of(state.turn)} to move"
        cells = {(x, y): Cell(x, y) for y in range(8) for x in range(8)}
        for square, bit in BIT_OF.items():
            y, place = divmod(square - 1, 4)
            x = 2 * place + (y + 1) % 2
            player = 0 if state.black >> bit & 1 else 1 if state.white >> bit & 1 else None
            piece = "" if player is None else "bw"[player]
            cells[x, y] = Cell(x, y, piece.upper() if state.kings >> bit & 1 else piece, player, str(square))
        return View(tuple(cells.values()), turn=turn)

    # Where pieces go

    def jumping(self, state: State) -> int:
        """Return the pieces of the player to move that can capture."""
        mine, foes = (state.black, state.white) if state.turn == BLACK else (state.white, state.black)
        down, up = self.going(state, mine)
        return self.jumpers(down, up, foes, BOARD ^ (mine | foes))

    def captures(self, state: State, jumping: int) -> Iterator[int]:
        """Yield the routes of these pieces that can't be extended."""
        foes = state.white if state.turn == BLACK else state.black
        empty = BOARD ^ (state.black | state.white)
        while jumping:
            start = jumping & -jumping
            jumping ^= start
            kind = KING if state.kings & start else state.turn
            free = empty | start  # a king may come back to where it started
            route = FIRST[kind * (BITS + 1) + lsb(start)]
            end = FIRST[kind * (BITS + 1) + lsb(start) + 1]
            while route < end:
                stop, taken = STOP[route], TAKEN[route]
                if taken & ~foes or not stop & free:
                    route = SKIP[route]
                elif self.jumpers(stop if kind != WHITE else 0, stop if kind != BLACK else 0, foes ^ taken, free):
                    route += 1
                else:
                    yield route
                    route = SKIP[route]

    def steps(self, state: State) -> Iterator[int]:
        """Yield the steps onto empty squares, one direction after another."""
        down, up = self.going(state, state.black if state.turn == BLACK else state.white)
        empty = BOARD ^ (state.black | state.white)
        for way in range(4):
            movers = self.steppers(down, up, empty, way)
            while movers:
                yield 4 * lsb(movers) + way
                movers &= movers - 1

    def predecessors(self, state: State) -> Iterator[State]:
        """Yield the states from which a step that crowns no man leads here; none in which a capture was forced."""
        others = state.white if state.turn == BLACK else state.black
        down, up = self.going(state, others)  # they go back the way the mover's men go ahead
        empty = BOARD ^ (state.black | state.white)
        for way in range(4):
            movers = self.steppers(down, up, empty, way)
            while movers:
                back = 4 * lsb(movers) + way
                movers &= movers - 1
                moved = START[back] | STOP[back]
                kings = state.kings ^ moved if state.kings & START[back] else state.kings
                black, white = state.black, state.white
                if state.turn == BLACK:
                    white ^= moved
                else:
                    black ^= moved
                before = self.State(black, white, kings, 1 - state.turn, 0)
                if self.jumping(before) == 0:
                    yield before

    def can_move(self, state: State) -> bool:
        """Whether the player to move has an action, whatever the clock says."""
        down, up = self.going(state, state.black if state.turn == BLACK else state.white)
        empty = BOARD ^ (state.black | state.white)
        return self.jumping(state) != 0 or any(self.steppers(down, up, empty, way) for way in range(4))

    def going(self, state: State, mine: int) -> tuple[int, int]:
        """Return which of the player's pieces may go down, and which may go up."""
        return (mine, mine & state.kings) if state.turn == BLACK else (mine & state.kings, mine)

    def steppers(self, down: int, up: int, empty: int, way: int) -> int:
        """Return the pieces that can take a step one way."""
        return down & empty >> (4 + way) if way < 2 else up & empty << (2 + way)

    def jumpers(self, down: int, up: int, foes: int, free: int) -> int:
        """Return the pieces, of those that may go down and up, next to a foe with a free square behind it."""
        below = foes >> 4 & free >> 8 | foes >> 5 & free >> 10
        above = foes << 4 & free << 8 | foes << 5 & free << 10
        return down & below | up & above

    # What evaluations are made of

    def leads(self, state: State) -> tuple[int, int, int, int, int, int]:
        """Return how much of each feature Black has more than White."""
        black, white = state.black & ~state.kings, state.white & ~state.kings
        men = popcount(black) - popcount(white)
        kings = popcount(state.black & state.kings) - popcount(state.white & state.kings)
        home = popcount(black & TOP) - popcount(white & BOTTOM)
        ahead = popcount(black & LOWER) - popcount(white & UPPER)
        middle = popcount(state.black & MIDDLE) - popcount(state.white & MIDDLE)
        fewer = (men + kings) * (24 - popcount(state.black | state.white))
        return men, kings, home, ahead, middle, fewer
