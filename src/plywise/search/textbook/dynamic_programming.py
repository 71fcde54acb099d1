"""Minimax by dynamic programming: a state that comes up again is looked up, not searched again."""

from collections.abc import Hashable
from typing import Any

from plywise.rules import MAX, Action, Game


def dynamic_programming(game: Game, state: Any) -> tuple[float, Action]:
    """Return what minimax would, after looking at each state once; lines of play must come to an end."""
    return solve(game, state, {})


def solve(game: Game, state: Any, solved: dict[Hashable, tuple[float, Action]]) -> tuple[float, Action]:
    """Return value and action of a state, from the table or into it."""
    key = game.key(state)
    if key not in solved:
        if game.is_terminal(state):
            solved[key] = game.utility(state, MAX), None
        else:
            choose = max if game.to_move(state) == MAX else min
            found = [(solve(game, game.result(state, action), solved)[0], action) for action in game.actions(state)]
            solved[key] = choose(found, key=lambda pair: pair[0])
    return solved[key]
