"""Where a folder lies: on this machine, read through memory maps, or behind HTTP or in a bucket, read by byte ranges.

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

OPEN_FILES = 64
"""Maps kept open; each holds a file descriptor, of which systems give as few as 256."""

TIMEOUT = 30
"""Seconds that a server may take to answer."""


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
        return WebPlace(str(where))
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
        return _complete(self.map(path)[start : start + length], length, f"{path} of {self.name}")

    def tail(self, path: str, length: int) -> bytes:
        """Return exactly `length` bytes from a file's end."""
        return _complete(self.map(path)[-length:], length, f"{path} of {self.name}")

    def open_map(self, path: str) -> mmap.mmap:
        """Return a file's memory map."""
        try:
            with open_file(self.inside(path)) as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise SolvedTableError(f"{path} of {self.name} can't be read: {error.strerror}.") from error
        except ValueError as error:
            raise DamagedTableError(f"{path} of {self.name}", "it is empty") from error


class WebPlace:
    """A folder behind an http or https address, on any server or object store that answers byte ranges."""

    def __init__(self, address: str) -> None:
        # Slow to import, and not needed for folders on this machine.
        from urllib.request import (
            HTTPDefaultErrorHandler,
            HTTPErrorProcessor,
            HTTPHandler,
            HTTPRedirectHandler,
            HTTPSHandler,
            OpenerDirector,
            ProxyHandler,
            UnknownHandler,
        )

        self.name = address.rstrip("/")
        # Not the usual opener: a redirection could lead that one to a file of this machine.
        self.opener = OpenerDirector()
        for handler in (
            ProxyHandler,
            HTTPHandler,
            HTTPSHandler,
            HTTPRedirectHandler,
            HTTPDefaultErrorHandler,
            HTTPErrorProcessor,
            UnknownHandler,
        ):
            self.opener.add_handler(handler())

    def whole(self, path: str, limit: int) -> bytes:
        """Return a file, which may have at most `limit` bytes."""
        _, found = self.ask(path, {}, limit + 1)
        if len(found) > limit:
            raise SolvedTableError(f"{path} of {self.name} is larger than the {limit} bytes it may have: don't use it.")
        return found

    def part(self, path: str, start: int, length: int) -> bytes:
        """Return exactly `length` bytes of a file."""
        return self.range(path, f"bytes={start}-{start + length - 1}", length)

    def tail(self, path: str, length: int) -> bytes:
        """Return exactly `length` bytes from a file's end."""
        return self.range(path, f"bytes=-{length}", length)

    def range(self, path: str, wanted: str, length: int) -> bytes:
        """Return a range of a file, from a server that really answers with that range."""
        status, found = self.ask(path, {"Range": wanted}, length + 1)
        if status != 206:
            raise SolvedTableError(
                f"{self.name} doesn't serve parts of files: use a server that answers Range requests."
            )
        return _complete(found, length, f"{path} of {self.name}")

    def ask(self, path: str, headers: dict[str, str], most: int) -> tuple[int, bytes]:
        """Return a GET's status and at most `limit` bytes of the answer."""
        from http.client import HTTPException
        from urllib.parse import quote
        from urllib.request import Request

        try:
            with self.opener.open(Request(f"{self.name}/{quote(path)}", headers=headers), timeout=TIMEOUT) as answer:
                return answer.status, answer.read(most)
        except (OSError, HTTPException) as error:
            raise SolvedTableError(f"{path} of {self.name} can't be read: {error}.") from error


def _complete(found: bytes, length: int, where: str) -> bytes:
    if len(found) != length:
        raise DamagedTableError(where, f"{len(found)} bytes where {length} are asked for")
    return found
