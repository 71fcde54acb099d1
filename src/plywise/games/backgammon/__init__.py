"""Backgammon: rules, GNU Backgammon's position ids, and whole turns in standard notation."""

from plywise.games.backgammon.game import Backgammon
from plywise.games.backgammon.position_id import read_position_id, write_position_id
from plywise.games.backgammon.turns import list_turns, name_turn, parse_turn

__all__ = ["Backgammon", "list_turns", "name_turn", "parse_turn", "read_position_id", "write_position_id"]
