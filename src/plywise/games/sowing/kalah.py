"""Kalah: sow seeds around the board, bank them in your store, capture the other's. Many sizes.

    B's   6  5  4  3  2  1        A player sows the seeds of one of their own pits one by one, counterclockwise:
    store                  A's    into their own pits, their own store and the other's pits, and around again,
          1  2  3  4  5  6 store  skipping the other's store. If the last seed falls in their own store, they move
                                  again; if in a pit of theirs that was empty, it is banked with the seeds opposite.

The game ends when either side's pits are empty; the seeds left on the other side belong to its owner. A player's
utility is the margin of seeds. With `empty_capture`, which the published values assume, such a last seed is banked
even if the pit opposite is empty too; without it, the seed stays where it fell.

A side is one number, a few bits for each pit and the store above them, so that sowing is one addition to each side.

>>> game = Kalah(pits=3, seeds=2)
>>> game.state_name(game.initial()), game.state_name(game.result(game.initial(), 0))
('2-2-2+0/2-2-2+0 A', '0-3-3+0/2-2-2+0 B')
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, TypeAlias

from plywise.bits import mul, shr
from plywise.games.shared.leads import lead_in_words, tell_counts
from plywise.games.shared.pits import read_sides, view_pits, write_sides
from plywise.rules import CatalogError, Game, Look, NotationError, Unit, View, player_name

MOST_SEEDS = 40
SIDE_BITS = 63
"""How many bits hold a side: all of a signed 64-bit number but its sign, so that it can be compiled."""

MIX_MINE, MIX_BOTH = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
"""Odd numbers without a pattern, which spread all bits of a state over its key."""

Table: TypeAlias = tuple[tuple[int, ...], ...]


MOST_TOLD = 10
"""What `cells` tells apart: pits of 0 to 10 seeds, and more."""


class Kalah(Game):
    """Sow seeds around the board and capture; whoever banks more wins by the margin."""

    look = Look("pits", "seeds", (), "wood")
    player_names = ("South", "North")
    best_agent = "alpha-beta:knowledge=beside"

    class State(NamedTuple):
        """The side of the player to move, the other's, and whose turn it is.

        In a side, pit i starts at bit i * width; the store lies above the pits.
        """

        mine: int
        theirs: int
        turn: int = 0

    def __init__(
        self,
        pits: Annotated[int, range(1, 12)] = 6,
        seeds: Annotated[int, range(1, MOST_SEEDS + 1)] = 4,
        empty_capture: bool = True,
    ) -> None:
        if not 1 <= pits <= 11:
            raise CatalogError(f"Kalah has 1 to 11 pits a side, not {pits}.")
        most = min(MOST_SEEDS, ((1 << SIDE_BITS // (pits + 1)) - 1) // (2 * pits))
        if not 1 <= seeds <= most:
            raise CatalogError(f"Kalah with {pits} pits a side has 1 to {most} seeds in each, not {seeds}.")
        self.pits, self.seeds, self.empty_capture = pits, seeds, empty_capture
        self.total = 2 * pits * seeds
        self.width = self.total.bit_length()
        self.cell = (1 << self.width) - 1
        self.store = self.width * pits
        self.all_pits = (1 << self.store) - 1
        self.own, self.other, self.lasts = self._sowings()
        self.max_actions = self.distinct_actions = pits
        self.utility_range = (-self.total, self.total)
        self.evaluation_limit = self.total + 1

    def initial(self) -> State:
        """Start with equally many seeds in every pit, and A to move."""
        side = self.pack([self.seeds] * self.pits + [0])
        return self.State(side, side)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield every pit of the mover's that holds seeds, from the mover's left."""
        for pit in range(self.pits):
            if state.mine >> self.width * pit & self.cell:
                yield pit

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Sow; then move again, or capture and let the other move."""
        mine, theirs, last = self.sow(state, action)
        if last == self.pits:
            return self.State(mine, theirs, state.turn)
        if self.captures(mine, theirs, last):
            opposite = self.width * (self.pits - 1 - last)
            prize = theirs >> opposite & self.cell
            theirs -= prize << opposite
            mine += (prize + 1 << self.store) - (1 << self.width * last)
        return self.State(theirs, mine, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether either side's pits are empty."""
        return not state.mine & self.all_pits or not state.theirs & self.all_pits

    def utility(self, state: State, player: int) -> int:
        """Return the margin; seeds still in pits belong to the owner of that side."""
        held = 0
        for place in range(self.pits + 1):
            held += state.mine >> self.width * place & self.cell
        margin = 2 * held - self.total
        return margin if player == state.turn else -margin

    def evaluate(self, state: State, player: int) -> int:
        """Return the margin of the stores."""
        margin = (state.mine >> self.store) - (state.theirs >> self.store)
        return margin if player == state.turn else -margin

    def cells(self, state: State) -> tuple[int, ...]:
        """Return the mover's pits, the other's, and two digits of the mover's lead, for patterns to learn from.

        Weights of the two digits add up to what each seed of a lead is worth: one number would have to be cut short.
        """
        lead = (state.mine >> self.store) - (state.theirs >> self.store) + self.total
        mine = tuple(min(state.mine >> self.width * pit & self.cell, MOST_TOLD) for pit in range(self.pits))
        theirs = tuple(min(state.theirs >> self.width * pit & self.cell, MOST_TOLD) for pit in range(self.pits))
        return (*mine, *theirs, min(lead // (MOST_TOLD + 1), MOST_TOLD), lead % (MOST_TOLD + 1))

    def key(self, state: State) -> int:
        """Mix the state into 64 bits; two states with the same `mine` never collide.

        Adding the turn separates the players: no seed is ever lost, so beside one `mine` no two `theirs` differ by 1.
        """
        mixed = mul(state.mine, MIX_MINE)
        mixed = mul(mixed ^ shr(mixed, 32) ^ (state.theirs + state.turn), MIX_BOTH)
        return mixed ^ shr(mixed, 32)

    def rank(self, state: State, action: int) -> int:
        """Search moves that end in the mover's store first, then captures, then those from pits near the store."""
        mine, theirs, last = self.sow(state, action)
        if last == self.pits:
            return 2 * self.pits + action
        return self.pits + action if self.captures(mine, theirs, last) else action

    def tell_end(self, state: State) -> str:
        """Say who won, and how many seeds each side has."""
        mine = (self.utility(state, 0) + self.total) // 2
        return tell_counts((mine, self.total - mine), self.player_names)

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say who wins by how many seeds, or is ahead by estimate."""
        return (
            lead_in_words(value, player, "seed", self.player_names) if unit is Unit.UTILITY else f"{value:+.6g} seeds"
        )

    def action_name(self, state: State, action: Any) -> str:
        """Name the pit, counted from 1 from the mover's left."""
        return str(action + 1)

    def state_name(self, state: State) -> str:
        """Write A's side, B's side, each from its owner's left with the store after a plus, and who moves."""
        return f"{write_sides(self.sides(state))} {player_name(state.turn)}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; no seed may be missing or added."""
        board, _, mover = " ".join(text.upper().split()).partition(" ")
        sides = read_sides(board, self.pits)
        if sides is None or mover not in ("A", "B"):
            raise NotationError(
                f"'{text}' is not a state of this game: write it like {self.state_name(self.initial())}."
            )
        found = sum(map(sum, sides))
        if found != self.total:
            raise NotationError(f"'{text}' can't come up: it has {found} seeds, and the game has {self.total}.")
        turn = "AB".index(mover)
        return self.State(self.pack(sides[turn]), self.pack(sides[1 - turn]), turn)

    def view(self, state: State) -> View:
        """Show B's pits above A's, from B's right to B's left, and the stores at the ends; a click on a pit sows it."""
        held = self.sides(state)[state.turn]
        playable = [] if self.is_terminal(state) else [pit for pit in range(self.pits) if held[pit]]
        return view_pits(self.sides(state), state.turn, playable, f"{self.name_of(state.turn)} to move")

    def sow(self, state: State, action: int) -> tuple[int, int, int]:
        """Return both sides after sowing a pit, the mover's first, and where the last seed fell.

        Places are counted along the way: the mover's pits from 0, the mover's store at `pits`, then the other's pits.
        """
        seeds = state.mine >> self.width * action & self.cell
        last = self.lasts[action][seeds]
        return state.mine + self.own[action][seeds], state.theirs + self.other[action][seeds], last

    def captures(self, mine: int, theirs: int, last: int) -> bool:
        """Whether the last seed sown lies alone in one of the mover's pits and is banked with the seeds opposite."""
        return (
            last < self.pits
            and mine >> self.width * last & self.cell == 1
            and (self.empty_capture or theirs >> self.width * (self.pits - 1 - last) & self.cell != 0)
        )

    def pack(self, side: list[int]) -> int:
        """Return a side's pits and store as one number."""
        return sum(seeds << self.width * place for place, seeds in enumerate(side))

    def sides(self, state: State) -> list[list[int]]:
        """List A's pits and store, and B's."""
        both = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        return [[side >> self.width * place & self.cell for place in range(self.pits + 1)] for side in both]

    def _sowings(self) -> tuple[Table, Table, Table]:
        """Return, at [i][n], what sowing pit i with n seeds adds to the mover's side and the other's, and the end."""
        own, other, lasts = [], [], []
        for pit in range(self.pits):
            mine, theirs, places = [0], [0], [pit]
            for _ in range(self.total):
                place = (places[-1] + 1) % (2 * self.pits + 1)
                in_own = place <= self.pits
                mine.append(mine[-1] - (1 << self.width * pit) + (1 << self.width * place if in_own else 0))
                theirs.append(theirs[-1] + (0 if in_own else 1 << self.width * (place - self.pits - 1)))
                places.append(place)
            own.append(tuple(mine))
            other.append(tuple(theirs))
            lasts.append(tuple(places))
        return tuple(own), tuple(other), tuple(lasts)
