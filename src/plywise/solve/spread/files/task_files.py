"""The files of tasks: each written once, whole, with a checksum of its own, and read by whoever needs it.

    {"name": ..., "arrays": [[name, type, shape], ...], "facts": {...}, "crc32c": ...}     a line, filled up to 64 bytes
    the arrays, one after the other, each filled up to 8 bytes

A file that is damaged or cut short counts as missing: the task that writes it is done again.
"""

import json
import os
import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, TypeAlias

import google_crc32c
import numpy as np

from plywise.files import parse_object
from plywise.knowledge.solved.places import BucketPlace
from plywise.rules import SearchError

Array: TypeAlias = np.ndarray[Any, Any]
LINE, STEP = 64, 8
MOST_LINE = 1 << 20


@dataclass(frozen=True, slots=True)
class Written:
    """What a task wrote: the file, its size and checksum, and what the driver needs to know of its content."""

    name: str
    size: int
    crc32c: int
    facts: dict[str, Any]


class TaskFiles:
    """The files of a job's tasks, in a folder that all workers see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, arrays: Mapping[str, Array], facts: Mapping[str, Any]) -> Written:
        """Write a file whole or not at all; one that is there already is replaced by the same content."""
        parts = [np.ascontiguousarray(array) for array in arrays.values()]
        body = [piece for part in parts for piece in _filled(part)]
        crc32c = 0
        for piece in body:
            crc32c = google_crc32c.extend(crc32c, piece)
        about = [[key, part.dtype.str, part.shape] for key, part in zip(arrays, parts, strict=True)]
        line = json.dumps({"name": name, "arrays": about, "facts": dict(facts), "crc32c": crc32c}).encode()
        line += b" " * (-(len(line) + 1) % LINE) + b"\n"
        self.store(name, [line, *(piece.data for piece in body)])
        return Written(name, len(line) + sum(map(len, body)), crc32c, dict(facts))

    def read(self, name: str) -> dict[str, Array]:
        """Return a file's arrays, its checksum compared."""
        found = self.find_arrays(name)
        if found is None:
            raise SearchError(f"{name} is missing or damaged: run the command again with --resume.")
        return found

    def find_arrays(self, name: str) -> dict[str, Array] | None:
        """Return a file's arrays, its checksum compared; None where it is missing or damaged."""
        found = self._arrays(name)
        return None if found is None else found[1]

    def find(self, name: str) -> Written | None:
        """Return what is known of a file; None where it is missing or damaged."""
        found = self._arrays(name)
        return None if found is None else found[0]

    def _arrays(self, name: str) -> tuple[Written, dict[str, Array]] | None:
        try:
            line, rows = self.load(name)
            about = parse_object(line)
            if about["name"] != name or google_crc32c.value(rows) != about["crc32c"]:
                return None
            arrays, at = {}, 0
            for key, dtype, shape in about["arrays"]:
                count = prod(shape)
                length = count * np.dtype(dtype).itemsize
                arrays[key] = np.frombuffer(rows, dtype, count, at).reshape(shape) if length else np.empty(shape, dtype)
                at += length + -length % STEP
            return Written(name, len(line) + len(rows), about["crc32c"], about["facts"]), arrays
        except (OSError, ValueError, KeyError, TypeError):
            return None

    # Where they lie

    def store(self, name: str, pieces: Sequence[bytes | memoryview]) -> None:
        """Put a file in place."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp")
        try:
            with temporary.open("xb") as file:
                for piece in pieces:
                    file.write(piece)
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise

    def load(self, name: str) -> tuple[bytes, Array]:
        """Return a file's first line, and its other bytes mapped into memory."""
        with (self.folder / name).open("rb") as file:
            line = file.readline(MOST_LINE)
            size = os.fstat(file.fileno()).st_size
        rest: Array = np.empty(0, np.uint8)
        return line, np.memmap(self.folder / name, np.uint8, "r", len(line)) if size > len(line) else rest

    def is_there(self, written: Written) -> bool:
        """Whether a file that a task says it wrote has the size that it says."""
        try:
            return (self.folder / written.name).stat().st_size == written.size
        except OSError:
            return False

    def remove(self, name: str) -> None:
        """Forget a folder of files."""
        shutil.rmtree(self.folder / name, ignore_errors=True)


class BucketFiles(TaskFiles):
    """The files of a job's tasks, in an object store."""

    def __init__(self, place: BucketPlace, folder: str) -> None:
        super().__init__(Path(folder))
        self.place = place

    def store(self, name: str, pieces: Sequence[bytes | memoryview]) -> None:
        """Put a file in place."""
        self.place.put(self.path(name), b"".join(pieces))

    def load(self, name: str) -> tuple[bytes, Array]:
        """Return a file's first line and its other bytes."""
        size = self.place.find_size(self.path(name))
        if size is None:
            raise FileNotFoundError(name)
        whole = self.place.part(self.path(name), 0, size)
        end = whole.index(b"\n") + 1
        return whole[:end], np.frombuffer(whole, np.uint8, offset=end)

    def is_there(self, written: Written) -> bool:
        """Whether a file that a task says it wrote has the size that it says."""
        return self.place.find_size(self.path(written.name)) == written.size

    def remove(self, name: str) -> None:
        """Forget a folder of files."""
        self.place.remove(self.path(name))

    def path(self, name: str) -> str:
        """Return a file's path in the bucket's folder."""
        return f"{self.folder}/{name}".rstrip("/")


def _filled(part: Array) -> list[Array]:
    """Return an array's bytes, and zeros up to the next word."""
    raw: Array = part.reshape(-1).view(np.uint8)
    short = -len(raw) % STEP
    return [raw, np.zeros(short, np.uint8)] if short else [raw]
