"""The compiled sweeps over tables of games with chance, as Python calls them.

block   | as in `splice` | where the bounds of values are | known tiers | odds, beside the actions |
"""

from collections.abc import Sequence
from typing import Any

from plywise.kernel.building import KernelKind, OnCompile, assemble, lay_out, payoff_figures
from plywise.kernel.lowering import Lowered
from plywise.kernel.running import Machine
from plywise.kernel.tables.retrograde import MAX_TIERS, KnownTier
from plywise.rules import Game, SearchError

ENTRIES = (("list", 6), ("settle", 5), ("narrow", 5))
CALLED = ("worth", "holder_of", "read")
NEEDED = ("tier", "index", "unindex", "tier_size", "next_tiers")
WORDS = ("TIER_COUNT", "LEASTS_AT", "MOSTS_AT", "NEW_LEASTS_AT", "NEW_MOSTS_AT", "FRESH_FROM", "FRESH_TO")


class ExpectedSweeps:
    """One game's compiled sweeps; raises LoweringError where the rules can't be compiled."""

    def __init__(self, game: Game, *, keep: bool = True, on_step: OnCompile | None = None) -> None:
        missing = [rule for rule in NEEDED if not game.offers(rule)]
        if missing:
            raise SearchError(f"{game.name} has no {missing[0]}: a table of expected values needs it.")
        if not game.is_adversarial:
            raise SearchError(f"{game.name} isn't for two players whose gains add up: a table can't hold its values.")
        if game.repetition is not None:
            raise SearchError(f"What {game.name} is worth depends on what came before: a table can't hold that.")
        kind = KernelKind("expected-table", text=_text, entries=tuple(ENTRIES), tabled=True)
        self.machine = Machine(game, kind, keep=keep, on_step=on_step)

    def new_block(self, known: Sequence[KnownTier]) -> Any:
        """Return one thread's memory, which knows the tiers; `point_to` says where the component's bounds are."""
        layout, block = self.machine.layout, self.machine.new_block()
        if len(known) > MAX_TIERS:
            raise SearchError(f"{len(known)} tiers at once are more than {MAX_TIERS}.")
        block[layout.TIER_COUNT] = len(known)
        for i, entry in enumerate(known):
            inside = entry.table is None
            place = entry.offset if inside else entry.table.ctypes.data
            block[layout.TIERS + 3 * i : layout.TIERS + 3 * i + 3] = (entry.tier, not inside, place)
        return block

    def point_to(self, block: Any, bounds: Sequence[Any]) -> None:
        """Write to a block where the least and the most values are: those of the last sweep, then the new ones."""
        layout = self.machine.layout
        for word, array in zip(WORDS[1:5], bounds, strict=True):
            block[getattr(layout, word)] = array.ctypes.data


def _text(lowered: Lowered) -> str:
    constants = {
        **lay_out(WORDS, {"TIERS": 3 * MAX_TIERS, "WEIGHTS": "STACK"}),
        **payoff_figures(lowered.game),
        "UTILITY_SUM": float(lowered.game.utility_sum or 0),
    }
    return assemble(lowered, constants, "dense.expected_table", CALLED)
