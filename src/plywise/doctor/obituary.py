"""What is said of an examination whose process hung or died: at which step, on which line, and what to fix.

Machine code has no lines, so of compiled rules only the step is known.
"""

import re
from pathlib import Path

from plywise.doctor.checks import COMPILING
from plywise.doctor.places import place
from plywise.doctor.report import Finding
from plywise.isolation import describe_exit, read_last_words
from plywise.rules import Game

LOADING = "loading the game"
DOCTOR = str(Path(__file__).parent)
PACKAGE = str(Path(__file__).parent.parent)
COMPILER = re.compile(r"[\\/](?:numba|llvmlite)[\\/]")

CRASHED = "Look in the rules for an exit, too deep a recursion, or a library that crashes."
NOT_LOADED = "Let the file load without errors; one that examines itself does so under `if __name__ == '__main__'`."
CRASHED_COMPILED = (
    "Allow more memory with --memory if it was short; if it wasn't, this is a bug in Plywise: please report it. "
    "The plain rules are in order, so use the plain engine."
)
ENDLESS = "Make every loop on this line end; if the rules are only slow, allow more time: --time {longer:g}."
LATE_COMPILED = (
    "Allow more time, with --time {longer:g}; if that doesn't help, make every loop end with numbers of 64 bits "
    "too: compiled, larger ones wrap around."
)


def write_obituary(step: str, exitcode: int | None, seconds: float | None, last_words: Path) -> Finding:
    """Describe the end of a process that gave no report; `seconds` says after how many it was ended as too late."""
    where, function = _own_place(last_words)
    rule = function if hasattr(Game, function) else ""
    end = describe_exit(exitcode) if seconds is None else f"was not over after {seconds:g} seconds of its own"
    what = f"The process {end}, at the step '{step}'" + (f", in {function}." if function else ".")
    if seconds is None:
        fix = {LOADING: NOT_LOADED, COMPILING: CRASHED_COMPILED}.get(step, CRASHED)
        return Finding("error", "crashed", what, fix, rule, where)
    if step == COMPILING:  # the plain rules have come to an end by then, so this is hardly more than a slow machine
        what = f"Compiling and trying the rules took more than {seconds:g} seconds; run plainly, they are in order."
        return Finding("warning", "not-compiled", what, LATE_COMPILED.format(longer=3 * seconds))
    return Finding("error", "endless-rule", what, ENDLESS.format(longer=3 * seconds), rule, where)


def _own_place(last_words: Path) -> tuple[str, str]:
    """Return the game maker's line at which the process was, and the outermost of their functions it was in."""
    own = []
    for frame in read_last_words(last_words):
        if frame.file.startswith(DOCTOR):
            break
        if not frame.file.startswith(PACKAGE):
            own.append(frame)
    if not own or COMPILER.search(own[-1][0]):
        return "", ""
    file, _, function = own[-1]
    line = next(line for name, line, _ in own if name == file)
    return place(file, line), function
