"""The bytes of a shard: chunks packed one after the other, found through the index at the end.

>>> shard = pack_shard([b"a" * 4096, b"b" * 4096], 2)
>>> index = read_index(shard[-36:], 2, "the shard")
>>> offset, length = chunk_span(index, 1)
>>> read_chunk(shard[offset : offset + length], 4096, "chunk 1")[:3]
b'bbb'
>>> read_chunk(shard[offset : offset + length - 1], 4096, "chunk 1")
Traceback (most recent call last):
plywise.knowledge.solved.errors.DamagedTableError: chunk 1 is damaged (its checksum differs): ...
"""

import struct
from collections.abc import Iterable

from plywise.knowledge.solved.codecs import CodecError, checksum, pack, unpack
from plywise.knowledge.solved.errors import DamagedTableError
from plywise.knowledge.solved.layout import LEVEL

ABSENT = 2**64 - 1
"""Offset and length of a chunk that lies wholly beyond the array's end."""

SPAN = struct.Struct("<QQ")


def with_checksum(raw: bytes) -> bytes:
    """Return bytes followed by their crc32c, as Zarr's codec of that name does."""
    return raw + struct.pack("<I", checksum(raw))


def checked(raw: bytes, where: str) -> bytes:
    """Return bytes without the crc32c at their end, having checked it."""
    body = raw[:-4]
    if len(raw) < 4 or checksum(body) != int.from_bytes(raw[-4:], "little"):
        raise DamagedTableError(where, "its checksum differs")
    return body


def pack_shard(chunks: Iterable[bytes], shard_chunks: int, level: int = LEVEL) -> bytes:
    """Return a shard of these chunks; the same chunks give the same bytes, with one release of zstd."""
    packed = [with_checksum(pack(chunk, level)) for chunk in chunks]
    index, offset = bytearray(), 0
    for chunk in packed:
        index += SPAN.pack(offset, len(chunk))
        offset += len(chunk)
    index += SPAN.pack(ABSENT, ABSENT) * (shard_chunks - len(packed))
    return b"".join([*packed, with_checksum(bytes(index))])


def read_index(raw: bytes, shard_chunks: int, where: str) -> bytes:
    """Return a shard's index without its checksum, having checked it and its size."""
    index = checked(raw, f"The index of {where}")
    if len(index) != SPAN.size * shard_chunks:
        raise DamagedTableError(f"The index of {where}", "the shard is cut short")
    return index


def chunk_span(index: bytes, number: int) -> tuple[int, int]:
    """Return offset and length of a chunk in its shard."""
    offset, length = SPAN.unpack_from(index, 16 * number)
    return offset, length


def read_chunk(raw: bytes, size: int, where: str) -> bytes:
    """Return a chunk's bytes, exactly `size`; a frame that claims any other size isn't even begun."""
    frame = checked(raw, where)
    try:
        return unpack(frame, size)
    except CodecError as error:
        raise DamagedTableError(where, str(error)) from error
