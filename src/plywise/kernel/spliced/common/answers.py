"""What the ends of a proof are worth, and the nearest to the question on either side."""

from plywise.kernel.spliced.common.supplied import (
    ENDS,
    ENOUGH,
    HIGHEST,
    LOWEST,
    TOO_LITTLE,
    load,
    ply_RulesError,
    store,
)


def is_yes(block: int, utility: int, wanted: int) -> bool:
    """Whether a utility is as much as wanted; note it if none on its side is nearer to that."""
    if utility < LOWEST or utility > HIGHEST:
        raise ply_RulesError("utility is outside the declared utility_range: fix the rule or widen the range.")
    store(block, ENDS, load(block, ENDS) + 1)
    if utility >= wanted:
        store(block, ENOUGH, min(load(block, ENOUGH), utility))
        return True
    store(block, TOO_LITTLE, max(load(block, TOO_LITTLE), utility))
    return False
