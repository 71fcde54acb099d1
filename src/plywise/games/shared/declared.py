"""What a game declares of its parameters: of what kind each is, what it is by default, and what it may be.

The default says the kind. What a parameter may be is part of its annotation, as a tuple of choices or a range:

>>> from typing import Annotated
>>> def make(size: Annotated[int, (4, 6, 8)] = 8, komi: float = 7.0, goal: Annotated[int, range(2, 101)] = 50): ...
>>> size, komi, goal = declared_parameters(make)
>>> size.kind, size.choices, komi.kind, goal.lowest, goal.highest
('whole', (4, 6, 8), 'number', 2, 100)
>>> goal.objection(200)
'goal is from 2 to 100, not 200'
"""

import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from plywise.games.shared.parameters import write_value

ParameterKind: TypeAlias = Literal["whole", "number", "flag", "text", "numbers", "other"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a game; `choices`, or `lowest` and `highest`, where the game declares them."""

    name: str
    kind: ParameterKind
    default: Any
    choices: tuple[Any, ...] = ()
    lowest: int | None = None
    highest: int | None = None

    def objection(self, value: Any) -> str:
        """Say what is wrong with a value of the right kind; nothing if it is among what is declared."""
        if self.choices and value not in self.choices:
            return f"{self.name} is {_any_of(self.choices)}, not {write_value(value)}"
        for number in value if self.kind == "numbers" else (value,):
            if self.lowest is not None and self.highest is not None and not self.lowest <= number <= self.highest:
                return f"{self.name} is from {self.lowest:,} to {self.highest:,}, not {write_value(number)}"
        return ""


def declared_parameters(make: Callable[..., Any]) -> tuple[Parameter, ...]:
    """Return the parameters of what makes a game, a class or a function."""
    hints = _hints(make)
    known = inspect.signature(make).parameters.values()
    return tuple(
        _parameter(each, hints.get(each.name))
        for each in known
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    )


def _hints(make: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations as far as they can be had: those of a user's file may be any text."""
    try:
        maker: Any = make
        return typing.get_type_hints(maker.__init__ if isinstance(make, type) else make, include_extras=True)
    except Exception:
        return {}


def _parameter(each: inspect.Parameter, hint: Any) -> Parameter:
    default = None if each.default is each.empty else each.default
    choices: tuple[Any, ...] = ()
    bounds = None
    for note in getattr(hint, "__metadata__", ()):
        if isinstance(note, tuple):
            choices = note
        elif isinstance(note, range) and note.step == 1 and len(note):
            bounds = note
    lowest, highest = (bounds[0], bounds[-1]) if bounds else (None, None)
    return Parameter(each.name, _kind(default), default, choices, lowest, highest)


def _kind(default: Any) -> ParameterKind:
    match default:
        case bool():
            return "flag"
        case int():
            return "whole"
        case float():
            return "number"
        case str():
            return "text"
        case tuple() if default and all(type(element) is int for element in default):
            return "numbers"
    return "other"


def _any_of(choices: tuple[Any, ...]) -> str:
    *first, last = map(write_value, choices)
    return f"{', '.join(first)} or {last}" if first else last
