"""The header of a network's file; rules and checksum are made right, so that what they cover is looked at."""

import json
import struct
from pathlib import Path

from plywise.games.backgammon import Backgammon
from plywise.knowledge.learned import NETWORK_FORMAT
from plywise.knowledge.network import read_network
from tests.fuzz.sealing import RULES, sealed

GAME = Backgammon()
SIZE = GAME.input_count + 1 + 2 * 6
WEIGHTS = struct.pack(f"<{SIZE}f", *(number % 7 / 8 - 0.4 for number in range(SIZE)))
HEADER = {
    "game": "backgammon",
    "rules": RULES,
    "inputs": GAME.input_count,
    "hidden": 1,
    "outputs": 6,
    "lowest": -3.0,
    "highest": 3.0,
    "games": 12,
    "seed": 3,
    "match": [6, 1, 3],
}


def seed() -> bytes:
    """Return the header of a network with one hidden unit."""
    return json.dumps(HEADER).encode()


def read(file: Path) -> object:
    """Read a file with this header."""
    file.write_bytes(b"\n".join([NETWORK_FORMAT.encode(), sealed(file.read_bytes(), WEIGHTS), WEIGHTS]))
    return read_network(file, GAME, RULES)
