"""What there is to say of one game: what its players are called, who can take a seat, and how many levels there are.

>>> from plywise.games.nim import Nim
>>> [agent["name"] for agent in describe_game("nim", "Nim", Nim())["agents"]]
['auto', 'minimax', 'alpha-beta', 'monte-carlo', 'monte-carlo-leaves', 'uct', 'random']
"""

from typing import Any

from plywise.agents import ALGORITHMS, find_levels
from plywise.rules import Game

AUTO = {"name": "auto", "promise": "what suits the game"}
RANDOM = {"name": "random", "promise": "any action, each with the same probability"}


def describe_game(game_id: str, title: str, game: Game) -> dict[str, Any]:
    """Return a game as data; its agents are those that have an answer at any moment."""
    agents = [
        {"name": each.name, "promise": each.promise}
        for each in ALGORITHMS
        if each.suits(game) and each.compiled_kind.holds(game) and {"depth", "simulations"} & {*each.ended_by}
    ]
    players = [game.name_of(player) for player in range(game.players)]
    levels = find_levels(game) if game.players > 1 and not game.hides else None
    return {
        "id": game_id,
        "title": title,
        "players": players,
        "agents": [AUTO, *agents, RANDOM],
        "hides": game.hides,
        "levels": len(levels.levels) if levels else 0,
        "is_calibrated": levels is not None and levels.is_calibrated,
    }
