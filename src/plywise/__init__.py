"""Adversarial search for Python: write a game's rules once, then play, solve and explain it.

>>> import plywise
>>> game = plywise.load_game("tic-tac-toe")
>>> state = game.parse_state("XX1/OO1/3")
>>> plywise.decide(game, state).describe(game, state)
'c3: value 1 to player A, proven; line c3; 6 states, depth 1'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.agents.decide import decide
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

_HOMES = {"decide": "plywise.agents", "load_game": "plywise.games.catalog"}
"""Where a name is at home; all others are the rules'."""


def __getattr__(name: str) -> Any:
    """Import what is asked for, a name or a room, when it is first asked for."""
    if name in __all__:
        value = getattr(import_module(_HOMES.get(name, "plywise.rules")), name)
    else:
        try:
            value = import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    globals()[name] = value
    return value
