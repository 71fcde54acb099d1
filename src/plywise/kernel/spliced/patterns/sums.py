"""What the weights of a state add up to: read one by one, or from the sum of the state before.

Most actions change a cell or two, and an image in six or so looks at a cell. So where an action changed few cells, only
the weights of the images that look at them are read, before and after:

    sum after = sum before + (weight of image 3 after - before) + (weight of image 7 after - before) + ...

The sum before is that of the same cells with the mover of the state after. Which cells changed is found out by reading
them all: rules may do what they like.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    CELL_COUNT,
    CELLS,
    CHANGES,
    CHILD,
    CHILD_CELLS,
    FEW,
    IMAGES,
    MOVER_STRIDE,
    STEADY,
    SUMS,
    TOUCHED,
    TOUCHES,
    int64,
    load,
    load_float,
    load_single,
    pattern_cells,
    pattern_places,
    store,
    store_float,
)


def weigh(block: int, weights: int, row: int, shift: int) -> float:
    """Return the sum of the weights whose places, less `shift`, are in a row of the block.

    It is added up in four parts: each addition waits for the one before it.
    """
    first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
    for k in range(0, IMAGES - 3, 4):
        first += load_single(weights, load(block, row + k) + shift)
        second += load_single(weights, load(block, row + k + 1) + shift)
        third += load_single(weights, load(block, row + k + 2) + shift)
        fourth += load_single(weights, load(block, row + k + 3) + shift)
    for k in range(IMAGES - IMAGES % 4, IMAGES):
        first += load_single(weights, load(block, row + k) + shift)
    return (first + second) + (third + fourth)


def note_before(block: int, weights: int, state: Any, player: int, row: int) -> None:
    """Write down the cells of a state, and what its weights add up to whoever moves; `row` has their places."""
    if STEADY:
        pattern_cells(state, block + 8 * CELLS)
        for who in range(2):
            store_float(block, SUMS + who, weigh(block, weights, row, (who - player) * MOVER_STRIDE))


def child_sum(block: int, weights: int, state: Any, who: int, shift: int, row: int) -> float:
    """Return the sum of a state's weights: where an action changed few cells, from the sum of the state before."""
    if STEADY:
        changed = note_changes(block, state)
        if changed <= FEW:
            return load_float(block, SUMS + who) + changed_sum(block, weights, changed, shift, row)
    pattern_places(state, block + 8 * CHILD)
    return weigh(block, weights, CHILD, int64(0))


def note_changes(block: int, state: Any) -> int:
    """Write down which cells differ from those of the state before; return how many."""
    pattern_cells(state, block + 8 * CHILD_CELLS)
    changed = int64(0)
    for cell in range(CELL_COUNT):
        store(block, CHANGES + changed, cell)
        if load(block, CHILD_CELLS + cell) != load(block, CELLS + cell):
            changed += 1
    return changed


def changed_sum(block: int, weights: int, changed: int, shift: int, row: int) -> float:
    """Return by how much the sum differs after the cells that changed, one after the other.

    An image may look at several of them: its place is moved in the row of the state before, and in the end moved back.
    """
    total = 0.0
    for number in range(changed):
        cell = load(block, CHANGES + number)
        change = load(block, CHILD_CELLS + cell) - load(block, CELLS + cell)
        for touch in range(load(block, TOUCHED + cell), load(block, TOUCHED + cell + 1), 2):
            at = row + load(block, TOUCHES + touch)
            before = load(block, at)
            after = before + change * load(block, TOUCHES + touch + 1)
            total += load_single(weights, after + shift) - load_single(weights, before + shift)
            if changed > 1:
                store(block, at, after)
    if changed > 1:
        move_back(block, changed, row)
    return total


def move_back(block: int, changed: int, row: int) -> None:
    """Give the places of a row back what the cells that changed moved them by."""
    for number in range(changed):
        cell = load(block, CHANGES + number)
        change = load(block, CHILD_CELLS + cell) - load(block, CELLS + cell)
        for touch in range(load(block, TOUCHED + cell), load(block, TOUCHED + cell + 1), 2):
            at = row + load(block, TOUCHES + touch)
            store(block, at, load(block, at) - change * load(block, TOUCHES + touch + 1))
