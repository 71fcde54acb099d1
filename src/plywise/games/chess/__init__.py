"""Chess, all of its rules: see `game`."""

from plywise.games.chess.board import State
from plywise.games.chess.game import Chess

__all__ = ["Chess", "State"]
