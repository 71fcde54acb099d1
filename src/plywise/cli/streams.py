"""The standard streams: any character can be printed, and any byte can be read.

    ▲ = 3               ^ = 3               In an encoding that lacks a sign, its stand-in is written, and "?" for
    └── a1 ▽ = 3 ◀      `-- a1 v = 3 <      one that has none. Rich itself draws guides and bars in plain characters.

>>> stand_in(UnicodeEncodeError("ascii", "value ≥ 3", 6, 7, "is not ASCII"))
('>=', 7)
"""

import codecs
import io
import os
import sys
from pathlib import Path

STAND_INS = {
    "✘": "x",
    "✔": "ok",
    "▲": "^",
    "▽": "v",
    "■": "#",
    "█": "#",
    "▀": "'",
    "▄": "_",
    "│": "|",
    "×": "x",
    "○": "o",
    "●": "*",
    "◀": "<",
    "≈": "~",
    "≥": ">=",
    "≤": "<=",
    "·": ".",
    "…": "...",
    "→": "->",
    "±": "+-",
    "∞": "infinite",
}


def stand_in(error: UnicodeError) -> tuple[str, int]:
    """Return what to write for the signs that an encoding lacks, and where to go on: an error handler for codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(STAND_INS.get(sign, "?") for sign in signs), error.end


def open_streams() -> None:
    """Make the standard streams take any text, whatever their encoding."""
    codecs.register_error("plywise-stand-in", stand_in)
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 (as long-lived as the program)
    for stream, errors in (
        (sys.stdout, "plywise-stand-in"),
        (sys.stderr, "plywise-stand-in"),
        (sys.stdin, "replace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def abandon_output() -> None:
    """Drop what could not be written to stdout, so that Python doesn't try and complain again while it shuts down."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
