"""What a process may use of the machine, as far as the system can hold it to that.

Memory is address space: code that asks for more gets a MemoryError, or a null pointer from C's malloc. Too much
processor time ends the process. No limited process leaves a core file.
"""

import contextlib
import signal
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """The most that a process may use; None is no limit."""

    memory_mb: int | None = None
    cpu_seconds: int | None = None


def apply_limits(limits: ResourceLimits, pid: int = 0) -> None:
    """Limit this process, or (on Linux only) the one of that number; a system without such limits sets none."""
    with contextlib.suppress(ImportError):
        import resource

        if pid and not hasattr(resource, "prlimit"):
            return
        if limits.memory_mb is not None:
            _limit(pid, resource.RLIMIT_AS, limits.memory_mb << 20)
        if limits.cpu_seconds is not None:
            _limit(pid, resource.RLIMIT_CPU, limits.cpu_seconds)
        _limit(pid, resource.RLIMIT_CORE, 0)


def _limit(pid: int, kind: int, wanted: int) -> None:
    """Set one soft limit, at most the hard one; a process that has ended needs none."""
    import resource

    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.prlimit(pid, kind) if pid else resource.getrlimit(kind)
        limit = (wanted if hard < 0 else min(wanted, hard), hard)
        if pid:
            resource.prlimit(pid, kind, limit)
        else:
            resource.setrlimit(kind, limit)


def end_with_parent() -> None:
    """Let this process be killed when the thread that started it ends, where the system can."""
    if sys.platform == "linux" and hasattr(signal, "SIGKILL"):
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
