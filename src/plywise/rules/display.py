"""What a notebook asks of a thing, so that games, states, records and decisions show themselves there.

Notebooks ask an object for `_repr_mimebundle_`. How things look is decided far above the rules, in
`plywise.explain.notebook`; that room is looked up by name when a notebook asks, so that importing the rules stays
light, and nothing here depends on it.

A state is a plain tuple and doesn't know its game. It is shown by the one game that has such states; where several
with different parameters are in use, nobody can know which of them is meant, and it stays a tuple.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any
from weakref import ReferenceType, ref

_games: dict[type, list[ReferenceType[Any]]] = {}
"""By type of state, the games in use that have such states."""


class Displayed:
    """Something that a notebook shows as people want to see it."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return bundle(self)


class DisplayedGame(Displayed):
    """Rules whose states are shown as boards."""

    def __new__(cls, *_: Any, **__: Any) -> Any:
        """Return a new game, of which its states know."""
        game = super().__new__(cls)
        kind = getattr(cls, "State", None)
        if isinstance(kind, type) and hasattr(kind, "_fields"):
            if "_repr_mimebundle_" not in vars(kind):
                kind._repr_mimebundle_ = _show_state  # type: ignore[attr-defined]
            alive = [each for each in _games.get(kind, ()) if each() is not None]
            _games[kind] = [*alive, ref(game)]
        return game

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'spec', '') or getattr(self, 'name', '')}>"


def bundle(thing: Any, state: Any = None) -> dict[str, str]:
    """Return how something is shown, by the kind of text that says so; a game may be asked to show a state.

    Rules that are half written, or wrong, can't be drawn: they are then shown as Python shows them.
    """
    try:
        shown: dict[str, str] = import_module("plywise.explain.notebook").bundle(thing, state)
    except Exception:  # whatever a user's rules raise
        return {"text/plain": repr(thing if state is None else state)}
    return shown


def _show_state(state: Any, include: Any = None, exclude: Any = None) -> dict[str, str]:
    games = list(_games_of(type(state)))
    if not games or any(vars(game) != vars(games[0]) for game in games):
        return {}
    return bundle(games[0], state)


def _games_of(kind: type) -> Iterator[Any]:
    for each in _games.get(kind, ()):
        game = each()
        if game is not None:
            yield game
