# mypy: disable-error-code="no-untyped-call, misc"
"""How compiling goes, for whoever waits: function by function, as Numba tells of them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from plywise.kernel.building.build import OnStep
from plywise.kernel.lowering import Lowered


@contextmanager
def compile_progress(lowered: Lowered, text: str, on_step: OnStep | None) -> Iterator[None]:
    """Tell of each function of a module that is compiled meanwhile; those read from disk aren't."""
    if on_step is None:
        yield
        return
    from numba.core import event

    tell, done = on_step, set[str]()
    names = {*lowered.functions, *re.findall(r"^@ply_in\w+\ndef (\w+)", text, re.MULTILINE)}

    class Listener(event.Listener):
        """Counts what has been compiled."""

        def on_start(self, event: Any) -> None:
            """Show the bar with the first function."""
            if not done:
                tell(0, len(names))

        def on_end(self, event: Any) -> None:
            """Count a function, once for all the types it is compiled for."""
            done.update(names & {event.data["dispatcher"].py_func.__name__})
            tell(len(done), len(names))

    with event.install_listener("numba:compile", Listener()):
        yield
