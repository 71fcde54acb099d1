"""What players can't see: what each observes, what each remembers, and how one acts on it."""

from plywise.rules.hidden.guarantees import Guarantee, check_guarantee
from plywise.rules.hidden.information import (
    Information,
    OwnAction,
    first_information,
    information_of,
    next_information,
    with_observation,
)
from plywise.rules.hidden.observing import HiddenRules, opened, require_open
from plywise.rules.hidden.policy import Policy
from plywise.rules.hidden.seats import UNSEEN, names_for_players, seen_action, seen_view, shows_everything

__all__ = [
    "UNSEEN",
    "Guarantee",
    "HiddenRules",
    "Information",
    "OwnAction",
    "Policy",
    "check_guarantee",
    "first_information",
    "information_of",
    "names_for_players",
    "next_information",
    "opened",
    "require_open",
    "seen_action",
    "seen_view",
    "shows_everything",
    "with_observation",
]
