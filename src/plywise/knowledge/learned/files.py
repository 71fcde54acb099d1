"""How a file of learned knowledge begins: a line that names its kind, a line of JSON with a checksum, and then weights.

The checksum is of everything else in the second line and of the weights. It finds accidents, not forgers.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plywise.files import open_file, parse_object
from plywise.knowledge.learned.errors import KnowledgeError
from plywise.rules import Game

NETWORK_FORMAT = "plywise network 1"
"""How a file begins that holds a network. It stands here so that telling the kinds apart needs no NumPy."""


def is_network(path: str | Path) -> bool:
    """Whether a file begins as that of a network does; False where it can't be read."""
    try:
        with open_file(path) as file:
            return file.read(len(NETWORK_FORMAT) + 1) == f"{NETWORK_FORMAT}\n".encode()
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class FileKind:
    """One kind of file: how it begins, how large it may be, and how a file is refused that isn't one."""

    first_line: str
    most_bytes: int
    """A larger file isn't read at all."""
    name: str
    refusal: str
    """What to say of a file that begins otherwise, and what to do."""


def read_parts(path: str | Path, kind: FileKind) -> tuple[dict[str, Any], bytes]:
    """Return a file's header, and its weights as they are."""
    try:
        with open_file(path) as file:
            content = file.read(kind.most_bytes + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise KnowledgeError(f"{path} can't be read ({reason}): name a file of `plywise learn`.") from error
    first, _, rest = content.partition(b"\n")
    if first != kind.first_line.encode():
        raise KnowledgeError(f"{path} {kind.refusal}.")
    if len(content) > kind.most_bytes:
        raise KnowledgeError(f"{path} is larger than {kind.most_bytes >> 20} MB: no {kind.name} is that large.")
    line, _, body = rest.partition(b"\n")
    try:
        return parse_object(line), body
    except ValueError as error:
        raise damaged(path) from error


def require_rules(path: str | Path, header: dict[str, Any], game: Game, rules: str) -> None:
    """Refuse what was learned by other rules than those with this fingerprint, which are the game's own."""
    if header.get("rules") != rules:
        learned = f"{path} was learned for {str(header.get('game'))[:40]}"
        raise KnowledgeError(f"{learned}, by other rules than those of {game.name}: learn it again.")


def read_match(counts: Any) -> tuple[int, ...]:
    """Return the games won, drawn and lost that a header tells; raises ValueError for anything else."""
    if not isinstance(counts, list) or not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError("whole numbers were expected")
    if len(counts) not in (0, 3):
        raise ValueError("a match has games won, drawn and lost")
    return tuple(counts)


def damaged(path: str | Path) -> KnowledgeError:
    """Return what to say of a file that can't be what `plywise learn` wrote."""
    return KnowledgeError(f"{path} is damaged: run `plywise learn` again, or get another copy.")


def checksum(header: dict[str, Any], weights: bytes) -> str:
    """Return the checksum of a header without one, and of the weights."""
    return hashlib.sha256(json.dumps(header).encode() + weights).hexdigest()
