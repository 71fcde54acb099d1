"""What a folder of tables says about itself, written with checksums and read without trust."""

from plywise.knowledge.solved.manifest.entries import LIMIT, Pages, parse_manifest
from plywise.knowledge.solved.manifest.front import FIRST_BYTES, FOLDER, FRONT, MAGIC, load_front, render_front
from plywise.knowledge.solved.manifest.front import MOST_BYTES as MOST_FRONT
from plywise.knowledge.solved.manifest.manifest import (
    MOST_BYTES,
    NAME,
    UNFINISHED,
    ArrayEntry,
    KeyGroups,
    Manifest,
    TableEntry,
    compact,
    load_json,
)

__all__ = [
    "FIRST_BYTES",
    "FOLDER",
    "FRONT",
    "LIMIT",
    "MAGIC",
    "MOST_BYTES",
    "MOST_FRONT",
    "NAME",
    "UNFINISHED",
    "ArrayEntry",
    "KeyGroups",
    "Manifest",
    "Pages",
    "TableEntry",
    "compact",
    "load_front",
    "load_json",
    "parse_manifest",
    "render_front",
]
