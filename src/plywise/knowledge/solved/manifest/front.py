"""The front of a folder on the web: its manifest without the checksums of files, small enough to be read first.

    front/tables.zst               this file: JSON in a frame of zstd, followed by its crc32c
    front/KBNvK_w/codes.spans      where each chunk of an array lies (see arrays/spans.py)
    front/three/keys.groups/0      keys and codes of a sparse table, by groups (see arrays/groups.py)
    front/pieces/...               where asked for: every file once more, in small ones, for hosts without byte ranges

A manifest of large tables lists thousands of checksums that a probe has no use for: what a probe reads has a checksum
of its own. The front says to which manifest it belongs.
"""

import struct
from collections.abc import Mapping
from typing import Any

from plywise.files import parse_json
from plywise.knowledge.solved.codecs import CodecError, checksum, claimed_size, pack, unpack
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.solved.manifest.manifest import KeyGroups, Manifest, compact

FOLDER = "front"
FRONT = f"{FOLDER}/tables.zst"
FORMAT = "plywise front of solved tables"
VERSION = 1

FIRST_BYTES = 1 << 15
"""What is asked for at first: the fronts of some hundred tables take less."""

MOST_BYTES = 1 << 22
"""A larger front isn't read, packed or unpacked."""

MAGIC = bytes.fromhex("28b52ffd")
"""How a frame of zstd begins. Some hosts answer with a page of theirs where there is no file."""


def render_front(manifest: Manifest, groups: Mapping[str, KeyGroups], pieces: list[int] | None) -> bytes:
    """Return a front as a file, with the groups of each sparse table.

    `pieces` are the bytes from one piece's start to the next's, and those they share.
    """
    content = manifest.content()
    for table in content["tables"]:
        if table["name"] in groups:
            table["groups"] = groups[table["name"]].record()
        for array in (table["codes"], *table["keys"]):
            del array["sha256"]
    content |= {"format": FORMAT, "version": VERSION, "manifest": manifest.checksum, "pieces": pieces}
    text = compact(content)
    if len(text) > MOST_BYTES:
        raise SolvedTableError(f"A front of {len(text):,} bytes is too large: publish fewer tables in one folder.")
    frame = pack(text)
    return frame + struct.pack("<I", checksum(frame))


def load_front(raw: bytes, where: str) -> dict[str, Any]:
    """Return a front's plain data, its checksum, format and version checked."""
    frame = raw[:-4]
    if len(raw) < 4 or checksum(frame) != int.from_bytes(raw[-4:], "little"):
        raise DamagedTableError(where, "its checksum differs")
    try:
        size = claimed_size(frame)
        if size is None or size > MOST_BYTES:
            raise CodecError(f"it unpacks to more than {MOST_BYTES} bytes")
        data = parse_json(unpack(frame, size))
    except (CodecError, ValueError) as error:
        raise DamagedTableError(where, str(error)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise SolvedTableError(f"{where} is of another kind or version: write it again with `plywise publish`.")
    if not _are_pieces(data.get("pieces")):
        raise SolvedTableError(f"{where} has no proper 'pieces': write it again with `plywise publish`.")
    return data


def _are_pieces(pieces: Any) -> bool:
    """Whether this says how files are cut, or that they aren't."""
    if pieces is None:
        return True
    return (
        type(pieces) is list
        and [type(size) for size in pieces] == [int, int]
        and 0 < min(pieces) < 1 << 20 > max(pieces)
    )
