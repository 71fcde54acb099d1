"""Counting states, and stopping: one word of the block is counted down, and looked after every so many states.

states visited = SPENT + QUANTUM - LEFT
"""

from plywise.kernel.spliced.common.supplied import GRANT, LEFT, MAX_NODES, QUANTUM, SPENT, STOP, STOPPED, load, store


def out_of_budget(block: int) -> bool:
    """Grant another GRANT states, or what is left of the limit; True where the search must stop."""
    spent = load(block, SPENT) + load(block, QUANTUM)
    granted = min(GRANT, load(block, MAX_NODES) - spent)
    store(block, SPENT, spent)
    if granted <= 0 or load(block, STOP) != 0:
        store(block, QUANTUM, 0)
        store(block, LEFT, 0)
        store(block, STOPPED, 1)
        return True
    store(block, QUANTUM, granted)
    store(block, LEFT, granted - 1)
    return False
