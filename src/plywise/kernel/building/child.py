"""The compile child, seen from the process that asked: started, handed a request, waited for or left alone.

A child compiles one kernel after the other, because importing Numba takes longer than many a kernel. It belongs to a
session of its own: Ctrl-C doesn't reach it, and when the process that asked goes away it finishes what it is compiling,
which the next process then finds.
"""

import atexit
import contextlib
import errno
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, Any

from plywise.kernel.building.disk import refusal
from plywise.kernel.building.kind import CompileError, OnCompile

START = "import sys; sys.path.insert(0, {home!r}); from plywise.kernel.building.compiler import serve; serve()"
MOST_KERNELS = 40
"""After this many kernels a child is replaced: Numba never gives back the memory of what it has compiled."""

STARTED: list[int] = []
"""The process ids of all children that this process has started."""


class CompileChild:
    """A process that compiles: what it is asked, or only the one request that it is given at once."""

    def __init__(self, only: Any = None) -> None:
        home = str(Path(__file__).parents[3])
        usual = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (as long as the child lives)
        self.compiled = 0
        requests = subprocess.PIPE if only is None else _written(only)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", START.format(home=home)],
                stdin=requests,
                stdout=subprocess.PIPE,
                stderr=self._said,
                start_new_session=True,
                env=usual,
            )
        except OSError as error:
            self._said.close()
            raise CompileError(f"No process could be started to compile the rules ({error}).") from None
        finally:
            if not isinstance(requests, int):
                requests.close()
        STARTED.append(self._process.pid)

    @property
    def is_alive(self) -> bool:
        """Whether the child can still be asked."""
        return self._process.poll() is None

    @property
    def ended_idle(self) -> bool:
        """Whether the child ended for lack of work: just as new work came, or before whoever started it could ask."""
        return self._process.poll() == 0

    def send(self, request: Any) -> None:
        """Hand over a request."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._death() from None

    def wait(self, on_step: OnCompile | None) -> None:
        """Wait until the request is done; raises LoweringError where the rules are refused."""
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            said = json.loads(line)
            match said:
                case {"step": [done, of]}:
                    if on_step:
                        on_step(done, of)
                case {"done": _}:
                    self.compiled += 1
                    return
                case {"refused": why}:
                    raise refusal(**why)
                case {"unwritten": reason}:
                    raise OSError(errno.EIO, reason)
                case {"failed": reason}:
                    raise CompileError(f"The rules couldn't be compiled: {reason}")
        raise self._death()

    def leave(self) -> None:
        """Ask for nothing more: the child ends when it has compiled what it was asked for."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._said.close()
        if self._process.poll() is None:
            LEFT.append(self._process)

    def _death(self) -> CompileError:
        """Return how the child ended, with its last words."""
        code = self._process.wait()
        self._said.seek(0)
        words = self._said.read().decode(errors="replace").strip().splitlines()
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        return CompileError(f"The process that compiles rules ended {how}" + (f": {words[-1]}" if words else "."))


def _written(request: Any) -> IO[bytes]:
    """Return a file with a request: a pipe doesn't hold a large one until the child has imported Numba and reads."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 (it is closed when the child has it)
    file.write(json.dumps(request).encode() + b"\n")
    file.seek(0)
    return file


LEFT: list[subprocess.Popen[bytes]] = []
"""Children that nobody waits for."""

_idle: list[CompileChild] = []
_lock = threading.Lock()


def borrow() -> CompileChild:
    """Return a child that is free, or a new one; `give_back` takes it again."""
    _reap()
    with _lock:
        while _idle:
            child = _idle.pop()
            if child.is_alive:
                return child
            child.leave()
    return CompileChild()


def give_back(child: CompileChild) -> None:
    """Keep a child for the next kernel."""
    with _lock:
        if not _idle and child.is_alive and child.compiled < MOST_KERNELS:
            _idle.append(child)
            return
    child.leave()


def _reap() -> None:
    """Forget children that have ended."""
    LEFT[:] = [process for process in LEFT if process.poll() is None]


@atexit.register
def _leave_all() -> None:
    """Let every child end by itself; one that is still compiling isn't waited for."""
    while _idle:
        _idle.pop().leave()
    for process in LEFT:
        process.poll()
        process.returncode = process.returncode or 0  # else Popen complains that it is still running


def _forget_all() -> None:
    """After a fork, the children are the other process's."""
    global _lock  # noqa: PLW0603
    _lock = threading.Lock()
    for child in _idle:
        child._process.returncode = 0
    _idle.clear()
    LEFT.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
