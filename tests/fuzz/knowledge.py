"""The header of a file of `plywise learn`; rules and checksum are made right, so that what they cover is looked at."""

import json
import zlib
from pathlib import Path

from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.knowledge.patterns import FORMAT, read_patterns
from tests.fuzz.sealing import RULES, sealed

GAME = TicTacToe()
WEIGHTS = bytes(range(108)) * 2
HEADER = {
    "game": "tic-tac-toe",
    "rules": RULES,
    "values": 3,
    "phases": 2,
    "seats": 1,
    "shared": 0,
    "readings": [["bits", ["stones", 0, cell, 1], ["stones", 1, cell, 2]] for cell in range(9)],
    "patterns": [[0, 1, 4]],
    "maps": [[0, 1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 0, 5, 4, 3, 8, 7, 6]],
    "games": 12,
    "seed": 3,
    "match": [6, 1, 3],
}


def seed() -> bytes:
    """Return a header with one pattern and its mirror image."""
    return json.dumps(HEADER).encode()


def read(file: Path) -> None:
    """Read a file with this header, and look up a state."""
    body = zlib.compress(WEIGHTS)
    file.write_bytes(b"\n".join([FORMAT.encode(), sealed(file.read_bytes(), WEIGHTS), body]))
    knowledge = read_patterns(file, GAME, RULES)
    knowledge.evaluate(GAME, GAME.result(GAME.initial(), 4), 0)
