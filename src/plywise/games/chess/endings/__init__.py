"""Endings as solved tables: which table and slot a state has, what the tables are called, and moves taken back."""

from plywise.games.chess.endings.materials import name_of, tiers_after, tiers_named
from plywise.games.chess.endings.neighbours import slots_after, slots_before
from plywise.games.chess.endings.slots import index_of, size_of, tier_of
from plywise.games.chess.endings.states import state_of
from plywise.games.chess.endings.unmoves import unplayed

__all__ = [
    "index_of",
    "name_of",
    "size_of",
    "slots_after",
    "slots_before",
    "state_of",
    "tier_of",
    "tiers_after",
    "tiers_named",
    "unplayed",
]
