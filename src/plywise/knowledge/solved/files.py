"""Reads files, and puts them in place whole or not at all, so that they last through a power cut."""

import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def open_file(path: str | Path) -> BinaryIO:
    """Open a file to read; raises OSError for anything else, such as a pipe, which would block."""
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return os.fdopen(opened, "rb")


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file to write under another name; it gets its own once it is on disk, and only if nothing failed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_whole(path: Path, content: bytes) -> str:
    """Write a file whole or not at all; return its sha256."""
    with written_whole(path) as file:
        file.write(content)
    return hashlib.sha256(content).hexdigest()


def put_in_place(temporary: Path, path: Path) -> None:
    """Give a finished file its name, for good."""
    temporary.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
