"""How one array lies on disk: a Zarr v3 array of sharded chunks, each compressed and with a checksum of its own.

    zarr.json         the array's description, for any Zarr reader
    c/0, c/1, ...     shards (c/0/0, c/1/0, ... for keys, which have columns)

    shard:  chunk | chunk | ... | chunk | index            chunk:  zstd frame | its crc32c (4 bytes)
    index:  (offset, length) of every chunk, as uint64 | their crc32c

A chunk holds 4 KiB of rows before compression, a shard up to 4,096 chunks, so that one probe reads one index of at most
64 KiB once and then one chunk. All numbers are little-endian. The whole description follows from the array's type,
shape and chunks a shard, and from its coding:

    differences     of sorted keys, in chunks of 16 KiB, because more of them pack better (see arrays/differences.py)
    filled          what the rules tell of a slot isn't stored: it repeats the code before it; in chunks of 256 KiB
    derived         nothing is written: codes follow from those one ply on

>>> layout = Layout.of("uint8", (3_494_568,))
>>> layout.chunk_rows, layout.chunks, layout.shard_chunks, layout.files()
(4096, 854, 854, ['zarr.json', 'c/0'])
>>> Layout.of("int64", (10**7, 2), shard_chunks=4096).place(9_999_999)
(39062, 127)
>>> keys = Layout.of("int64", (10**7, 1), coding=DIFFERENCES)
>>> keys.chunk_rows, keys.shard_chunks
(2048, 1024)
>>> Layout.of("uint8", (10**7,), coding=FILLED).chunk_rows, Layout.of("uint8", (10**7,), coding=DERIVED).files()
(262144, [])
"""

import json
import struct
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

CHUNK_BYTES = 4096
SHARD_CHUNKS = 4096
DIFFERENCES, FILLED, DERIVED = "differences", "filled", "derived"
PACKED = (FILLED, DERIVED)
"""Codings of codes that can only be read with the game's rules beside them."""
WIDER = {DIFFERENCES: 4, FILLED: 64}
"""How many times larger chunks of a coding are; a shard has as many fewer."""
LEVEL, HARD_LEVEL = 3, 19
"""Of zstd: 6 saves 7% of the bytes and takes four times as long to write; 19 is for tables that are packed once."""
FILLING = (
    "slots that hold no state by the rules of the game, or one that an action out of the table wins, "
    "repeat the code of a slot before them"
)
"""What zarr.json says of filled codes."""

FORMATS = {"uint8": "B", "uint16": "H", "int64": "q", "float64": "d"}


@dataclass(frozen=True, slots=True)
class Layout:
    """An array's type, shape (slots, or rows and columns) and chunks a shard; everything else follows."""

    dtype: str
    shape: tuple[int, ...]
    shard_chunks: int
    coding: str = ""
    """Empty, DIFFERENCES, FILLED or DERIVED."""

    @classmethod
    def of(cls, dtype: str, shape: tuple[int, ...], shard_chunks: int = SHARD_CHUNKS, coding: str = "") -> "Layout":
        """Return the layout with no more chunks a shard than the array has."""
        full = cls(dtype, shape, shard_chunks, coding)
        return replace(full, shard_chunks=min(shard_chunks, full.most_shard_chunks, full.chunks))

    @property
    def rows(self) -> int:
        """Slots, or rows of keys."""
        return self.shape[0]

    @property
    def columns(self) -> int:
        """Numbers in a row: 1 for slots."""
        return self.shape[1] if len(self.shape) > 1 else 1

    @property
    def row(self) -> struct.Struct:
        """How one row is read from a chunk's bytes."""
        return _row(self.dtype, self.columns)

    @property
    def wider(self) -> int:
        """How many times larger than usual its chunks are."""
        return WIDER.get(self.coding, 1)

    @property
    def level(self) -> int:
        """How hard zstd tries."""
        return HARD_LEVEL if self.coding == FILLED else LEVEL

    @property
    def most_shard_chunks(self) -> int:
        """The most chunks that a shard may have."""
        return SHARD_CHUNKS // self.wider

    @property
    def chunk_rows(self) -> int:
        """Rows of a chunk; the last one is filled up with empty ones."""
        return max(1, CHUNK_BYTES * self.wider // self.row.size)

    @property
    def chunk_bytes(self) -> int:
        """Bytes of a chunk before compression."""
        return self.chunk_rows * self.row.size

    @property
    def shard_rows(self) -> int:
        """Rows of a full shard."""
        return self.chunk_rows * self.shard_chunks

    @property
    def chunks(self) -> int:
        """Chunks that hold any row."""
        return -(-self.rows // self.chunk_rows)

    @property
    def shards(self) -> int:
        """Shard files."""
        return -(-self.chunks // self.shard_chunks)

    @property
    def index_bytes(self) -> int:
        """Bytes of the index at a shard's end."""
        return 16 * self.shard_chunks + 4

    @property
    def most_chunk_bytes(self) -> int:
        """The most that a compressed chunk can take: an index that claims more is damaged or forged."""
        return self.chunk_bytes + self.chunk_bytes // 128 + 128

    @property
    def most_shard_bytes(self) -> int:
        """What a shard takes at the very most."""
        return self.shard_chunks * self.most_chunk_bytes + self.index_bytes

    @property
    def nbytes(self) -> int:
        """Bytes of all rows, uncompressed."""
        return self.rows * self.row.size

    def place(self, row: int) -> tuple[int, int]:
        """Return the chunk that holds a row, and the row's number in it."""
        return divmod(row, self.chunk_rows)

    def shard_file(self, shard: int) -> str:
        """Return a shard's path inside the array's folder."""
        return f"c/{shard}" + "/0" * (len(self.shape) - 1)

    def files(self) -> list[str]:
        """Return every file of the array, as paths inside its folder."""
        if self.coding == DERIVED:
            return []
        return ["zarr.json", *(self.shard_file(shard) for shard in range(self.shards))]

    def describe(self) -> bytes:
        """Return the text of zarr.json."""
        rest = list(self.shape[1:])
        checked = {"name": "crc32c"}
        ordered = {"name": "bytes", "configuration": {"endian": "little"}}
        packed = {"name": "zstd", "configuration": {"level": self.level, "checksum": False}}
        sharding = {
            "chunk_shape": [self.chunk_rows, *rest],
            "codecs": [*self._described_rows(ordered), packed, checked],
            "index_codecs": [ordered, checked],
            "index_location": "end",
        }
        described: dict[str, Any] = {
            "zarr_format": 3,
            "node_type": "array",
            "shape": list(self.shape),
            "data_type": self.dtype,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [self.shard_rows, *rest]}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": "NaN" if self.dtype == "float64" else 0,
            "codecs": [{"name": "sharding_indexed", "configuration": sharding}],
            "attributes": {"filled": FILLING} if self.coding == FILLED else {},
        }
        return (json.dumps(described, indent=1) + "\n").encode()

    def _described_rows(self, ordered: dict[str, Any]) -> list[dict[str, Any]]:
        """Return how a chunk's rows become the bytes that are packed."""
        if self.coding != DIFFERENCES:
            return [ordered]
        return [
            {"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "numcodecs.delta", "configuration": {"dtype": "<i8"}},
            ordered,
            {"name": "numcodecs.shuffle", "configuration": {"elementsize": 8}},
        ]


@lru_cache
def _row(dtype: str, columns: int) -> struct.Struct:
    return struct.Struct(f"<{columns}{FORMATS[dtype]}")
