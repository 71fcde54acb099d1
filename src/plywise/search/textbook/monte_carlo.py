"""Pure Monte Carlo: of each action, the mean of games that are played on at random."""

from random import Random
from typing import Any

from plywise.rules import CHANCE, Action, Game


def monte_carlo(game: Game, state: Any, playouts: int, seed: int = 0) -> tuple[float, Action]:
    """Return the best mean to the player to move, and its action."""
    random, player = Random(seed), game.to_move(state)
    best, move = float("-inf"), None
    for action in game.actions(state):
        start = game.result(state, action)
        mean = sum(game.utility(play_out(game, start, random), player) for _ in range(playouts)) / playouts
        if mean > best:
            best, move = mean, action
    return best, move


def play_out(game: Game, state: Any, random: Random) -> Any:
    """Return the state in which a game of random actions ends."""
    while not game.is_terminal(state):
        if game.to_move(state) == CHANCE:
            outcomes, odds = zip(*game.chances(state), strict=True)
            [action] = random.choices(outcomes, odds)
        else:
            action = random.choice(list(game.actions(state)))
        state = game.result(state, action)
    return state
