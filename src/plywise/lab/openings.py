"""States to measure from: one state says little about a search, so a few random openings are asked as well."""

import random
from typing import Any

from plywise.rules import CHANCE, Game, same_state

TRIES = 50
"""How often an opening is drawn again for each one wanted, where the game ends in it or it came up before."""


def random_openings(game: Game, start: Any, count: int, plies: int = 4, seed: int = 0) -> list[Any]:
    """Return different states, each `plies` random actions after `start`, none terminal; fewer where there are fewer.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> [game.state_name(state) for state in random_openings(game, game.initial(), 3)]
    ['XO1/O2/X2', '1OX/X2/2O', '1X1/1XO/1O1']
    """
    chooser = random.Random(seed)
    found: list[Any] = []
    for _ in range(TRIES * count):
        state = _walk(game, start, plies, chooser)
        if state is not None and not any(same_state(state, each) for each in (start, *found)):
            found.append(state)
        if len(found) == count:
            break
    return found


def _walk(game: Game, state: Any, plies: int, chooser: random.Random) -> Any:
    """Return the state after `plies` random actions; None where the game ends by then."""
    for _ in range(plies):
        actions = [] if game.is_terminal(state) or game.to_move(state) == CHANCE else list(game.actions(state))
        if not actions:
            return None
        state = game.result(state, chooser.choice(actions))
    return None if game.is_terminal(state) else state
