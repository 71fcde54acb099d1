# mypy: disable-error-code="no-untyped-call, misc"
"""How compiling goes, for whoever waits: function by function, as Numba reports them."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event

from plywise.kernel.building.kind import OnCompile
from plywise.kernel.building.request import Program


@contextmanager
def compile_progress(program: Program, text: str, entries: Iterable[str], on_step: OnCompile) -> Iterator[None]:
    """Report each function of a module that is compiled meanwhile, of those that its entries may call."""
    done: set[str] = set()
    inner = {*re.findall(r"^@ply_in\w+\ndef (\w+)", text, re.MULTILINE)}
    names = {*program.functions} | inner & _called(text, entries)

    class Listener(event.Listener):
        """Counts what has been compiled."""

        def on_start(self, event: Any) -> None:
            """Show the bar with the first function."""
            if not done:
                on_step(0, len(names))

        def on_end(self, event: Any) -> None:
            """Count a function, once for all the types it is compiled for."""
            done.update(names & {event.data["dispatcher"].py_func.__name__})
            on_step(len(done), len(names))

    with event.install_listener("numba:compile", Listener()):
        yield


def _called(text: str, entries: Iterable[str]) -> set[str]:
    """Return the entries of a module, what they name, and what that names in turn."""
    parts = re.split(r"^def (\w+)", text, flags=re.MULTILINE)
    bodies = dict(zip(parts[1::2], parts[2::2], strict=True))
    found, new = set[str](), {f"run_{entry}" for entry in entries} & bodies.keys()
    while new:
        found |= new
        new = {name for each in new for name in re.findall(r"\w+", bodies[each])} & bodies.keys() - found
    return found
