"""Solved tables as files: written shard by shard, probed slot by slot, checked to the last byte."""

from plywise.knowledge.solved.checking import FileCheck, check_files
from plywise.knowledge.solved.codes import Meaning, Solved
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.solved.folder import SolvedFolder, SolvedWriter
from plywise.knowledge.solved.lock import check_free, hold_folder
from plywise.knowledge.solved.manifest import Manifest, TableEntry
from plywise.knowledge.solved.publishing import Published, publish
from plywise.knowledge.solved.table import SolvedTable

__all__ = [
    "DamagedTableError",
    "FileCheck",
    "Manifest",
    "Meaning",
    "Published",
    "Solved",
    "SolvedFolder",
    "SolvedTable",
    "SolvedTableError",
    "SolvedWriter",
    "TableEntry",
    "check_files",
    "check_free",
    "hold_folder",
    "publish",
]
