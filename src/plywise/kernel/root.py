"""The root of a compiled search: its actions, and what each round found of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.rules import Action, Game, NoActionError

NONE = -(1 << 40)
"""Less than any value."""


@dataclass(slots=True)
class RootAction:
    """An action of the root, and what the last round that looked at it found; `value` is to the player to move."""

    action: Action
    code: int
    value: int = NONE
    is_exact: bool = False
    has_estimates: bool = False
    """Whether an estimate took part."""
    leans: bool = False
    """Whether a table's value was taken where the path to a state counts: nothing is proven by that."""
    line: list[int] = field(default_factory=list)
    """What follows the action, in the numbers of the compiled rules."""
    depth: int = 0


def fatal_states(game: Game, history: Sequence[Any]) -> list[Any]:
    """Return the states of a played game that one more occurrence would end, or that may not come again."""
    if game.repetition is None:
        return []
    seen = Counter(game.repetition_key(state) for state in history)
    fatal = game.repetition_count - 1 if game.repetition == "draw" else 1
    first = {game.repetition_key(state): state for state in history}
    return [first[key] for key, times in seen.items() if times >= fatal and key is not None]


def root_actions(game: Game, state: Any, history: Sequence[Any]) -> list[Action]:
    """Return the actions that may be played; none where the game is over."""
    if game.is_terminal(state):
        return []
    offered = list(game.actions(state))
    if not offered:
        raise NoActionError(game.name, game.state_name(state))
    if game.repetition != "illegal":
        return offered
    taken = {game.repetition_key(seen) for seen in (*fatal_states(game, history), state)} - {None}
    return [action for action in offered if game.repetition_key(game.result(state, action)) not in taken]
