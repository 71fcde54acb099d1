"""The states a search stands on, from the root to where it is, and what of the played game still counts.

history   root -> ... -> state        a state whose `repetition_key` stands here already is a repetition
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from plywise.rules import Game, SearchError

MAX_PLIES = 300
"""How long a line may grow: each ply of a readable search takes two of Python's thousand nested calls."""

ABSENT = object()


class Path:
    """The way from the root to where a search is; of the history, what one more occurrence would end."""

    def __init__(self, game: Game, history: Sequence[Any]) -> None:
        self.game = game
        keys = [game.repetition_key(state) for state in history]
        fatal = game.repetition_count - 1 if game.repetition == "draw" else 1
        often = {key for key, times in Counter(keys).items() if times >= fatal}
        self.states = {key: state for key, state in zip(keys, history, strict=True) if key in often}
        self.states.pop(None, None)
        self.steps: list[tuple[Any, Any]] = []

    def step_into(self, state: Any) -> None:
        """Make a state part of the path; a line without end is refused."""
        if len(self.steps) > MAX_PLIES:
            raise SearchError(
                f"A line of {self.game.name} is longer than {MAX_PLIES} plies: give the search a depth, "
                "and see with `plywise check` whether the game ever ends."
            )
        key = self.game.repetition_key(state)
        self.steps.append((key, self.states.get(key, ABSENT)))
        if key is not None:
            self.states[key] = state

    def step_back(self) -> None:
        """Take the last state off the path; what it repeated stays."""
        key, former = self.steps.pop()
        if former is ABSENT:
            self.states.pop(key, None)
        else:
            self.states[key] = former

    def has(self, state: Any) -> bool:
        """Whether a state, or one that counts as the same, came up before."""
        return self.game.repetition_key(state) in self.states

    def has_exactly(self, state: Any) -> bool:
        """Whether what came up before is this very state, clocks and counters included."""
        return bool(self.states[self.game.repetition_key(state)] == state)
