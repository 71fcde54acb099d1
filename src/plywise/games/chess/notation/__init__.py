"""States and actions as chess players write them: FEN and SAN; and as Polyglot books number them."""

from plywise.games.chess.notation import fen, polyglot, san
from plywise.games.chess.notation.fen import START

__all__ = ["START", "fen", "polyglot", "san"]
