"""A folder of solved tables: made table by table, finished with a manifest, opened by path or address.

    manifest.json
    KBNvK_w/codes/        a Zarr v3 array: a code for each slot
    three/codes/          a sparse table's codes ...
    three/keys/           ... their keys, sorted, a row for each slot
    three/keys-1/         the first key of each chunk of those, and so on

>>> import tempfile, numpy as np
>>> where = Path(tempfile.mkdtemp()) / "tables"
>>> folder = SolvedFolder.create(where, game="nim", fingerprint="abc")
>>> entry = folder.write_table("all", 0, np.array([2, 130, 0, 1], dtype=np.uint8))
>>> entry.slots, entry.states, entry.wins, entry.draws, entry.losses, entry.longest
(4, 3, 1, 1, 1, 1)
>>> folder.finish({"seconds": 0.1})
>>> table = SolvedFolder.open(where, fingerprint="abc").table("all")
>>> table.code(1), table.solved(1), table.solved(2)
(130, Solved(value=1, distance=1), None)
>>> SolvedFolder.open(where, fingerprint="xyz")
Traceback (most recent call last):
plywise.knowledge.solved.errors.SolvedTableError: The tables in ... follow from other rules of nim than these: ...
"""

import contextlib
import re
import shutil
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.files import open_file, put_in_place, write_whole
from plywise.knowledge.solved.codes import Meaning
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.solved.layout import SHARD_CHUNKS
from plywise.knowledge.solved.lock import LOCK
from plywise.knowledge.solved.manifest import (
    FIRST_BYTES,
    FOLDER,
    FRONT,
    LIMIT,
    MAGIC,
    MOST_BYTES,
    MOST_FRONT,
    NAME,
    UNFINISHED,
    Manifest,
    Pages,
    TableEntry,
    load_front,
    load_json,
    parse_manifest,
)
from plywise.knowledge.solved.places import AddressPlace, LocalPlace, PiecePlace, Place, place_of
from plywise.knowledge.solved.table import SlotRules, SolvedTable

if TYPE_CHECKING:
    import numpy as np


class SolvedFolder:
    """The tables of one game by one set of rules; `create` one to write, `open` one to read."""

    def __init__(self, place: Place, pages: Pages) -> None:
        self.place, self._pages = place, pages
        self.rules: SlotRules | None = None
        self._tables: dict[str, SolvedTable] = {}

    @classmethod
    def open(cls, where: str | Path, *, fingerprint: str | None = None, limit: int = LIMIT) -> "SolvedFolder":
        """Open a finished folder, by path or http address.

        Refuses a damaged manifest and tables of rules with another fingerprint, if one is given. What a table's entry
        says is judged when that table is asked for: a path outside the folder, or more than `limit` bytes. Behind an
        address, what `plywise publish` wrote is read instead of the manifest, which may be large.
        """
        place = place_of(where)
        place, pages = _read_front(place, limit) or (place, _read_manifest(place, limit))
        if fingerprint is not None and fingerprint != pages.header.fingerprint:
            raise SolvedTableError(
                f"The tables in {place.name} follow from other rules of {pages.header.game} than these: "
                "build them again, or use the rules they were built with."
            )
        return cls(place, pages)

    @classmethod
    def create(
        cls, path: str | Path, *, game: str, fingerprint: str, metric: str = "win", meaning: Meaning | None = None
    ) -> "SolvedWriter":
        """Begin a folder, or go on with one that was begun for the same purpose and not finished."""
        return SolvedWriter(Path(path), Manifest(game, fingerprint, metric, meaning or Meaning()))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables."""
        return tuple(self._pages.by_name)

    @cached_property
    def outline(self) -> Manifest:
        """What the folder says of its tables, every entry found sound; by a front, without the checksums of files."""
        return self._pages.whole()

    @cached_property
    def manifest(self) -> Manifest:
        """All that the manifest says, every entry found sound."""
        if self._pages.summed:
            return self.outline
        found = _read_manifest(self.place, self._pages.limit).whole()
        if found.checksum != self._pages.data.get("manifest"):
            raise DamagedTableError(f"{FRONT} of {self.place.name}", "it is the front of other tables")
        return found

    def entry(self, name: str) -> TableEntry:
        """Return what the manifest says of a table, with the checksums of its files."""
        return next(entry for entry in self.manifest.tables if entry.name == name)

    def table(self, name: str) -> SolvedTable:
        """Return a table by name; refuses one whose entry in the manifest is unsound."""
        if name not in self._tables:
            if name not in self._pages.by_name:
                raise SolvedTableError(f"{self.place.name} has no table {name!r}: it has {', '.join(self.names)}.")
            entry = self._pages.table(name)
            meaning, complete = self._pages.header.meaning, partial(self.entry, name)
            self._tables[name] = SolvedTable(self.place, entry, meaning, complete, self.rules)
        return self._tables[name]


def _read_manifest(place: Place, limit: int) -> Pages:
    where = f"{NAME} of {place.name}"
    return Pages(load_json(manifest_bytes(place), where), where, limit)


def manifest_bytes(place: Place) -> bytes:
    """Return a folder's manifest as it is written; says so where the tables aren't finished."""
    if isinstance(place, LocalPlace) and (place.folder / UNFINISHED).exists() and not (place.folder / NAME).exists():
        raise SolvedTableError(
            f"The tables in {place.name} aren't finished: wait for whoever solves them, or go on with "
            "`plywise solve` and --resume."
        )
    return place.whole(NAME, MOST_BYTES)


def _read_front(place: Place, limit: int) -> tuple[Place, Pages] | None:
    """Return what a folder behind an address has for readers like us, and how to read it; None where it hasn't."""
    if not isinstance(place, AddressPlace):
        return None
    found = place.beginning(FRONT, FIRST_BYTES, MOST_FRONT)
    if found is None or not found[0].startswith(MAGIC):
        return None
    raw, serves_parts = found
    where = f"{FRONT} of {place.name}"
    data = load_front(raw, where)
    reached = place if serves_parts or data["pieces"] is None else PiecePlace(place, FOLDER, *data["pieces"])
    return reached, Pages(data, where, limit, summed=False)


class SolvedWriter:
    """A folder being written. Tables already there are in `names`, and needn't be written again."""

    def __init__(self, path: Path, purpose: Manifest) -> None:
        self.path = path
        if (path / NAME).exists():
            raise SolvedTableError(f"{path} holds finished tables: name another folder, or remove that one.")
        self.manifest = purpose
        for left in path.glob(f"{UNFINISHED}.*.tmp"):
            left.unlink()
        if (path / UNFINISHED).exists():
            with open_file(path / UNFINISHED) as file:
                text = file.read()
            self.manifest = parse_manifest(text, f"{UNFINISHED} of {path}", limit=1 << 63)
            if self.manifest.purpose != purpose.purpose:
                raise SolvedTableError(f"{path} was begun for other rules or codes: name another folder, or remove it.")
        elif path.is_dir() and any(each.name != LOCK for each in path.iterdir()):
            raise SolvedTableError(f"{path} holds other files: name a new folder.")
        else:
            self._note()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables that are written."""
        return tuple(table.name for table in self.manifest.tables)

    def write_table(
        self,
        name: str,
        tier: int,
        codes: "np.ndarray[Any, Any] | Iterable[np.ndarray[Any, Any]]",
        keys: "np.ndarray[Any, Any] | Iterable[np.ndarray[Any, Any]] | None" = None,
        *,
        shard_chunks: int = SHARD_CHUNKS,
        coding: str = "",
    ) -> TableEntry:
        """Write a table from an array, a memory map or pieces in order, shard by shard; replaces one of that name.

        With the coding "filled", codes that are empty are overwritten: the rules must tell what belongs there.
        """
        from plywise.knowledge.solved.arrays import write_files

        path = self.folder_for(name)
        shutil.rmtree(self.path / path, ignore_errors=True)
        meaning = self.manifest.meaning
        how: dict[str, Any] = {"shard_chunks": shard_chunks, "coding": coding}
        entry = write_files(self.path, path, name, tier, codes, keys, meaning=meaning, **how)
        self.add(entry)
        return entry

    def add(self, entry: TableEntry) -> None:
        """Take in a table whose files were written by `write_files`, perhaps in another process."""
        others = [table for table in self.manifest.tables if table.name != entry.name]
        self.manifest = replace(self.manifest, tables=(*others, entry))
        self._note()

    def folder_for(self, name: str) -> str:
        """Return the folder of a table inside this one: its name, in letters that every file system and address has."""
        path = re.sub(r"[^A-Za-z0-9.+-]", "_", name)
        path = path if path[:1].isalnum() else f"t{path}"
        for table in self.manifest.tables:
            if table.name != name and table.codes.path.split("/")[0].lower() == path.lower():
                raise SolvedTableError(f"The tables {table.name!r} and {name!r} would share a folder: rename one.")
        return path

    def finish(self, build: dict[str, Any] | None = None) -> None:
        """Write the manifest: from now on the folder can be opened, and no longer written."""
        # By name, so that the order in which tables happened to be done doesn't show.
        ordered = tuple(sorted(self.manifest.tables, key=lambda table: table.name))
        self.manifest = replace(self.manifest, tables=ordered, build=build or {})
        self._note()
        put_in_place(self.path / UNFINISHED, self.path / NAME)

    def abandon(self) -> None:
        """Remove the folder again, unless it has a table or anything else in it."""
        if not self.names:
            (self.path / UNFINISHED).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # it isn't empty
                self.path.rmdir()

    def _note(self) -> None:
        write_whole(self.path / UNFINISHED, self.manifest.text())
