"""Value iteration: dice, and states that come up again; values are improved until they stay the same."""

from collections.abc import Hashable
from typing import Any

from plywise.rules import CHANCE, MAX, Game


def value_iteration(game: Game, state: Any, error: float = 1e-9) -> float:
    """Return what a state is worth to MAX: the fix point of expectiminimax over all states that can be reached."""
    states = reachable(game, state)
    values = dict.fromkeys(states, 0.0)
    change = error + 1
    while change > error:
        change = 0.0
        for key, each in states.items():
            value = backed_up(game, each, values)
            change, values[key] = max(change, abs(value - values[key])), value
    return values[game.key(state)]


def backed_up(game: Game, state: Any, values: dict[Hashable, float]) -> float:
    """Return what a state is worth by the present values of its successors."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if game.to_move(state) == CHANCE:
        return sum(odds * values[game.key(game.result(state, outcome))] for outcome, odds in game.chances(state))
    choose = max if game.to_move(state) == MAX else min
    return choose(values[game.key(game.result(state, action))] for action in game.actions(state))


def reachable(game: Game, state: Any) -> dict[Hashable, Any]:
    """Return all states that can be reached, the state itself included, by their keys."""
    found, waiting = {game.key(state): state}, [state]
    while waiting:
        each = waiting.pop()
        chance = not game.is_terminal(each) and game.to_move(each) == CHANCE
        options = [] if game.is_terminal(each) else dict(game.chances(each)) if chance else game.actions(each)
        after = [game.result(each, option) for option in options]
        new = {game.key(child): child for child in after if game.key(child) not in found}
        waiting += new.values()
        found |= new
    return found
