"""The table of compiled depth-first proof-number search, in memory and as a checkpoint on disk.

    checkpoint   plywise df-pn 1 | one line of JSON: which question, of which rules | the table's bytes | sha256

A checkpoint is read into memory and nothing of it is executed. Its checksum finds damage; it doesn't find who wrote it:
what a proof claims is confirmed by a strategy that is checked by the rules alone.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plywise.files import open_file, parse_object, written_whole
from plywise.kernel.running import Block
from plywise.rules import SearchError

MAGIC = b"plywise df-pn 1\n"
MOST_HEADER = 1 << 16
"""The longest line that says what a checkpoint is of, in bytes."""
FOUR = 4
"""Entries of a bucket."""
LEAST_MB, MOST_MB = 0.001, 1 << 20
PIECE = 1 << 24
"""Bytes that are read and written at once."""


class ProofMemory:
    """As many buckets of four entries as fit a size in MB."""

    def __init__(self, megabytes: float, entry_words: int) -> None:
        if not LEAST_MB <= megabytes <= MOST_MB:
            raise SearchError(f"A table of {megabytes:g} MB can't be: give it from {LEAST_MB:g} to {MOST_MB:,} MB.")
        self.megabytes, self.bucket_bytes = megabytes, 8 * FOUR * entry_words
        self.buckets = min(max(1, int(megabytes * (1 << 20)) // self.bucket_bytes), (1 << 31) - 1)
        self.clear()

    def clear(self) -> None:
        """Forget everything. The memory is fresh: pages cost only when first used."""
        self._block = Block((self.buckets * self.bucket_bytes + 64) // 8)
        # Buckets start at a multiple of 64 bytes, so that none lies across two lines of the processor's memory.
        self.address = -(-self._block.address // 64) * 64

    @property
    def entries(self) -> int:
        """How many states the table has room for."""
        return FOUR * self.buckets

    @property
    def size(self) -> int:
        """How many bytes the buckets take."""
        return self.buckets * self.bucket_bytes

    def _bytes(self) -> memoryview:
        start = self.address - self._block.address
        return self._block.words.cast("B")[start : start + self.size]

    def write(self, path: Path, header: Mapping[str, Any]) -> None:
        """Write the table and what it is of to a file, whole or not at all."""
        line = json.dumps({**header, "bytes": self.size}).encode() + b"\n"
        checksum = hashlib.sha256()
        try:
            with written_whole(path) as file:
                checksum.update(MAGIC + line)
                file.write(MAGIC + line)
                words = self._bytes()
                for start in range(0, self.size, PIECE):
                    piece = words[start : start + PIECE]
                    checksum.update(piece)
                    file.write(piece)
                file.write(checksum.digest())
        except OSError as error:
            raise SearchError(
                f"The checkpoint {path} ({self.size >> 20:,} MB) can't be written: {error.strerror or error}."
            ) from None

    def read(self, path: Path, expected: Mapping[str, Any]) -> dict[str, Any]:
        """Read a checkpoint into the table; refuse damage, another size, and any question but the expected one."""
        try:
            with contextlib.closing(open_file(path)) as file:
                magic, line = file.read(len(MAGIC)), file.readline(MOST_HEADER)
                header = _header(path, magic, line)
                for name, value in expected.items():
                    if header.get(name) != value:
                        raise SearchError(
                            f"The checkpoint {path} is of other {WHAT[name]}: resume with those it was written for, "
                            "or leave out --resume to begin again."
                        )
                if header.get("bytes") != self.size:
                    raise SearchError(
                        f"The checkpoint {path} has a table of another size than {self.megabytes:g} MB: "
                        "give it the memory that it was written with."
                    )
                if os.fstat(file.fileno()).st_size != len(magic) + len(line) + self.size + 32:
                    raise SearchError(f"The checkpoint {path} is cut short or too long: begin again without it.")
                self._fill(path, file, hashlib.sha256(magic + line))
        except OSError as error:
            raise SearchError(f"The checkpoint {path} can't be read: {error.strerror or error}.") from None
        return header

    def _fill(self, path: Path, file: Any, checksum: Any) -> None:
        words = self._bytes()
        for start in range(0, self.size, PIECE):
            piece = words[start : start + PIECE]
            if file.readinto(piece) != len(piece):
                raise SearchError(f"The checkpoint {path} is cut short: begin again without it.")
            checksum.update(piece)
        if file.read(32) != checksum.digest():
            self.clear()
            raise SearchError(f"The checkpoint {path} is damaged (its checksum differs): begin again without it.")


WHAT = {
    "game": "game",
    "rules": "rules",
    "state": "state",
    "player": "player",
    "history": "history",
    "entry_words": "rules",
}
"""What of a checkpoint must be as expected, in words."""


def _header(path: Path, magic: bytes, line: bytes) -> dict[str, Any]:
    """Return what a checkpoint says it is of."""
    if magic != MAGIC or not line.endswith(b"\n"):
        raise SearchError(f"{path} is no checkpoint of a proof: name one that `plywise analyse --checkpoint` wrote.")
    try:
        return parse_object(line)
    except ValueError as error:
        raise SearchError(f"The checkpoint {path} is damaged: {error}.") from None
