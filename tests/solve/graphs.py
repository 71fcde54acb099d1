"""Walks on small graphs: games whose tables a few lines of plain Python solve too."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from plywise.rules import Game

WAYS = 3
OPEN, LOST, DRAWN, WON = 0, 1, 2, 3


class Walk(Game):
    """Walk along one of three arrows; a node may end the game, as lost, drawn or won for whoever is there to move.

    The nodes of one layer lead to the same layer or to those before it. Who walks to a node that is `again` moves once
    more.
    """

    cyclic = True

    class State(NamedTuple):
        """Where the walk is, and who moves."""

        node: int = 0
        turn: int = 0

    def __init__(
        self, ways: tuple[tuple[int, ...], ...], ends: tuple[int, ...], again: tuple[int, ...], layer: int
    ) -> None:
        self.ways, self.ends, self.again, self.layer = ways, ends, again, layer
        self.nodes, self.start = len(ends), 0

    def initial(self) -> State:
        """Begin somewhere."""
        return self.State(self.start, 0)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def is_terminal(self, state: State) -> bool:
        """Whether the node ends the game; there are arrows there nevertheless."""
        return self.ends[state.node] != 0

    def actions(self, state: State) -> Iterator[int]:
        """Yield every arrow."""
        yield from range(WAYS)

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Follow an arrow."""
        node = self.ways[state.node][action]
        return self.State(node, state.turn if self.again[node] else 1 - state.turn)

    def utility(self, state: State, player: int) -> float:
        """Return what an end is worth."""
        worth = self.ends[state.node] - 2
        return worth if player == state.turn else -worth


class TabledWalk(Walk):
    """The same, with an index: one tier for each layer and player."""

    def tier(self, state: Walk.State) -> int:
        """Return the table of a state."""
        return state.node // self.layer * 2 + state.turn

    def index(self, state: Walk.State) -> int:
        """Return the slot of a state."""
        return state.node % self.layer

    def unindex(self, tier: int, index: int) -> Walk.State:
        """Return the state of a slot; the last layer may have more slots than nodes."""
        node = tier // 2 * self.layer + index
        return self.State(node if node < self.nodes else 0, tier % 2)

    def tier_size(self, tier: int) -> int:
        """Return how many slots there are."""
        return self.layer

    def next_tiers(self, tier: int) -> tuple[int, ...]:
        """Return the tiers that follow."""
        return tuple(range(2 * (tier // 2 + 1)))

    def tier_name(self, tier: int) -> str:
        """Name a tier."""
        return f"{tier // 2} {'ab'[tier % 2]}"

    def parse_tier(self, text: str) -> tuple[int, ...]:
        """Return the tier of a name."""
        return (2 * int(text[0]) + "ab".index(text[2]),)

    def predecessors(self, state: Walk.State) -> Iterator[Walk.State]:
        """Yield the states of the same layer that lead here."""
        first = state.node // self.layer * self.layer
        for node in range(first, min(first + self.layer, self.nodes)):
            for way in range(WAYS):
                if self.ways[node][way] == state.node:
                    yield self.State(node, state.turn if self.again[state.node] else 1 - state.turn)


def solve_plainly(game: Walk) -> dict[Any, tuple[int, int]]:
    """Return outcome and plies of every decided state: mark, look again, until nothing changes."""
    states = [game.State(node, turn) for node in range(game.nodes) for turn in (0, 1)]
    known = {state: (int(game.utility(state, state.turn)), 0) for state in states if game.is_terminal(state)}
    number = 0
    while True:
        number += 1
        new = {}
        for state in states:
            if state in known:
                continue
            after = [game.result(state, action) for action in game.actions(state)]
            values = [
                known[then][0] * (1 if then.turn == state.turn else -1)
                if then in known and known[then][1] < number
                else None
                for then in after
            ]
            decided = [known[then][1] for then, value in zip(after, values, strict=True) if value is not None]
            if any(value == 1 for value in values):
                new[state] = (1, number)
            elif all(value == -1 for value in values):
                new[state] = (-1, max(decided) + 1)
        if not new:
            return known
        known.update(new)
