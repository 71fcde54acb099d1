"""Bridge: as it is played, with hidden hands, and with all four hands open for search (double dummy)."""

from plywise.games.cards.bridge.double_dummy import DoubleDummy
from plywise.games.cards.bridge.hidden import Bridge
from plywise.games.cards.bridge.notation import SEATS, STRAINS

__all__ = ["SEATS", "STRAINS", "Bridge", "DoubleDummy"]
