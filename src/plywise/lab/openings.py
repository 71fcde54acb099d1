"""States to measure from: one state says little about a search, so a few random openings are asked as well."""

from typing import Any

from plywise.matches import Openings
from plywise.rules import Game


def random_openings(game: Game, start: Any, count: int, plies: int = 4, seed: int = 0) -> list[Any]:
    """Return different states, `plies` random actions after `start`, as a match draws them; fewer if there are fewer.

    >>> from plywise.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> [game.state_name(state) for state in random_openings(game, game.initial(), 3)]
    ['3/X1O/O1X', 'XO1/2X/O2', 'OX1/1O1/2X']
    """
    openings = Openings(game, plies=plies, seed=seed, start=start)
    drawn = (openings.draw() for _ in range(count))
    return [record.state for record in drawn if record is not None]
