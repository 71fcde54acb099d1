"""Where the nodes of a drawn tree stand: a tidy layout, hanging downward, for nodes of different sizes.

              ▲               A node's sign stands at (x, y). Its box reaches from there to the left, to the right,
        ┌─────┼─────┐         above and below: room for the action's name, the label and the board. A parent stands in
        ▽     ▽     ▽         the middle above its children, equal subtrees are drawn equally, and siblings keep their
       ┌┴┐   ┌┴┐   ┌┴┐        order. States of one ply share one height.

Buchheim, Jünger and Leipert, Improving Walker's algorithm to run in linear time (2002), without recursion: a line of
play may be thousands of plies deep.

>>> sign = Box(10, 10, 10, 10)
>>> plan = lay_out([None, 0, 0, 1], [sign] * 4)
>>> plan.x[0] == (plan.x[1] + plan.x[2]) / 2, plan.x[3] == plan.x[1], plan.y[1] == plan.y[2]
(True, True, True)
"""

from collections.abc import Sequence
from dataclasses import dataclass

GAP = 12.0
"""Free room between two neighbours."""

LEAST_RISE, MOST_RISE, SLOPE = 38.0, 150.0, 0.14
"""Free room between two plies: more where edges go far to the side, so that they don't lie flat."""


@dataclass(frozen=True, slots=True)
class Box:
    """How far a node's drawing reaches from the middle of its sign."""

    left: float
    right: float
    above: float
    below: float


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The place of each node's sign, and the size of the whole."""

    x: list[float]
    y: list[float]
    width: float
    height: float


def lay_out(parents: Sequence[int | None], boxes: Sequence[Box], gap: float = GAP) -> TreeLayout:
    """Place the nodes of a tree whose first node is the root and whose parents come before their children."""
    tidy = _Tidy(parents, boxes, gap)
    across = tidy.places()
    left = min(x - box.left for x, box in zip(across, boxes, strict=True))
    right = max(x + box.right for x, box in zip(across, boxes, strict=True))
    across = [round(x - left, 2) for x in across]
    down, height = _heights(parents, boxes, across)
    return TreeLayout(across, down, round(right - left, 2), height)


def _heights(parents: Sequence[int | None], boxes: Sequence[Box], across: list[float]) -> tuple[list[float], float]:
    """Return each node's height below the top edge, and the height of the whole."""
    plies = [0] * len(parents)
    above, below, reach = [0.0], [0.0], [0.0]
    for node, parent in enumerate(parents):
        if parent is not None:
            plies[node] = plies[parent] + 1
        ply = plies[node]
        if ply == len(above):
            above.append(0.0)
            below.append(0.0)
            reach.append(0.0)
        above[ply] = max(above[ply], boxes[node].above)
        below[ply] = max(below[ply], boxes[node].below)
        if parent is not None:
            reach[ply] = max(reach[ply], abs(across[node] - across[parent]))
    levels = [above[0]]
    for ply in range(1, len(above)):
        rise = min(MOST_RISE, max(LEAST_RISE, SLOPE * reach[ply]))
        levels.append(round(levels[-1] + below[ply - 1] + rise + above[ply], 2))
    return [levels[ply] for ply in plies], round(levels[-1] + below[-1], 2)


class _Tidy:
    """The two walks over the tree; names follow the paper.

    `prelim` is a node's place among its siblings, `mod` what its descendants are to be moved by, `thread` leads on
    along a contour that ends in a subtree, `ancestor` says which sibling's subtree a node belongs to, and `shift` and
    `change` spread a moved subtree's room over the smaller ones before it.
    """

    def __init__(self, parents: Sequence[int | None], boxes: Sequence[Box], gap: float) -> None:
        size = len(parents)
        self.parents, self.boxes, self.gap = parents, boxes, gap
        self.children: list[list[int]] = [[] for _ in range(size)]
        self.number = [0] * size
        for node, parent in enumerate(parents):
            if parent is not None:
                self.number[node] = len(self.children[parent])
                self.children[parent].append(node)
        self.prelim, self.mod = [0.0] * size, [0.0] * size
        self.shift, self.change = [0.0] * size, [0.0] * size
        self.thread: list[int | None] = [None] * size
        self.ancestor = list(range(size))
        self.default_ancestor = [children[0] if children else 0 for children in self.children]

    def places(self) -> list[float]:
        """Return how far to the right each node stands."""
        for node in self.children_first():
            self.place(node)
        moved, places = [0.0] * len(self.parents), []
        for node, parent in enumerate(self.parents):
            if parent is not None:
                moved[node] = moved[parent] + self.mod[parent]
            places.append(self.prelim[node] + moved[node])
        return places

    def children_first(self) -> list[int]:
        """List the nodes so that children come before their parent, and left before right."""
        order, waiting = [], [0]
        while waiting:
            node = waiting.pop()
            order.append(node)
            waiting.extend(self.children[node])
        return order[::-1]

    def apart(self, left: int, right: int) -> float:
        """Return how far two neighbours' signs must stand apart."""
        return self.boxes[left].right + self.gap + self.boxes[right].left

    def place(self, node: int) -> None:
        """Place a node beside its left sibling, and over its children."""
        children, parent = self.children[node], self.parents[node]
        middle = 0.0
        if children:
            self.spread(children)
            middle = (self.prelim[children[0]] + self.prelim[children[-1]]) / 2
        if parent is None or self.number[node] == 0:
            self.prelim[node] = middle
        else:
            before = self.children[parent][self.number[node] - 1]
            self.prelim[node] = self.prelim[before] + self.apart(before, node)
            self.mod[node] = self.prelim[node] - middle
            self.default_ancestor[parent] = self.make_room(node, before, self.default_ancestor[parent])

    def spread(self, children: list[int]) -> None:
        """Give the smaller subtrees between two that were moved apart their share of the room."""
        shift = change = 0.0
        for child in reversed(children):
            self.prelim[child] += shift
            self.mod[child] += shift
            change += self.change[child]
            shift += self.shift[child] + change

    def make_room(self, node: int, before: int, default: int) -> int:
        """Move a subtree to the right until it clears all subtrees of its left siblings, ply by ply."""
        first = self.children[self.parents[node] or 0][0]
        inner_right = outer_right = node
        inner_left, outer_left = before, first
        right_mod = far_right_mod = self.mod[node]
        left_mod, far_left_mod = self.mod[before], self.mod[first]
        while True:
            below_left, below_right = self.next_right(inner_left), self.next_left(inner_right)
            if below_left is None or below_right is None:
                break
            inner_left, inner_right = below_left, below_right
            outer_left, outer_right = self.go(self.next_left(outer_left)), self.go(self.next_right(outer_right))
            self.ancestor[outer_right] = node
            left_end, right_end = self.prelim[inner_left] + left_mod, self.prelim[inner_right] + right_mod
            lacking = left_end + self.apart(inner_left, inner_right) - right_end
            if lacking > 0:
                self.move(self.nearest(inner_left, node, default), node, lacking)
                right_mod += lacking
                far_right_mod += lacking
            left_mod += self.mod[inner_left]
            right_mod += self.mod[inner_right]
            far_left_mod += self.mod[outer_left]
            far_right_mod += self.mod[outer_right]
        if below_left is not None and self.next_right(outer_right) is None:
            self.thread[outer_right] = below_left
            self.mod[outer_right] += left_mod - far_right_mod
        if below_right is not None and self.next_left(outer_left) is None:
            self.thread[outer_left] = below_right
            self.mod[outer_left] += right_mod - far_left_mod
            default = node
        return default

    def next_left(self, node: int) -> int | None:
        """Return the node below on the left contour."""
        return self.children[node][0] if self.children[node] else self.thread[node]

    def next_right(self, node: int) -> int | None:
        """Return the node below on the right contour."""
        return self.children[node][-1] if self.children[node] else self.thread[node]

    @staticmethod
    def go(node: int | None) -> int:
        """Return a node that is there: the outer contours are at least as deep as the inner ones."""
        assert node is not None
        return node

    def nearest(self, inner_left: int, node: int, default: int) -> int:
        """Return the sibling of `node` whose subtree holds a node of the left contour."""
        ancestor = self.ancestor[inner_left]
        return ancestor if self.parents[ancestor] == self.parents[node] else default

    def move(self, left: int, right: int, by: float) -> None:
        """Move a subtree to the right; those between it and `left` get their share in `spread`."""
        share = by / (self.number[right] - self.number[left])
        self.change[right] -= share
        self.shift[right] += by
        self.change[left] += share
        self.prelim[right] += by
        self.mod[right] += by
