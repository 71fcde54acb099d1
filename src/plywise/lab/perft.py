"""Perft in plain Python: what the compiled count is held against, and what counts where rules can't be compiled."""

from typing import Any

from plywise.kernel.lowering import offered_in
from plywise.rules import Game


def count_lines(game: Game, state: Any, depth: int) -> int:
    """Count the lines of exactly so many actions and outcomes, the last ply by counting alone."""
    if depth == 0:
        return 1
    offered = offered_in(game, state, most=None)
    if depth == 1:
        return len(offered)
    return sum(count_lines(game, game.result(state, action), depth - 1) for action in offered)
