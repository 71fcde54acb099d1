"""The working form: a table's rows one after the other in one file, mapped into memory, for the kernel to probe.

Expanded from the published form the first time, every file and chunk checked on the way, and reused afterwards. The
files lie in the user's cache folder, named by the checksums of what they were made from, so that folders that hold the
same table share them and none can be mistaken for another:

    <name>.rows     the rows
    <name>.json     their length, sha256 and time
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from plywise.files import parse_object, write_whole, written_whole
from plywise.knowledge.solved.arrays.reading import ArrayReader
from plywise.knowledge.solved.errors import SolvedTableError
from plywise.knowledge.solved.manifest import compact

PIECE = 1 << 24

MOST_BYTES = 16 << 30
"""An array that takes more is only probed: a few bytes that were made to fill a disk would unpack to it too."""


def working_folder() -> Path:
    """Return where expanded tables are kept: `tables` in PLYWISE_CACHE_DIR, or in the user's cache folder."""
    chosen = os.environ.get("PLYWISE_CACHE_DIR")
    if chosen:
        return Path(chosen) / "tables"
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "plywise" / "tables"


def working_form(reader: ArrayReader, into: Path | None = None, check: bool = False) -> "np.ndarray[Any, Any]":
    """Return an array as a read-only memory map, expanding it if that wasn't done or the file changed since.

    A file whose length and time are as recorded is taken as it is; `check` compares its sha256 as well.
    """
    if reader.layout.nbytes > MOST_BYTES:
        raise SolvedTableError(
            f"{reader.name} takes {reader.layout.nbytes:,} bytes expanded, above the limit of {MOST_BYTES:,}: "
            "probe it state by state."
        )
    folder = working_folder() if into is None else into
    record = reader.entry.record()
    del record["path"]
    rows = folder / f"{hashlib.sha256(compact(record)).hexdigest()[:32]}.rows"
    try:
        if not _is_sound(rows, reader.layout.nbytes, check):
            _expand(reader, rows)
        stored = np.dtype(reader.layout.dtype).newbyteorder("<")
        return np.memmap(rows, dtype=stored, mode="r", shape=reader.layout.shape)
    except OSError as error:
        raise SolvedTableError(
            f"{reader.name} can't be expanded into {folder}: {error.strerror}; make room there or name another folder."
        ) from error


def _is_sound(rows: Path, size: int, check: bool) -> bool:
    try:
        record = parse_object(rows.with_suffix(".json").read_bytes())
        about = rows.stat()
        if about.st_size != size or record["bytes"] != size:
            return False
        if not check and about.st_mtime_ns == record["time"]:
            return True
        return bool(_sha256(rows) == record["sha256"])
    except (OSError, ValueError, KeyError):
        return False


def _expand(reader: ArrayReader, rows: Path) -> None:
    rows.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = hashlib.sha256()
    with written_whole(rows) as file:
        for shard in reader.shards():
            file.write(shard)
            made.update(shard)
    record = {"bytes": reader.layout.nbytes, "sha256": made.hexdigest(), "time": rows.stat().st_mtime_ns}
    write_whole(rows.with_suffix(".json"), json.dumps(record).encode())


def _sha256(path: Path) -> str:
    made = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            made.update(piece)
    return made.hexdigest()
