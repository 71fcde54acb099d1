"""Nine, six and three men's morris: see `game`."""

from plywise.games.morris.game import Morris

__all__ = ["Morris"]
