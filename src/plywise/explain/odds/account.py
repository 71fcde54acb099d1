"""What is said of a state to a player who doesn't see all of it: sentences, and the numbers behind them as data."""

from dataclasses import dataclass
from typing import Any

from plywise.explain.odds.hidden_parts import HiddenPart
from plywise.explain.odds.valuing import ValuedAction
from plywise.rules import View


@dataclass(frozen=True, slots=True)
class Assumption:
    """Odds of all that is hidden, and in words what they assume of the others."""

    words: str
    parts: tuple[HiddenPart, ...]


@dataclass(frozen=True, slots=True)
class OddsAccount:
    """Odds and values as one player can know them, in sentences and as numbers."""

    player: str
    view: View
    """The board as this player sees it."""
    hidden: tuple[str, ...]
    """What may be hidden, each sentence with what it assumes."""
    worth: tuple[str, ...]
    """What the actions are worth, and how often a policy plays each."""
    sureness: tuple[str, ...]
    """How exact the odds and the values are."""
    assumptions: tuple[Assumption, ...] = ()
    valued: tuple[ValuedAction, ...] = ()
    is_exact: bool = True
    """Whether the odds are over all states that fit, and not over a sample."""

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {
            "player": self.player,
            "view": self.view.to_data(),
            "hidden": list(self.hidden),
            "worth": list(self.worth),
            "sureness": list(self.sureness),
            "is_exact": self.is_exact,
            "odds": [
                {"assumes": each.words, "parts": [_part_data(part) for part in each.parts]} for each in self.assumptions
            ],
            "actions": [
                {"action": each.name, "value": each.value, "error": each.error, "played": each.played}
                for each in self.valued
            ],
        }


def _part_data(part: HiddenPart) -> dict[str, Any]:
    return {
        "where": part.where,
        "is_whole": part.is_whole,
        "chances": [{"what": each.what, "share": each.share, "error": each.error} for each in part.chances],
    }
