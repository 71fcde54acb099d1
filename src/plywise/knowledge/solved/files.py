"""Puts files in place whole or not at all, and keeps them through a power cut."""

import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


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
