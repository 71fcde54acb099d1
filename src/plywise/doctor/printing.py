"""Rules that print: caught, counted, and reported once, so that thousands of lines don't hide the report."""

import contextlib
import io
import sys
from pathlib import Path
from types import FrameType
from typing import TextIO

from plywise.doctor.places import own_files, place
from plywise.doctor.report import Finding
from plywise.doctor.values import short
from plywise.rules import Game

PACKAGE = str(Path(__file__).parent.parent)


class Printing:
    """Keeps what a game's own functions print, from `with` on; what anyone else prints goes where it would go.

    So does what they print to stderr, which is meant for the person who looks into them; it is reported all the same.
    """

    def __init__(self, game: Game) -> None:
        self.files, self.names = own_files(game), set(dir(game))
        self.lines = 0
        self.first = self.rule = self.where = ""
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> "Printing":
        self._stack.enter_context(contextlib.redirect_stdout(_Caught(self, sys.stdout)))
        self._stack.enter_context(contextlib.redirect_stderr(_Caught(self, sys.stderr, passes=True)))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def take(self, text: str, frame: FrameType | None) -> bool:
        """Take a text that a rule prints; False where it is no rule that does."""
        where, rule = self._printer(frame)
        if not where:
            return False
        self.where, self.rule = self.where or where, self.rule or rule
        if not self.lines:
            self.first += text.partition("\n")[0]
        self.lines += text.count("\n")
        return True

    def _printer(self, frame: FrameType | None) -> tuple[str, str]:
        """Return the game's own line that prints, and the outermost of its functions before one of Plywise's."""
        where = rule = ""
        while frame is not None:
            code = frame.f_code
            if code.co_filename in self.files and code.co_name in self.names:
                where, rule = where or place(code.co_filename, frame.f_lineno), code.co_name
            elif code.co_filename.startswith(PACKAGE):
                break
            frame = frame.f_back
        return where, rule

    def finding(self) -> Finding | None:
        """Say what was printed, if anything was."""
        if not self.where:
            return None
        lines = "1 line" if self.lines == 1 else f"{self.lines:,} lines"
        what = f"{self.rule} prints to the screen: {lines} so far, not shown here; the first is {short(self.first)}."
        fix = "Remove the print: a search calls the rules millions of times, and rules that print can't be compiled."
        return Finding("warning", "prints", what, fix, self.rule, self.where)


class _Caught(io.TextIOBase):
    """A stream that hands on what isn't taken, or everything."""

    def __init__(self, printing: Printing, former: TextIO, passes: bool = False) -> None:
        self.printing, self.former, self.passes = printing, former, passes

    def write(self, text: str) -> int:
        if not self.printing.take(text, sys._getframe(1)) or self.passes:
            self.former.write(text)
        return len(text)

    def flush(self) -> None:
        self.former.flush()

    def fileno(self) -> int:
        return self.former.fileno()
