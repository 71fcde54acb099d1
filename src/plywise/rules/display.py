"""What a notebook asks of a thing, so that games, states, records and decisions show themselves there.

Notebooks ask an object for `_repr_mimebundle_`. How things look is decided far above the rules, in
`plywise.explain.notebook`; that room is looked up by name when a notebook asks, so that importing the rules stays
light, and nothing here depends on it.

A state is a plain tuple and doesn't know its game. It is shown by the one game that has such states; where several
with different parameters are in use, nobody can know which of them is meant, and it stays a tuple.
"""

import gc
from importlib import import_module
from typing import Any


class Displayed:
    """Something that a notebook shows as people want to see it."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return bundle(self)


class DisplayedGame(Displayed):
    """Rules whose states are shown as boards."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Let the states of these rules be shown, where they have a type of their own."""
        super().__init_subclass__(**options)
        kind = vars(cls).get("State")
        if isinstance(kind, type) and hasattr(kind, "_fields") and "_repr_mimebundle_" not in vars(kind):
            kind._repr_mimebundle_ = _show_state  # type: ignore[attr-defined]

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
    """Show a state by the game in use that has such states; games are looked for only now, when somebody looks."""
    games = [each for each in gc.get_objects() if _has_state(each, type(state))]
    if not games or any(vars(game) != vars(games[0]) for game in games):
        return {}
    return bundle(games[0], state)


def _has_state(thing: object, kind: type) -> bool:
    """Whether something is a game with such states; asked of its type, since looking at a thing may wake it."""
    return issubclass(type(thing), DisplayedGame) and getattr(type(thing), "State", None) is kind
