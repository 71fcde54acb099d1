"""The games that a service offers, by id: nothing that a client sends is ever a path, a class or a parameter.

    tic-tac-toe                          tic-tac-toe
    connect-four:width=5,height=4        connect-four:width=5,height=4
    path/to/lines.py                     lines
    path/to/lines.py:Small               lines:Small

>>> offer(["nim", "connect-four:width=5,height=4"]).spec("nim")
'nim'
"""

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plywise.agents import named_game, open_knowledge, open_tables
from plywise.games.catalog import PRESETS, TREES, catalog, describe, load_game
from plywise.games.tree import Tree
from plywise.knowledge.learned import KnowledgeError
from plywise.knowledge.solved import SolvedFolder
from plywise.rules import CatalogError, Game
from plywise.service.errors import ServiceError
from plywise.service.schema import OfferedGame


@dataclass(frozen=True, slots=True)
class Offered:
    """Specs by id, what there is to say of each game, and by spec, where its solved tables and its knowledge are."""

    specs: dict[str, str]
    games: tuple[OfferedGame, ...]
    tables: dict[str, str] = field(default_factory=dict)
    knowledge: dict[str, str] = field(default_factory=dict)

    def aids(self, spec: str) -> dict[str, str | None]:
        """Return what helps a search of a game, by name: where its tables are, and what was learned."""
        return {"tables": self.tables.get(spec), "knowledge": self.knowledge.get(spec)}

    def spec(self, game_id: str) -> str:
        """Return the spec behind an id; refuses an id that is not offered."""
        if game_id not in self.specs:
            raise ServiceError("bad-request", "There is no such game here: choose one of /api/games.", 404)
        return self.specs[game_id]


def offer(specs: Sequence[str] = (), tables: Sequence[str] = (), knowledge: Sequence[str] = ()) -> Offered:
    """Load games once, to see that they are sound and to describe them; without specs, the whole catalog.

    Folders of `tables` and files of `knowledge` go to the games that they name; refuses one whose game isn't offered,
    or has other rules.
    """
    found: dict[str, str] = {}
    games = []
    for spec in specs or sorted([*catalog().makers, *PRESETS], key=_rank):
        game_id = _id(spec)
        if found.get(game_id, spec) != spec:
            raise CatalogError(
                f"{found[game_id]} and {spec} would both be called '{game_id}': rename one of the files."
            )
        if game_id not in found:
            found[game_id] = spec
            games.append(_describe(game_id, spec, load_game(spec)))
    solved = dict(_with_spec(where, found) for where in tables)
    return Offered(found, tuple(games), solved, dict(_learned(where, found) for where in knowledge))


def _with_spec(where: str, specs: dict[str, str]) -> tuple[str, str]:
    """Return the spec of the game that tables are of, and where they are; only tables of its very rules are opened."""
    named = SolvedFolder.open(where).manifest.game
    if _id(named) not in specs:
        raise CatalogError(f"The tables in {where} are of {named}, which isn't offered: name that game too.")
    spec = specs[_id(named)]
    open_tables(where, load_game(spec))
    return spec, where


def _learned(where: str, specs: dict[str, str]) -> tuple[str, str]:
    """Return the spec of the game that knowledge is of, and where it is."""
    named, refusal = named_game(where), None
    for spec in specs.values():
        game = load_game(spec)
        if game.name == named:
            try:
                open_knowledge(where, game)
            except KnowledgeError as error:
                refusal = error
            else:
                return spec, where
    raise refusal or CatalogError(f"{where} was learned for {named[:40]}, which isn't offered: name that game too.")


def _rank(name: str) -> tuple[bool, str]:
    """Put the texts' trees behind the games."""
    return (TREES / f"{name}.json").exists(), name


def _id(spec: str) -> str:
    target, colon, rest = spec.partition(":")
    is_file = Path(target).suffix in (".py", ".json")
    return f"{Path(target).stem if is_file else target}{colon}{rest}"


def _describe(game_id: str, spec: str, game: Game) -> OfferedGame:
    name = spec.partition(":")[0]
    about = describe(name) if name in catalog().makers else (inspect.getdoc(type(game)) or "").partition("\n")[0]
    return OfferedGame(id=game_id, title=_title(game_id, spec, game), about=about, players=game.players)


def _title(game_id: str, spec: str, game: Game) -> str:
    """Write a game's name for people: Connect Four (width=5), Figure 5.2."""
    if isinstance(game, Tree):
        title = game_id.replace("-", " ")
        return title[:1].upper() + title[1:]
    title = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", type(game).__name__)
    parameters = re.search(r":(\w+=.*)", PRESETS.get(spec, spec))
    return f"{title} ({parameters[1]})" if parameters else title
