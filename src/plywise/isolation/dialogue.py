"""A program that is spoken to line by line, and may hang, die or flood its output without harm to this process."""

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Sequence

from plywise.isolation.deaths import describe_exit
from plywise.isolation.limits import ResourceLimits
from plywise.isolation.programs import NO_LIMITS, kill_family, start_program

LONGEST_LINE = 1 << 16
"""Bytes of a line; a program that writes longer ones is taken to be broken."""
MOST_LINES = 10_000
"""Lines that may wait to be read; one that writes more meanwhile is taken to be broken."""
FLOODED = "wrote more than anyone can read"
GRACE = 1.0
"""Seconds that a program gets to end by itself."""


class DialogueError(Exception):
    """The program said nothing in time, ended, or said too much; the message says which."""


class Dialogue:
    """A program under way, its lines as text.

    >>> with Dialogue(["cat"]) as echo:
    ...     echo.say("hello")
    ...     echo.hear(5.0)
    'hello'
    """

    def __init__(self, command: Sequence[str], limits: ResourceLimits = NO_LIMITS) -> None:
        self.command = tuple(command)
        try:
            self._process = start_program(command, limits, stderr=subprocess.DEVNULL)
        except OSError:
            raise DialogueError("can't be started") from None
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._has_flooded = False
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> "Dialogue":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def say(self, line: str) -> None:
        """Send a line; raises DialogueError where the program has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise DialogueError(self._how_it_ended()) from None

    def hear(self, seconds: float) -> str:
        """Return the next line; raises DialogueError where none comes in time, or none will come any more."""
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise DialogueError("did not answer in time") from None
        if self._has_flooded:
            raise DialogueError(FLOODED)
        if line is None:
            raise DialogueError(self._how_it_ended())
        return line

    def hear_until(self, start: str, seconds: float) -> list[str]:
        """Return the lines up to one that starts with a text, which must come within some seconds."""
        until = time.monotonic() + seconds
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            lines.append(self.hear(until - time.monotonic()))
            if len(lines) > MOST_LINES:
                raise DialogueError(FLOODED)
        return lines

    def end(self, farewell: str = "") -> None:
        """End the program: by a last line if it listens, else by force."""
        with contextlib.suppress(DialogueError):
            if farewell:
                self.say(farewell)
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE if farewell else 0.0)
        kill_family(self._process.pid)
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _listen(self) -> None:
        """Read lines until the program ends or floods; None is the last."""
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST_LINE):
                if len(line) == LONGEST_LINE or self._lines.full():
                    self._has_flooded = True
                    kill_family(self._process.pid)
                    break
                self._lines.put(line.decode("utf-8", errors="replace").rstrip("\r\n"))
        if self._lines.full():
            self._lines.get_nowait()
        self._lines.put(None)

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        code = self._process.returncode
        return "stopped listening" if code is None else describe_exit(code)
