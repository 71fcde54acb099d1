"""Work on kernels that nobody waits for: threads of their own, while the plain engine answers.

Lowering takes a tenth of a second and more, which is no part of anybody's limit. The process ends only when such a
thread has handed over what it lowered, so that the child has something to compile.
"""

import threading
from collections.abc import Callable, Hashable

from plywise.kernel.lowering import LoweringError
from plywise.rules import PlywiseError


class LateWork(threading.Thread):
    """A piece of work; `refusal` is what it found wrong with the rules, if it did."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__(name="plywise-later", daemon=False)
        self.work = work
        self.refusal: LoweringError | None = None

    def run(self) -> None:
        """Do the work; other errors will come up again in a call that waits, which reports them."""
        try:
            self.work()
        except LoweringError as error:
            self.refusal = error
        except (PlywiseError, OSError):
            pass


_tasks: dict[Hashable, LateWork] = {}
_lock = threading.Lock()


def begin(name: Hashable, work: Callable[[], None]) -> LateWork:
    """Start some work unless work of that name is under way, or has found the rules refused; return it."""
    with _lock:
        for done in [each for each, task in _tasks.items() if not task.is_alive() and task.refusal is None]:
            del _tasks[done]
        if name not in _tasks:
            _tasks[name] = LateWork(work)
            _tasks[name].start()
        return _tasks[name]
