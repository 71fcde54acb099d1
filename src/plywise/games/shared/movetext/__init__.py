"""PGN and PDN are one language: tags, then numbered actions with comments, signs and variations, then the result."""

from plywise.games.shared.movetext.dialect import SIGNS, Dialect, token_pattern
from plywise.games.shared.movetext.reading import read_movetext
from plywise.games.shared.movetext.writing import result_of, write_movetext

__all__ = ["SIGNS", "Dialect", "read_movetext", "result_of", "token_pattern", "write_movetext"]
