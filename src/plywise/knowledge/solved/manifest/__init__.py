"""What a folder of tables says about itself, written with checksums and read without trust."""

from plywise.knowledge.solved.manifest.entries import LIMIT, Pages, parse_manifest
from plywise.knowledge.solved.manifest.manifest import (
    MOST_BYTES,
    NAME,
    UNFINISHED,
    ArrayEntry,
    Manifest,
    TableEntry,
    compact,
    load_json,
)

__all__ = [
    "LIMIT",
    "MOST_BYTES",
    "NAME",
    "UNFINISHED",
    "ArrayEntry",
    "Manifest",
    "Pages",
    "TableEntry",
    "compact",
    "load_json",
    "parse_manifest",
]
