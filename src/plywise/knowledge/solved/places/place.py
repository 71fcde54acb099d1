"""Where a folder lies: on this machine, read through memory maps; or elsewhere, by byte ranges (`web`, `buckets`).

Nothing is read from outside the folder: a path that a link leads out of it is refused.
"""

import mmap
import os
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from plywise.files import open_file
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.solved.places.buckets import BucketPlace, is_bucket
from plywise.knowledge.solved.places.web import complete, web_place

OPEN_FILES = 64
"""Maps kept open; each holds a file descriptor, of which systems give as few as 256."""


class Place(Protocol):
    """A folder's bytes, by path inside it."""

    name: str

    def whole(self, path: str, limit: int) -> bytes:
        """Return a file, which may have at most `limit` bytes."""

    def part(self, path: str, start: int, length: int) -> bytes:
        """Return exactly `length` bytes of a file."""

    def tail(self, path: str, length: int) -> bytes:
        """Return exactly `length` bytes from a file's end."""


def place_of(where: str | Path) -> Place:
    """Return the place that a path, an http address or one of an object store names."""
    if is_bucket(where):
        return BucketPlace(str(where))
    if is_remote(where):
        return web_place(str(where))
    return LocalPlace(Path(where))


def is_remote(where: str | Path) -> bool:
    """Whether an address names no folder of this machine.

    >>> is_remote("s3://tables/chess"), is_remote("https://example.org/chess"), is_remote("chess")
    (True, True, False)
    """
    return is_bucket(where) or (isinstance(where, str) and where.startswith(("http://", "https://")))


class LocalPlace:
    """A folder on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, str(folder)
        self.real = os.path.realpath(folder)
        self.map = lru_cache(OPEN_FILES)(self.open_map)

    def inside(self, path: str) -> str:
        """Return a file's real path, which must lie in the folder."""
        real = os.path.realpath(os.path.join(self.real, path))  # noqa: PTH118 - ten times as fast as Path
        if not real.startswith(self.real + os.sep):
            raise SolvedTableError(
                f"{path} of {self.name} leads outside that folder: don't trust it, or undo the link."
            )
        return real

    def whole(self, path: str, limit: int) -> bytes:
        """Return a file, which may have at most `limit` bytes."""
        try:
            with open_file(self.inside(path)) as file:
                found = file.read(limit + 1)
        except OSError as error:
            raise SolvedTableError(f"{path} of {self.name} can't be read: {error.strerror}.") from error
        if len(found) > limit:
            raise SolvedTableError(f"{path} of {self.name} is larger than the {limit} bytes it may have: don't use it.")
        return found

    def part(self, path: str, start: int, length: int) -> bytes:
        """Return exactly `length` bytes of a file."""
        return complete(self.map(path)[start : start + length], length, f"{path} of {self.name}")

    def tail(self, path: str, length: int) -> bytes:
        """Return exactly `length` bytes from a file's end."""
        return complete(self.map(path)[-length:], length, f"{path} of {self.name}")

    def open_map(self, path: str) -> mmap.mmap:
        """Return a file's memory map."""
        try:
            with open_file(self.inside(path)) as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise SolvedTableError(f"{path} of {self.name} can't be read: {error.strerror}.") from error
        except ValueError as error:
            raise DamagedTableError(f"{path} of {self.name}", "it is empty") from error
