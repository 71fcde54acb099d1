"""How large a job must be for a cluster to pay, as measured by `benchmarks/cluster/cluster_speed.py`."""

from plywise.kernel.tables import find_packing
from plywise.rules import Game
from plywise.solve.components import find_components
from plywise.solve.sparse import SparseWork, with_keys

PAYS = 60_000_000
"""Slots, or states, from which eight workers are done before one thread of one process, by processor seconds."""

START = 12
"""Seconds until a cluster of one machine has started and its workers have loaded what was compiled."""


def slots_of(game: Game, wanted: tuple[int, ...] | None) -> int:
    """Return how many slots the wanted tiers and all they lead to have; or how many states are reached, up to PAYS."""
    if wanted is not None:
        return sum(component.slots for component in find_components(game, wanted))
    # Counted ply by ply, until there are enough.
    return with_keys(find_packing(game), lambda packing: SparseWork(game, packing, 1, False, None).count(PAYS))


def tell_small(slots: int) -> str:
    """Say why one process is better."""
    return (
        f"{slots:,} slots are too few for a cluster, which takes {START} seconds to start and whose workers write down "
        f"every pass and send each other messages: below {PAYS:,} one process is done sooner. "
        "Leave out --cluster, or add --anyway."
    )
