"""A policy on disk: JSON that names its game and the rules it was made for. Nothing in it is executed."""

import json
from dataclasses import dataclass
from pathlib import Path

from plywise.files import parse_object, read_text, write_whole
from plywise.rules import PlywiseError, Policy

FORMAT = "plywise policy 1"
MOST_BYTES = 500_000_000


@dataclass(frozen=True, slots=True)
class PolicyFile:
    """A policy with what was said of it when it was written: claims, which `plywise verify` checks."""

    game: str
    algorithm: str
    rounds: int
    value: float
    exploitability: float
    policy: Policy


def write_policy(path: Path, found: PolicyFile) -> None:
    """Write a policy, whole or not at all."""
    data = {
        "format": FORMAT,
        "game": found.game,
        "algorithm": found.algorithm,
        "rounds": found.rounds,
        "value": found.value,
        "exploitability": found.exploitability,
        "policy": found.policy.to_data(),
    }
    write_whole(path, json.dumps(data, separators=(",", ":")).encode())


def read_policy(path: Path) -> PolicyFile:
    """Read a policy; refuses what isn't one with one sentence."""
    try:
        data = parse_object(read_text(path, MOST_BYTES))
    except (OSError, ValueError) as error:
        raise PlywiseError(f"{path} can't be read as a policy ({error}): `plywise equilibrium` writes one.") from None
    if data.get("format") != FORMAT:
        raise PlywiseError(f"{path} is no policy: `plywise equilibrium GAME --out FILE` writes one.")
    try:
        return PolicyFile(
            str(data["game"]),
            str(data["algorithm"]),
            int(data["rounds"]),
            float(data["value"]),
            float(data["exploitability"]),
            Policy.from_data(data["policy"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise PlywiseError(f"{path} is no whole policy ({type(error).__name__}): write it again.") from None
