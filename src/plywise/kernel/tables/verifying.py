"""The compiled check of solved tables, as Python calls it.

Dense   | as in `splice` | how many tables | for each its tier, width, address, slots, and whether it is a conversion |
Sparse  | as in `splice` | where the keys and codes are, how many, how wide | room for a key |
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.kernel.building import KernelKind, OnCompile, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.running import Machine
from plywise.kernel.tables.sparse import Packing, packing_text
from plywise.rules import Game, SearchError

MAX_TABLES = 256
"""How many tables the actions of one tier may lead to."""

ENTRIES = (("verify", 6),)
CALLED = ("ended", "is_over", "promised", "should_be")


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table in memory: the codes of a tier, one or two bytes each; `converts` if going there is a conversion."""

    tier: int
    codes: Any
    converts: bool = False


class Verifying:
    """One game's compiled check; raises LoweringError where the rules can't be compiled."""

    machine: Machine

    def check(self, block: Any, tier: int, first: int, last: int, found: Any) -> tuple[int, int]:
        """Check a range of slots; return how many are wrong and how many hold states, and lay the first into `found`.

        `found` has a row for each: slot, what is said, what it should be, as codes of 16 bits.
        """
        wrong = self.machine.call("verify", block, tier, first, last, found.ctypes.data, len(found))
        return int(wrong), int(block[self.machine.layout.TAKEN])


class DenseVerifying(Verifying):
    """The check of tables that are found by tier and index."""

    def __init__(self, game: Game, *, keep: bool = True, on_step: OnCompile | None = None) -> None:
        kind = KernelKind("verify-dense", text=_dense_text, entries=ENTRIES, tabled=True)
        self.machine = Machine(game, kind, keep=keep, on_step=on_step)

    def new_block(self, tables: Sequence[LaidTable], by_conversion: bool) -> Any:
        """Return one thread's memory: it knows the tables, which must outlive it."""
        layout, block = self.machine.layout, self.machine.new_block()
        if len(tables) > MAX_TABLES:
            raise SearchError(f"{len(tables)} tables at once are more than {MAX_TABLES}.")
        block[layout.TIER_COUNT], block[layout.BY_CONVERSION] = len(tables), by_conversion
        for number, table in enumerate(tables):
            codes, place = table.codes, layout.TIERS + 5 * number
            block[place : place + 5] = (table.tier, codes.itemsize, codes.ctypes.data, len(codes), table.converts)
        return block


class SparseVerifying(Verifying):
    """The check of a table that is found by keys."""

    def __init__(
        self, game: Game, packing: Packing, symmetric: bool, *, keep: bool = True, on_step: OnCompile | None = None
    ) -> None:
        options = [packing.lows, packing.bits, symmetric]
        kind = KernelKind("verify-sparse", options, lambda lowered: _sparse_text(lowered, packing, symmetric), ENTRIES)
        self.machine = Machine(game, kind, keep=keep, on_step=on_step)

    def new_block(self, keys: Any, codes: Any) -> Any:
        """Return one thread's memory: it knows the sorted keys and their codes, which must outlive it."""
        layout, block = self.machine.layout, self.machine.new_block()
        block[layout.KEYS_AT], block[layout.KEY_COUNT] = keys.ctypes.data, len(keys)
        block[layout.CODES_AT], block[layout.CODE_WIDTH] = codes.ctypes.data, codes.itemsize
        return block


def _figures(game: Game) -> dict[str, Any]:
    return {
        "MIDDLE": round(2 * game.draw_utility * game.utility_scale),
        "LOWEST": round(game.utility_range[0] * game.utility_scale),
        "VALUED": not game.wins_are_equal,
    }


def _dense_text(lowered: Lowered) -> str:
    words = lay_out(("TIER_COUNT", "BY_CONVERSION", "TAKEN"), {"TIERS": 5 * MAX_TABLES})
    return assemble(lowered, {**words, **_figures(lowered.game)}, "verifying.verifying", CALLED)


def _sparse_text(lowered: Lowered, packing: Packing, symmetric: bool) -> str:
    words = lay_out(("KEYS_AT", "KEY_COUNT", "CODES_AT", "CODE_WIDTH", "TAKEN"), {"KEY": packing.words})
    constants = {**words, **_figures(lowered.game), "WORDS": packing.words, "SYMMETRIC": symmetric}
    by_keys = {"verifying.verify_slots": "verifying.verify_keys"}
    extra = packing_text(lowered, packing)
    return assemble(lowered, constants, "verifying.verifying", CALLED, instead=by_keys, extra=extra)
