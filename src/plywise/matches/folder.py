r"""A match on disk: what was agreed, and a line for each game as it finishes.

    match.json      the game, the agents and the options that decide how each game goes
    games.jsonl     a line for each finished game, with a checksum; only ever added to

A process that is killed loses no line that was written; a power cut, those of the last second. A last line without its
end was being written then: it is dropped, and its game is played again. A damaged line elsewhere is refused.
"""

import json
import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from plywise.files import lock_file, open_file, parse_json, parse_object, read_text, write_whole
from plywise.matches.results import GameResult
from plywise.rules import PlywiseError, RecordError

HEADER, GAMES = "match.json", "games.jsonl"
FORMAT = "plywise-match-1"
LARGEST = 1 << 34
"""Bytes of games that are read."""
EVERY = 1.0
"""Seconds after which what was written must be on disk."""


class MatchFolder:
    """The folder of a match, open for one process alone; games that are there already are in `games`."""

    def __init__(self, folder: Path, terms: dict[str, Any]) -> None:
        self.folder, self.path = folder, folder / GAMES
        self.games: dict[int, GameResult] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self._agree({"format": FORMAT} | terms)
        self.file = self.path.open("ab+")
        try:
            _lock(self.file, folder)
            self._read()
        except BaseException:
            self.file.close()
            raise
        self.synced = time.monotonic()

    def _agree(self, terms: dict[str, Any]) -> None:
        """Write down what the match is, or refuse where another one is in the folder."""
        known = read_terms(self.folder)
        if known is None:
            if self.path.exists():
                raise PlywiseError(f"{self.folder} holds games without {HEADER}: name another folder.")
            write_whole(self.folder / HEADER, (json.dumps(terms, indent=1) + "\n").encode())
            return
        same = json.loads(json.dumps(terms))
        other = sorted(name for name in {*known, *same} if known.get(name) != same.get(name))
        if other:
            raise PlywiseError(
                f"{self.folder} holds another match (its {other[0].replace('_', ' ')}: {known.get(other[0])}): "
                "name another folder, or repeat that match's command."
            )

    def _read(self) -> None:
        """Read the games; cut off a last line that wasn't written to its end."""
        self.file.seek(0)
        good = 0
        for number, line in enumerate(self.file, 1):
            game = read_line(line) if line.endswith(b"\n") else None
            if game is None or game.number in self.games:
                if self.file.read(1) or (game is not None and game.number in self.games):
                    raise RecordError(
                        f"Line {number} of {self.path} is damaged: remove that line, and its game is played again."
                    )
                break
            self.games[game.number] = game
            good += len(line)
        self.file.truncate(good)
        self.file.seek(0, os.SEEK_END)

    def add(self, game: GameResult) -> None:
        """Write a finished game."""
        self.file.write(write_line(game))
        self.file.flush()
        if time.monotonic() - self.synced > EVERY:
            self.sync()

    def sync(self) -> None:
        """See to it that all that was written is on disk."""
        os.fsync(self.file.fileno())
        self.synced = time.monotonic()

    def close(self) -> None:
        """Close the folder, with everything on disk."""
        self.sync()
        self.file.close()


def read_terms(folder: Path) -> dict[str, Any] | None:
    """Return what a folder's match was agreed to be; None where none was begun."""
    path = folder / HEADER
    if not path.exists():
        return None
    try:
        terms = parse_json(read_text(path))
    except (OSError, ValueError) as error:
        raise PlywiseError(f"{path} can't be read ({error}): name another folder.") from None
    if not isinstance(terms, dict) or terms.get("format") != FORMAT:
        raise PlywiseError(f"{path} isn't a match's: name another folder.")
    return terms


def read_games(folder: Path) -> Iterator[GameResult]:
    """Yield the games of a folder as they stand there; a last line that isn't whole is still being written."""
    path = folder / GAMES
    try:
        with open_file(path) as file:
            for number, line in enumerate(file, 1):
                game = read_line(line) if line.endswith(b"\n") else None
                if game is not None:
                    yield game
                elif line.endswith(b"\n"):
                    raise RecordError(f"Line {number} of {path} is damaged: remove that line.")
    except OSError as error:
        raise RecordError(f"{path} can't be read: {error.strerror or error}.") from None


def write_line(game: GameResult) -> bytes:
    """Return a game as a line of JSON that carries its own checksum."""
    return sealed_line(game.to_data())


def sealed_line(data: dict[str, Any]) -> bytes:
    """Return data as a line of JSON that carries its own checksum."""
    text = _text(data)
    return f'{text[:-1]},"sum":"{zlib.crc32(text.encode()):08x}"}}\n'.encode()


def read_line(line: bytes) -> GameResult | None:
    """Return the game of a line; None where the line is damaged."""
    try:
        data = parse_object(line)
        said = data.pop("sum")
        is_whole = said == f"{zlib.crc32(_text(data).encode()):08x}"
        return GameResult.from_data(data) if is_whole else None
    except (ValueError, KeyError, RecursionError, RecordError):
        return None


def _text(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))


def _lock(file: BinaryIO, folder: Path) -> None:
    """Refuse a folder in which another process plays, where the system can tell."""
    if not lock_file(file):
        raise PlywiseError(f"Another process plays the match in {folder}: wait for it, or stop it.")
