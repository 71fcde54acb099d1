"""Trees laid out: nothing overlaps, parents stand in the middle, order is kept, equal subtrees look equal."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.explain.svg.layout import Box, TreeLayout, lay_out

NEARLY = 0.05
"""Places are rounded to hundredths."""

sides = st.integers(3, 40).map(float)
boxes = st.builds(Box, sides, sides, sides, sides)


@st.composite
def trees(draw, most=40):
    """Draw parents, in the order that a search meets its states, and a box for each node."""
    parents = [None]
    for node in range(1, draw(st.integers(1, most))):
        parents.append(draw(st.integers(0, node - 1)))
    return parents, [draw(boxes) for _ in parents]


def children_of(parents):
    children: dict[int, list[int]] = {node: [] for node in range(len(parents))}
    for node, parent in enumerate(parents):
        if parent is not None:
            children[parent].append(node)
    return children


def edges_of(plan: TreeLayout, box: Box, node: int) -> tuple[float, float, float, float]:
    x, y = plan.x[node], plan.y[node]
    return x - box.left, x + box.right, y - box.above, y + box.below


@given(trees())
def test_no_two_boxes_overlap_and_all_are_inside(tree):
    parents, sizes = tree
    plan = lay_out(parents, sizes)
    drawn = [edges_of(plan, box, node) for node, box in enumerate(sizes)]
    for number, (left, right, top, bottom) in enumerate(drawn):
        assert left >= -NEARLY
        assert right <= plan.width + NEARLY
        assert top >= -NEARLY
        assert bottom <= plan.height + NEARLY
        for other_left, other_right, other_top, other_bottom in drawn[:number]:
            apart_across = left >= other_right - NEARLY or other_left >= right - NEARLY
            apart_down = top >= other_bottom - NEARLY or other_top >= bottom - NEARLY
            assert apart_across or apart_down


@given(trees())
def test_parents_stand_in_the_middle_above_children_in_order(tree):
    parents, sizes = tree
    plan = lay_out(parents, sizes)
    for parent, children in children_of(parents).items():
        if children:
            middle = (plan.x[children[0]] + plan.x[children[-1]]) / 2
            assert plan.x[parent] == pytest.approx(middle, abs=NEARLY)
            assert len({plan.y[child] for child in children}) == 1
            assert plan.y[children[0]] > plan.y[parent]
        assert all(plan.x[a] < plan.x[b] for a, b in pairwise(children))


@given(trees(most=12), st.integers(1, 4))
def test_equal_subtrees_are_drawn_equally(tree, between):
    """The same tree hung twice below one root, with other children between, has the same shape twice."""
    parents, sizes = tree
    size = len(parents)
    first = [0] + [1 + parent for parent in parents[1:]]
    others = [0] * between
    second = [0] + [1 + size + between + parent for parent in parents[1:]]
    plan = lay_out([None, *first, *others, *second], [sizes[0], *sizes, *[sizes[0]] * between, *sizes])
    left = [plan.x[1 + node] - plan.x[1] for node in range(size)]
    right = [plan.x[1 + size + between + node] - plan.x[1 + size + between] for node in range(size)]
    assert left == pytest.approx(right, abs=NEARLY)


@given(trees())
def test_a_mirrored_order_of_equal_boxes_is_as_wide(tree):
    parents, _ = tree
    children, waiting = children_of(parents), [(0, 0)]
    mirrored: list[int | None] = [None]
    while waiting:
        node, image = waiting.pop(0)
        for child in reversed(children[node]):
            mirrored.append(image)
            waiting.append((child, len(mirrored) - 1))
    sign = Box(10, 10, 10, 10)
    straight, turned = (lay_out(order, [sign] * len(order)) for order in (parents, mirrored))
    assert straight.height == turned.height
    assert straight.width == pytest.approx(turned.width, abs=NEARLY)


def test_small_subtrees_between_large_ones_are_spread_evenly():
    """Between two wide subtrees, single leaves stand at equal distances (the figure in the paper)."""
    wide = [0, 0, 0, 0, 0]
    parents = [None, *wide, *[1] * 7, *[5] * 7]
    plan = lay_out(parents, [Box(10, 10, 10, 10)] * len(parents))
    steps = [plan.x[node + 1] - plan.x[node] for node in range(1, 5)]
    assert steps == pytest.approx([steps[0]] * 4, abs=NEARLY)


def test_two_thousand_nodes_are_placed_in_no_time():
    wide = [None, *((node - 1) // 3 for node in range(1, 2_000))]
    deep = [None, *range(1_999)]
    for parents in (wide, deep):
        started = time.perf_counter()
        plan = lay_out(parents, [Box(12, 30, 20, 20)] * 2_000)
        assert time.perf_counter() - started < 1.0  # 0.02 s on a quiet machine
        assert len(plan.x) == 2_000
