"""Lines: what follows a state in best play, one row of LINES for each ply."""

from plywise.kernel.spliced.common.supplied import LENGTHS, LINE, LINES, load, store


def copy_line(block: int, action: int, ply: int) -> None:
    """Make the best line of a state this action and the best line of the state after it."""
    length = load(block, LENGTHS + ply + 1)
    store(block, LENGTHS + ply, length + 1)
    store(block, LINES + ply * LINE, action)
    for i in range(length):
        store(block, LINES + ply * LINE + 1 + i, load(block, LINES + (ply + 1) * LINE + i))
