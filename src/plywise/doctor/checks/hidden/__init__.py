"""Games that hide something: what looks alike to a player must be alike in everything that is shown to that player."""

from plywise.doctor.checks.hidden.leaks import (
    check_actions_hidden,
    check_deals,
    check_endings_hidden,
    check_fitting,
    check_moves_hidden,
    check_observations,
    check_turns_hidden,
    check_views_hidden,
)

__all__ = [
    "check_actions_hidden",
    "check_deals",
    "check_endings_hidden",
    "check_fitting",
    "check_moves_hidden",
    "check_observations",
    "check_turns_hidden",
    "check_views_hidden",
]
