"""Reads a manifest's entries without trusting them: nothing in it is followed before it was checked.

Every path stays inside the folder, every array's files are those that its shape implies, every size is below the
caller's limit, and the parts of a table fit together.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from plywise.knowledge.solved.codes import KINDS, Meaning
from plywise.knowledge.solved.errors import SolvedTableError
from plywise.knowledge.solved.layout import DERIVED, DIFFERENCES, FORMATS, PACKED, Layout
from plywise.knowledge.solved.manifest.manifest import ArrayEntry, KeyGroups, Manifest, TableEntry, load_json

LIMIT = 1 << 40
"""Bytes that one table may claim uncompressed, unless the caller says otherwise."""

MOST_COLUMNS = 4096

PATH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*(/[A-Za-z0-9][A-Za-z0-9._+-]*)*")
SHA256 = re.compile(r"[0-9a-f]{64}")

MOST_NUMBERS = 4096
"""Numbers that a state may consist of."""

NONE = type(None)
HEADER = {
    "game": (str,),
    "fingerprint": (str,),
    "metric": (str,),
    "meaning": (dict,),
    "packing": (list,),
    "tables": (list,),
}
MEANING: dict[str, tuple[type, ...]] = {"kind": (str,), "lowest": (int,), "scale": (int,)}
VECTORS: dict[str, tuple[type, ...]] = {"players": (int,), "radix": (int,)}
TABLE = {
    "name": (str,),
    "tier": (int,),
    "slots": (int,),
    "states": (int,),
    "wins": (int, NONE),
    "draws": (int, NONE),
    "losses": (int, NONE),
    "longest": (int, NONE),
    "bytes": (int,),
    "codes": (dict,),
    "keys": (list,),
}
ARRAY = {"path": (str,), "dtype": (str,), "shape": (list,), "shard_chunks": (int,)}


class _UnsoundError(Exception):
    """The text says what is wrong, as the end of a sentence."""


class Pages:
    """A manifest whose header is read and whose tables are read when asked for, because there may be thousands."""

    def __init__(self, data: dict[str, Any], where: str, limit: int = LIMIT, *, summed: bool = True) -> None:
        """Refuse a manifest that has no sound header; a front, which isn't `summed`, has no checksums of files."""
        self.where, self.limit, self.data, self.summed = where, limit, data, summed
        with self.blamed():
            game, fingerprint, metric, meaning, packing, self.records = _fields(self.data, HEADER)
            if len(packing) > MOST_NUMBERS:
                _unsound("has no proper 'packing'")
            self.header = Manifest(game, fingerprint, metric, _meaning(meaning), packing=tuple(map(_pair, packing)))
            self.by_name = {_name(record): record for record in self.records}
            if len(self.by_name) != len(self.records):
                _unsound("names a table twice")

    def table(self, name: str) -> TableEntry:
        """Return a table's entry; refuses one that is unsound or too large."""
        with self.blamed():
            return _table(self.by_name[name], self.header.meaning.kind, self.limit, self.summed)

    def whole(self) -> Manifest:
        """Return the manifest with all tables."""
        tables = tuple(map(self.table, self.by_name))
        paths = [array.path for table in tables for array in table.arrays]
        with self.blamed():
            if len(set(paths)) != len(paths):
                _unsound("names a path twice")
        return replace(self.header, tables=tables, build=self.data.get("build", {}))

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Turn what is found unsound into a sentence that names the file."""
        try:
            yield
        except _UnsoundError as error:
            raise SolvedTableError(f"{self.where} {error}: don't use it, or build the tables again.") from error


def parse_manifest(text: bytes, where: str, limit: int = LIMIT) -> Manifest:
    """Return the manifest that a file's bytes hold; refuses what is damaged, unsound or too large."""
    return Pages(load_json(text, where), where, limit).whole()


def _unsound(fault: str) -> NoReturn:
    raise _UnsoundError(fault)


def _fields(record: Any, kinds: Mapping[str, tuple[type, ...]]) -> list[Any]:
    """Return a record's fields in order, each of a kind it may have; exact kinds, because True is no number here."""
    found = []
    for name, allowed in kinds.items():
        field = record.get(name, ...) if type(record) is dict else ...
        if type(field) not in allowed or (type(field) is int and field < 0 and name != "lowest"):
            _unsound(f"has no proper {name!r}")
        found.append(field)
    return found


def _meaning(record: Any) -> Meaning:
    return Meaning(*_fields(record, MEANING | VECTORS if record.get("kind") == "vector" else MEANING))


def _pair(record: Any) -> tuple[int, int]:
    """Return a number's least value and its bits."""
    if type(record) is not list or [type(part) for part in record] != [int, int] or not 1 <= record[1] <= 63:
        _unsound("has no proper 'packing'")
    return record[0], record[1]


def _name(record: Any) -> str:
    (name,) = _fields(record, {"name": (str,)})
    return str(name)


def _table(record: Any, kind: str, limit: int, summed: bool) -> TableEntry:
    name, tier, slots, states, wins, draws, losses, longest, size, codes, keys = _fields(record, TABLE)
    table = TableEntry(
        name,
        tier,
        slots,
        states,
        wins,
        draws,
        losses,
        longest,
        size,
        _array(codes, limit, summed),
        tuple(_array(each, limit, summed) for each in keys),
        None if summed or not keys else _groups(record),
    )
    if table.codes.layout.dtype not in KINDS[kind]:
        _unsound(f"holds the table {name!r} in {table.codes.layout.dtype}, which codes no {kind}")
    if table.codes.layout.shape != (slots,):
        _unsound(f"gives the table {name!r} {slots} slots but another shape")
    if table.is_packed and (keys or kind not in ("outcome", "wdl")):
        _unsound(f"gives the codes of the table {name!r} no proper coding")
    if keys:
        _check_keys(name, slots, table.keys)
    if states > slots:
        _unsound(f"gives the table {name!r} more states than slots")
    if None not in (wins, draws, losses) and wins + draws + losses != states:
        _unsound(f"counts the states of the table {name!r} twice over")
    if table.nbytes > limit:
        _unsound(f"holds a table {name!r} of {table.nbytes:,} bytes, above the limit of {limit:,}")
    return table


def _groups(record: Any) -> KeyGroups:
    """Return how a front divides keys; whether that fits the keys is seen by each group that is read."""
    chunks, firsts = _fields(_fields(record, {"groups": (dict,)})[0], {"chunks": (int,), "firsts": (list,)})
    if not chunks or not firsts or not all(type(key) is list and {*map(type, key)} == {int} for key in firsts):
        _unsound("has no proper 'groups'")
    return KeyGroups(chunks, tuple(map(tuple, firsts)))


def _check_keys(name: str, slots: int, keys: tuple[ArrayEntry, ...]) -> None:
    rows, columns = slots, keys[0].layout.columns
    for level in keys:
        if level.layout.dtype != "int64" or level.layout.shape != (rows, columns):
            _unsound(f"has keys of the table {name!r} that don't fit its slots")
        rows = level.layout.chunks
    if rows != 1:
        _unsound(f"has keys of the table {name!r} without an end")


def _array(record: Any, limit: int, summed: bool) -> ArrayEntry:
    path, dtype, shape, shard_chunks = _fields(record, ARRAY)
    if not PATH.fullmatch(path):
        _unsound(f"names the path {path!r}, which isn't one inside its folder")
    if dtype not in FORMATS:
        _unsound(f"names the unknown type {dtype!r}")
    if not _is_shape(shape):
        _unsound(f"gives {path} no proper shape")
    coding = record.get("coding", "")
    if coding and not _is_coding(coding, dtype, shape):
        _unsound(f"gives {path} no proper coding")
    layout = Layout(dtype, tuple(shape), shard_chunks, coding)
    if layout.nbytes > limit:
        _unsound(f"gives {path} {layout.nbytes:,} bytes, above the limit of {limit:,}")
    if not 1 <= shard_chunks <= min(layout.most_shard_chunks, layout.chunks):
        _unsound(f"gives {path} no proper shards")
    return ArrayEntry(path, layout, _sums(record, path, layout) if summed else {})


def _sums(record: Any, path: str, layout: Layout) -> dict[str, str]:
    """Return the sha256 of each of an array's files."""
    (files,) = _fields(record, {"sha256": (dict,)})
    # Counted first: a forger's shape could imply millions of files.
    if len(files) != (0 if layout.coding == DERIVED else layout.shards + 1) or [*files] != layout.files():
        _unsound(f"doesn't list the files that the shape of {path} implies")
    if not all(type(each) is str and SHA256.fullmatch(each) for each in files.values()):
        _unsound(f"has no proper sha256 of {path}")
    return dict(files)


def _is_coding(coding: Any, dtype: str, shape: list[Any]) -> bool:
    if coding == DIFFERENCES:
        return dtype == "int64" and len(shape) == 2
    return coding in PACKED and dtype in ("uint8", "uint16") and len(shape) == 1


def _is_shape(shape: list[Any]) -> bool:
    if len(shape) not in (1, 2) or any(type(size) is not int or size < 1 for size in shape):
        return False
    return len(shape) == 1 or shape[1] <= MOST_COLUMNS
