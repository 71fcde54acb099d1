"""A small game's whole tree in a trace, so that a class can say what will be left out before it sees it.

A trace has every state that was visited, and those beside them that were cut off. Here what is below the latter is
added, as cut off at the same step.

>>> from plywise.games.tree import Tree
>>> from plywise.explain.trace.recording import record_search
>>> from plywise.search import alpha_beta
>>> trace = record_search(Tree([[[3], [9]], [[2], [[4]]]]), alpha_beta)
>>> whole = make_whole(trace)
>>> len(trace.nodes), len(whole.nodes), tell_leaves(whole)[-1]
(10, 12, '4')
"""

from dataclasses import replace

from plywise.explain.trace.narration import Narrator
from plywise.explain.trace.options import list_options
from plywise.explain.trace.pruning import count_states
from plywise.explain.trace.trace import Change, Trace, TraceNode

MOST_WHOLE = 250
"""States of a tree that is carried whole; a larger one can't be taken in."""


def make_whole(trace: Trace) -> Trace | None:
    """Return the trace with its game's whole tree; None where that is too large, or nothing was left out in it."""
    is_fit = trace.marks == "range" and not trace.game.cyclic and trace.plies is None and any(trace.cutoffs())
    if not is_fit or any(node.folded for node in trace.nodes):
        return None
    if count_states(trace.game, trace.nodes[0].state, most=MOST_WHOLE) is None:
        return None
    nodes, below = list(trace.nodes), dict[int, list[int]]()
    has_child = {node.parent for node in nodes}
    for number, node in enumerate(nodes):  # grows while it is walked
        if number in has_child or node.player is None:
            continue
        for action, child, odds in list_options(trace.game, node.state):
            player = None if trace.game.is_terminal(child) else trace.game.to_move(child)
            below.setdefault(number, []).append(len(nodes))
            nodes.append(TraceNode(number, trace.game.action_name(node.state, action), player, child, odds))
    if any(look.status != "pruned" for number, look in enumerate(trace.at()) if number in below):
        return None  # a horizon, or a table, ended the search there: nothing was cut off
    steps = [replace(step, changes=(*step.changes, *_cut_below(step.changes, below))) for step in trace.steps]
    return replace(trace, nodes=nodes, steps=steps)


def _cut_below(changes: tuple[Change, ...], below: dict[int, list[int]]) -> list[Change]:
    """Return the changes of all that is below what is cut off, or known no more."""
    found = []
    for change in changes:
        waiting = list(below.get(change.node, ())) if change.status in ("pruned", "unseen") else []
        while waiting:
            number = waiting.pop()
            found.append(Change(number, change.status))
            waiting += below.get(number, ())
    return found


def tell_leaves(trace: Trace) -> list[str]:
    """Return what each leaf is worth, to whom the trace's values are; nothing for other nodes."""
    narrator, player = Narrator(trace.game, trace.viewpoint), trace.viewpoint or 0
    scale = narrator.scale
    return [
        narrator.value(scale.of_utility(trace.game.utility(node.state, player))) if node.player is None else ""
        for node in trace.nodes
    ]
