"""Adds to a folder of tables what readers on the web need to probe it in three small questions.

The front says what there is, a page of it where a chunk lies, and then the chunk is read. For hosts that answer with
whole files only, every file is written once more in pieces.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from plywise.files import write_whole
from plywise.knowledge.solved.arrays import (
    ArrayReader,
    Grouping,
    group_path,
    page_bytes,
    page_of,
    render_group,
    span_pages,
    spans_path,
)
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.solved.folder import SolvedFolder
from plywise.knowledge.solved.manifest import FOLDER, FRONT, KeyGroups, render_front
from plywise.knowledge.solved.places import STRIDE, piece_path
from plywise.knowledge.solved.table import SolvedTable


@dataclass(frozen=True, slots=True)
class Published:
    """What was added to a folder: bytes of the front, bytes of its pages, files and bytes of pieces."""

    front: int
    pages: int
    pieces: int = 0
    piece_bytes: int = 0


def publish(where: Path, *, pieces: bool = False) -> Published:
    """Add a front to a finished folder, in place of an older one; `pieces` for hosts that ignore byte ranges."""
    folder = SolvedFolder.open(where)
    shutil.rmtree(where / FOLDER, ignore_errors=True)
    cut = size = pages = front = 0
    for path, content in front_files(folder, pieces=pieces):
        (where / path).parent.mkdir(parents=True, exist_ok=True)
        (where / path).write_bytes(content) if path != FRONT else write_whole(where / path, content)
        if path == FRONT:
            front = len(content)
        elif path.startswith(f"{FOLDER}/pieces/"):
            cut, size = cut + 1, size + len(content)
        else:
            pages += len(content)
    return Published(front, pages, cut, size)


def front_files(folder: SolvedFolder, *, pieces: bool) -> Iterator[tuple[str, bytes]]:
    """Yield each file of the front of a folder, by path; last the front itself: without it, none is looked at."""
    tables = [table for table in folder.manifest.tables if not table.is_derived]
    arrays = [array for table in tables for array in table.arrays]
    if any(array.path.split("/")[0].lower() == FOLDER for array in arrays):
        raise SolvedTableError(f"A table of {folder.place.name} has the folder {FOLDER!r}: give it another name.")
    read = [ArrayReader(folder.place, table.keys[0] if table.keys else table.codes) for table in tables]
    shared = max([*(page_bytes(array.layout) for array in read), *map(_longest, read)]) if pieces else 0
    groups = {}
    for table in tables:
        if table.keys:
            firsts: list[tuple[int, ...]] = []
            yield from _groups(folder.table(table.name), firsts)
            groups[table.name] = KeyGroups(Grouping.of(table.keys[0].layout).size, tuple(firsts))
        for array in table.keys[:1] or (table.codes,):
            reader = ArrayReader(folder.place, array)
            if not table.keys:
                pages = b"".join(_pages(reader))
                yield spans_path(array.path), pages
                yield from _cut(spans_path(array.path), pages, shared) if pieces else ()
            for shard in range(array.layout.shards if pieces else 0):
                path = reader.shard_path(shard)
                yield from _cut(path, folder.place.whole(path, array.layout.most_shard_bytes), shared)
    yield FRONT, render_front(folder.manifest, groups, [STRIDE, shared] if pieces else None)


def _groups(table: SolvedTable, firsts: list[tuple[int, ...]]) -> Iterator[tuple[str, bytes]]:
    """Yield the groups of a sparse table, by path, and note the first key of each."""
    keys, codes = ArrayReader(table.place, table.entry.keys[0]), table.codes
    grouping = Grouping.of(keys.layout)
    for number in range(grouping.count):
        chunks, rows = grouping.chunks(number), grouping.rows(number)
        starts = [keys.row(chunk * keys.chunk_rows) for chunk in chunks]
        spans = [_span(keys, chunk) for chunk in chunks]
        firsts.append(starts[0])
        some = b"".join(map(codes.chunk, range(rows.start // codes.chunk_rows, -(-rows.stop // codes.chunk_rows))))
        before = rows.start % codes.chunk_rows * codes.row_bytes
        held = some[before : before + len(rows) * codes.row_bytes]
        yield group_path(table.entry.keys[0].path, number), render_group(grouping, number, spans, starts, held)


def _span(array: ArrayReader, chunk: int) -> tuple[int, int]:
    return array.locate_by_index(*divmod(chunk, array.layout.shard_chunks))


def _longest(array: ArrayReader) -> int:
    """Return the bytes of the longest chunk of an array."""
    return max(_span(array, chunk)[1] for chunk in range(array.layout.chunks))


def _pages(array: ArrayReader) -> Iterator[bytes]:
    """Yield the pages that tell where the chunks of an array lie."""
    layout = array.layout
    for shard in range(layout.shards):
        index = array.index(shard)
        count = min(layout.shard_chunks, layout.chunks - shard * layout.shard_chunks)
        spans = [array.span(index, shard, inside) for inside in range(count)]
        if any(offset + length != after for (offset, length), (after, _) in pairwise(spans)):
            raise DamagedTableError(f"The index of {array.shard_path(shard)}", "chunks don't follow each other")
        yield from span_pages(layout, page_of(layout, shard, 0), spans)


def _cut(path: str, content: bytes, shared: int) -> Iterator[tuple[str, bytes]]:
    """Yield the pieces of a file, by path."""
    for number, start in enumerate(range(0, len(content), STRIDE)):
        yield piece_path(FOLDER, path, number), content[start : start + STRIDE + shared]
