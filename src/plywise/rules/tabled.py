"""The optional rules that dense solved tables need: see docs/adr/0012-solved-tables.md."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from plywise.rules.display import DisplayedGame
from plywise.rules.errors import RulesError
from plywise.rules.names import Action


class TabledRules(DisplayedGame):
    """Rules that number a game's states, and say what may follow; `Game` has them all, most without a default."""

    if TYPE_CHECKING:

        def actions(self, state: Any) -> Iterable[Action]:
            """Yield every legal action: `Game` says how."""

        @property
        def name(self) -> str:
            """The game's name."""

    def tier(self, state: Any) -> int:
        """Return the number of the table that a state belongs to. With the next three it unlocks dense tables."""
        raise NotImplementedError(unwritten(self, "tier(self, state)", "return the number of a state's table"))

    def index(self, state: Any) -> int:
        """Return a state's slot in its table, or -1 for a state that belongs in none; equivalent states share one."""
        raise NotImplementedError(unwritten(self, "index(self, state)", "return a state's slot in its table"))

    def plies_left(self, state: Any) -> int:
        """Return how many plies are left, at the least, before a clock makes it a draw: tables leave clocks out."""
        return 1 << 30

    def unindex(self, tier: int, index: int) -> Any:
        """Return the state of a slot; where `tier` and `index` of it aren't these again, the slot is empty."""
        raise NotImplementedError(unwritten(self, "unindex(self, tier, index)", "return the state of a slot"))

    def tier_size(self, tier: int) -> int:
        """Return how many slots a table has."""
        raise NotImplementedError(unwritten(self, "tier_size(self, tier)", "return how many slots a table has"))

    def predecessors(self, state: Any) -> Iterable[Any]:
        """Yield the states from which an action leads here, as far as their tables can be reached from this one's."""
        raise NotImplementedError(unwritten(self, "predecessors(self, state)", "yield the states before"))

    def indexes_before(self, state: Any) -> Iterable[int]:
        """Yield what `index` says of each of the predecessors: worth writing where that is found without the states.

        Asked only where one table of those that are solved together leads to the state's; the other player must be to
        move in all that are found there. Without it, the predecessors are asked one by one.
        """
        raise NotImplementedError(unwritten(self, "indexes_before(self, state)", "yield the slots before"))

    def indexes_after(self, state: Any) -> Iterable[int]:
        """Yield what `index` says of what each action leads to, none or -1 for those that convert.

        Asked only where the actions that don't convert all lead to one table; the other player must be to move there.
        Without it, all actions are played.
        """
        raise NotImplementedError(unwritten(self, "indexes_after(self, state)", "yield the slots after"))

    def converting_actions(self, state: Any) -> Iterable[Action]:
        """Yield at least the actions after which no play comes back to this table; by default, all of them.

        Captures are, in most games: with these alone, a dense table begins several times as fast.
        """
        return self.actions(state)

    def next_tiers(self, tier: int) -> Iterable[int]:
        """Return the tables that one action may lead to, this one included if so; never compiled."""
        raise NotImplementedError(unwritten(self, "next_tiers(self, tier)", "return the tables that may follow"))

    def tier_name(self, tier: int) -> str:
        """Name a table for people."""
        return str(tier)

    def parse_tier(self, text: str) -> tuple[int, ...]:
        """Return the tables that a text names; raises RulesError."""
        if not text.isdecimal():
            raise RulesError(f"{text!r} is no table of {self.name}: name one by its number.")
        return (int(text),)


def unwritten(game: object, signature: str, what: str) -> str:
    """Say which rule is missing, and how to write it.

    >>> unwritten(TabledRules(), "tier(self, state)", "return the number of a state's table")
    "TabledRules has no tier: write `def tier(self, state)` and return the number of a state's table."
    """
    return f"{type(game).__name__} has no {signature.partition('(')[0]}: write `def {signature}` and {what}."
