"""A trace as a picture: the tree after some step, or in stages as figure 5.5 has them, (a) to (f).

>>> from plywise.games.tree import Tree
>>> from plywise.explain.trace import record_search
>>> from plywise.search import alpha_beta
>>> trace = record_search(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha_beta)
>>> draw_trace(trace).count('class="slash"')
3
>>> draw_stages(trace).count('class="heading"')
6
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plywise.explain.prose import tell_value
from plywise.explain.svg.node_drawing import NodeDrawing
from plywise.explain.svg.partial import see
from plywise.explain.svg.picture import Panel, draw_picture
from plywise.explain.trace import (
    MOST_NODES,
    MOST_STAGES,
    Marks,
    Trace,
    TraceNode,
    best_line,
    find_stages,
    fold,
    name_stage,
    seat_names,
    short_name,
)

MOST_BOARDS = 150
"""A picture of a larger tree has few boards: it would be too wide for any screen."""

LABELS: dict[Marks, str] = {
    "range": "[least, most] that the value to {player} can still be",
    "value": "Numbers are values to {player}",
    "vector": "Numbers are the values to every player",
    "visits": "Numbers are the mean to whoever chooses the state, and how often it was visited",
    "proof": "Numbers are how many leaves are still needed to prove / to disprove; yes and no are settled",
}


def tell_owner(trace: Trace) -> str:
    """Name the player to whom the values are."""
    return "MAX" if trace.has_roles else trace.game.name_of(trace.viewpoint or 0)


def tell_labels(traces: Sequence[Trace]) -> str:
    """Say what the labels beside the nodes mean, for a legend."""
    told = [LABELS[trace.marks].format(player=tell_owner(trace)) for trace in traces]
    return "; ".join(dict.fromkeys(told))


def draw_trace(
    trace: Trace, step: int | None = None, *, title: str = "", note: str = "", most: int = MOST_NODES
) -> str:
    """Draw the tree after `after` steps (by default all), as SVG; its own note is below it."""
    folded = fold(trace, most)
    panel = Panel(draw_nodes(folded, step, few_boards=_is_large(folded)), caption=trace.note)
    return draw_picture(title or f"{trace.game.name}: {trace.name}", [panel], note=note, values=tell_labels([trace]))


def draw_traces(traces: Sequence[Trace], title: str, note: str = "", most: int = MOST_NODES) -> str:
    """Draw searches of one game beside each other, each with what it cost."""
    folded = [fold(trace, most) for trace in traces]
    few = any(map(_is_large, folded))
    panels = [Panel(draw_nodes(trace, few_boards=few), trace.name, _tell_effort(trace)) for trace in folded]
    return draw_picture(title, panels, note=note, values=tell_labels(traces))


def draw_stages(trace: Trace, *, title: str = "", columns: int = 2, most: int = MOST_STAGES) -> str:
    """Draw the tree after each leaf from which something followed, (a), (b), ... as SVG."""
    found = find_stages(trace)[:most]
    moments = [Moment(stage.after, name_stage(number), stage.text) for number, stage in enumerate(found)]
    return draw_moments(trace, moments, title=title or f"{trace.game.name}: {trace.name} in stages", columns=columns)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a search to be drawn: after how many steps, under which heading, and with what said below."""

    after: int
    heading: str
    caption: str = ""


def draw_moments(trace: Trace, moments: Sequence[Moment], *, title: str, note: str = "", columns: int = 2) -> str:
    """Draw a tree as it is at several moments, as SVG."""
    panels = [Panel(draw_nodes(trace, each.after), each.heading, each.caption) for each in moments]
    return draw_picture(title, panels, note=note, values=tell_labels([trace]), columns=columns)


def draw_beside(shown: Sequence[tuple[Trace, Moment]], *, title: str, note: str = "") -> str:
    """Draw searches of one game beside each other, each at a moment of its own, as SVG."""
    panels = [Panel(draw_nodes(trace, each.after), each.heading, each.caption) for trace, each in shown]
    return draw_picture(title, panels, note=note, values=tell_labels([trace for trace, _ in shown]))


def _is_large(trace: Trace) -> bool:
    return len(trace.nodes) > MOST_BOARDS


def _tell_effort(trace: Trace) -> str:
    last = trace.steps[-1]
    pruned = f", {last.pruned:,} pruned" if last.pruned else ""
    return f"{last.states:,} states visited, {last.leaves:,} of them leaves{pruned}."


def draw_nodes(trace: Trace, step: int | None = None, *, few_boards: bool = False) -> list[NodeDrawing]:
    """Return how each node is drawn after some steps; with few boards, only near the root and along the line."""
    looks, line = trace.at(step), set(best_line(trace, step))
    with_board = {0, *trace.children()[0], *line} if few_boards else range(len(trace.nodes))
    widest, has_child = _widest_labels(trace), {node.parent for node in trace.nodes}
    current = None if step is None or not step else trace.steps[step - 1].node
    drawings = []
    for number, (node, look) in enumerate(zip(trace.nodes, looks, strict=True)):
        drawings.append(
            NodeDrawing(
                node.parent,
                name_edge(node.action, node.probability),
                node.player,
                look.label,
                widest[number],
                see(trace.game, node.state) if number in with_board else None,
                look.status,
                is_best=number in line,
                is_current=number == current,
                folded=node.folded,
                is_leaf=number not in has_child,
                has_seats=not trace.has_roles,
                players=seat_names(trace.game),
                name=name_node(trace, node),
            )
        )
    return drawings


def name_node(trace: Trace, node: TraceNode) -> str:
    """Return the letter that stands beside a node; a leaf that is named after its action needs none."""
    name = short_name(trace.game, node.state)
    return "" if name == node.action else name


def name_edge(action: str, probability: float | None) -> str:
    """Write on an edge what leads along it; chance adds how likely that is.

    >>> name_edge("heads", 0.5), name_edge("0.9", 0.9), name_edge("b1", None)
    ('heads 0.5', '0.9', 'b1')
    """
    if probability is None or action == tell_value(probability):
        return action
    return f"{action} {probability:.3g}"


def _widest_labels(trace: Trace) -> list[str]:
    """Return the longest label that each node ever has."""
    widest = [""] * len(trace.nodes)
    for step in trace.steps:
        for change in step.changes:
            if change.label is not None and len(change.label) > len(widest[change.node]):
                widest[change.node] = change.label
    return widest
