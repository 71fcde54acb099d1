"""Go: the rules, and games read from and written to SGF."""

from plywise.games.go.game import Go
from plywise.games.go.sgf import read_sgf, write_sgf

__all__ = ["Go", "read_sgf", "write_sgf"]
