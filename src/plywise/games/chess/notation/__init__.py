"""States and actions as chess players write them: FEN and SAN."""

from plywise.games.chess.notation import fen, san
from plywise.games.chess.notation.fen import START

__all__ = ["START", "fen", "san"]
