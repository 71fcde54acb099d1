"""Bridge with all four hands open: rules, bounds and order for search, notation."""

from plywise.games.cards.bridge.notation import SEATS, STRAINS
from plywise.games.cards.bridge.rules import Bridge

__all__ = ["SEATS", "STRAINS", "Bridge"]
