"""Keeps what a child says to its parent apart from what foreign code prints or reads there."""

import contextlib
import os
from typing import BinaryIO


def print_to_stderr() -> None:
    """Let what is printed from now on, by C code too, go to stderr."""
    with contextlib.suppress(OSError):
        os.dup2(2, 1)


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return stdin and stdout for the parent alone: other code prints to stderr, and reads nothing."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    print_to_stderr()
    return incoming, outgoing
