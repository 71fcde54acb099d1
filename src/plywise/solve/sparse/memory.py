"""How much memory a solve may take beside what its process holds."""

from pathlib import Path

MAPPED = 48 << 20
"""What the process will still map of its own: modules that are imported late, and buffers of threads."""


def memory_beside(allowed: int) -> int:
    """Return how many of the bytes that a process may hold are left."""
    return allowed - memory_held() - MAPPED


def memory_held() -> int:
    """Return the most bytes of memory that this process has held; a usual figure where the system doesn't say."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))
    except (OSError, ValueError, StopIteration):
        return 200 << 20
