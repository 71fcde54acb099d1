"""How much a search may cost.

>>> Limit(time=2.5, depth=8)
Limit(time=2.5, nodes=None, depth=8)
>>> Limit(depth=0)
Traceback (most recent call last):
plywise.rules.errors.PlywiseError: Limit(depth=0) allows nothing: give a depth above 0, or leave it out.
"""

from dataclasses import dataclass, fields

from plywise.rules.errors import PlywiseError


@dataclass(frozen=True, slots=True)
class Limit:
    """A budget: seconds, states visited and plies, each optional; the search stops at whichever comes first."""

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            amount = getattr(self, field.name)
            if amount is not None and not amount > 0:
                raise PlywiseError(
                    f"Limit({field.name}={amount}) allows nothing: give a {field.name} above 0, or leave it out."
                )

    @property
    def is_open(self) -> bool:
        """Whether nothing bounds the search, so that only a proof can end it."""
        return self.time is None and self.nodes is None and self.depth is None
