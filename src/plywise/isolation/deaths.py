"""How a child ended, and where it was then, by its own last words: a traceback, innermost line first.

Python's `faulthandler` writes it when the process crashes, or when one that hangs is asked to, even inside C code. Of
machine code no line is known.
"""

import faulthandler
import re
import signal
from pathlib import Path
from typing import NamedTuple, TextIO

FRAME = re.compile(r'File "([^"<]+)", line (\d+) in (\S+)')


class LastFrame(NamedTuple):
    """A line at which a process was when it ended."""

    file: str
    line: int
    function: str


def describe_exit(code: int | None) -> str:
    """Say how a process ended, as the rest of a sentence about it.

    >>> describe_exit(-9), describe_exit(3)
    ('was ended by the signal SIGKILL', 'ended by itself with exit code 3')
    """
    if code is not None and code < 0:
        return f"was ended by the signal {signal.Signals(-code).name}"
    return f"ended by itself with exit code {code}"


def keep_last_words(file: TextIO) -> None:
    """Write down where this process is when it crashes, or when it is asked by SIGUSR1."""
    faulthandler.enable(file, all_threads=False)
    if hasattr(faulthandler, "register") and hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1, file, all_threads=False)


def read_last_words(path: Path) -> list[LastFrame]:
    """Return the lines at which a process was, innermost first; none where it had no time to write them."""
    text = path.read_text(errors="replace") if path.exists() else ""
    return [LastFrame(file, int(line), function) for file, line, function in FRAME.findall(text)]
