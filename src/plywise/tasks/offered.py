"""The games that a service offers, by id: nothing that a client sends is ever a path or a class.

    tic-tac-toe                          tic-tac-toe
    connect-four:width=5,height=4        connect-four:width=5,height=4
    path/to/lines.py                     lines
    path/to/lines.py:Small               lines:Small

What is offered once can be had with other values of its parameters too, as far as they are declared (`families`).

>>> offered = offer(["nim", "connect-four"])
>>> offered.spec("nim:piles=3-4-5"), offered.spec("connect-four:height=4,width=5")
('nim', 'connect-four:width=5,height=4')
"""

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from plywise.agents import named_game, open_book, open_knowledge, open_tables
from plywise.games.catalog import TREES, catalog, describe, is_installed, load_game
from plywise.games.shared.declared import Parameter, ParameterKind
from plywise.games.shared.parameters import write_value
from plywise.games.shipped import PRESETS
from plywise.rules import CatalogError, Game
from plywise.tasks.errors import TaskError
from plywise.tasks.families import Family, preset_title, split_member

Shelf: TypeAlias = Literal["games", "trees", "yours"]
"""Where a game stands on the page: among the games, the textbooks' trees, or the user's own files."""


HIDING = (
    "{spec} hides something from its players, and a page without a server holds everything: play it with "
    "`plywise serve {spec}` or `plywise play {spec}`, or with open cards as {spec}:open_cards=true."
)


@dataclass(frozen=True, slots=True)
class ParameterCard:
    """A parameter of a game: its kind, and in the form in which they are sent, its default and what it may be."""

    name: str
    kind: ParameterKind
    default: str
    choices: list[str]
    lowest: int | None
    highest: int | None


@dataclass(frozen=True, slots=True)
class VariantCard:
    """A game with certain values of its parameters, those that aren't the default."""

    id: str
    title: str
    values: dict[str, str]


@dataclass(frozen=True, slots=True)
class GameCard(VariantCard):
    """A game that can be played here, with other values of its parameters as `family:name=value,...`."""

    family: str
    about: str
    players: int
    shelf: Shelf
    hides: bool
    """Whether players don't see everything, so that whoever runs it has to send each its own view."""
    parameters: list[ParameterCard]
    variants: list[VariantCard]


@dataclass(frozen=True, slots=True)
class Offered:
    """Specs by id, a card for each family of games, and by spec, where its solved tables and its knowledge are."""

    specs: dict[str, str]
    games: tuple[GameCard, ...]
    families: dict[str, Family] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)
    knowledge: dict[str, str] = field(default_factory=dict)
    books: dict[str, str] = field(default_factory=dict)
    """Where the opening books are, likewise."""

    def aids(self, spec: str) -> dict[str, str | None]:
        """Return what helps a search of a game, by name: where its tables are, and what was learned."""
        return {"tables": self.tables.get(spec), "knowledge": self.knowledge.get(spec)}

    def spec(self, game_id: str) -> str:
        """Return the spec behind an id; refuses what is not offered, and values that a game doesn't declare."""
        if game_id in self.specs:
            return self.specs[game_id]
        family, texts = self._member(game_id)
        spec = family.spec(texts)
        same = (known for known_id, known in self.specs.items() if self._is_same(known_id, spec))
        return next(same, spec)

    def title(self, game_id: str) -> str:
        """Return what people call the game of an id."""
        family, texts = self._member(game_id)
        return preset_title(game_id) if game_id in PRESETS else family.title_of(family.own_values(texts, True))

    def _member(self, game_id: str) -> tuple[Family, dict[str, str]]:
        family_id, texts = split_member(game_id)
        if family_id not in self.families:
            raise TaskError("bad-request", "There is no such game here: choose one of /api/games.", 404)
        return self.families[family_id], texts

    def _is_same(self, game_id: str, spec: str) -> bool:
        """Whether an id that is offered stands for a spec, spelt otherwise."""
        family, texts = self._member(game_id)
        return spec.startswith(family.target) and family.spec(texts, is_trusted=True) == spec


def offer(
    specs: Sequence[str] = (),
    tables: Sequence[str] = (),
    knowledge: Sequence[str] = (),
    books: Sequence[str] = (),
    *,
    keeps_secrets: bool = False,
) -> Offered:
    """Load games once, to see that they are sound and to describe them; without specs, the whole catalog.

    Folders of `tables` and files of `knowledge` and `books` go to the games that they name; refuses one whose game
    isn't offered, or has other rules. Whoever `keeps_secrets` sends each player only its own view; others are refused
    games that hide something.
    """
    found: dict[str, str] = {}
    families: dict[str, Family] = {}
    cards: dict[str, GameCard] = {}
    for spec in specs or sorted([*catalog().makers, *PRESETS], key=_rank):
        game_id = _id(spec)
        if found.get(game_id, spec) != spec:
            raise CatalogError(
                f"{found[game_id]} and {spec} would both be called '{game_id}': rename one of the files."
            )
        if game_id not in found:
            game = load_game(spec)
            if game.hides and not keeps_secrets:
                if not specs:
                    continue
                raise CatalogError(HIDING.format(spec=spec))
            found[game_id] = spec
            family = Family.of(spec, game)
            families.setdefault(family.id, family)
            _add_card(cards, family, game_id, spec, game)
    solved = dict(_with_spec(where, found) for where in tables)
    learned = dict(_learned(where, found) for where in knowledge)
    opened = dict(_with_book(where, found) for where in books)
    return Offered(found, tuple(cards.values()), families, solved, learned, opened)


def _add_card(cards: dict[str, GameCard], family: Family, game_id: str, spec: str, game: Game) -> None:
    """Make a card for a family, or add a game to the variants on its card."""
    texts = split_member(game_id)[1]
    values = family.own_values(texts, is_trusted=True)
    title = preset_title(game_id) if game_id in PRESETS else family.title_of(values)
    if family.id in cards:
        cards[family.id].variants.append(VariantCard(id=game_id, title=title, values=values))
        return
    name = spec.partition(":")[0]
    about = describe(name) if name in catalog().makers else (inspect.getdoc(type(game)) or "").partition("\n")[0]
    cards[family.id] = GameCard(
        id=game_id,
        family=family.id,
        title=title,
        about=about,
        players=game.players,
        shelf=_shelf(spec),
        hides=game.hides,
        parameters=[_parameter_data(each) for each in family.parameters if family.offers(each)],
        values=values,
        variants=[],
    )


def _with_spec(where: str, specs: dict[str, str]) -> tuple[str, str]:
    """Return the spec of the game that tables are of, and where they are; only tables of its very rules are opened."""
    from plywise.knowledge.solved import SolvedFolder

    named = SolvedFolder.open(where).manifest.game
    if _id(named) not in specs:
        raise CatalogError(f"The tables in {where} are of {named}, which isn't offered: name that game too.")
    spec = specs[_id(named)]
    open_tables(where, load_game(spec))
    return spec, where


def _with_book(where: str, specs: dict[str, str]) -> tuple[str, str]:
    """Return the spec of the game that a book is of, and where it is."""
    from plywise.knowledge.books import book_game, is_polyglot

    named = "chess" if is_polyglot(where) else book_game(where)
    spec = specs.get(_id(named))
    if spec is None:
        raise CatalogError(f"{where} is a book of {named[:60]}, which isn't offered: name that game too.")
    open_book(where, load_game(spec)).close()
    return spec, where


def _learned(where: str, specs: dict[str, str]) -> tuple[str, str]:
    """Return the spec of the game that knowledge is of, and where it is."""
    from plywise.knowledge.learned import KnowledgeError

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


def _rank(name: str) -> tuple[bool, bool, str]:
    """Put the texts' trees behind the games, and presets behind what they are short for."""
    return (TREES / f"{name}.json").exists(), name in PRESETS, name


def _id(spec: str) -> str:
    target, colon, rest = spec.partition(":")
    is_file = Path(target).suffix in (".py", ".json")
    return f"{Path(target).stem if is_file else target}{colon}{rest}"


def _shelf(spec: str) -> Shelf:
    if not is_installed(spec):
        return "yours"
    return "trees" if (TREES / f"{spec.partition(':')[0]}.json").exists() else "games"


def _parameter_data(parameter: Parameter) -> ParameterCard:
    return ParameterCard(
        name=parameter.name,
        kind=parameter.kind,
        default=write_value(parameter.default),
        choices=[write_value(choice) for choice in parameter.choices],
        lowest=parameter.lowest,
        highest=parameter.highest,
    )
