"""The root of a compiled search: its actions, and what each round found of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.rules import Action, Game, NoActionError, fatal_states

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
    repeats: bool = False
    """Whether a repetition that ends play took part; with images, it may have been of the image of a state."""
    line: list[int] = field(default_factory=list)
    """What follows the action, in the numbers of the compiled rules."""
    depth: int = 0


def root_actions(game: Game, state: Any, history: Sequence[Any]) -> list[Action]:
    """Return the actions that may be played; none where the game is over."""
    if game.is_terminal(state):
        return []
    offered = list(game.actions(state))
    if not offered:
        raise NoActionError(game.name, game.state_name(state))
    if game.repetition != "illegal":
        return offered
    taken = {*fatal_states(game, history), game.repetition_key(state)} - {None}
    return [action for action in offered if game.repetition_key(game.result(state, action)) not in taken]
