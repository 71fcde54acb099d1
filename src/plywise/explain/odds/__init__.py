"""What may be hidden from a player, how likely each of it is, and what actions are worth: by what that player knows."""

from plywise.explain.odds.account import Assumption, OddsAccount
from plywise.explain.odds.fitting import Fitting, FittingState, find_fitting
from plywise.explain.odds.hidden_parts import Chance, HiddenPart, find_hidden
from plywise.explain.odds.knowing import Perspective, known_to
from plywise.explain.odds.narration import (
    tell_assumption,
    tell_decision,
    tell_odds,
    tell_own,
    tell_policy,
    tell_search,
    tell_sureness,
)
from plywise.explain.odds.valuing import ValuedAction, take_values, value_by_policy, value_by_search

__all__ = [
    "Assumption",
    "Chance",
    "Fitting",
    "FittingState",
    "HiddenPart",
    "OddsAccount",
    "Perspective",
    "ValuedAction",
    "find_fitting",
    "find_hidden",
    "known_to",
    "take_values",
    "tell_assumption",
    "tell_decision",
    "tell_odds",
    "tell_own",
    "tell_policy",
    "tell_search",
    "tell_sureness",
    "value_by_policy",
    "value_by_search",
]
