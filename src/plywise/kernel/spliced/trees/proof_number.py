"""Proof-number search as it is compiled: the twin of `plywise.search.proof_number`, its tree in flat memory.

tree   | node 0, the root | node 1 | ...        a node's children follow each other
       | first child | proof << 32 | disproof | action | children << 1 | whether the asker moves |

Nodes hold no states: the block has those of the line from the root to the leaf. After an expansion numbers are updated
only as far up as they change, and the next leaf is looked for from there: higher up, every choice would be the
same.
"""

from plywise.kernel.spliced.common.answers import is_yes
from plywise.kernel.spliced.common.budget import out_of_budget
from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    LEFT,
    PATH,
    PLIES,
    SCALE,
    SIZE,
    STATES,
    TREE_AT,
    TREE_NODES,
    USED,
    int64,
    load,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_save_state,
    ply_scaled,
    ply_who,
    rule_actions,
    rule_result,
    rule_utility,
    store,
)

FIRST, NUMBERS, ACTION, KIND, WORDS = 0, 1, 2, 3, 4
"""The words of a node, and how many they are."""

INFINITE = (1 << 31) - 1
OPEN = 1 << 32 | 1
YES = INFINITE
NO = INFINITE << 32
"""Pairs of numbers: of a new leaf, proven, disproven."""

DECIDED, SPENT_OUT, FULL, TOO_LONG = 0, 1, 2, 3
"""How a search ends."""


def place(block: int, ply: int) -> int:
    """Return the address of the state at a ply of the line."""
    return block + 8 * (STATES + ply * SIZE)


def backed_up(tree: int, node: int) -> int:
    """Work a node's numbers out from its children's."""
    kind, first = load(tree, node + KIND), load(tree, node + FIRST)
    least_proof = least_disproof = INFINITE
    sum_proof = sum_disproof = int64(0)
    for i in range(kind >> 1):
        numbers = load(tree, first + i * WORDS + NUMBERS)
        proof, disproof = numbers >> 32, numbers & INFINITE
        least_proof, least_disproof = min(least_proof, proof), min(least_disproof, disproof)
        sum_proof, sum_disproof = sum_proof + proof, sum_disproof + disproof
    if kind & 1:
        return least_proof << 32 | min(sum_disproof, INFINITE)
    return min(sum_proof, INFINITE) << 32 | least_disproof


def go_up(block: int, tree: int, ply: int) -> int:
    """Update the numbers from a ply of the line upwards; return the ply above which nothing changed."""
    while True:
        node = load(block, PATH + ply)
        before, after = load(tree, node + NUMBERS), backed_up(tree, node)
        store(tree, node + NUMBERS, after)
        if ply == 0 or after == before:
            return ply
        ply -= 1


def chosen(tree: int, node: int) -> int:
    """Return the first child that has the number its parent has from it."""
    kind, child = load(tree, node + KIND), load(tree, node + FIRST)
    numbers = load(tree, node + NUMBERS)
    shift = 32 if kind & 1 else 0
    for _ in range((kind >> 1) - 1):
        if (load(tree, child + NUMBERS) ^ numbers) >> shift & INFINITE == 0:
            return child
        child += WORDS
    return child


def go_down(block: int, tree: int, ply: int) -> int:
    """Continue the line from a ply to the most-proving leaf; return the leaf's ply, or PLIES where it is too long."""
    node = load(block, PATH + ply)
    while load(tree, node + KIND) > 1:
        node = chosen(tree, node)
        if ply + 1 >= PLIES:
            return PLIES
        state = ply_load_state(place(block, ply))
        ply += 1
        ply_save_state(place(block, ply), rule_result(state, ply_decode(load(tree, node + ACTION))))
        store(block, PATH + ply, node)
    return ply


def expand(block: int, tree: int, ply: int, player: int, wanted: int) -> int:
    """Give the leaf at the line's end its children, as far as one that decides it; DECIDED where that went well."""
    node, state = load(block, PATH + ply), ply_load_state(place(block, ply))
    at, child, kind = block + 8 * ACTIONS, load(block, USED), load(tree, node + KIND)
    n = rule_actions(state, at, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    if child + n * WORDS > load(block, TREE_NODES) * WORDS:
        return FULL
    store(tree, node + FIRST, child)
    decides = YES if kind & 1 else NO
    for i in range(n):
        left = load(block, LEFT) - 1
        store(block, LEFT, left)
        if left < 0 and out_of_budget(block):
            store(tree, node + KIND, int64(i) << 1 | kind)
            return SPENT_OUT
        code = load(at, i)
        after = rule_result(state, ply_decode(code))
        has_ended = is_over(after)
        numbers = OPEN
        if has_ended:
            numbers = YES if is_yes(block, ply_scaled(rule_utility(after, player), SCALE), wanted) else NO
        asks = 0 if has_ended or ply_who(after) != player else 1
        store(tree, child + NUMBERS, numbers)
        store(tree, child + ACTION, code)
        store(tree, child + KIND, asks)
        child += WORDS
        n = i + 1
        if numbers == decides:
            break
    store(tree, node + KIND, n << 1 | kind)
    store(block, USED, child)
    return DECIDED


def run_prove(block: int, player: int, wanted: int) -> int:
    """Grow the tree from the state at the block's start until the root is decided or something ends the search."""
    tree, ply = load(block, TREE_AT), int64(0)
    ply_save_state(place(block, ply), ply_load_state(block))
    store(block, PATH, 0)
    store(tree, NUMBERS, OPEN)
    store(tree, KIND, 1)
    store(block, USED, WORDS)
    left = load(block, LEFT) - 1
    store(block, LEFT, left)
    if left < 0 and out_of_budget(block):
        return SPENT_OUT
    while load(tree, NUMBERS) >> 32 > 0 and load(tree, NUMBERS) & INFINITE > 0:
        ply = go_down(block, tree, ply)
        if ply >= PLIES:
            return TOO_LONG
        ended = expand(block, tree, ply, int64(player), int64(wanted))
        if ended != DECIDED:
            return ended
        ply = go_up(block, tree, ply)
    return DECIDED
