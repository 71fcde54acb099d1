"""A network as a file that can be sent to others: no code in it, sizes bounded, made for one set of rules.

    plywise network 1 <newline>
    {"game": "backgammon", "rules": "...", "inputs": 399, "hidden": 128, ..., "sha256": "..."} <newline>
    the weights, float32 each, the lowest byte first

The checksum is of everything else in the second line and of the weights. It finds accidents, not forgers: a forged file
may play badly, but it holds finite numbers only, and no number of it can lead a search outside its tables.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from plywise.files import write_whole
from plywise.knowledge.learned import (
    NETWORK_FORMAT,
    FileKind,
    KnowledgeError,
    checksum,
    damaged,
    read_match,
    read_parts,
    require_rules,
)
from plywise.knowledge.network.network import LearnedNetwork, NetworkLayout
from plywise.rules import Game, PlywiseError

KIND = FileKind(NETWORK_FORMAT, 1 << 26, "network", "holds no network of `plywise learn`: name a file that does")

MOST_WEIGHT = 1e6
"""No learned weight is as large: sums of them stay finite."""

WHOLE = ("inputs", "hidden", "outputs", "games", "seed")


def write_network(network: LearnedNetwork, path: Path) -> None:
    """Write a network to a file, whole or not at all; the same network gives the same bytes."""
    layout = network.layout
    header: dict[str, Any] = {
        "game": network.game,
        "rules": network.rules,
        "inputs": layout.inputs,
        "hidden": layout.hidden,
        "outputs": layout.outputs,
        "lowest": layout.lowest,
        "highest": layout.highest,
        "games": network.games,
        "seed": network.seed,
        "match": network.match,
    }
    header["sha256"] = checksum(header, network.weights)
    try:
        write_whole(path, f"{NETWORK_FORMAT}\n{json.dumps(header)}\n".encode() + network.weights)
    except OSError as error:
        raise KnowledgeError(f"{path} can't be written ({error.strerror}): choose another place.") from error


def network_game(path: str | Path) -> str:
    """Return the name of the game that a network says it was learned for."""
    header, _ = read_parts(path, KIND)
    return str(header.get("game"))


def read_network(path: str | Path, game: Game, rules: str) -> LearnedNetwork:
    """Read a network of a game; refuses a damaged file, and one that was made by other rules.

    `rules` is the fingerprint of the game's own.
    """
    header, weights = read_parts(path, KIND)
    require_rules(path, header, game, rules)
    try:
        inputs, hidden, outputs, games, seed = (_whole(header[name]) for name in WHOLE)
        layout = NetworkLayout(inputs, hidden, outputs, float(header["lowest"]), float(header["highest"]))
        match = read_match(header["match"])
        if len(weights) != 4 * layout.size or header.pop("sha256") != checksum(header, weights):
            raise ValueError("the weights are cut short or changed")
        if not bool((np.abs(np.frombuffer(weights, "<f4")) < MOST_WEIGHT).all()):  # false of NaN, too
            raise ValueError("a weight is out of range")
        if layout.inputs != game.input_count or (layout.lowest, layout.highest) != game.utility_bounds:
            raise ValueError("the game has other inputs or utilities")
        return LearnedNetwork(str(header["game"]), rules, layout, weights, games, seed, match)
    except (KeyError, TypeError, ValueError, OverflowError, PlywiseError) as error:
        raise damaged(path) from error


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise ValueError("a whole number was expected")
    return number
