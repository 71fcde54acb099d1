"""The manifest of a folder of solved tables: whose they are, what they hold, and a checksum of every file.

{
 "format": "plywise solved tables", "version": 1,
 "game": "chess",                     as `load_game` reads it
 "fingerprint": "...",                of the rules that the values follow from
 "metric": "win",                     what distances count to: "win", "conversion", or "none"
 "meaning": {"kind": "outcome", ...}  how codes are read (see codes.py)
 "tables": [{"name": "KBNvK w", "tier": 17, "slots": ..., "states": ..., "codes": {...}, "keys": [...], ...}],
 "build": {...},                      when, where, how fast: free, and no part of the content
 "checksum": "...",                   sha256 of the file up to the build record
 "build_checksum": "..."              sha256 of the build record
}

The content, then the build record in a line of its own, then the checksums: of the very bytes, so that a flipped bit in
a blank is found as well as one in a number. Checksums find accidents, not forgers.
"""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from plywise.files import parse_json
from plywise.knowledge.solved.codes import Meaning
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.solved.layout import DERIVED, PACKED, Layout

FORMAT = "plywise solved tables"
VERSION = 1
NAME = "manifest.json"
UNFINISHED = "unfinished.json"
METRICS = ("win", "conversion", "none")
BUILD = b'"build": '
"""How the line of the build record begins; what stands above it is the content."""

MOST_BYTES = 1 << 28
"""A larger manifest isn't read at all."""


@dataclass(frozen=True, slots=True)
class ArrayEntry:
    """One array: its folder inside the whole, its layout, and the sha256 of each of its files."""

    path: str
    layout: Layout
    files: dict[str, str]

    @property
    def is_outline(self) -> bool:
        """Whether it is a front's entry, without checksums of files: chunks are then found by the front's pages."""
        return not self.files

    def record(self) -> dict[str, Any]:
        """Return the entry as plain data."""
        layout = self.layout
        shape = list(layout.shape)
        return {
            "path": self.path,
            "dtype": layout.dtype,
            "shape": shape,
            "shard_chunks": layout.shard_chunks,
            **({"coding": layout.coding} if layout.coding else {}),
            "sha256": self.files,
        }


@dataclass(frozen=True, slots=True)
class KeyGroups:
    """How a front divides the keys of a sparse table: how many chunks a group has, and the first key of each group."""

    chunks: int
    firsts: tuple[tuple[int, ...], ...]

    def record(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"chunks": self.chunks, "firsts": [list(key) for key in self.firsts]}


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One table: its tier, its slots, and what they hold. Counts that don't follow from its codes are None."""

    name: str
    tier: int
    slots: int
    states: int
    wins: int | None
    draws: int | None
    losses: int | None
    longest: int | None
    bytes: int
    codes: ArrayEntry
    keys: tuple[ArrayEntry, ...] = ()
    groups: KeyGroups | None = None
    """Of a front's entry."""

    @property
    def arrays(self) -> tuple[ArrayEntry, ...]:
        """The array of codes; for a sparse table also that of keys, then the first keys of each one's chunks."""
        return self.codes, *self.keys

    @property
    def is_packed(self) -> bool:
        """Whether its codes can only be read with the game's rules beside them."""
        return self.codes.layout.coding in PACKED

    @property
    def is_derived(self) -> bool:
        """Whether nothing of it is written: its codes follow from those one ply on."""
        return self.codes.layout.coding == DERIVED

    @property
    def nbytes(self) -> int:
        """Bytes of the table in working form."""
        return sum(array.layout.nbytes for array in self.arrays)

    def record(self) -> dict[str, Any]:
        """Return the entry as plain data."""
        plain = {
            name: getattr(self, name)
            for name in ("name", "tier", "slots", "states", "wins", "draws", "losses", "longest", "bytes")
        }
        return plain | {"codes": self.codes.record(), "keys": [array.record() for array in self.keys]}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a folder holds, and how it was built."""

    game: str
    fingerprint: str
    metric: str = "win"
    meaning: Meaning = field(default_factory=Meaning)
    tables: tuple[TableEntry, ...] = ()
    build: dict[str, Any] = field(default_factory=dict)
    packing: tuple[tuple[int, int], ...] = ()
    """How sparse tables make keys of states: for each number of a state the least it may be and its bits."""

    def __post_init__(self) -> None:
        if self.metric not in METRICS:
            raise SolvedTableError(f"No table counts distances to {self.metric!r}: choose one of {', '.join(METRICS)}.")

    @property
    def purpose(self) -> tuple[Any, ...]:
        """Everything but the tables and the build record."""
        return self.game, self.fingerprint, self.metric, self.meaning

    def content(self) -> dict[str, Any]:
        """Return all but the build record as plain data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "fingerprint": self.fingerprint,
            "metric": self.metric,
            "meaning": self.meaning.record(),
            "packing": [list(pair) for pair in self.packing],
            "tables": [table.record() for table in self.tables],
        }

    @property
    def checksum(self) -> str:
        """The sha256 of the content: two folders with the same one hold the same tables."""
        return hashlib.sha256(_head(self.content())).hexdigest()

    def text(self) -> bytes:
        """Return the manifest as a file."""
        return render(self.content(), self.build)


def render(content: dict[str, Any], build: dict[str, Any]) -> bytes:
    """Return a manifest's text: a line for each part and each table, then the build record, then the checksums."""
    return _sealed(_head(content), compact(build))


def _sealed(head: bytes, record: bytes) -> bytes:
    sums = (
        f'"checksum": "{hashlib.sha256(head).hexdigest()}",\n"build_checksum": "{hashlib.sha256(record).hexdigest()}"'
    )
    return b"%b%b%b,\n%b\n}\n" % (head, BUILD, record, sums.encode())


def compact(data: Any) -> bytes:
    """Return plain data as JSON in one line."""
    try:
        return json.dumps(data, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise SolvedTableError(
            f"A manifest can't hold all of this ({error}): keep to texts and finite numbers."
        ) from error


def _head(content: dict[str, Any]) -> bytes:
    parts = []
    for name, part in content.items():
        is_list = isinstance(part, list)
        value = b"[\n%b\n]" % b",\n".join(map(compact, part)) if is_list else compact(part)
        parts.append(b"%b: %b,\n" % (compact(name), value))
    return b"{\n%b" % b"".join(parts)


def load_json(text: bytes, where: str) -> dict[str, Any]:
    """Return a manifest's plain data, its format, version and checksums checked."""
    try:
        data = parse_json(text)
    except ValueError as error:
        raise DamagedTableError(where, "it is no JSON") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SolvedTableError(f"{where} is no manifest of solved tables: name a folder that `plywise solve` wrote.")
    if data.get("version") != VERSION:
        raise SolvedTableError(
            f"{where} is of version {data.get('version')!r}, and this Plywise reads {VERSION}: "
            "build the tables again, or use the Plywise that wrote them."
        )
    head, _, rest = text.rpartition(b"\n" + BUILD)
    if _sealed(head + b"\n", rest.partition(b",\n")[0]) != text or not isinstance(data.get("build"), dict):
        raise DamagedTableError(where, "its checksum differs")
    return data
