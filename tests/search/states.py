"""States that come up in random play."""

from random import Random
from typing import Any

from plywise.rules import Game


def played_states(game: Game, count: int, plies: int) -> list[Any]:
    """Return so many states, each after so many random plies, where the game goes on."""
    random = Random(f"{game.name} {count} {plies}")
    found: list[Any] = []
    while len(found) < count:
        state = game.initial()
        for _ in range(plies):
            if not game.is_terminal(state):
                state = game.result(state, random.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            found.append(state)
    return found
