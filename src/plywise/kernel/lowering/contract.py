"""Which rules of a game are compiled, and what a state offers: known without reading any rule's source."""

import itertools
from typing import Any

from plywise.rules import Game

RULES = ("to_move", "actions", "result", "is_terminal", "utility")
OPTIONAL = (
    *("chances", "evaluate", "key", "canonical", "rank", "noisy_actions", "pass_turn", "is_urgent"),
    *("repetition_key", "playout_actions", "value_bounds", "banked", "rest"),
)
OFFERING = ("actions", "noisy_actions", "playout_actions")
TABLED = (
    *("tier", "index", "plies_left", "converting_actions"),
    *("predecessors", "indexes_before", "indexes_after"),
)
PLACED = ("unindex", "tier_size")
"""What solved tables need of a game: rules of a state, and of a place in a table. Lowered only where asked for."""
WEIGHED = ("amounts",)
"""What `evaluate` calls where a game leaves it to the default."""
PATTERNED = ("cells", "inputs")
"""What learned patterns and networks need of a game. Lowered only where asked for."""


def offered_in(game: Game, state: Any, most: int | None = 1000) -> list[Any]:
    """Return the actions or outcomes of a state, none where the game has ended."""
    if game.is_terminal(state):
        return []
    if game.has_chance and game.to_move(state) < 0:
        return [outcome for outcome, _ in game.chances(state)]
    return list(itertools.islice(game.actions(state), most))
