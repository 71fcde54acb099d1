"""Look-ahead by whole turns with a network's estimates, in plain Python: the twin of `kernel.TurnSearcher`.

A turn is all that a player does until chance or the other moves, or the game is over. The state after it is valued to
that player: by its utility where the game is over, or else by the network.

    one turn      the turn whose state is worth most
    two turns     a state is worth what the other's best reply to each roll leaves, on average; of the turns that at
                  first sight are within a margin of the best
"""

from collections.abc import Iterator
from typing import Any

from plywise.knowledge.network.network import LearnedNetwork
from plywise.rules import CHANCE, MAX, Choice, Decision, Game, Status

MARGIN = 0.16
"""How far below the best, at first sight, a turn may be to be looked into, in units of utility."""


def look_ahead(game: Game, state: Any, network: LearnedNetwork, turns: int = 1, margin: float = MARGIN) -> Decision:
    """Return the action that begins the best turn, looking one turn ahead or two; a Decision is always heuristic."""
    if game.is_terminal(state):
        return Decision(None, game.utility(state, MAX), MAX, Status.PROVEN, nodes=1)
    if game.to_move(state) == CHANCE:
        return Decision(None, _average(game, state, network, MAX), MAX, Status.HEURISTIC, depth=1)
    player = game.to_move(state)
    ends = [
        (action, end) for action in game.actions(state) for end in turn_ends(game, game.result(state, action), player)
    ]
    values = [network.expect(game, end, player) for _, end in ends]
    nodes, actions = len(ends), list(dict.fromkeys(action for action, _ in ends))
    if turns > 1 and len(actions) > 1:
        least = max(values) - margin
        ends = [each for each, value in zip(ends, values, strict=True) if value >= least]
        values = [_reply(game, end, network, player) for _, end in ends]
    best: dict[Any, float] = {}
    for (action, _), value in zip(ends, values, strict=True):
        best[action] = max(value, best.get(action, value))
    choices = tuple(Choice(action, best[action]) for action in actions if action in best)
    chosen = max(choices, key=lambda choice: choice.value)
    line = (chosen.action,)
    return Decision(
        chosen.action, chosen.value, player, Status.HEURISTIC, line=line, choices=choices, depth=turns, nodes=nodes
    )


def turn_ends(game: Game, state: Any, player: int) -> Iterator[Any]:
    """Yield every state in which a player's turn can end, from one in the middle of it on."""
    if game.is_terminal(state) or game.to_move(state) != player:
        yield state
    else:
        for action in game.actions(state):
            yield from turn_ends(game, game.result(state, action), player)


def best_value(game: Game, state: Any, network: LearnedNetwork) -> float:
    """Return the most that the player to move may expect of a turn."""
    player = game.to_move(state)
    return max(network.expect(game, end, player) for end in turn_ends(game, state, player))


def _reply(game: Game, state: Any, network: LearnedNetwork, player: int) -> float:
    """Return what a state after a player's turn is worth to that player after the other's best replies."""
    if game.is_terminal(state):
        return float(game.utility(state, player))
    if game.to_move(state) == CHANCE:
        return _average(game, state, network, player)
    return (game.utility_sum or 0) - best_value(game, state, network)


def _average(game: Game, state: Any, network: LearnedNetwork, player: int) -> float:
    """Return the mean over all outcomes of what the best turn after each is worth to a player."""
    total = 0.0
    for outcome, odds in game.chances(state):
        after = game.result(state, outcome)
        if game.is_terminal(after):
            total += odds * game.utility(after, player)
        elif game.to_move(after) == CHANCE:
            total += odds * (game.utility_sum or 0) / 2
        else:
            value = best_value(game, after, network)
            total += odds * (value if game.to_move(after) == player else (game.utility_sum or 0) - value)
    return total
