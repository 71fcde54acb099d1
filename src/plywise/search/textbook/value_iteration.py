"""Value iteration: dice, and states that come up again; values are improved until they stay the same."""

from typing import Any

from plywise.rules import CHANCE, MAX, Game


def value_iteration(game: Game, state: Any, error: float = 1e-9) -> float:
    """Return what a state is worth to MAX: the fix point of expectiminimax over all states that can be reached."""
    values = dict.fromkeys(reachable(game, state), 0.0)
    change = error + 1
    while change > error:
        change = 0.0
        for each in values:
            value = backed_up(game, each, values)
            change, values[each] = max(change, abs(value - values[each])), value
    return values[state]


def backed_up(game: Game, state: Any, values: dict[Any, float]) -> float:
    """Return what a state is worth by the present values of its successors."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if game.to_move(state) == CHANCE:
        return sum(odds * values[game.result(state, outcome)] for outcome, odds in game.chances(state))
    choose = max if game.to_move(state) == MAX else min
    return choose(values[game.result(state, action)] for action in game.actions(state))


def reachable(game: Game, state: Any) -> dict[Any, None]:
    """Return all states that can be reached, the state itself included."""
    found, waiting = {state: None}, [state]
    while waiting:
        each = waiting.pop()
        chance = not game.is_terminal(each) and game.to_move(each) == CHANCE
        options = [] if game.is_terminal(each) else dict(game.chances(each)) if chance else game.actions(each)
        new = {game.result(each, option): None for option in options}
        waiting += [child for child in new if child not in found]
        found |= new
    return found
