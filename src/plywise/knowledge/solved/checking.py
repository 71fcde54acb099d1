"""Checks every byte of a folder of solved tables against its manifest."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plywise.knowledge.solved.errors import SolvedTableError
from plywise.knowledge.solved.folder import SolvedFolder, manifest_bytes
from plywise.knowledge.solved.lock import LOCK
from plywise.knowledge.solved.manifest import (
    FOLDER,
    FRONT,
    LIMIT,
    MOST_FRONT,
    NAME,
    Manifest,
    load_front,
    parse_manifest,
)
from plywise.knowledge.solved.places import LocalPlace, Place, place_of
from plywise.knowledge.solved.publishing import front_files


@dataclass(frozen=True, slots=True)
class FileCheck:
    """One file checked: which, what is wrong with it (nothing if empty), and how far the check has come."""

    path: str
    fault: str
    done: int
    files: int


def check_files(where: str | Path, *, limit: int = LIMIT) -> Iterator[FileCheck]:
    """Yield a check of every file of a folder or address: those of the manifest, then any it doesn't know.

    Raises SolvedTableError where the manifest itself can't be trusted. What others put beside the tables can only be
    seen on this machine, not behind an address.
    """
    place = place_of(where)
    manifest = parse_manifest(manifest_bytes(place), f"{NAME} of {place.name}", limit)
    known = _known(manifest)
    others = sorted(_files(place) - set(known) - {NAME, LOCK}) if isinstance(place, LocalPlace) else []
    front = [path for path in others if path.startswith(f"{FOLDER}/")] if FRONT in others else []
    strangers = [path for path in others if path not in set(front)]
    files = len(known) + len(others) + 1
    yield FileCheck(NAME, "", 1, files)
    done = 1
    for path, (expected, most) in known.items():
        done += 1
        yield FileCheck(path, _fault(place, path, expected, most), done, files)
    for path, fault in _front_faults(place, front):
        done += 1
        yield FileCheck(path, fault, min(done, files), files)
    for path in strangers:
        done += 1
        yield FileCheck(path, f"{path} of {place.name} isn't in the manifest: remove it.", min(done, files), files)


def _known(manifest: Manifest) -> dict[str, tuple[str, int]]:
    """Return each file's sha256 and the most bytes it can have."""
    arrays = [array for table in manifest.tables for array in table.arrays]
    return {
        f"{array.path}/{file}": (sha256, array.layout.most_shard_bytes)
        for array in arrays
        for file, sha256 in array.files.items()
    }


def _fault(place: Place, path: str, expected: str, most: int) -> str:
    try:
        found = hashlib.sha256(place.whole(path, most)).hexdigest()
    except SolvedTableError as error:
        return str(error)
    if found != expected:
        return f"{path} of {place.name} is damaged (its sha256 differs from the manifest's): copy or build it again."
    return ""


def _front_faults(place: Place, found: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each file of a front with what is wrong with it: it must be what would be written today."""
    left, remedy = set(found), "write the front again with `plywise publish`"
    if not found:
        return
    try:
        pieces = load_front(place.whole(FRONT, MOST_FRONT), f"{FRONT} of {place.name}")["pieces"] is not None
        for path, content in front_files(SolvedFolder.open(place.name), pieces=pieces):
            same = path in left and place.whole(path, 2 * len(content)) == content
            left.discard(path)
            yield path, "" if same else f"{path} of {place.name} doesn't fit the tables: {remedy}."
    except SolvedTableError as error:
        yield FRONT, str(error)
    else:
        yield from ((path, f"{path} of {place.name} is no part of the front: {remedy}.") for path in sorted(left))


def _files(place: LocalPlace) -> set[str]:
    """Return all files, and links to folders, below a folder."""
    found = set()
    for folder, folders, files in os.walk(place.real):
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        found |= {(Path(folder) / name).relative_to(place.real).as_posix() for name in [*files, *links]}
    return found
