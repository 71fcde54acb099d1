"""Counting states, and stopping: one word of the block is counted down, and topped up every GRANT states.

states visited = SPENT + QUANTUM - LEFT
"""

from plywise.kernel.spliced.common.supplied import (
    DEADLINE,
    GRANT,
    LEFT,
    MAX_NODES,
    QUANTUM,
    SPENT,
    STOP,
    STOPPED,
    clock,
    load,
    store,
)


def must_stop(block: int) -> bool:
    """Whether the flag is raised or the time is up; each thread looks itself, because Python may be late."""
    deadline = load(block, DEADLINE)
    return load(block, STOP) != 0 or (deadline != 0 and clock() >= deadline)


def out_of_budget(block: int) -> bool:
    """Grant another GRANT states, or what is left of the limit; True where the search must stop."""
    spent = load(block, SPENT) + load(block, QUANTUM)
    granted = min(GRANT, load(block, MAX_NODES) - spent)
    store(block, SPENT, spent)
    if granted <= 0 or must_stop(block):
        store(block, QUANTUM, 0)
        store(block, LEFT, 0)
        store(block, STOPPED, 1)
        return True
    store(block, QUANTUM, granted)
    store(block, LEFT, granted - 1)
    return False
