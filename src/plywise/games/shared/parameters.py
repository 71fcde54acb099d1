"""Parameters as they are written after a game's name: `width=5,height=4`, each of the same kind as its default.

    true false      for a default that is one of these      3-4-5 or (3,4,5)    for a tuple; 3 is a tuple of one
    7               a whole number                          7 or 2.5            for a default such as 1.0

A parameter without a default, or with None, takes any Python literal, or else the text itself.

>>> def make(piles=(3, 4, 5), misere=True): ...
>>> read_parameters(make, split_parameters(["piles=2-2,misere=false"]), "nim")
{'piles': (2, 2), 'misere': False}
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterable
from typing import Any

from plywise.rules import CatalogError

COMMA = re.compile(r",(?=\s*[A-Za-z_]\w*\s*=)")
"""A comma before the next name; other commas are part of a value."""


def split_parameters(parts: Iterable[str]) -> dict[str, str]:
    """Take `name=value,...` apart, the values as texts."""
    found: dict[str, str] = {}
    for text in (text for part in parts for text in COMMA.split(part)):
        name, equals, value = (piece.strip() for piece in text.partition("="))
        if not equals or not name.isidentifier():
            raise CatalogError(f"'{text}' is not a parameter: write it as name=value.")
        if name in found:
            raise CatalogError(f"{name} is given twice, as {found[name]} and as {value}: keep one.")
        found[name] = value
    return found


def read_parameters(make: Callable[..., Any], texts: dict[str, str], spelling: str) -> dict[str, Any]:
    """Return the value of each text, of the same kind as its default in `make`; `spelling` names the game in errors."""
    known = inspect.signature(make).parameters
    try:
        inspect.signature(make).bind(**texts)
    except TypeError as error:
        listed = ", ".join(known) or "none"
        raise CatalogError(f"{spelling} can't take these parameters ({error}): it knows {listed}.") from None
    values = {}
    for name, text in texts.items():
        default = known[name].default if name in known else None
        try:
            values[name] = _fit(_read(text), default, text)
        except ValueError as kind:
            raise CatalogError(f"{name} is {kind}, as in {spelling}:{name}={write_value(default)}.") from None
    return values


def _read(text: str) -> Any:
    """Read true or false, numbers joined by dashes, any Python literal, or a text."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if re.fullmatch(r"[0-9]{1,18}(-[0-9]{1,18})+", text):
        return tuple(map(int, text.split("-")))
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return text


def _fit(value: Any, default: Any, text: str) -> Any:
    """Return a value of the default's kind; raises a ValueError that says which kind that is."""
    match default:
        case bool():
            return _expect(value, isinstance(value, bool), "true or false")
        case int():
            return _expect(value, isinstance(value, int) and not isinstance(value, bool), "a whole number")
        case float():
            return _expect(value, isinstance(value, int | float) and not isinstance(value, bool), "a number")
        case str():
            return value if isinstance(value, str) else text
        case tuple():
            return _fit_tuple(value, default, text)
    return value


def _fit_tuple(value: Any, default: tuple[Any, ...], text: str) -> tuple[Any, ...]:
    """Return a tuple of elements of the same kind as the default's first; a single value becomes a tuple."""
    values = tuple(value) if isinstance(value, list | tuple) else (value,)
    try:
        return tuple(_fit(element, default[0], str(element)) for element in values) if default else values
    except ValueError:
        kind = "numbers joined by dashes" if type(default[0]) is int else "a tuple"
        raise ValueError(kind) from None


def _expect(value: Any, fits: bool, kind: str) -> Any:
    if not fits:
        raise ValueError(kind)
    return value


def write_value(value: Any) -> str:
    """Write a value in the form in which it is read.

    >>> write_value((3, 4, 5)), write_value(False), write_value("winner")
    ('3-4-5', 'false', 'winner')
    """
    if isinstance(value, tuple) and value and all(type(number) is int and number >= 0 for number in value):
        return "-".join(map(str, value))
    if isinstance(value, str):
        return value
    return repr(value).lower() if isinstance(value, bool) else repr(value).replace(" ", "")
