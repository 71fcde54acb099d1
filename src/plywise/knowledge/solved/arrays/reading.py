"""Reads single rows of an array: one index and one chunk, both checked, neither Zarr nor NumPy imported.

A probe costs the unpacking of one chunk; chunks read lately are kept unpacked.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from plywise.knowledge.solved.arrays.differences import from_differences
from plywise.knowledge.solved.arrays.shards import chunk_span, read_chunk, read_index
from plywise.knowledge.solved.arrays.spans import page_bytes, page_of, read_span, spans_path
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.solved.layout import DIFFERENCES
from plywise.knowledge.solved.manifest import ArrayEntry
from plywise.knowledge.solved.places import Place

KEPT_CHUNKS, FEWEST_KEPT = 256, 8
"""A mebibyte of unpacked chunks for each array, or two where they are large."""

KEPT_INDEXES = 64


class ArrayReader:
    """An array's rows, by number."""

    def __init__(self, place: Place, entry: ArrayEntry) -> None:
        self.place, self.entry, self.layout = place, entry, entry.layout
        self.name = f"{entry.path} of {place.name}"
        self.chunk_rows, self.row_bytes = self.layout.chunk_rows, self.layout.row.size
        self.unpack_row = self.layout.row.unpack_from
        self.chunk = lru_cache(max(KEPT_CHUNKS // self.layout.wider, FEWEST_KEPT))(self.read_chunk)
        self.index = lru_cache(KEPT_INDEXES)(self.read_index)
        self.page = lru_cache(KEPT_INDEXES)(self.read_page)
        self.locate: Callable[[int, int], tuple[int, int]] = self.locate_by_page
        if not entry.is_outline:
            self.locate = self.locate_by_index
            self.check_description()

    def check_description(self) -> None:
        """Refuse an array that Zarr's readers would read as another one."""
        path, described = f"{self.entry.path}/zarr.json", self.layout.describe()
        if self.place.whole(path, 2 * len(described)) != described:
            raise DamagedTableError(f"{path} of {self.place.name}", "it describes another array")

    def row(self, number: int) -> tuple[Any, ...]:
        """Return the numbers of a row."""
        chunk, inside = divmod(number, self.chunk_rows)
        return self.unpack_row(self.chunk(chunk), inside * self.row_bytes)

    def last_up_to(self, key: tuple[int, ...], chunk: int) -> int:
        """Return the last row of a chunk of sorted keys that isn't above this key; one before the chunk if none is."""
        first = chunk * self.chunk_rows
        rows = range(first, min(first + self.chunk_rows, self.layout.rows))
        return first + bisect_right(rows, key, key=self.row) - 1

    def read_index(self, shard: int) -> bytes:
        """Return a shard's index, checked."""
        path, layout = self.shard_path(shard), self.layout
        return read_index(
            self.place.tail(path, layout.index_bytes), layout.shard_chunks, f"{path} of {self.place.name}"
        )

    def read_page(self, number: int) -> bytes:
        """Return a page of a front, which tells where chunks lie."""
        size = page_bytes(self.layout)
        return self.place.part(spans_path(self.entry.path), number * size, size)

    def read_chunk(self, number: int) -> bytes:
        """Return a chunk's bytes, checked and unpacked."""
        shard, inside = divmod(number, self.layout.shard_chunks)
        offset, length = self.locate(shard, inside)
        raw = self.place.part(self.shard_path(shard), offset, length)
        return self.undone(read_chunk(raw, self.layout.chunk_bytes, f"Chunk {number} of {self.name}"))

    def undone(self, chunk: bytes) -> bytes:
        """Return the rows of an unpacked chunk."""
        return from_differences(chunk, self.layout.columns) if self.layout.coding == DIFFERENCES else chunk

    def shards(self) -> Iterator[bytes]:
        """Yield the rows of each shard in order, as bytes, each file's sha256 and all chunks checked."""
        layout, left = self.layout, self.layout.nbytes
        for shard in range(layout.shards):
            path = self.shard_path(shard)
            raw = self.place.whole(path, layout.most_shard_bytes)
            if hashlib.sha256(raw).hexdigest() != self.entry.files[layout.shard_file(shard)]:
                raise DamagedTableError(f"{path} of {self.place.name}", "its sha256 differs from the manifest's")
            rows = b"".join(self.chunks_of(shard, raw))[:left]
            left -= len(rows)
            yield rows

    def chunks_of(self, shard: int, raw: bytes) -> Iterator[bytes]:
        """Yield the chunks of a shard that is in memory."""
        layout = self.layout
        first = shard * layout.shard_chunks
        index = read_index(
            raw[-layout.index_bytes :], layout.shard_chunks, f"{self.shard_path(shard)} of {self.place.name}"
        )
        for inside in range(min(layout.shard_chunks, layout.chunks - first)):
            offset, length = self.span(index, shard, inside)
            where = f"Chunk {first + inside} of {self.name}"
            yield self.undone(read_chunk(raw[offset : offset + length], layout.chunk_bytes, where))

    def span(self, index: bytes, shard: int, inside: int) -> tuple[int, int]:
        """Return where a chunk lies in its shard, if that can be."""
        offset, length = chunk_span(index, inside)
        if length > self.layout.most_chunk_bytes or offset > self.layout.most_shard_bytes:
            raise DamagedTableError(
                f"The index of {self.shard_path(shard)} of {self.place.name}", "no chunk is so large"
            )
        return offset, length

    def locate_by_index(self, shard: int, inside: int) -> tuple[int, int]:
        """Return where a chunk lies in its shard by the shard's own index, if that can be."""
        return self.span(self.index(shard), shard, inside)

    def locate_by_page(self, shard: int, inside: int) -> tuple[int, int]:
        """Return where a chunk lies in its shard by the front's page, if that can be."""
        number, where = page_of(self.layout, shard, inside), f"{spans_path(self.entry.path)} of {self.place.name}"
        offset, length = read_span(self.layout, self.page(number), number, inside, f"Page {number} of {where}")
        if not 0 < length <= self.layout.most_chunk_bytes or offset > self.layout.most_shard_bytes:
            raise DamagedTableError(f"Page {number} of {where}", "no chunk lies there")
        return offset, length

    def shard_path(self, shard: int) -> str:
        """Return a shard's path inside the folder."""
        return f"{self.entry.path}/{self.layout.shard_file(shard)}"


class KeyFinder:
    """Finds a key's row: in the first keys of the first keys of ..., down to the keys themselves.

    keys:     n rows          sorted, in chunks
    level 1:  a row for each chunk of the keys, its first key
    level 2:  a row for each chunk of level 1, and so on until one chunk holds a level
    """

    def __init__(self, levels: list[ArrayReader]) -> None:
        self.levels = levels
        self.columns = levels[0].layout.columns

    def find(self, key: tuple[int, ...]) -> int | None:
        """Return the row of a key, or None if there is none."""
        if len(key) != self.columns:
            raise SolvedTableError(f"Keys of this table have {self.columns} numbers, not {len(key)}: give that many.")
        at = 0
        for level in reversed(self.levels):
            at = level.last_up_to(key, at)
            if at < 0:
                return None
        return at if self.levels[0].row(at) == key else None
