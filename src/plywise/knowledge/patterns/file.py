"""Learned patterns as a file that can be sent to others: no code in it, sizes bounded, made for one set of rules.

    plywise knowledge 1 <newline>
    {"game": "hex", "rules": "...", "values": 3, ..., "sha256": "..."} <newline>
    the weights, 16 bits each, compressed by zlib

The checksum is of everything else in the second line and of the weights. It finds accidents, not forgers: a forged file
may play badly, but it holds numbers only, and no number of it can lead a search outside its tables.
"""

import json
import zlib
from pathlib import Path
from typing import Any

from plywise.files import write_whole
from plywise.knowledge.learned import (
    FileKind,
    KnowledgeError,
    checksum,
    damaged,
    read_match,
    read_parts,
    require_rules,
)
from plywise.knowledge.patterns.evaluation import LearnedPatterns
from plywise.knowledge.patterns.layout import PatternLayout
from plywise.knowledge.patterns.readings import is_reading, read_cells
from plywise.rules import Game, PlywiseError, Reading, estimates_of

FORMAT = "plywise knowledge 1"
KIND = FileKind(FORMAT, 1 << 26, "knowledge", "is no file of `plywise learn`: name one that is")


def write_patterns(knowledge: LearnedPatterns, path: Path) -> None:
    """Write learned patterns to a file, whole or not at all; the same patterns give the same bytes."""
    layout = knowledge.layout
    header = {
        "game": knowledge.game,
        "rules": knowledge.rules,
        "values": layout.values,
        "phases": layout.phases,
        "seats": layout.seats,
        "shared": int(layout.is_shared),
        "readings": layout.readings,
        "patterns": layout.patterns,
        "maps": layout.maps,
        "games": knowledge.games,
        "seed": knowledge.seed,
        "match": knowledge.match,
    }
    header["sha256"] = checksum(header, knowledge.weights)
    lines = f"{FORMAT}\n{json.dumps(header)}\n".encode()
    try:
        write_whole(path, lines + zlib.compress(knowledge.weights, 6))
    except OSError as error:
        raise KnowledgeError(f"{path} can't be written ({error.strerror}): choose another place.") from error


def read_patterns(path: str | Path, game: Game, rules: str) -> LearnedPatterns:
    """Read what was learned about a game; refuses a damaged file, and one that was made by other rules.

    `rules` is the fingerprint of the game's own.
    """
    header, body = read_parts(path, KIND)
    require_rules(path, header, game, rules)
    try:
        readings = tuple(_reading(reading, game) for reading in header["readings"])
        patterns, maps = (tuple(_wholes(row) for row in header[name]) for name in ("patterns", "maps"))
        names = ("values", "phases", "seats", "shared", "games", "seed")
        values, phases, seats, shared, games, seed = _wholes([header[name] for name in names])
        if seats != estimates_of(game) or shared not in (0, 1):
            raise ValueError("the players are others")
        layout = PatternLayout(readings, values, patterns, maps, phases, seats, bool(shared))
        match = read_match(header["match"])
        weights = _unpacked(body, 2 * layout.size)
        if header.pop("sha256") != checksum(header, weights):
            raise ValueError("its checksum differs")
        read_cells(game, readings, values, game.initial())
        return LearnedPatterns(str(header["game"]), rules, layout, weights, games, seed, match)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError, PlywiseError) as error:
        raise damaged(path) from error


def patterns_game(path: str | Path) -> str:
    """Return the name of the game that patterns say they were learned for."""
    header, _ = read_parts(path, KIND)
    return str(header.get("game"))


def _reading(said: Any, game: Game) -> Reading:
    """Return how a cell is read; refuses anything that this game's states don't have."""
    reading: Any = tuple(tuple(part) if isinstance(part, list) else part for part in said)
    if not is_reading(reading, game.initial()):
        raise ValueError(f"{said!r} reads no cell")
    found: Reading = reading
    return found


def _wholes(numbers: Any) -> tuple[int, ...]:
    """Return whole numbers as a tuple; refuses floats, infinity and NaN among them."""
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise ValueError("whole numbers were expected")
    return tuple(numbers)


def _unpacked(body: bytes, size: int) -> bytes:
    """Return compressed weights; never takes more memory than they should need."""
    unpacking = zlib.decompressobj()
    try:
        weights = unpacking.decompress(body, size + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(weights) != size or not unpacking.eof or unpacking.unused_data:
        raise ValueError("the weights are cut short, or too many")
    return weights
