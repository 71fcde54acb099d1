"""Whether tiers have an index at all, seen on slots drawn at random: a table of a tier without one would be empty."""

import random
from collections.abc import Sequence
from typing import Any

from plywise.rules import Game, SearchError
from plywise.solve.components import Component

TRIED = 2_000
"""Slots of a tier that are drawn, at most, to find one that holds a state."""


def has_index(game: Game, tier: int, tried: int = TRIED) -> bool:
    """Whether any of some slots of a tier, drawn at random, holds a state; of a small tier, any slot at all."""
    rules: Any = game
    size = rules.tier_size(tier)
    lots = random.Random(1)
    drawn = range(size) if size <= tried else (lots.randrange(size) for _ in range(tried))
    return any(holds_state(rules, tier, slot) for slot in drawn)


def holds_state(rules: Any, tier: int, slot: int) -> bool:
    """Whether a slot's state has that tier and that index."""
    state = rules.unindex(tier, slot)
    return bool((rules.tier(state), rules.index(state)) == (tier, slot))


def unindexed_tiers(game: Game, components: Sequence[Component]) -> list[int]:
    """Return the tiers that have slots, and no state in any of those that were drawn."""
    return [tier for each in components for tier in each.tiers if game.tier_size(tier) and not has_index(game, tier)]


def check_indexed(game: Game, components: Sequence[Component]) -> None:
    """Refuse tiers without an index."""
    missing = unindexed_tiers(game, components)
    if not missing:
        return
    names = ", ".join(map(game.tier_name, missing[:4])) + (", ..." if len(missing) > 4 else "")
    size = game.tier_size(missing[0])
    drawn = f"none of its {size:,} slots" if size <= TRIED else f"none of {TRIED:,} slots drawn from its {size:,}"
    raise SearchError(
        f"{game.name} has no index yet for {names}: {drawn} holds a state. "
        "Solve other tiers, or complete `index` and `unindex`."
    )
