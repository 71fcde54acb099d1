"""How a key is found behind an address: chunks of keys in groups, with the codes of their rows, a file for each group.

    group:  its number | where its first chunk lies in the shard | the length of each chunk, as uint16
            | the first key of each chunk | the code of each row                  in a frame of zstd, then its crc32c

The front knows the first key of every group, so that three questions find a key and its code: the front, the group, and
the chunk that may hold the key.
"""

import struct
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from plywise.knowledge.solved.arrays.reading import ArrayReader
from plywise.knowledge.solved.arrays.shards import read_chunk, with_checksum
from plywise.knowledge.solved.codecs import pack
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.solved.layout import Layout
from plywise.knowledge.solved.manifest import FOLDER, TableEntry

HEAD = struct.Struct("<QQ")

FEWEST_CHUNKS, MOST_CHUNKS = 16, 256
MOST_GROUPS = 2048
"""How many a table has, unless even the largest groups are too small: a front has twelve bytes or so for each."""

KEPT_GROUPS = 16


def group_path(array: str, number: int) -> str:
    """Return the path of a group of an array of keys inside the folder."""
    return f"{FOLDER}/{array}.groups/{number}"


@dataclass(frozen=True, slots=True)
class Grouping:
    """How an array of keys is divided: `size` chunks to a group, none of which goes from one shard to the next."""

    layout: Layout
    size: int

    @classmethod
    def of(cls, layout: Layout) -> "Grouping":
        """Return a grouping with neither too many groups for a front nor groups too large for a probe."""
        size, most = FEWEST_CHUNKS // layout.wider, MOST_CHUNKS // layout.wider
        while size < most and cls(layout, size).count > MOST_GROUPS:
            size *= 2
        return cls(layout, size)

    @property
    def a_shard(self) -> int:
        """Groups of a full shard."""
        return -(-self.layout.shard_chunks // self.size)

    @property
    def count(self) -> int:
        """Groups of the array."""
        full, rest = divmod(self.layout.chunks, self.layout.shard_chunks)
        return full * self.a_shard + -(-rest // self.size)

    def number(self, chunk: int) -> int:
        """Return the group of a chunk."""
        shard, inside = divmod(chunk, self.layout.shard_chunks)
        return shard * self.a_shard + inside // self.size

    def chunks(self, number: int) -> range:
        """Return the chunks of a group."""
        shard, inside = divmod(number, self.a_shard)
        first = shard * self.layout.shard_chunks + inside * self.size
        shard_end = min((shard + 1) * self.layout.shard_chunks, self.layout.chunks)
        return range(first, min(first + self.size, shard_end))

    def rows(self, number: int) -> range:
        """Return the rows of a group."""
        chunks, each = self.chunks(number), self.layout.chunk_rows
        return range(chunks.start * each, min(chunks.stop * each, self.layout.rows))

    def form(self, number: int, code: Layout) -> tuple[struct.Struct, struct.Struct, int]:
        """Return how lengths and first keys of a group lie in its bytes, and how many bytes it has with its codes."""
        count = len(self.chunks(number))
        lengths, keys = struct.Struct(f"<{count}H"), struct.Struct(f"<{count * self.layout.columns}q")
        return lengths, keys, HEAD.size + lengths.size + keys.size + len(self.rows(number)) * code.row.size


@dataclass(frozen=True, slots=True)
class Group:
    """A group that was read: where its chunks lie, their first keys, and the codes of its rows."""

    offset: int
    lengths: tuple[int, ...]
    firsts: list[tuple[int, ...]]
    codes: bytes


def render_group(
    grouping: Grouping, number: int, spans: Sequence[tuple[int, int]], firsts: Sequence[Sequence[int]], codes: bytes
) -> bytes:
    """Return a group as a file."""
    lengths = struct.pack(f"<{len(spans)}H", *(length for _, length in spans))
    keys = struct.pack(f"<{len(spans) * grouping.layout.columns}q", *(part for key in firsts for part in key))
    return with_checksum(pack(HEAD.pack(number, spans[0][0]) + lengths + keys + codes))


class GroupFinder:
    """Finds a key's row and its code by groups."""

    def __init__(self, keys: ArrayReader, entry: TableEntry) -> None:
        assert entry.groups is not None
        self.keys, self.levels, self.columns = keys, [keys], keys.layout.columns
        self.code, self.firsts = entry.codes.layout, entry.groups.firsts
        self.grouping = Grouping(keys.layout, entry.groups.chunks)
        if len(self.firsts) != self.grouping.count or any(len(key) != self.columns for key in self.firsts):
            raise SolvedTableError(
                f"The front of {keys.place.name} has groups that don't fit the keys of the table {entry.name}: "
                "don't use it, or write it again with `plywise publish`."
            )
        self.group = lru_cache(KEPT_GROUPS)(self.read_group)
        keys.locate = self.span

    def find(self, key: tuple[int, ...]) -> int | None:
        """Return the row of a key, or None if there is none."""
        if len(key) != self.columns:
            raise SolvedTableError(f"Keys of this table have {self.columns} numbers, not {len(key)}: give that many.")
        number = bisect_right(self.firsts, key) - 1
        if number < 0:
            return None
        inside = bisect_right(self.group(number).firsts, key) - 1
        at = self.keys.last_up_to(key, self.grouping.chunks(number).start + inside)
        return at if at >= 0 and self.keys.row(at) == key else None

    def code_of(self, row: int) -> Any:
        """Return the code of a row."""
        number = self.grouping.number(row // self.keys.chunk_rows)
        inside = row - self.grouping.rows(number).start
        return self.code.row.unpack_from(self.group(number).codes, inside * self.code.row.size)[0]

    def span(self, shard: int, inside: int) -> tuple[int, int]:
        """Return where a chunk of keys lies in its shard."""
        chunk = shard * self.keys.layout.shard_chunks + inside
        number = self.grouping.number(chunk)
        group, at = self.group(number), chunk - self.grouping.chunks(number).start
        return group.offset + sum(group.lengths[:at]), group.lengths[at]

    def read_group(self, number: int) -> Group:
        """Return a group, its checksum, its number and its first key checked."""
        path = group_path(self.keys.entry.path, number)
        where = f"{path} of {self.keys.place.name}"
        lengths, keys, size = self.grouping.form(number, self.code)
        body = read_chunk(self.keys.place.whole(path, size + size // 128 + 128), size, where)
        found, offset = HEAD.unpack_from(body)
        parts = keys.unpack_from(body, HEAD.size + lengths.size)
        firsts = [parts[at : at + self.columns] for at in range(0, len(parts), self.columns)]
        if found != number or firsts[0] != self.firsts[number]:
            raise DamagedTableError(where, "it is another group")
        codes = body[HEAD.size + lengths.size + keys.size :]
        return Group(offset, lengths.unpack_from(body, HEAD.size), firsts, codes)
