"""Where games end, for kernels that no chance has a part in."""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    OWN_TERMINAL,
    int64,
    rule_actions_count,
    rule_is_terminal,
)


def is_over(state: Any) -> bool:
    """Whether a state is terminal."""
    return rule_is_terminal(state) if OWN_TERMINAL else rule_actions_count(state, int64(0)) == 0
