"""How to act on what is known: a probability for each action, by a player's information.

Where perfect information allows one best action, hidden information asks for a mixture: who always bets a good hand
and never a bad one is easily read. A policy says how often to do what; nothing in it depends on what is hidden.

>>> policy = Policy({(0, ("jack",)): (("bet", 0.25), ("check", 0.75))})
>>> policy.at(0, ("jack",), ("bet", "check"))
(0.25, 0.75)
>>> policy.at(0, ("queen",), ("bet", "check"))  # not in it: all actions alike
(0.5, 0.5)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from plywise.rules.errors import PlywiseError
from plywise.rules.hidden.information import Information, OwnAction
from plywise.rules.names import Action

Rows: TypeAlias = Mapping[tuple[int, Information], tuple[tuple[Action, float], ...]]
SLACK = 1e-6
"""By how much the probabilities of a row may miss 1."""


@dataclass(frozen=True)
class Policy:
    """Probabilities of actions by player and information; where it has no row, all actions are equally likely."""

    rows: Rows

    def at(self, player: int, information: Information, actions: Sequence[Action]) -> tuple[float, ...]:
        """Return how likely each of some actions is where a player knows this."""
        row = self.rows.get((player, information))
        if row is None:
            return (1 / len(actions),) * len(actions)
        by_action = dict(row)
        if set(by_action) != set(actions):
            raise PlywiseError(
                f"The policy has the actions {', '.join(map(str, by_action))} where the rules offer "
                f"{', '.join(map(str, actions))}: it was made for other rules."
            )
        return tuple(by_action[action] for action in actions)

    def to_data(self) -> list[dict[str, Any]]:
        """Return the rows as data that JSON can hold: actions and observations are numbers, texts and tuples."""
        return [
            {
                "player": player,
                "information": [_write(part) for part in information],
                "chances": [[_write(action), probability] for action, probability in row],
            }
            for (player, information), row in self.rows.items()
        ]

    @classmethod
    def from_data(cls, data: Any) -> "Policy":
        """Read what `to_data` returns; refuses anything else, and rows that don't add up.

        >>> policy = Policy({(1, (2, OwnAction(0))): ((0, 1.0),)})
        >>> Policy.from_data(policy.to_data()) == policy
        True
        """
        try:
            rows = {
                (int(row["player"]), tuple(map(_read, row["information"]))): tuple(
                    (_read(action), float(probability)) for action, probability in row["chances"]
                )
                for row in data
            }
        except (TypeError, ValueError, KeyError, RecursionError) as error:
            raise PlywiseError(
                f"This is no policy ({type(error).__name__}): `plywise equilibrium` writes one."
            ) from None
        for (player, information), row in rows.items():
            total = math.fsum(probability for _, probability in row)
            if not row or min(probability for _, probability in row) < 0 or not abs(total - 1) <= SLACK:
                raise PlywiseError(f"The policy's probabilities for {player} at {information} don't add up to 1.")
        return cls(rows)


def _write(part: Any) -> Any:
    if isinstance(part, OwnAction):
        return {"did": _write(part.action)}
    if isinstance(part, tuple):
        return [_write(each) for each in part]
    if part is None or isinstance(part, bool | int | float | str):
        return part
    raise PlywiseError(
        f"A {type(part).__name__} can't be written into a policy: observe, and act, with numbers, texts and tuples."
    )


def _read(part: Any) -> Any:
    if isinstance(part, list):
        return tuple(map(_read, part))
    if isinstance(part, dict):
        return OwnAction(_read(part["did"]))
    return part
