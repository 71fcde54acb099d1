"""The levels of a solve under way, on disk: what each finished one needs to be gone on with, and nothing else.

    levels/keys-00012     sorted keys of the states of ply 12, as int64s
    levels/codes-00012    their codes, as uint16s; of games with chance their values, as float64s;
                          of vectors, as uint32s
    levels/run-0003       sorted successors that didn't fit into memory; only while a level is being enumerated
    levels/notes.json     which of them are finished, with the crc32c of each block of 65,536 rows

A file gets its name when it is complete, and notes follow files, so that a killed solve goes on with the levels that
the notes know. Every block is checked when it is read.
"""

import json
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from plywise.files import parse_object, placed, read_text, write_whole
from plywise.kernel.tables import Packing
from plywise.knowledge.solved.codecs import checksum
from plywise.knowledge.solved.errors import DamagedTableError
from plywise.rules import SearchError

Array: TypeAlias = np.ndarray[Any, Any]

BLOCK = 1 << 16
"""Rows that are read and checked at once."""

NOTES = "notes.json"
VERSION = 1
OFTEN = 0.5
"""Seconds after which notes are taken even of small levels."""

SPARE = 64 << 20
"""Bytes of disk that are left free."""


def make_room(folder: Path, size: int) -> None:
    """Refuse to go on where a folder's disk hasn't room for some more bytes."""
    free = shutil.disk_usage(folder).free
    if free < size + SPARE:
        raise SearchError(
            f"The next level may take {size:,} bytes of disk beside {folder}, and {free:,} are free: "
            "make room, and go on with --resume."
        )


@dataclass(slots=True)
class RowFile:
    """Sorted rows in a file: how many, how wide, and the crc32c of each block."""

    path: Path
    dtype: str
    columns: int
    rows: int = 0
    sums: list[int] = field(default_factory=list)

    @property
    def row_bytes(self) -> int:
        """Bytes of a row."""
        return self.columns * np.dtype(self.dtype).itemsize

    def write(self, pieces: Iterable[Array]) -> None:
        """Write rows in pieces; the file has its name when all are written."""
        part = self.path.with_name(f"part-{self.path.name}")
        self.rows, self.sums = 0, []
        try:
            with part.open("wb") as file:
                for block in _blocks(pieces):
                    raw = block.tobytes()
                    file.write(raw)
                    self.sums.append(checksum(raw))
                    self.rows += len(block)
            part.replace(self.path)
        except OSError as error:
            raise placed(error, self.path, (self.rows + BLOCK) * self.row_bytes) from error

    def read(self, first: int, last: int) -> Array:
        """Return rows, where the first begins a block, and the last ends one or the file."""
        with self.path.open("rb") as file:
            file.seek(first * self.row_bytes)
            found = np.fromfile(file, self.dtype, (last - first) * self.columns)
        for start in range(0, last - first, BLOCK):
            block = found[start * self.columns : (start + BLOCK) * self.columns]
            if len(found) != (last - first) * self.columns or (
                checksum(block.tobytes()) != self.sums[(first + start) // BLOCK]
            ):
                raise DamagedTableError(str(self.path), "its checksum differs")
        return found.reshape(-1, self.columns) if self.columns > 1 or self.dtype == "int64" else found

    def blocks(self, rows: int | None = None) -> Iterator[Array]:
        """Yield all rows, a block at a time or as many as are asked for, a multiple of BLOCK."""
        step = rows or BLOCK
        for first in range(0, self.rows, step):
            yield self.read(first, min(self.rows, first + step))

    def remove(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)


class LevelStore:
    """The levels of one solve, in a folder of their own."""

    def __init__(self, folder: Path, packing: Packing, symmetric: bool, code_type: str = "uint16") -> None:
        """Begin, or go on with what the notes there know if it was begun with the same keys."""
        self.folder, self.packing, self.symmetric, self.code_type = folder, packing, symmetric, code_type
        self.keys: list[RowFile] = []
        self.codes: dict[int, RowFile] = {}
        self.is_enumerated = False
        self.noted = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)
        for left in [*folder.glob("part-*"), *folder.glob("run-*")]:
            left.unlink()

    @classmethod
    def found(cls, folder: Path, code_type: str = "uint16") -> "LevelStore | None":
        """Return what was begun in a folder; None where nothing was."""
        path = folder / NOTES
        if not path.exists():
            return None
        try:
            data = parse_object(read_text(path, 1 << 30))
            if data["version"] != VERSION:
                raise ValueError("of another version")
            packing = Packing(tuple(data["lows"]), tuple(data["bits"]))
            store = cls(folder, packing, data["symmetric"] is True, code_type)
            for number, (rows, sums) in enumerate(data["keys"]):
                store.keys.append(store._taken_up(store._key_file(number), rows, sums))
            for number, (rows, sums) in data["codes"].items():
                store.codes[int(number)] = store._taken_up(store._code_file(int(number)), rows, sums)
            store.is_enumerated = data["enumerated"] is True
        except (KeyError, TypeError, ValueError) as error:
            raise DamagedTableError(str(path), "it isn't what was written") from error
        return store

    def _taken_up(self, file: RowFile, rows: int, sums: list[int]) -> RowFile:
        if file.path.stat().st_size != rows * file.row_bytes or len(sums) != -(-rows // BLOCK):
            raise DamagedTableError(str(file.path), "it is cut short")
        file.rows, file.sums = rows, sums
        return file

    def _key_file(self, ply: int) -> RowFile:
        return RowFile(self.folder / f"keys-{ply:05d}", "int64", self.packing.words)

    def _code_file(self, ply: int) -> RowFile:
        return RowFile(self.folder / f"codes-{ply:05d}", self.code_type, 1)

    @property
    def states(self) -> int:
        """States of all levels."""
        return sum(level.rows for level in self.keys)

    @property
    def later(self) -> int:
        """The first level that is valued; the number of levels where none is."""
        return min(self.codes, default=len(self.keys))

    def add_level(self, pieces: Iterable[Array]) -> RowFile:
        """Write the keys of the next level; an empty one ends the enumeration, and isn't kept."""
        file = self._key_file(len(self.keys))
        file.write(pieces)
        if file.rows:
            self.keys.append(file)
        else:
            file.remove()
            self.is_enumerated = True
        self.note(file.rows)
        return file

    def add_codes(self, ply: int, pieces: Iterable[Array]) -> None:
        """Write the codes of a level."""
        file = self._code_file(ply)
        file.write(pieces)
        self.codes[ply] = file
        self.note(file.rows)

    def new_run(self, number: int) -> RowFile:
        """Return a file for sorted successors."""
        return RowFile(self.folder / f"run-{number:04d}", "int64", self.packing.words)

    def make_room(self, size: int) -> None:
        """Refuse to go on where the disk hasn't room for some more bytes."""
        make_room(self.folder, size)

    def note(self, rows: int) -> None:
        """Write down what is finished, if enough was done since."""
        if rows < BLOCK and not self.is_enumerated and time.monotonic() - self.noted < OFTEN:
            return
        data = {
            "version": VERSION,
            "lows": self.packing.lows,
            "bits": self.packing.bits,
            "symmetric": self.symmetric,
            "enumerated": self.is_enumerated,
            "keys": [[level.rows, level.sums] for level in self.keys],
            "codes": {ply: [codes.rows, codes.sums] for ply, codes in self.codes.items()},
        }
        write_whole(self.folder / NOTES, json.dumps(data).encode())
        self.noted = time.monotonic()

    @staticmethod
    def clear(folder: Path) -> None:
        """Forget everything that a folder of levels holds."""
        shutil.rmtree(folder, ignore_errors=True)


def _blocks(pieces: Iterable[Array]) -> Iterator[Array]:
    """Yield pieces joined and cut to blocks."""
    kept: list[Array] = []
    held = 0
    for piece in pieces:
        kept.append(piece)
        held += len(piece)
        if held >= BLOCK:
            rows = np.concatenate(kept) if len(kept) > 1 else piece
            whole = held - held % BLOCK
            yield from (rows[first : first + BLOCK] for first in range(0, whole, BLOCK))
            kept, held = [rows[whole:].copy()], held - whole
    if held:
        yield np.concatenate(kept)
