"""The state that an action leads to, as the search goes on from it."""

from typing import Any

from plywise.kernel.spliced.common.supplied import SYMMETRY, SYMMETRY_DEPTH, ply_decode, rule_canonical, rule_result


def successor(state: Any, action: int, depth: int) -> Any:
    """Return the state after an action, or its canonical image where the search goes on deep enough to gain by that."""
    child = rule_result(state, ply_decode(action))
    return rule_canonical(child) if SYMMETRY and depth > SYMMETRY_DEPTH else child
