"""The compiled passes of retrograde analysis over dense tables, as Python calls them.

block   | as in `splice` | where codes, counts and dues are | known tiers | slots found | predecessors |

A predecessor is three words: its tier, its index, and who is to move. Where all have the same tier, the word before
them says so: 1 more than that tier, or 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.kernel.building import MAX_STATES, KernelKind, OnCompile, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.running import Machine
from plywise.rules import Game, SearchError

MAX_TIERS = 256
"""How many tiers a component and those that it leads to may have together."""

ENTRY = 5
"""Words that say what is known of a tier: see `spliced.dense.component`."""

ENTRIES = (("begin", 5), ("expand", 7), ("apply", 6), ("due", 6))
CALLED = ("begin_slot", "before", "known_before", "found_before", "end_code", "open_successors", "code_after")


@dataclass(frozen=True, slots=True)
class KnownTier:
    """A tier that actions may lead to: in the component from a slot on, or a finished table."""

    tier: int
    offset: int = 0
    table: Any = None
    """The codes of a finished table, one or two bytes each; None in the component."""
    before: int = -1
    """The one tier of the component that leads to it; -1 for several, or where that isn't known."""
    after: int = -1
    """The one tier of the component that it leads to; -1 likewise."""


class Retrograde:
    """One game's compiled passes; raises LoweringError where the rules can't be compiled."""

    entries: Sequence[tuple[str, int]] = ENTRIES
    sharded = False
    """Whether what is in memory is one shard of a component."""

    def __init__(self, game: Game, *, keep: bool = True, on_step: OnCompile | None = None) -> None:
        missing = [rule for rule in ("tier", "index", "unindex", "tier_size") if not game.offers(rule)]
        if missing:
            raise SearchError(f"{game.name} has no {missing[0]}: a dense table needs it.")
        kind = KernelKind("retrograde", self.sharded, self.text, tuple(self.entries), tabled=True)
        self.machine = Machine(game, kind, keep=keep, on_step=on_step)

    def text(self, lowered: Lowered) -> str:
        """Return the source of the module that solves."""
        return retrograde_text(lowered, self.sharded)

    def new_block(self, known: Sequence[KnownTier], arrays: Sequence[Any], by_conversion: bool) -> Any:
        """Return one thread's memory: it knows the tiers, and where the component's codes, counts and dues are."""
        layout, block = self.machine.layout, self.machine.new_block()
        if len(known) > MAX_TIERS:
            raise SearchError(f"{len(known)} tiers at once are more than {MAX_TIERS}.")
        block[layout.TIER_COUNT] = len(known)
        block[layout.BY_CONVERSION] = by_conversion
        for word, array in zip((layout.CODES_AT, layout.COUNTS_AT, layout.DUE_AT), arrays, strict=True):
            block[word] = array.ctypes.data
        for i, entry in enumerate(known):
            inside = entry.table is None
            width, place = (0, entry.offset) if inside else (entry.table.itemsize, entry.table.ctypes.data)
            words = (entry.tier, width, place, entry.before, entry.after)
            block[layout.TIERS + ENTRY * i : layout.TIERS + ENTRY * (i + 1)] = words
        return block


def retrograde_text(lowered: Lowered, sharded: bool = False) -> str:
    """Return the source of the module that solves whole components, or shards of them."""
    game = lowered.game
    arrays = ("CODES_AT", "COUNTS_AT", "DUE_AT")
    single = ("TIER_COUNT", *arrays, "BY_CONVERSION", "TAKEN", "SHARD_FIRST", "SHARD_LAST")
    most = f"max(MAX_ACTIONS, {MAX_STATES})"
    sizes: dict[str, int | str] = {
        "TIERS": ENTRY * MAX_TIERS,
        "FOUND": most,
        "TIER_BEFORE": 1,
        "BEFORE": 3 * MAX_STATES,
    }
    constants = {
        **lay_out(single, sizes),
        "KNOWS_CONVERSIONS": "converting_actions" in lowered.rules and not lowered.default_terminal,
        "KNOWS_BEFORE": "indexes_before" in lowered.rules,
        "KNOWS_AFTER": "indexes_after" in lowered.rules,
        "SHARDED": sharded,
        "MIDDLE": round(2 * game.draw_utility * game.utility_scale),
    }
    return assemble(lowered, constants, "dense.retrograde", CALLED)
