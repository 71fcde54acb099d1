"""States to learn from: one from each of many games played at random, so that no two have much in common."""

import random
from typing import Any

from plywise.rules import CHANCE, Game

TRIES = 20
"""How many games are played at most for each state wanted."""

LONGEST = 500
"""A game that isn't over after this many plies is used as it is."""


def random_states(game: Game, count: int, seed: int = 0) -> list[Any]:
    """Return different states in which someone is to move, from all stages of the game; fewer where there are fewer.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> [game.state_name(state) for state in random_states(game, 3)]
    ['XO1/O2/X2', 'X2/O1X/3', '1OX/3/1XO']
    """
    lots = random.Random(seed)
    found: dict[Any, None] = {}
    for _ in range(TRIES * count):
        states = _played(game, lots)
        if states:
            found.setdefault(lots.choice(states))
        if len(found) == count:
            break
    return list(found)


def _played(game: Game, lots: random.Random) -> list[Any]:
    """Play a game at random; return the states in which a player had a choice, the first one aside."""
    state, states = game.initial(), []
    for _ in range(LONGEST):
        if game.is_terminal(state):
            break
        if game.to_move(state) != CHANCE and len(list(game.actions(state))) > 1:
            states.append(state)
        state = game.result(state, draw(game, state, lots))
    return states[1:]


def draw(game: Game, state: Any, lots: random.Random) -> Any:
    """Return an action drawn at random, or where chance moves an outcome by its odds."""
    if game.to_move(state) == CHANCE:
        outcomes, odds = zip(*game.chances(state), strict=True)
        return lots.choices(outcomes, odds)[0]
    return lots.choice(list(game.actions(state)))
