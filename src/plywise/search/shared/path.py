"""The states a search stands on, from the root to where it is, and what of the played game still counts.

history   root -> ... -> state        a state whose `repetition_key` stands here already is a repetition
"""

from collections.abc import Hashable, Sequence
from typing import Any

from plywise.rules import Game, SearchError, fatal_states

MAX_PLIES = 300
"""How long a line may grow: each ply of a readable search takes two of Python's thousand nested calls."""


class LongLineError(SearchError):
    """A line of play is longer than a search without a depth can follow."""

    def __init__(self, game: Game, plies: int = MAX_PLIES) -> None:
        super().__init__(
            f"A line of {game.name} is longer than {plies} plies: give the search a depth, "
            "and see with `plywise check` whether the game ever ends."
        )


class Path:
    """The way from the root to where a search is; of the history, what one more occurrence would end."""

    def __init__(self, game: Game, history: Sequence[Any]) -> None:
        self.game = game
        self.keys = set(fatal_states(game, history))
        self.added: list[Hashable | None] = []

    def step_into(self, state: Any) -> None:
        """Make a state part of the path; a line without end is refused."""
        if len(self.added) >= MAX_PLIES:
            raise LongLineError(self.game)
        key = self.game.repetition_key(state)
        if key in self.keys:
            key = None
        if key is not None:
            self.keys.add(key)
        self.added.append(key)

    def step_back(self) -> None:
        """Take the last state off the path; what it repeated stays."""
        self.keys.discard(self.added.pop())

    def has(self, state: Any, parent: Any = None) -> bool:
        """Whether a state, or one that counts as the same, came up before, or just now as its parent."""
        if not self.keys and parent is None:  # simulations of games that don't rule on repetition keep no path
            return False
        key = self.game.repetition_key(state)
        return key in self.keys or (parent is not None and key is not None and key == self.game.repetition_key(parent))
