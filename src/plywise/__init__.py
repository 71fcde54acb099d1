"""Adversarial search for Python: write a game's rules once, then play, solve and explain it.

>>> import plywise
>>> game = plywise.load_game("tic-tac-toe")
>>> state = game.parse_state("XX1/OO1/3")
>>> plywise.decide(game, state).describe(game, state)
'c3: value 1 to player A, proven; line c3; 6 states, depth 1'
"""

from plywise.agents import decide
from plywise.games.catalog import load_game
from plywise.rules import (
    CHANCE,
    Bound,
    Cell,
    Choice,
    Decision,
    Game,
    IllegalActionError,
    Limit,
    PlywiseError,
    Record,
    RulesError,
    Status,
    Unit,
    View,
)

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Bound",
    "Cell",
    "Choice",
    "Decision",
    "Game",
    "IllegalActionError",
    "Limit",
    "PlywiseError",
    "Record",
    "RulesError",
    "Status",
    "Unit",
    "View",
    "__version__",
    "decide",
    "load_game",
]
