"""A game graph as a picture: each state once, below all that lead to it where play can't come back.

 ▲ A            Layers are plies of the longest way from the root; in a cyclic game, of the shortest. An edge over
a1 / \\ a2       several layers keeps a place in each, so that it passes between the states. States of a layer are
▽ B  ▽ C        ordered by the mean place of their neighbours above, then of those below, a few times.
 \\   /
  ■ 3           An action's name stands on its edge, near the state that it leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from plywise.explain.svg.layout import TreeLayout
from plywise.explain.svg.lettering import shorten
from plywise.explain.svg.node_drawing import LONGEST_NAME, SIGN, NodeDrawing
from plywise.explain.svg.partial import own_name, see
from plywise.explain.svg.picture import Panel, draw_picture
from plywise.explain.trace import GraphState, seat_names, short_name, tell_values
from plywise.rules import Game

SWEEPS = 8
BETWEEN, RISE, PASSING = 56.0, 70.0, 12.0
"""Free room between neighbours, between two layers, and for an edge that passes through a layer."""

NAMED = (0.28, 0.46, 0.64)
"""How far down their edges names stand, by turns, so that few of them meet."""


def draw_graph(game: Game, graph: Sequence[GraphState], *, title: str = "", boards: bool = True) -> str:
    """Draw merged states as SVG."""
    panel = GraphPanel([_draw_state(game, each, boards) for each in graph], graph=graph)
    values = f"Numbers are values to {own_name(game)}" if game.is_adversarial else "Numbers are values to every player"
    legend = f"{values}: by the rules, ≈ by estimate, ? unknown."
    note = (
        f"{len(graph):,} distinct states. Thick: each state's best action. +N: N more actions lead to the same state."
    )
    return draw_picture(title or f"{game.name}: its game graph", [panel], note=note, values=legend)


def _draw_state(game: Game, each: GraphState, boards: bool) -> NodeDrawing:
    branch, label = each.branch, tell_values(game, each.branch).removeprefix("= ")
    return NodeDrawing(
        None,
        "",
        branch.player,
        label,
        label,
        see(game, branch.state) if boards else None,
        is_leaf=not each.edges,
        has_seats=not game.is_adversarial,
        players=seat_names(game),
        name=short_name(game, branch.state) if each.edges else "",
    )


@dataclass(slots=True)
class GraphPanel(Panel):
    """One graph of a picture."""

    graph: Sequence[GraphState] = ()

    def __post_init__(self) -> None:
        self.plan = _Layers(self.graph, self.drawings).plan()

    def draw(self, left: float, top: float) -> list[str]:
        """Draw the edges, then their names, then the states over them."""
        layers = _Layers(self.graph, self.drawings)
        plan, lines, names = layers.plan(), [], []
        for number, (chain, label, is_best) in enumerate(layers.chains):
            points = [(left + layers.x[item], top + layers.y[item]) for item in chain]
            down = 1 if points[-1][1] >= points[0][1] else -1
            points[0] = points[0][0], points[0][1] + (self.drawings[chain[0]].foot + 1 if down > 0 else -SIGN)
            points[-1] = points[-1][0], points[-1][1] - down * SIGN
            (x1, y1), (x2, y2) = points[:2]
            look = "edge best" if is_best else "edge"
            lines.append(f'<polyline class="{look}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
            share = NAMED[number % len(NAMED)]
            at = f'x="{x1 + share * (x2 - x1):.1f}" y="{y1 + share * (y2 - y1) + 4:.1f}"'
            kind = "name best-name" if is_best else "name"
            names.append(f'<text class="{kind}" {at}>{escape(shorten(label, LONGEST_NAME))}</text>')
        nodes = [
            part
            for number, each in enumerate(self.drawings)
            for part in each.draw(left + plan.x[number], top + plan.y[number])
        ]
        return [*lines, *names, *nodes]


class _Layers:
    """The states in layers, and for each edge the places that it passes; places beyond the states belong to edges."""

    def __init__(self, graph: Sequence[GraphState], drawings: Sequence[NodeDrawing]) -> None:
        self.graph, self.boxes = graph, [each.box() for each in drawings]
        depth = _longest_ways(graph) or _shortest_ways(graph)
        self.rows: list[list[int]] = [[] for _ in range(max(depth) + 1)]
        for number, ply in enumerate(depth):
            self.rows[ply].append(number)
        self.chains: list[tuple[list[int], str, bool]] = []
        places = len(graph)
        for number, each in enumerate(graph):
            for edge in each.edges:
                between = range(depth[number] + 1, depth[edge.target])
                for ply in between:
                    self.rows[ply].append(places + ply - between.start)
                chain = [number, *range(places, places + len(between)), edge.target]
                places += len(between)
                self.chains.append((chain, edge.label, edge.is_best))
        self.order()
        self.x, self.y = [0.0] * places, [0.0] * places

    def order(self) -> None:
        """Order each row by the mean place of its neighbours, downwards and upwards by turns."""
        steps = [pair for chain, _, _ in self.chains for pair in pairwise(chain)]
        above: dict[int, list[int]] = {}
        below: dict[int, list[int]] = {}
        for upper, lower in steps:
            above.setdefault(lower, []).append(upper)
            below.setdefault(upper, []).append(lower)
        for sweep in range(SWEEPS):
            is_down = sweep % 2 == 0
            neighbours = above if is_down else below
            for row in self.rows if is_down else self.rows[::-1]:
                place = {item: (number + 0.5) / len(each) for each in self.rows for number, item in enumerate(each)}
                means = {
                    item: sum(place[other] for other in near) / len(near)
                    if (near := neighbours.get(item))
                    else place[item]
                    for item in row
                }
                row.sort(key=means.__getitem__)

    def plan(self) -> TreeLayout:
        """Place every row in the middle, one below the other."""
        widths = [sum(map(self.room, row)) + BETWEEN * (len(row) - 1) for row in self.rows]
        y = 0.0
        for row, width in zip(self.rows, widths, strict=True):
            states = [self.boxes[item] for item in row if item < len(self.boxes)]
            y += max(box.above for box in states)
            x = (max(widths) - width) / 2
            for item in row:
                is_state = item < len(self.boxes)
                self.x[item] = x + (self.boxes[item].left if is_state else PASSING / 2)
                self.y[item] = y
                x += self.room(item) + BETWEEN
            y += max(box.below for box in states) + RISE
        count = len(self.graph)
        return TreeLayout(self.x[:count], self.y[:count], max(widths), y - RISE)

    def room(self, item: int) -> float:
        """Return how much of its row an item takes."""
        return self.boxes[item].left + self.boxes[item].right if item < len(self.boxes) else PASSING


def _longest_ways(graph: Sequence[GraphState]) -> list[int] | None:
    """Return each state's plies from the root by the longest way; None where play can come back."""
    waiting_for = [0] * len(graph)
    for each in graph:
        for edge in each.edges:
            waiting_for[edge.target] += 1
    depth, ready, done = [0] * len(graph), [0], 0
    while ready:
        number = ready.pop()
        done += 1
        for edge in graph[number].edges:
            depth[edge.target] = max(depth[edge.target], depth[number] + 1)
            waiting_for[edge.target] -= 1
            if not waiting_for[edge.target]:
                ready.append(edge.target)
    return depth if done == len(graph) else None


def _shortest_ways(graph: Sequence[GraphState]) -> list[int]:
    """Return each state's plies from the root by the shortest way; the graph is listed breadth first."""
    depth = [0] * len(graph)
    for number, each in enumerate(graph):
        for edge in each.edges:
            if edge.target and not depth[edge.target]:
                depth[edge.target] = depth[number] + 1
    return depth
