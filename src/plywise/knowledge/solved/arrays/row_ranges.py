"""A sparse table written by several processes, each a range of its rows: the same files as `write_files` makes.

Every range but the last has as many rows as let it end where a shard of each array ends.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from plywise.files import write_whole
from plywise.knowledge.solved.arrays.tally import Tally
from plywise.knowledge.solved.arrays.writing import Ascent, blocks_of, pack_block, write_array
from plywise.knowledge.solved.codes import Meaning
from plywise.knowledge.solved.layout import DIFFERENCES, Layout
from plywise.knowledge.solved.manifest import ArrayEntry, TableEntry

Array = np.ndarray[Any, Any]

ROWS = 1 << 24
"""Rows of a range: the codes of one full shard, one byte each."""


@dataclass(frozen=True, slots=True)
class RowRange:
    """What was written of a range: checksums of its shards, the first key of each chunk, and counts."""

    dtype: str
    codes: tuple[str, ...]
    keys: tuple[str, ...]
    firsts: Array
    tally: Tally
    size: int
    """Bytes of all shards."""


def range_rows(total: int, words: int) -> int:
    """Return how many rows a range has; all of them, where shards of keys don't end with those of codes.

    >>> range_rows(10**8, 1), range_rows(10**8, 3)
    (16777216, 100000000)
    """
    return ROWS if ROWS % _key_layout(ROWS, words).shard_rows == 0 else total


def write_range(
    root: Path, path: str, shape: tuple[int, int], first: int, rows: Sequence[Iterable[Array]], meaning: Meaning
) -> RowRange:
    """Write the rows from `first` on of a table whose keys have this shape; `rows` are codes and keys, in pieces.

    Keys are taken first, and then the codes.
    """
    pieces, ascent = iter(rows[0]), Ascent()
    sizes: list[int] = []

    def write(name: str, layout: Layout, rows: Iterable[Array], see: Callable[[Array], None]) -> tuple[str, ...]:
        sums = []
        for number, block in enumerate(blocks_of(rows, layout.shard_rows)):
            see(block)
            file = layout.shard_file(first // layout.shard_rows + number)
            packed = pack_block(block, layout)
            sizes.append(len(packed))
            sums.append(write_whole(root / path / name / file, packed))
        return tuple(sums)

    written = write("keys", _key_layout(*shape), rows[1], ascent.see)
    head = next(pieces)
    tally = Tally(meaning, str(head.dtype))
    codes = write("codes", Layout.of(tally.dtype, shape[:1]), chain([head], pieces), tally.add)
    return RowRange(tally.dtype, codes, written, np.concatenate(ascent.firsts), tally, sum(sizes))


def join_ranges(root: Path, path: str, name: str, total: int, ranges: Sequence[RowRange]) -> TableEntry:
    """Describe the arrays whose ranges were written, and write the levels above the keys.

    What the ranges wrote needn't lie below this root.
    """
    words = ranges[0].firsts.shape[1]
    codes = _described(root, f"{path}/codes", Layout.of(ranges[0].dtype, (total,)), [s.codes for s in ranges])
    levels = [_described(root, f"{path}/keys", _key_layout(total, words), [s.keys for s in ranges])]
    firsts = np.concatenate([each.firsts for each in ranges])
    while levels[-1].layout.chunks > 1:
        ascent = Ascent()
        levels.append(write_array(root, f"{path}/keys-{len(levels)}", [firsts], ascent.see, coding=DIFFERENCES))
        firsts = np.concatenate(ascent.firsts)
    made = [root / codes.path / "zarr.json", root / levels[0].path / "zarr.json"]
    made += [root / level.path / file for level in levels[1:] for file in level.files]
    tally = ranges[0].tally
    for each in ranges[1:]:
        tally = tally.joined(each.tally)
    counts: dict[str, Any] = tally.counts()
    size = sum(each.size for each in ranges) + sum(file.stat().st_size for file in made)
    return TableEntry(name, 0, total, bytes=size, codes=codes, keys=tuple(levels), **counts)


def _key_layout(rows: int, words: int) -> Layout:
    return Layout.of("int64", (rows, words), coding=DIFFERENCES)


def _described(root: Path, path: str, layout: Layout, sums: Sequence[Sequence[str]]) -> ArrayEntry:
    described = write_whole(root / path / "zarr.json", layout.describe())
    shards = [each for part in sums for each in part]
    return ArrayEntry(path, layout, dict(zip(layout.files(), [described, *shards], strict=True)))
