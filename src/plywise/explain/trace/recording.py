"""Recording a readable search as a trace, while it runs.

>>> from plywise.games.tree import Tree
>>> from plywise.search import alpha_beta
>>> trace = record_search(Tree([[3, 12], [2, 4]]), alpha_beta)
>>> [trace.steps[-1].text, trace.at()[0].range]
['A is done: 3, by a1.', (3, 3)]
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from plywise.explain.trace.recorder import Recorder
from plywise.explain.trace.trace import UNKNOWN, Marks, Range, Trace
from plywise.rules import CHANCE, MAX, Decision, Game, Limit


def record_search(
    game: Game,
    algorithm: Callable[..., Decision],
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    name: str = "",
    marks: Marks = "range",
    start: Range = UNKNOWN,
    to_mover: bool = False,
) -> Trace:
    """Run a readable algorithm that takes a `watcher`, and return its story; by default nodes are marked with ranges.

    Before it is searched, a state's value can be anything from `start[0]` to `start[1]`. With `to_mover` values are to
    the player who moves at the root, not to MAX.
    """
    mover = game.to_move(game.initial() if state is None else state) if to_mover else None
    viewpoint = MAX if mover == CHANCE else mover
    recorder = Recorder(
        game, Trace(game, name or algorithm_name(algorithm), marks, viewpoint=viewpoint), history, start
    )
    recorder.trace.decision = algorithm(game, state, limit=limit, history=history, watcher=recorder)
    return recorder.finish()


def algorithm_name(algorithm: Callable[..., Decision]) -> str:
    """Return what an algorithm is called in the list of algorithms."""
    function = algorithm.func if isinstance(algorithm, partial) else algorithm
    return str(function.__name__).replace("_", "-")
