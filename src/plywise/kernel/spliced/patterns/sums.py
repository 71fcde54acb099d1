"""What the weights of a state add up to: read one by one, or from the sum of the state before.

Most actions change a cell or two, and an image in six or so looks at a cell. So where an action changed few cells, only
the weights of the images that look at them are read, before and after:

    sum after = sum before + (weight of image 3 after - before) + (weight of image 7 after - before) + ...

The sum before is that of the same cells with the holder of the state after. Which cells changed is found out by reading
them all: rules may do what they like.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    CELLS,
    CHANGES,
    CHILD,
    CHILD_CELLS,
    FEW,
    IMAGES,
    PATTERN_MOVERS,
    SEAT_STRIDE,
    SEATS,
    STEADY,
    SUMS,
    TOUCHED,
    TOUCHES,
    int64,
    load,
    load_float,
    load_single,
    pattern_cells,
    pattern_changes,
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


def shift_of(holder: int, seat: int) -> int:
    """Return how far the weights of a holder and a seat are from those of player 0 and seat 0."""
    return ((holder if PATTERN_MOVERS > 1 else int64(0)) * SEATS + seat) * SEAT_STRIDE


def note_before(block: int, weights: int, state: Any, holder: int, seat: int, row: int) -> None:
    """Write down the cells of a state, and what its weights add up to for a seat, whoever moves next.

    `row` has the places of its own holder's weights, for seat 0.
    """
    if STEADY:
        pattern_cells(state, block + 8 * CELLS)
        for who in range(PATTERN_MOVERS):
            store_float(block, SUMS + who, weigh(block, weights, row, shift_of(who - holder, seat)))


def child_sum(block: int, weights: int, state: Any, who: int, seat: int, holder: int, row: int) -> float:
    """Return the sum of a state's weights: where an action changed few cells, from the sum of the state before.

    `who` is the state's holder, `holder` that of the state before, of which `row` has the places.
    """
    if STEADY:
        changed = pattern_changes(state, block + 8 * CELLS, block + 8 * CHILD_CELLS, block + 8 * CHANGES)
        if changed <= FEW:
            shift = shift_of(who - holder, seat)
            before = load_float(block, SUMS + (who if PATTERN_MOVERS > 1 else int64(0)))
            return before + changed_sum(block, weights, changed, shift, row)
    pattern_places(state, who, block + 8 * CHILD)
    return weigh(block, weights, CHILD, shift_of(int64(0), seat))


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
