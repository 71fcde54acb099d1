"""What packs a chunk and what checks it: zstd and CRC-32C.

`zstandard` and `google-crc32c` do it where they are installed. In a web page they aren't: there Python 3.14's own zstd
takes their place, and a CRC-32C of ours, some hundred times slower, which is enough for the chunks that a person looks
up.

>>> hex(checksum(b"123456789"))
'0xe3069283'
>>> unpack(pack(b"a" * 4096), 4096)[:3]
b'aaa'
"""

import threading
from collections.abc import Callable
from functools import cache

from plywise.knowledge.solved.layout import LEVEL


class CodecError(Exception):
    """A frame that isn't what it should be; says what is wrong with it."""


_own = threading.local()
"""What packs and unpacks serves one thread at a time."""

try:
    import zstandard
except ModuleNotFoundError:  # a page's Python
    from compression import zstd  # type: ignore[import-not-found, unused-ignore]

    def pack(chunk: bytes, level: int = LEVEL) -> bytes:
        """Return a chunk as one frame of zstd, with its size in front."""
        packed: bytes = zstd.compress(chunk, level)
        return packed

    def claimed_size(frame: bytes) -> int | None:
        """Return how many bytes a frame says that it holds; None where it doesn't."""
        try:
            size: int | None = zstd.get_frame_info(frame).decompressed_size
        except zstd.ZstdError as error:
            raise CodecError("it can't be unpacked") from error
        return size

    def unpack(frame: bytes, size: int) -> bytes:
        """Return what a frame holds, exactly `size` bytes; one that claims any other size isn't even begun."""
        if claimed_size(frame) != size:
            raise CodecError(f"it doesn't unpack to {size} bytes")
        try:
            unpacker = zstd.ZstdDecompressor()
            body: bytes = unpacker.decompress(frame, max_length=size)
        except zstd.ZstdError as error:
            raise CodecError("it can't be unpacked") from error
        if not unpacker.eof or unpacker.unused_data:
            raise CodecError("it can't be unpacked")
        return _exactly(body, size)

else:

    def pack(chunk: bytes, level: int = LEVEL) -> bytes:
        """Return a chunk as one frame of zstd, with its size in front."""
        packer = getattr(_own, f"packer{level}", None)
        if packer is None:
            packer = zstandard.ZstdCompressor(level=level, write_checksum=False, write_content_size=True)
            setattr(_own, f"packer{level}", packer)
        packed: bytes = packer.compress(chunk)
        return packed

    def claimed_size(frame: bytes) -> int | None:
        """Return how many bytes a frame says that it holds; None where it doesn't."""
        try:
            size = zstandard.frame_content_size(frame)
        except zstandard.ZstdError as error:
            raise CodecError("it can't be unpacked") from error
        return size if size >= 0 else None

    def unpack(frame: bytes, size: int) -> bytes:
        """Return what a frame holds, exactly `size` bytes; one that claims any other size isn't even begun."""
        if claimed_size(frame) != size:
            raise CodecError(f"it doesn't unpack to {size} bytes")
        try:
            unpacker = getattr(_own, "unpacker", None)
            if unpacker is None:
                unpacker = _own.unpacker = zstandard.ZstdDecompressor()
            body: bytes = unpacker.decompress(frame, max_output_size=size, allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise CodecError("it can't be unpacked") from error
        return _exactly(body, size)


def _exactly(body: bytes, size: int) -> bytes:
    if len(body) != size:
        raise CodecError(f"it doesn't unpack to {size} bytes")
    return body


def plain_checksum(raw: bytes) -> int:
    """Return the CRC-32C of some bytes without anything compiled."""
    table, found = _table(), 0xFFFFFFFF
    for byte in raw:
        found = found >> 8 ^ table[found & 0xFF ^ byte]
    return found ^ 0xFFFFFFFF


@cache
def _table() -> tuple[int, ...]:
    """Return what each byte does to the checksum: Castagnoli's polynomial, its bits in reverse."""
    rows = list(range(256))
    for _ in range(8):
        rows = [row >> 1 ^ (0x82F63B78 if row & 1 else 0) for row in rows]
    return tuple(rows)


checksum: Callable[[bytes], int]
"""Return the CRC-32C of some bytes."""

try:
    import google_crc32c
except ModuleNotFoundError:
    checksum = plain_checksum
else:
    checksum = google_crc32c.value
