"""Writes arrays shard by shard: never more than one shard of 16 MiB in memory, however long the array.

Rows come as one array, perhaps a memory map, or as any number of arrays one after the other.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from plywise.files import write_whole
from plywise.knowledge.solved.arrays.differences import differences
from plywise.knowledge.solved.arrays.shards import pack_shard
from plywise.knowledge.solved.arrays.tally import Tally
from plywise.knowledge.solved.codes import DRAW, EMPTY, KINDS, Meaning
from plywise.knowledge.solved.errors import SolvedTableError
from plywise.knowledge.solved.layout import DIFFERENCES, FILLED, SHARD_CHUNKS, Layout
from plywise.knowledge.solved.manifest import ArrayEntry, TableEntry

Array = np.ndarray[Any, Any]


def write_files(
    root: Path,
    path: str,
    name: str,
    tier: int,
    codes: Array | Iterable[Array],
    keys: Array | Iterable[Array] | None = None,
    *,
    meaning: Meaning,
    shard_chunks: int = SHARD_CHUNKS,
    coding: str = "",
) -> TableEntry:
    """Write a table's arrays below `path` in a folder and return what the manifest says of them.

    Depends on nothing but its arguments, so that several processes can write tables of one folder. `coding` is that of
    the codes.
    """
    pieces = _pieces(codes)
    first = next(pieces, None)
    if first is None:
        raise SolvedTableError(f"The table {name} has no slot: write tables with at least one.")
    dtype = str(first.dtype)
    if dtype not in KINDS[meaning.kind]:
        raise SolvedTableError(f"A table of kind {meaning.kind} is of {' or '.join(KINDS[meaning.kind])}, not {dtype}.")
    tally = Tally(meaning, dtype)
    written = write_array(root, f"{path}/codes", _after(first, pieces), tally.add, shard_chunks, coding)
    levels = [] if keys is None else write_keys(root, f"{path}/keys", keys, shard_chunks)
    if levels and levels[0].layout.rows != tally.slots:
        raise SolvedTableError(
            f"The table {name} has {tally.slots} codes and {levels[0].layout.rows} keys: give one of each for a slot."
        )
    files = (root / array.path / file for array in (written, *levels) for file in array.files)
    size = sum(file.stat().st_size for file in files)
    counts: dict[str, Any] = tally.counts()
    return TableEntry(name, tier, tally.slots, bytes=size, codes=written, keys=tuple(levels), **counts)


def write_array(
    root: Path,
    path: str,
    rows: Iterable[Array],
    see: Callable[[Array], None],
    shard_chunks: int = SHARD_CHUNKS,
    coding: str = "",
) -> ArrayEntry:
    """Write one array, showing every block of rows to `see`."""
    pieces = iter(rows)
    first = next(pieces)
    dtype, rest = str(first.dtype), first.shape[1:]
    full = Layout(dtype, (1, *rest), min(shard_chunks, Layout(dtype, (1, *rest), 1, coding).most_shard_chunks), coding)
    layout, total, sums = full, 0, []
    for number, block in enumerate(blocks_of(_after(first, pieces), full.shard_rows)):
        see(block)
        total += len(block)
        if number == 0:
            layout = Layout.of(dtype, (total, *rest), shard_chunks, coding)
        sums.append(write_whole(root / path / layout.shard_file(number), pack_block(block, layout)))
    layout = Layout(dtype, (total, *rest), layout.shard_chunks, coding)
    described = write_whole(root / path / "zarr.json", layout.describe())
    return ArrayEntry(path, layout, dict(zip(layout.files(), [described, *sums], strict=True)))


def write_keys(root: Path, path: str, keys: Array | Iterable[Array], shard_chunks: int) -> list[ArrayEntry]:
    """Write sorted keys, then the first key of each of their chunks, then of each of those, until one chunk is left."""
    watch = Ascent()
    levels = [write_array(root, path, _key_pieces(keys), watch.see, shard_chunks, DIFFERENCES)]
    while levels[-1].layout.chunks > 1:
        firsts = np.concatenate(watch.firsts)
        watch = Ascent()
        levels.append(write_array(root, f"{path}-{len(levels)}", [firsts], watch.see, shard_chunks, DIFFERENCES))
    return levels


class Ascent:
    """Sees blocks of keys go by: they must rise, and the first of every chunk is kept."""

    def __init__(self) -> None:
        self.firsts: list[Array] = []
        self.last: Array | None = None

    def see(self, block: Array) -> None:
        """Look at the next keys."""
        joined = block if self.last is None else np.concatenate([self.last, block])
        risen, equal = np.zeros(len(joined) - 1, bool), np.ones(len(joined) - 1, bool)
        for column in joined.T:
            risen |= equal & (column[1:] > column[:-1])
            equal &= column[1:] == column[:-1]
        if not risen.all():
            raise SolvedTableError("A table's keys must rise from row to row: sort them, and give each only once.")
        self.last = block[-1:].copy()
        # Blocks are whole shards, so that every chunk begins at a multiple inside its block.
        self.firsts.append(block[:: Layout("int64", block.shape, 1, DIFFERENCES).chunk_rows].copy())


def _pieces(rows: Array | Iterable[Array]) -> Iterator[Array]:
    for piece in [rows] if isinstance(rows, np.ndarray) else rows:
        if piece.ndim != 1:
            raise SolvedTableError(f"Codes come as rows of slots, not as arrays of shape {piece.shape}: flatten them.")
        if len(piece):
            yield piece


def _key_pieces(keys: Array | Iterable[Array]) -> Iterator[Array]:
    empty = True
    for piece in [keys] if isinstance(keys, np.ndarray) else keys:
        if piece.ndim != 2 or piece.dtype != np.int64 or not piece.shape[1]:
            raise SolvedTableError("Keys come as arrays of int64 with a row for each slot: convert them.")
        if len(piece):
            empty = False
            yield piece
    if empty:
        raise SolvedTableError("A sparse table needs a key for each slot: give one row each.")


def _after(first: Array, rest: Iterator[Array]) -> Iterator[Array]:
    yield first
    yield from rest


def blocks_of(pieces: Iterable[Array], rows: int) -> Iterator[Array]:
    """Yield pieces joined and cut to `rows` rows; a block is valid until the next is asked for."""
    buffer: Array | None = None
    filled = 0
    for piece in pieces:
        if buffer is None:
            buffer = np.empty((rows, *piece.shape[1:]), dtype=piece.dtype.newbyteorder("<"))
        if piece.dtype != buffer.dtype or piece.shape[1:] != buffer.shape[1:]:
            raise SolvedTableError("All pieces of a table must have one type and one width: convert them.")
        start = 0
        while start < len(piece):
            taken = min(rows - filled, len(piece) - start)
            buffer[filled : filled + taken] = piece[start : start + taken]
            start, filled = start + taken, filled + taken
            if filled == rows:
                yield buffer
                filled = 0
    if buffer is not None and filled:
        yield buffer[:filled]


def pack_block(block: Array, layout: Layout) -> bytes:
    """Return the bytes of a shard that holds some rows."""
    raw, size = memoryview((filled(block) if layout.coding == FILLED else block).tobytes()), layout.chunk_bytes
    short = -len(raw) % size // layout.row.size
    empty = layout.row.pack(*[float("nan") if layout.dtype == "float64" else 0] * layout.columns)
    chunks = (bytes(raw[start : start + size]) for start in range(0, len(raw), size))
    padded = (chunk if len(chunk) == size else chunk + empty * short for chunk in chunks)
    coded = (differences(chunk, layout.columns) for chunk in padded) if layout.coding == DIFFERENCES else padded
    return pack_shard(coded, layout.shard_chunks, layout.level)


def filled(codes: Array) -> Array:
    """Return codes of which none is empty: an empty slot repeats the code before it, the first ones that after them.

    >>> filled(np.array([0, 7, 0, 0, 3, 0], np.uint8)).tolist(), filled(np.zeros(2, np.uint8)).tolist()
    ([7, 7, 7, 7, 3, 3], [1, 1])
    """
    held = codes != EMPTY
    if not held.any():
        return np.full_like(codes, DRAW)
    from_slot = np.maximum.accumulate(np.where(held, np.arange(len(codes)), int(held.argmax())))
    return codes[from_slot]
