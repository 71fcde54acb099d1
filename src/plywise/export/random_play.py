"""States met by random play: what can't be proven of a game is at least tried on these."""

import random
from collections.abc import Iterator
from typing import Any

from plywise.kernel.lowering import offered_in
from plywise.rules import Game

LONGEST = 300
"""Plies after which a game that goes on is left."""


def played_states(game: Game, count: int, seed: int = 0) -> Iterator[Any]:
    """Yield `count` states of random playings, the first states and the last ones included."""
    chooser = random.Random(seed)
    state, plies = game.initial(), 0
    for _ in range(count):
        yield state
        offered = offered_in(game, state) if plies < LONGEST else []
        if offered:
            state, plies = game.result(state, chooser.choice(offered)), plies + 1
        else:
            state, plies = game.initial(), 0
