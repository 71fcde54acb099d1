"""English draughts (checkers): the rules, and games read from PDN and written to it."""

from plywise.games.draughts.game import Draughts
from plywise.games.draughts.pdn import PDNGame, read_pdn, write_pdn

__all__ = ["Draughts", "PDNGame", "read_pdn", "write_pdn"]
