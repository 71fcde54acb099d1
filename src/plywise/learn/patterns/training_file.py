"""Where learning was left, in a file beside the knowledge: weights with their step sizes, and the random numbers.

    plywise training 1 <newline>
    {"rules": "...", "games": 12000, "random": [...], "run": {...}, "sha256": "..."} <newline>
    three float32 for each weight, compressed by zlib

It is for going on with the same run, and needs the knowledge that was written with it.
"""

import hashlib
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.files import open_file, parse_object, write_whole
from plywise.knowledge.learned import KnowledgeError

FORMAT = "plywise training 1"
MOST_BYTES = 1 << 28
SUFFIX = ".training"


@dataclass(frozen=True, slots=True)
class Training:
    """Where learning was left."""

    rules: str
    games: int
    random: tuple[int, ...]
    """The counter of each thread's random numbers."""
    numbers: NDArray[np.float32]
    """Weights, then sums of their errors and of the errors' sizes: see `kernel.WeightTable`."""

    run: dict[str, Any] | None = None
    """What the run under way was asked for, and how much of it is done; None where none is under way."""


def training_path(path: Path) -> Path:
    """Return the file that belongs to a file of knowledge.

    >>> training_path(Path("hex.knowledge")).name
    'hex.knowledge.training'
    """
    return path.with_name(path.name + SUFFIX)


def write_training(training: Training, path: Path) -> None:
    """Write where learning was left, whole or not at all."""
    header: dict[str, Any] = {"rules": training.rules, "games": training.games, "random": training.random}
    _write(path, header, training.run, training.numbers.astype("<f4").tobytes())


def note_run(path: Path, run: dict[str, Any] | None) -> None:
    """Note in a file how far the run under way is, or that none is any more."""
    _, header, content = _read(path)
    del header["sha256"]
    _write(path, header, run, content)


def _write(path: Path, header: dict[str, Any], run: dict[str, Any] | None, content: bytes) -> None:
    header.pop("run", None)
    if run is not None:
        header["run"] = run
    header["sha256"] = _checksum(header, content)
    try:
        write_whole(path, f"{FORMAT}\n{json.dumps(header)}\n".encode() + zlib.compress(content, 1))
    except OSError as error:
        raise KnowledgeError(f"{path} can't be written ({error.strerror}): choose another place.") from error


def _read(path: Path, most: int = MOST_BYTES) -> tuple[bytes, dict[str, Any], bytes]:
    """Return a file's first line, its header, and at most that many bytes of its content; nothing is checked."""
    with open_file(path) as file:
        first, line, body = file.read(MOST_BYTES).split(b"\n", 2)
    return first, parse_object(line), zlib.decompressobj().decompress(body, most)


def read_run(path: Path) -> dict[str, Any] | None:
    """Return the run under way that a file knows of, unchecked; None where there is none, or no such file."""
    try:
        first, header, _ = _read(path, 1)
    except (OSError, ValueError, zlib.error):
        return None
    run = header.get("run") if first == FORMAT.encode() else None
    return run if isinstance(run, dict) else None


def read_training(path: Path, rules: str, size: int, width: int = 3) -> Training:
    """Read where learning was left; refuses a damaged file, other rules, and numbers that aren't finite.

    There are `width` numbers for each of `size` weights.
    """
    try:
        first, header, content = _read(path, 4 * width * size + 1)
        checksum = header.pop("sha256")
        numbers = np.frombuffer(content, "<f4").astype(np.float32)
        games, counters, run = header["games"], header["random"], header.get("run")
        is_sound = (
            first == FORMAT.encode()
            and header["rules"] == rules
            and len(numbers) == width * size
            and _checksum(header, content) == checksum
            and bool(np.isfinite(numbers).all())
            and (run is None or isinstance(run, dict))
            and all(type(each) is int and abs(each) < 1 << 63 for each in (games, *counters))
        )
        if is_sound:
            return Training(rules, games, tuple(counters), numbers, run)
    except OSError as error:
        raise KnowledgeError(f"{path} can't be read ({error.strerror}): leave out --resume.") from error
    except (KeyError, TypeError, ValueError, zlib.error):
        pass
    raise KnowledgeError(f"{path} is damaged, or belongs to other rules: leave out --resume to start again.")


def _checksum(header: dict[str, Any], content: bytes) -> str:
    return hashlib.sha256(json.dumps(header).encode() + content).hexdigest()
