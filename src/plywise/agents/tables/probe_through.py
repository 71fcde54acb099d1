"""What a state is worth by a table that doesn't hold it: looked through to those that it does hold, in plain Python.

A table of backgammon holds states before a roll. What one is worth with the dice on the table follows from those that
the turn may lead to.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from plywise.rules import Game, SearchError

Known: TypeAlias = Callable[[int, int], float]
"""Given a tier and a slot, returns what the table holds there; NaN where that is empty or not known."""

DEEPEST = 64
"""How many plies may follow each other without an index."""


def holder_of(game: Game, state: Any) -> int:
    """Return to whom the value in a state's slot is: who moves; before a roll, who moves after its first outcome."""
    player = game.to_move(state)
    if player < 0:
        outcome, _ = next(iter(game.chances(state)))
        player = game.to_move(game.result(state, outcome))
    return player


def one_ply_on(game: Game, state: Any, player: int, worth: Callable[[Any, int], float]) -> float:
    """Return what a state is worth to a player by what its successors are worth to them; NaN where one isn't known."""
    if game.is_terminal(state):
        return float(game.utility(state, player))
    mover = game.to_move(state)
    outcomes = list(game.chances(state)) if mover < 0 else [(action, 1.0) for action in game.actions(state)]
    return backed_up(mover, player, [(worth(game.result(state, action), player), odds) for action, odds in outcomes])


def backed_up(mover: int, player: int, values: Sequence[tuple[float, float]]) -> float:
    """Return the mean of values by their odds, or the one that is best for the mover; NaN where one isn't known."""
    if any(math.isnan(value) for value, _ in values):
        return math.nan
    if mover < 0:
        return math.fsum(odds * value for value, odds in values)
    return (max if mover == player else min)(value for value, _ in values)


def probe_through(game: Game, state: Any, player: int, known: Known, plies: int = 0) -> float:
    """Return what a state is worth to a player by what its successors are; NaN where the table doesn't know.

    The state's own slot isn't read, so that this also says what should be there. `plies` counts those looked through.
    """
    if game.is_terminal(state):
        return float(game.utility(state, player))
    if plies > DEEPEST:
        raise SearchError(f"Too many states of {game.name} without an index follow each other: give some of them one.")
    index = game.index(state) if plies else -1
    if index >= 0:
        value = known(game.tier(state), index)
        return value if holder_of(game, state) == player else (game.utility_sum or 0) - value
    mover = game.to_move(state)
    outcomes = list(game.chances(state)) if mover < 0 else [(action, 1.0) for action in game.actions(state)]
    values = [
        (probe_through(game, game.result(state, action), player, known, plies + 1), odds) for action, odds in outcomes
    ]
    return backed_up(mover, player, values)
