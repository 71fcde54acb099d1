"""Chess, with all its rules (see `game`), and games read from and written to PGN."""

from plywise.games.chess.board import State
from plywise.games.chess.game import Chess
from plywise.games.chess.pgn import read_pgn, write_pgn

__all__ = ["Chess", "State", "read_pgn", "write_pgn"]
