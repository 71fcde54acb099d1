"""Where each chunk of an array lies, in pages: the index of a shard has 64 KiB, and a probe needs 16 bytes of it.

    page:  its number | where its first chunk lies in the shard | the length of each chunk, as uint16 | their crc32c

A page is about chunks of one shard; all pages of an array have the same size, so that the number says where each lies.

>>> pages = span_pages(0, [(0, 300), (300, 212), (512, 4000)])
>>> [len(page) for page in pages], read_span(pages[0], 0, 2, "the page")
([2068], (512, 4000))
>>> read_span(pages[0], 1, 2, "the page")
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

PAGE = struct.Struct(f"<QQ{PAGE_CHUNKS}H")
PAGE_BYTES = PAGE.size + 4


def spans_path(array: str) -> str:
    """Return the path of an array's pages inside the folder."""
    return f"{FOLDER}/{array}{SPANS}"


def page_of(layout: Layout, shard: int, inside: int) -> int:
    """Return the number of the page that tells where a chunk of a shard lies."""
    pages_a_shard = -(-layout.shard_chunks // PAGE_CHUNKS)
    return shard * pages_a_shard + inside // PAGE_CHUNKS


def span_pages(first: int, spans: Sequence[tuple[int, int]]) -> list[bytes]:
    """Return the pages of a shard, of which `first` is the number of its first one; chunks lie one after the other."""
    pages: list[bytes] = []
    for start in range(0, len(spans), PAGE_CHUNKS):
        some = spans[start : start + PAGE_CHUNKS]
        lengths = [length for _, length in some] + [0] * (PAGE_CHUNKS - len(some))
        pages.append(with_checksum(PAGE.pack(first + len(pages), some[0][0], *lengths)))
    return pages


def read_span(raw: bytes, number: int, inside: int, where: str) -> tuple[int, int]:
    """Return offset and length of a chunk of a shard, by its page."""
    found, offset, *lengths = PAGE.unpack(checked(raw, where))
    if found != number:
        raise DamagedTableError(where, "it is another page")
    at = inside % PAGE_CHUNKS
    return offset + sum(lengths[:at]), lengths[at]
