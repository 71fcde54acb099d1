"""How large a job is, and what is said where a cluster doesn't pay."""

from plywise.kernel.tables import find_packing
from plywise.rules import Game
from plywise.solve.cluster_costs import CLUSTER_PAYS, CLUSTER_START
from plywise.solve.components import find_components
from plywise.solve.sparse import SparseWork, with_keys


def slots_of(game: Game, wanted: tuple[int, ...] | None) -> int:
    """Return how many slots the wanted tiers and all they lead to have; or how many are reached, up to enough."""
    if wanted is not None:
        return sum(component.slots for component in find_components(game, wanted))
    # Counted ply by ply, until there are enough.
    return with_keys(find_packing(game), lambda packing: SparseWork(game, packing, 1, False, None).count(CLUSTER_PAYS))


def tell_small(slots: int) -> str:
    """Say why one process is better."""
    return (
        f"{slots:,} slots are too few for a cluster, which takes {CLUSTER_START} seconds to start and whose workers "
        f"write down every pass and send each other messages: below {CLUSTER_PAYS:,} one process is done sooner. "
        "Leave out --cluster, or add --anyway."
    )
