"""Files of networks: what is written is read again, and what is damaged, hostile or of other rules is refused."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from plywise.kernel import rules_fingerprint
from plywise.knowledge.learned import NETWORK_FORMAT, KnowledgeError, checksum, is_network
from plywise.knowledge.network import (
    LearnedNetwork,
    NetworkLayout,
    layout_for,
    read_network,
    write_network,
)
from tests.learn.sprint import Sprint

GAME = Sprint()
RULES = rules_fingerprint(GAME)


def made(hidden=3):
    layout = layout_for(GAME, hidden)
    weights = np.linspace(-1, 1, layout.size).astype("<f4").tobytes()
    return LearnedNetwork(GAME.name, RULES, layout, weights, 12, 5, (6, 1, 3))


def forged(path, weights=None, **fields):
    """Write a file whose checksum is right, whatever else is wrong."""
    write_network(made(), path)
    first, line, body = path.read_bytes().split(b"\n", 2)
    header = {**json.loads(line), **fields}
    body = body if weights is None else weights
    del header["sha256"]
    header["sha256"] = checksum(header, body)
    path.write_bytes(b"\n".join([first, json.dumps(header).encode(), body]))
    return path


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "sprint.knowledge"
    write_network(made(), path)
    assert read_network(path, GAME, RULES) == made()
    assert is_network(path)
    assert not is_network(tmp_path / "none")
    assert made().gain == 0.15
    write_network(made(), tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_outputs_are_of_the_size_that_the_utilities_need():
    assert layout_for(GAME, 3) == NetworkLayout(20, 3, 4, -2.0, 2.0)


def test_other_rules_are_refused(tmp_path):
    path = tmp_path / "other"
    write_network(replace(made(), rules="elsewhere"), path)
    with pytest.raises(KnowledgeError, match=r"was learned for .*, by other rules than those of .*: learn it again"):
        read_network(path, GAME, RULES)


@pytest.mark.parametrize(
    "fields",
    [
        {"hidden": 1 << 40},
        {"hidden": -3},
        {"hidden": True},
        {"hidden": 3.0},
        {"inputs": 1 << 62, "hidden": 1 << 62},
        {"inputs": 21},
        {"outputs": 0},
        {"lowest": float("nan")},
        {"lowest": -3},
        {"highest": 1e300},
        {"match": [1, 2]},
        {"match": [1, -2, 3]},
        {"games": None},
        {"seed": "x"},
    ],
    ids=str,
)
def test_hostile_headers_are_refused(tmp_path, fields):
    with pytest.raises(KnowledgeError, match="is damaged"):
        read_network(forged(tmp_path / "hostile", **fields), GAME, RULES)


@pytest.mark.parametrize("weight", [np.nan, np.inf, -np.inf, 1e30])
def test_weights_that_are_no_finite_numbers_are_refused(tmp_path, weight):
    weights = np.frombuffer(made().weights, "<f4").copy()
    weights[7] = weight
    with pytest.raises(KnowledgeError, match="is damaged"):
        read_network(forged(tmp_path / "infinite", weights=weights.tobytes()), GAME, RULES)


def test_files_cut_short_or_changed_are_refused(tmp_path):
    path, chosen = tmp_path / "changed", random.Random(1)
    write_network(made(), path)
    whole = path.read_bytes()
    for _ in range(300):
        content = bytearray(whole)
        if chosen.random() < 0.3:
            del content[chosen.randrange(len(content)) :]
        else:
            place = chosen.randrange(len(content))
            content[place] ^= 1 << chosen.randrange(8)
        path.write_bytes(bytes(content))
        with pytest.raises(KnowledgeError):
            read_network(path, GAME, RULES)
    path.write_bytes(whole + b"\0")
    with pytest.raises(KnowledgeError, match="is damaged"):
        read_network(path, GAME, RULES)


def test_other_files_are_refused_in_a_sentence(tmp_path):
    path = tmp_path / "other"
    path.write_bytes(b"plywise knowledge 1\n{}\n")
    with pytest.raises(KnowledgeError, match=r"holds no network of `plywise learn`: name a file that does\."):
        read_network(path, GAME, RULES)
    path.write_bytes(f"{NETWORK_FORMAT}\n[]\n".encode())
    with pytest.raises(KnowledgeError, match="is damaged"):
        read_network(path, GAME, RULES)
    with pytest.raises(KnowledgeError, match="can't be read"):
        read_network(tmp_path / "missing", GAME, RULES)
