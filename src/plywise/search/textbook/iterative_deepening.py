"""Iterative deepening: one ply, two, three, ... while there is time (section 5.4.2; 5.3.2 in the fourth edition)."""

import time
from typing import Any

from plywise.rules import Action, Game
from plywise.search.textbook.cutting_off import alpha_beta


def iterative_deepening(game: Game, state: Any, seconds: float, deepest: int = 100) -> tuple[float, Action]:
    """Return what the last depth says: the one at whose end the time was up, or the deepest."""
    deadline = time.monotonic() + seconds
    for depth in range(1, deepest + 1):
        answer = alpha_beta(game, state, depth)
        if time.monotonic() >= deadline:
            break
    return answer
