"""Where each chunk of an array lies, in pages: the index of a shard has 64 KiB, and a probe needs 16 bytes of it.

    page:  its number | where its first chunk lies in the shard | the length of each chunk | their crc32c

Lengths are uint16, or uint32 where chunks are larger than that.

A page is about chunks of one shard; all pages of an array have the same size, so that the number says where each lies.

>>> layout = Layout.of("uint8", (10**7,))
>>> pages = span_pages(layout, 0, [(0, 300), (300, 212), (512, 4000)])
>>> [len(page) for page in pages], page_bytes(layout), read_span(layout, pages[0], 0, 2, "the page")
([2068], 2068, (512, 4000))
>>> read_span(layout, pages[0], 1, 2, "the page")
Traceback (most recent call last):
plywise.knowledge.solved.errors.DamagedTableError: the page is damaged (it is another page): ...
"""

import struct
from collections.abc import Sequence

from plywise.knowledge.solved.arrays.shards import checked, with_checksum
from plywise.knowledge.solved.errors import DamagedTableError
from plywise.knowledge.solved.layout import Layout
from plywise.knowledge.solved.manifest import FOLDER

PAGE_CHUNKS = 1024
SPANS = ".spans"

SHORT = 1 << 16
"""What a length of two bytes stays below."""


def spans_path(array: str) -> str:
    """Return the path of an array's pages inside the folder."""
    return f"{FOLDER}/{array}{SPANS}"


def page_bytes(layout: Layout) -> int:
    """Return how long each page of an array is."""
    return _form(layout).size + 4


def _form(layout: Layout) -> struct.Struct:
    """Return how a page lies in its bytes."""
    length = "H" if layout.most_chunk_bytes < SHORT else "I"
    return struct.Struct(f"<QQ{min(PAGE_CHUNKS, layout.most_shard_chunks)}{length}")


def page_of(layout: Layout, shard: int, inside: int) -> int:
    """Return the number of the page that tells where a chunk of a shard lies."""
    pages_a_shard = -(-layout.shard_chunks // PAGE_CHUNKS)
    return shard * pages_a_shard + inside // PAGE_CHUNKS


def span_pages(layout: Layout, first: int, spans: Sequence[tuple[int, int]]) -> list[bytes]:
    """Return the pages of a shard, of which `first` is the number of its first one; chunks lie one after the other."""
    pages: list[bytes] = []
    most = min(PAGE_CHUNKS, layout.most_shard_chunks)
    for start in range(0, len(spans), PAGE_CHUNKS):
        some = spans[start : start + PAGE_CHUNKS]
        lengths = [length for _, length in some] + [0] * (most - len(some))
        pages.append(with_checksum(_form(layout).pack(first + len(pages), some[0][0], *lengths)))
    return pages


def read_span(layout: Layout, raw: bytes, number: int, inside: int, where: str) -> tuple[int, int]:
    """Return offset and length of a chunk of a shard, by its page."""
    found, offset, *lengths = _form(layout).unpack(checked(raw, where))
    if found != number:
        raise DamagedTableError(where, "it is another page")
    at = inside % PAGE_CHUNKS
    return offset + sum(lengths[:at]), lengths[at]
