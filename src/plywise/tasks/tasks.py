"""What a front end can ask for, by name: each task runs rules, reports its progress, and returns data.

A task is handed `tell(kind, content)` and its arguments; a game is named by a spec.

>>> found = TASKS["throw"](print, "dice-race", [], seed=7)
>>> found["seed"]
7
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from plywise.games.record_texts import Form
from plywise.tasks.descriptions import describe_game
from plywise.tasks.dice import throw_dice
from plywise.tasks.loaded import book_of, find_game, tables_of
from plywise.tasks.positions import describe_position, replay
from plywise.tasks.probes import probe_by_names
from plywise.tasks.records import export_game, import_games, set_up
from plywise.tasks.searches import Tell as Tell
from plywise.tasks.searches import analysis, explanation

Task: TypeAlias = Callable[..., Any]


def position(
    tell: Tell, spec: str, game: str, actions: Sequence[str], start: str | None = None, is_lenient: bool = False
) -> dict[str, Any]:
    """Return where a game stands; a lenient one, as far as the actions are legal."""
    return describe_position(game, replay(find_game(spec), actions, start, is_lenient))


def setup(tell: Tell, spec: str, pieces: dict[str, str], player: int) -> dict[str, str]:
    """Return the state with certain pieces on the board."""
    return {"start": set_up(find_game(spec), pieces, player)}


def imports(tell: Tell, spec: str, text: str) -> dict[str, Any]:
    """Return the games that a text has in it."""
    return import_games(find_game(spec), text)


def exports(tell: Tell, spec: str, game: str, form: Form, record: dict[str, Any]) -> dict[str, Any]:
    """Return a game as text."""
    return export_game(find_game(spec), game, form, record)


def throw(tell: Tell, spec: str, actions: Sequence[str], seed: int, start: str | None = None) -> dict[str, Any]:
    """Return what chance decides."""
    return {"action": throw_dice(find_game(spec), actions, seed, start), "seed": seed}


def explorer(tell: Tell, spec: str, actions: Sequence[str], book: str, start: str | None = None) -> dict[str, Any]:
    """Return what an opening book says of a position."""
    from plywise.knowledge.books import book_data  # it needs SQLite, which a page doesn't have

    game = find_game(spec)
    record = replay(game, actions, start)
    return book_data(book_of(spec, book), game, record.state)


def probe(tell: Tell, spec: str, names: Sequence[str], tables: str, with_actions: bool = True) -> dict[str, Any]:
    """Return what solved tables say of some states."""
    return probe_by_names(tables_of(spec, tables), names, with_actions)


def description(tell: Tell, spec: str, game: str, title: str, has_book: bool = False) -> dict[str, Any]:
    """Return what a game's players are called, which algorithms can take a seat, and whether there is a book."""
    return {**describe_game(game, title, find_game(spec)), "has_book": has_book}


TASKS: dict[str, Task] = {
    "position": position,
    "throw": throw,
    "setup": setup,
    "import": imports,
    "export": exports,
    "description": description,
    "explorer": explorer,
    "probe": probe,
    "analysis": analysis,
    "explanation": explanation,
}
