"""Matches: openings, what a folder's match was agreed to be, and its games, whose checksums are made right."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from plywise import Game, load_game
from plywise.files import parse_object
from plywise.matches import Match, MatchFolder, MatchOptions, Openings, read_openings
from plywise.matches.folder import GAMES, HEADER, sealed_line
from plywise.rules import Limit

GAME = load_game("tic-tac-toe")
OPTIONS = MatchOptions(games=2, limit=Limit(nodes=30), openings=("a1 c3", "3/1X1/3"))
OPENINGS = ("# diagonals\na1 c3\n\nb2, a3\n", "3/1X1/3\nX2/1O1/3")


def match() -> Match:
    """Return a match that hasn't begun."""
    return Match(GAME, ["random", "minimax"], OPTIONS)


TERMS = match().terms()


def read_list(game: Game, text: str) -> None:
    """Read openings and begin from each."""
    texts = read_openings(text)
    openings = Openings(game, texts=texts, plies=0)
    for number in range(len(texts)):
        assert not openings[number].begin(game).is_over


def read_header(file: Path) -> None:
    """Open the folder of a match."""
    (file.parent / GAMES).unlink(missing_ok=True)
    MatchFolder(file.parent, TERMS).close()


def read_games(file: Path) -> None:
    """Count the games of a folder, as a match that is continued does, and tell what came of them."""
    (file.parent / HEADER).unlink(missing_ok=True)
    lines = file.read_bytes().split(b"\n")
    file.unlink()
    MatchFolder(file.parent, TERMS).close()
    file.write_bytes(b"\n".join(map(sealed, lines)))
    folder = MatchFolder(file.parent, TERMS)
    try:
        played = match()
        played.resume(folder)
        json.dumps(played.result.counted().to_data())
    finally:
        folder.close()


def sealed(line: bytes) -> bytes:
    """Return a line with the right checksum, where it is JSON at all."""
    try:
        data = parse_object(line)
        data.pop("sum", None)
        return sealed_line(data).removesuffix(b"\n")
    except (ValueError, RecursionError):
        return line


def seeds() -> tuple[bytes, list[bytes]]:
    """Return the header of a match, and games: one by one, and together."""
    with TemporaryDirectory() as made:
        match().run(Path(made))
        games = (Path(made) / GAMES).read_bytes()
        return (Path(made) / HEADER).read_bytes(), [*games.splitlines(keepends=True), games]
