"""Values, outcomes and decisions in sentences that a student understands."""

from plywise.explain.prose.sentences import Account, account_for
from plywise.explain.prose.words import (
    tell_choice,
    tell_count,
    tell_names,
    tell_outcome,
    tell_value,
    tell_worth,
    verdict,
    write_number,
)

__all__ = [
    "Account",
    "account_for",
    "tell_choice",
    "tell_count",
    "tell_names",
    "tell_outcome",
    "tell_value",
    "tell_worth",
    "verdict",
    "write_number",
]
