"""A search as a stream: it works in a thread of its own, and whoever iterates is handed each decision as it comes.

    search in a thread ---> queue of decisions ---> the caller's loop
           ^                                             |
           +------------- cancelled when the loop is left +

Where there are no threads, as in a browser's Python, the search runs first and its decisions follow.
"""

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from plywise.agents.algorithms.question import Callbacks
from plywise.rules import Cancellation, Decision, Limit

Ask: TypeAlias = Callable[..., Decision]


def stream(ask: Ask, limit: Limit, callbacks: Callbacks) -> Iterator[Decision]:
    """Yield each decision of a search, the final one last; leaving the loop cancels the search."""
    cancellation = limit.cancellation or Cancellation()
    limit = replace(limit, cancellation=cancellation)
    decisions: queue.SimpleQueue[Decision | BaseException | None] = queue.SimpleQueue()

    def hear(decision: Decision) -> None:
        decisions.put(decision)
        if callbacks.on_depth:
            callbacks.on_depth(decision)

    def work() -> None:
        try:
            heard = Callbacks(on_depth=hear, on_compile=callbacks.on_compile, on_progress=callbacks.on_progress)
            ask(limit=limit, callbacks=heard)
            decisions.put(None)
        except BaseException as error:  # handed on to whoever iterates
            decisions.put(error)

    thread = threading.Thread(target=work, name="plywise-analysis", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no threads here
        work()
    try:
        yield from _handed_on(decisions)
    finally:
        cancellation.cancel()
        if thread.ident is not None:
            thread.join()


def _handed_on(decisions: "queue.SimpleQueue[Decision | BaseException | None]") -> Iterator[Decision]:
    """Yield decisions until the search ends; raise what it raised."""
    while True:
        decision = decisions.get()
        if decision is None:
            return
        if isinstance(decision, BaseException):
            raise decision
        yield decision
