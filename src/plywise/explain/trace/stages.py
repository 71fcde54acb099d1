"""The stages of a search: the moments worth a picture of their own, as figure 5.5 has them, (a) to (f).

A stage is over when a leaf has been looked at and all that follows from it is known. A leaf has a stage of its own if
it is the first below its parent, if it changes nothing there, or if it settles its parent; one that only narrows what
is known already shares the stage of the next: in the figure, (f) takes two leaves.

>>> from plywise.games.tree import Tree
>>> from plywise.explain.trace.recording import record_search
>>> from plywise.search import alpha_beta
>>> trace = record_search(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha_beta)
>>> places = [0, *trace.children()[0]]
>>> [[trace.at(stage.after)[node].label for node in places] for stage in find_stages(trace)][-2:]
[['[3, 14]', '[3, 3]', '[−∞, 2]', '[−∞, 14]'], ['[3, 3]', '[3, 3]', '[−∞, 2]', '[2, 2]']]
"""

from collections.abc import Iterator
from dataclasses import dataclass

from plywise.explain.trace.trace import Step, Trace

MOST_STAGES = 12
"""How many stages are shown beside each other; a longer search is better stepped through."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment of a search: after how many steps it is, and what has happened since the stage before."""

    after: int
    text: str


def find_stages(trace: Trace) -> list[Stage]:
    """Return the stages of a search, the last at its end."""
    found, told, opened = [], [], set()
    for first, last in _leaf_spans(trace):
        leaf, rest = trace.steps[first], trace.steps[first + 1 : last]
        parent = trace.nodes[leaf.node].parent
        told += [_tell_leaf(trace, leaf), *(step.text for step in rest if step.kind in ("narrow", "cutoff"))]
        narrows = any(change.node == parent and change.range is not None for step in rest for change in step.changes)
        settles = any(step.node == parent and step.kind in ("leave", "cutoff") for step in rest)
        if trace.marks == "range" and not narrows and not settles:
            told.append("That changes nothing above it.")
        if parent not in opened or not narrows or settles:
            found.append(Stage(last, " ".join(told)))
            told = []
        opened.add(parent)
    return found


def name_stage(number: int) -> str:
    """Name the stages (a), (b), ..."""
    return f"({chr(ord('a') + number)})"


def _leaf_spans(trace: Trace) -> Iterator[tuple[int, int]]:
    """Yield for each leaf the number of its step, and that of the step after all that follows from it."""
    leaves = [number for number, step in enumerate(trace.steps) if _is_leaf(step)]
    entries = [number for number, step in enumerate(trace.steps) if step.kind in ("enter", "hit", "extend", "deepen")]
    following = dict(zip(entries, [*entries[1:], len(trace.steps)], strict=True))
    for number in leaves:
        yield number, following[number]


def _is_leaf(step: Step) -> bool:
    """Whether a step comes to a state and is done with it at once."""
    return step.kind in ("enter", "hit") and any(
        change.node == step.node and change.status == "done" for change in step.changes
    )


def _tell_leaf(trace: Trace, step: Step) -> str:
    label = next(change.label for change in step.changes if change.node == step.node and change.label)
    return f"The leaf {trace.nodes[step.node].action} is worth {label}."
