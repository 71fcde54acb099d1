"""Tournaments of students' agents, each a program of its own in a guarded process."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.assignments.tournaments.tournament import Tournament, hold_tournament

__all__ = ["Tournament", "hold_tournament"]

__getattr__ = lazy_names(__name__, {"tournament": ("Tournament", "hold_tournament")})  # a process needs no matches
