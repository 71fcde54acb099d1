"""What of a large tree is drawn: the line, the root's children, the cuts and what they lean on, then ply by ply.

What is left out is folded: the node above it says how many states below it are not drawn.
"""

from dataclasses import replace

from plywise.explain.trace.trace import Step, Trace

MOST_NODES = 2_000
"""The most nodes that a picture or a page draws."""

SHARE_OF_CUTS = 0.6
"""How much of the room the cuts may take, so that some is left for the plies in order."""


def fold(trace: Trace, most: int = MOST_NODES) -> Trace:
    """Return a trace with at most `most` nodes, the rest folded; a small one as it is."""
    if len(trace.nodes) <= most:
        return trace
    kept = sorted(choose_nodes(trace, most))
    number_of = {old: new for new, old in enumerate(kept)}
    shown: list[int] = []
    for old, node in enumerate(trace.nodes):
        shown.append(number_of[old] if old in number_of else shown[node.parent or 0])
    nodes = []
    for old in kept:
        node = trace.nodes[old]
        nodes.append(replace(node, parent=None if node.parent is None else number_of[node.parent]))
    for old, node in enumerate(trace.nodes):
        if old not in number_of:
            nodes[shown[old]].folded += 1 + node.folded
    steps = [_fold_step(step, number_of, shown) for step in trace.steps if _is_seen(step, number_of)]
    return replace(trace, nodes=nodes, steps=steps)


def _is_seen(step: Step, number_of: dict[int, int]) -> bool:
    """Whether a step happens at a node that is drawn, or changes one."""
    return step.node in number_of or any(change.node in number_of for change in step.changes)


def _fold_step(step: Step, number_of: dict[int, int], shown: list[int]) -> Step:
    changes = tuple(replace(change, node=number_of[change.node]) for change in step.changes if change.node in number_of)
    because = None if step.because is None else shown[step.because]
    return replace(step, node=shown[step.node], because=because, changes=changes)


def choose_nodes(trace: Trace, most: int = MOST_NODES) -> set[int]:
    """Return the nodes to draw, each with its parent: the most informative first."""
    children = trace.children()
    kept = {0}
    _keep(trace, kept, [*best_line(trace), *children[0]], most)
    plies = _plies(trace)
    room = max(len(kept), int(SHARE_OF_CUTS * most))
    for step in sorted(trace.cutoffs(), key=lambda step: plies[step.node]):
        cut = [child.node for child in step.changes if child.status == "pruned"]
        _keep(trace, kept, [step.node, *([] if step.because is None else [step.because]), *cut], room)
    _keep(trace, kept, sorted(range(len(trace.nodes)), key=lambda node: plies[node]), most)
    return kept


def best_line(trace: Trace, step: int | None = None) -> list[int]:
    """Return the nodes of the line that is best after `after` steps, without the root."""
    looks, children = trace.at(step), trace.children()
    line: list[int] = []
    at = 0
    while True:
        best = next((child for child in children[at] if looks[child].best), None)
        if best is None:
            return line
        line.append(best)
        at = best


def _keep(trace: Trace, kept: set[int], wanted: list[int], most: int) -> None:
    """Add nodes and those on the way to them, as long as there is room."""
    for node in wanted:
        way = []
        at: int | None = node
        while at is not None and at not in kept:
            way.append(at)
            at = trace.nodes[at].parent
        if len(kept) + len(way) <= most:
            kept.update(way)


def _plies(trace: Trace) -> list[int]:
    plies: list[int] = []
    for node in trace.nodes:
        plies.append(0 if node.parent is None else plies[node.parent] + 1)
    return plies
