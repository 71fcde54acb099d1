"""Oware (Abapa): sow the seeds of a house around the board, and capture twos and threes on the other side.

    B  6  5  4  3  2  1        A player sows the seeds of one of their own houses one by one, counterclockwise, and
                               leaves out the house they came from. If the last seed makes two or three in a house
       1  2  3  4  5  6  A     of the other's, these are captured, and so are twos and threes just before it on that
                               side; but a move that would capture all seeds there captures none (a "grand slam").

A player whose side is empty must be given seeds, if that can be done. Whoever has captured more than half of all seeds
has won. If the player to move can't play, or nothing has been captured in 100 moves, each takes the seeds on their own
side. The houses are one tuple, A's from A's left, then B's from B's left; an action is a house of the mover's.

>>> game = Oware(houses=3, seeds=2)
>>> state = game.result(game.initial(), 2)
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('2-2-0+6/0-0-2+0 B 0', ['3'])
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.leads import tell_counts
from plywise.games.shared.pits import read_sides, view_pits, write_sides
from plywise.rules import CatalogError, Game, Look, NotationError, View, player_name

QUIET = 100
"""After how many moves without a capture the game ends."""


class Oware(Game):
    """Sow seeds around the board and capture twos and threes; whoever captures more than half wins."""

    look = Look("pits", "seeds", (), "wood")
    player_names = ("South", "North")

    class State(NamedTuple):
        """The seeds in each house, those captured by A and by B, whose turn it is, and moves since a capture."""

        houses: tuple[int, ...]
        captured: tuple[int, int] = (0, 0)
        turn: int = 0
        quiet: int = 0

    def __init__(self, houses: Annotated[int, range(1, 9)] = 6, seeds: Annotated[int, range(1, 11)] = 4) -> None:
        if not 1 <= houses <= 8 or not 1 <= seeds <= 10:
            raise CatalogError(f"Oware has 1 to 8 houses a side with 1 to 10 seeds each, not {houses} with {seeds}.")
        self.side, self.seeds, self.total = houses, seeds, 2 * houses * seeds
        self.max_actions = houses
        self.evaluation_limit = self.total + 1

    def initial(self) -> State:
        """Start with equally many seeds in every house, and A to move."""
        return self.State((self.seeds,) * (2 * self.side))

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield every house of the mover's that holds seeds, or reaches the other side if that is empty."""
        first, other = state.turn * self.side, (1 - state.turn) * self.side
        starving = sum(state.houses[other : other + self.side]) == 0
        for house in range(self.side):
            needed = self.side - house if starving else 1
            if state.houses[first + house] >= needed:
                yield house

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Sow, and capture backwards from where the last seed fell."""
        start = state.turn * self.side + action
        houses = list(state.houses)
        seeds, last = houses[start], start
        houses[start] = 0
        while seeds > 0:
            last = (last + 1) % (2 * self.side)
            if last != start:
                houses[last] += 1
                seeds -= 1
        other = (1 - state.turn) * self.side
        prize, house = 0, last
        while other <= house < other + self.side and 2 <= houses[house] <= 3:
            prize += houses[house]
            house -= 1
        if prize == sum(houses[other : other + self.side]):
            prize = 0  # a grand slam
        if prize > 0:
            for taken in range(house + 1, last + 1):
                houses[taken] = 0
        a, b = state.captured
        captured = (a + prize, b) if state.turn == 0 else (a, b + prize)
        return self.State(tuple(houses), captured, 1 - state.turn, 0 if prize else state.quiet + 1)

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has more than half, or both have half, or nothing more can or should be played."""
        a, b = state.captured
        if 2 * a > self.total or 2 * b > self.total or a + b == self.total or state.quiet >= QUIET:
            return True
        return not any(True for _ in self.actions(state))

    def utility(self, state: State, player: int) -> int:
        """Return 1 to who has more seeds, -1 to who has fewer, 0 to both for half each."""
        margin = 2 * self.held(state) - self.total
        sign = (margin > 0) - (margin < 0)
        return sign if player == 0 else -sign

    def held(self, state: State) -> int:
        """Count the seeds that A has captured, and those on A's side."""
        return state.captured[0] + sum(state.houses[: self.side])

    def evaluate(self, state: State, player: int) -> int:
        """Return how many more seeds a player has captured."""
        a, b = state.captured
        return a - b if player == 0 else b - a

    # Notation and display

    def tell_end(self, state: State) -> str:
        """Say who won, and how many seeds each side has."""
        return tell_counts((self.held(state), self.total - self.held(state)), self.player_names)

    def action_name(self, state: State, action: Any) -> str:
        """Name the house, counted from 1 from the mover's left."""
        return str(action + 1)

    def state_name(self, state: State) -> str:
        """Write A's side and B's, each with the captured seeds after a plus, who moves, and moves since a capture."""
        return f"{write_sides(self.sides(state))} {player_name(state.turn)} {state.quiet}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; no seed may be missing or added."""
        board, mover, quiet = (*text.upper().split(), "", "", "")[:3]
        sides = read_sides(board, self.side)
        if sides is None or mover not in ("A", "B") or quiet not in map(str, range(QUIET + 1)):
            example = self.state_name(self.initial())
            raise NotationError(f"'{text}' is not a state of this game: write it like {example}.")
        found = sum(map(sum, sides))
        if found != self.total:
            raise NotationError(f"'{text}' can't come up: it has {found} seeds, and the game has {self.total}.")
        houses = (*sides[0][:-1], *sides[1][:-1])
        return self.State(houses, (sides[0][-1], sides[1][-1]), "AB".index(mover), int(quiet))

    def view(self, state: State) -> View:
        """Show B's houses above A's, and what each has captured at the ends; a click on a house sows it."""
        playable = [] if self.is_terminal(state) else list(self.actions(state))
        return view_pits(self.sides(state), state.turn, playable, f"{self.name_of(state.turn)} to move")

    def sides(self, state: State) -> list[list[int]]:
        """List A's houses and captured seeds, and B's."""
        a, b = state.houses[: self.side], state.houses[self.side :]
        return [[*a, state.captured[0]], [*b, state.captured[1]]]
