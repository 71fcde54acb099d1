"""Programs as children of this process, each in a session of its own: Ctrl-C in the terminal is not for them.

A session of its own also makes one group of the program and all that it starts, so that none of them outlives it.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, Any, TypeAlias

from plywise.isolation.limits import ResourceLimits, apply_limits

Stream: TypeAlias = IO[Any] | int | None
NO_LIMITS = ResourceLimits()


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module; a file beside it can't replace one of Python's."""
    return [sys.executable, "-P", "-m", module, *arguments]


def start_program(
    command: Sequence[str],
    limits: ResourceLimits = NO_LIMITS,
    *,
    stdin: Stream = subprocess.PIPE,
    stdout: Stream = subprocess.PIPE,
    stderr: Stream = None,
) -> "subprocess.Popen[bytes]":
    """Start a program, limited where the system can limit another process; its streams are those of Popen."""
    process = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True)
    apply_limits(limits, process.pid)
    return process


def kill_family(pid: int) -> None:
    """Kill a process that has a session of its own, and those that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)
