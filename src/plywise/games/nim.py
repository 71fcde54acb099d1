"""Nim: take any number of matches from one pile; whoever takes the last match loses (misere) or wins.

    A  | | |          Piles are lettered, and B2 takes two matches from pile B. A state is written
    B  | | | |        with the player to move: A(3,4,5). Cicirello's lecture notes on game search call
    C  | | | | |      the game with two piles of two "II-Nim": its value to A, who starts, is -1.

>>> game = Nim(piles=(2, 2))
>>> state = game.initial()
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('A(2,2)', ['A1', 'A2', 'B1', 'B2'])
"""

import re
from collections.abc import Iterator
from operator import gt
from typing import Annotated, Any, NamedTuple

from plywise.rules import CatalogError, Game, Look, NotationError, View, player_name

LARGEST = 1_000
"""The most matches a pile may have."""


class Nim(Game):
    """Take matches from one pile at a time; the last match decides."""

    look = Look("free", "matches")

    class State(NamedTuple):
        """The matches left in each pile, and whose turn it is."""

        piles: tuple[int, ...]
        turn: int = 0

    def __init__(self, piles: Annotated[tuple[int, ...], range(LARGEST + 1)] = (3, 4, 5), misere: bool = True) -> None:
        if not 1 <= len(piles) <= 26 or not all(0 <= size <= LARGEST for size in piles):
            raise CatalogError(f"Nim has 1 to 26 piles of 0 to {LARGEST:,} matches each, not {piles}.")
        self.piles, self.misere = tuple(piles), misere
        self.max_actions = sum(piles)

    def initial(self) -> State:
        """Start with full piles."""
        return self.State(self.piles)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield (pile, how many to take)."""
        for pile, size in enumerate(state.piles):
            for take in range(1, size + 1):
                yield pile, take

    def result(self, state: State, action: tuple[int, int]) -> State:  # type: ignore[override]
        """Take the matches."""
        pile, take = action
        piles = list(state.piles)
        piles[pile] -= take
        return self.State(tuple(piles), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether no match is left."""
        return sum(state.piles) == 0

    def utility(self, state: State, player: int) -> int:
        """Return 1 to the winner, -1 to the loser; the player to move did not take the last match."""
        winner = state.turn if self.misere else 1 - state.turn
        return 1 if player == winner else -1

    def canonical(self, state: State) -> State:
        """Sort the piles: their order doesn't matter."""
        piles = list(state.piles)
        piles.sort()
        return self.State(tuple(piles), state.turn)

    def action_name(self, state: State, action: Any) -> str:
        """Name the pile and the number taken, such as B2."""
        pile, take = action
        return f"{chr(ord('A') + pile)}{take}"

    def state_name(self, state: State) -> str:
        """Write the player to move and the piles, such as A(3,4,5)."""
        return f"{player_name(state.turn)}({','.join(map(str, state.piles))})"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; there must be as many piles as in this game, none larger than at the start."""
        match = re.fullmatch(r"([AB])\(([0-9]{1,4}(?:,[0-9]{1,4})*)\)", text.replace(" ", "").upper())
        piles = tuple(map(int, match[2].split(","))) if match else ()
        if not match or len(piles) != len(self.piles) or any(map(gt, sorted(piles), sorted(self.piles))):
            raise NotationError(
                f"'{text}' is not a state of this game: write it like {self.state_name(self.initial())}."
            )
        return self.State(piles, "AB".index(match[1]))

    def view(self, state: State) -> View:
        """Show each pile as a row of matches; a click on a match takes it and those to its right."""
        width = max(*state.piles, *self.piles, 1)
        rows = [["|"] * size + ["."] * (width - size) for size in state.piles]
        names = [[chr(ord("A") + pile)] * width for pile in range(len(state.piles))]
        actions = [
            [f"{names[pile][x]}{size - x}" if x < size else "" for x in range(width)]
            for pile, size in enumerate(state.piles)
        ]
        return View.from_rows(rows, names=names, actions=actions, turn=f"{player_name(state.turn)} to move")
