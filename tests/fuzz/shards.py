"""A shard of a solved table, held in memory; checksums are made right, so that what they cover is looked at."""

import hashlib
from dataclasses import dataclass

from plywise.knowledge.solved import DamagedTableError
from plywise.knowledge.solved.arrays import ArrayReader
from plywise.knowledge.solved.arrays.shards import chunk_span, pack_shard, with_checksum
from plywise.knowledge.solved.layout import Layout
from plywise.knowledge.solved.manifest import ArrayEntry
from plywise.knowledge.solved.places import Place

LAYOUT = Layout("uint16", (5_000,), 3)


@dataclass
class Memory(Place):
    """A folder with one shard and the right description."""

    shard: bytes
    name: str = "memory"

    def whole(self, path: str, limit: int) -> bytes:
        return LAYOUT.describe() if path.endswith("zarr.json") else self.shard

    def part(self, path: str, start: int, length: int) -> bytes:
        return self.complete(self.shard[start : start + length], length)

    def tail(self, path: str, length: int) -> bytes:
        return self.complete(self.shard[-length:], length)

    def complete(self, found: bytes, length: int) -> bytes:
        if len(found) != length:
            raise DamagedTableError(self.name, "it is cut short")
        return found


def seeds() -> list[bytes]:
    """Return a shard that hardly compresses, and one that does."""
    size = LAYOUT.chunk_bytes
    mixed = [hashlib.shake_128(bytes([chunk])).digest(size) for chunk in range(3)]
    return [pack_shard(chunks, 3) for chunks in ([b"\0" * size] * 3, [b"ab" * (size // 2), b"\1" * size, mixed[0]])]


def sealed(raw: bytes) -> bytes:
    """Return a shard whose index, and whatever chunks it names, have the right checksums."""
    shard, at = bytearray(raw), len(raw) - LAYOUT.index_bytes
    if at < 0:
        return raw
    index = raw[at:-4]
    for number in range(LAYOUT.shard_chunks):
        offset, length = chunk_span(index, number)
        if 4 <= length <= at and offset + length <= at:
            shard[offset : offset + length] = with_checksum(raw[offset : offset + length - 4])
    shard[at:] = with_checksum(index)
    return bytes(shard)


def read(data: bytes) -> None:
    """Read all rows, then one."""
    shard = sealed(data)
    files = {"zarr.json": "", LAYOUT.shard_file(0): hashlib.sha256(shard).hexdigest()}
    reader = ArrayReader(Memory(shard), ArrayEntry("codes", LAYOUT, files))
    assert sum(map(len, reader.shards())) == LAYOUT.nbytes
    reader.row(4_999)
