"""Records of any form, as games that can be counted: folders of matches, our own, PGN, PDN, SGF and Parquet."""

import re
from collections.abc import Iterator
from pathlib import Path

from plywise.books import GameCollection, PlayedGame, numbered
from plywise.games.record_files import FORMS, read_trees
from plywise.matches import read_games, read_terms
from plywise.rules import Game, PlywiseError, Record, RecordError, RecordTree

PARQUET = ".parquet"
SGF_RESULT = re.compile(r"([BW])\+(?:R|Resign|T|Time|F|Forfeit|[\d.]*)$")
WHITE = {".pgn": 0, ".pdn": 1}
"""Which player is White, whose figure comes first in a result."""


class RecordReader:
    """Reads records into a collection; counts those that have no result, which can't be counted."""

    def __init__(self, collection: GameCollection) -> None:
        self.collection, self.game = collection, collection.game
        self.without_result = 0

    def read(self, path: Path) -> None:
        """Add the games of a file, or of a match's folder."""
        if path.is_dir():
            self.collection.add(self._match(path))
        elif path.suffix.lower() == PARQUET:
            self.collection.add(self._named(path))
        else:
            self.collection.add(self._trees(path))

    def _match(self, folder: Path) -> Iterator[PlayedGame]:
        terms = read_terms(folder)
        if terms is None:
            raise RecordError(f"{folder} is no folder of `plywise match --out`: name a folder or file of games.")
        if terms.get("rules") != self.collection.rules:
            raise RecordError(f"{folder} has games of {terms.get('game')}, by other rules than {self.game.name}'s.")
        for played in read_games(folder):
            if played.forfeited is not None:
                self.without_result += 1
                continue
            yield replayed(self.game, played.initial, played.actions, played.utilities, f"Game {played.number}")

    def _named(self, path: Path) -> Iterator[PlayedGame]:
        """Yield the games of a file of Parquet whose actions are names; others are added right there."""
        for number, (start, names, utilities) in enumerate(self.collection.add_parquet(path), 1):
            yield replayed(self.game, start, names, utilities, f"Game {number} of {path}")

    def _trees(self, path: Path) -> Iterator[PlayedGame]:
        for number, tree in enumerate(read_trees(path, self.game), 1):
            tree.game = self._own_rules(tree, path)
            record = tree.record
            utilities = result_of_tree(tree, record, path.suffix.lower())
            if utilities is None:
                self.without_result += 1
                continue
            try:
                yield numbered(record, utilities)
            except ValueError:
                raise RecordError(f"Game {number} of {path} has an action that the rules don't offer.") from None

    def _own_rules(self, tree: RecordTree, path: Path) -> Game:
        """Return the game to count by; refuses another board."""
        form = FORMS.get(path.suffix.lower())
        if form is None:
            return self.game
        if type(tree.game) is not type(self.game):
            raise RecordError(f"{path} has games of {form.game}, not of {self.game.name}.")
        for name in form.parameters:
            if name != "komi" and getattr(tree.game, name) != getattr(self.game, name):
                raise RecordError(f"{path} has a game with {name}={getattr(tree.game, name)}: name another --game.")
        return self.game


def replayed(
    game: Game, start: str, names: "tuple[str, ...] | list[str]", utilities: tuple[float, ...], what: str
) -> PlayedGame:
    """Return a game whose actions are names as one whose actions are numbers."""
    try:
        first = game.initial() if start in ("", game.state_name(game.initial())) else game.parse_state(start)
        record = Record(game, first)
        for name in names:
            record.add(record.find(name))
        return numbered(record, utilities)
    except (PlywiseError, ValueError) as error:
        raise RecordError(f"{what} can't be played by these rules: {error}") from None


def result_of_tree(tree: RecordTree, record: Record, suffix: str) -> tuple[float, ...] | None:
    """Return what a game came to for each player, by its end or by the result that its file states; None if neither.

    A game that was resigned is worth a win, and the least one where wins have sizes: how large it would have been,
    nobody knows.
    """
    if record.is_over:
        return tuple(map(float, record.utilities))
    game = record.game
    if suffix in WHITE:
        white = {"1-0": 1, "2-0": 1, "0-1": -1, "0-2": -1, "1/2-1/2": 0, "1-1": 0}.get(tree.result)
        lead = None if white is None else white * (1 if WHITE[suffix] == 0 else -1)
    else:
        found = SGF_RESULT.match(tree.result)
        lead = 0 if tree.result in ("0", "Draw") else None if found is None else 1 if found[1] == "B" else -1
    if lead is None or not game.is_adversarial:
        return None
    even = game.draw_utility
    step = min(1.0, game.utility_bounds[1] - even)
    return (even + lead * step, even - lead * step)
