"""English draughts (checkers): the rules, and games read from and written to PDN."""

from plywise.games.draughts.game import Draughts
from plywise.games.draughts.pdn import read_pdn, write_pdn

__all__ = ["Draughts", "read_pdn", "write_pdn"]
