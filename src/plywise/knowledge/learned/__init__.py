"""What all learned knowledge shares: who made it and how it did, how its files begin, and how they are refused."""

from plywise.knowledge.learned.errors import KnowledgeError
from plywise.knowledge.learned.files import (
    NETWORK_FORMAT,
    FileKind,
    checksum,
    damaged,
    is_network,
    read_match,
    read_parts,
    require_rules,
)
from plywise.knowledge.learned.learned import Learned

__all__ = [
    "NETWORK_FORMAT",
    "FileKind",
    "KnowledgeError",
    "Learned",
    "checksum",
    "damaged",
    "is_network",
    "read_match",
    "read_parts",
    "require_rules",
]
