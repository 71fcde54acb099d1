"""The state that an action leads to, as the search goes on from it, and the images by which states are searched."""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    DRAW_REPEATS,
    SEEN,
    SYMMETRY,
    SYMMETRY_DEPTH,
    load,
    ply_decode,
    rule_canonical,
    rule_result,
)


def takes_images(block: int) -> bool:
    """Whether states are searched by their canonical images: not after a history that can come again.

    An image of a played state is no repetition of it.
    """
    return SYMMETRY and not (DRAW_REPEATS and load(block, SEEN) != 0)


def successor(block: int, state: Any, action: int, depth: int) -> Any:
    """Return the state after an action, or its canonical image where the search goes on deep enough to gain by that.

    Where repetition counts that is everywhere (SYMMETRY_DEPTH): the path holds images alone.
    """
    child = rule_result(state, ply_decode(action))
    return rule_canonical(child) if depth > SYMMETRY_DEPTH and takes_images(block) else child


def first_of_path(block: int, root: Any) -> Any:
    """Return the root as it stands on the path."""
    return rule_canonical(root) if DRAW_REPEATS and takes_images(block) else root
