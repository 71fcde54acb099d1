"""The fields of a state, whatever it is, and their values in words.

| state | fields |
|---|---|
| a NamedTuple, a dataclass | those that it declares |
| any other object | its attributes, but none that begins with _ |
| a dict by names | its entries |
| anything else | one field without a name |

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Pile:
...     counters: str = "ooo"
...     hands: tuple = ((1, 2), ())
...     winner: int | None = None
>>> [(field_name(name), tell_value(value)) for name, value in fields_of(Pile())]
[('counters', 'ooo'), ('hands', '(1, 2), none'), ('winner', 'none')]
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

LONGEST = 600
"""How many characters of a value are shown."""


def fields_of(state: Any, *, splits: bool = False) -> tuple[tuple[str, Any], ...]:
    """Return a state's fields with their values, in their order; `splits` takes a tuple's elements for its fields."""
    if hasattr(state, "_fields"):
        return tuple(zip(state._fields, state, strict=True))
    if is_dataclass(state) and not isinstance(state, type):
        return tuple((each.name, getattr(state, each.name)) for each in fields(state) if each.repr)
    if isinstance(state, Mapping):
        is_named = state and all(isinstance(name, str) for name in state)
        return tuple(state.items()) if is_named else (("", state),)
    if splits and isinstance(state, tuple | list):
        return tuple((f"[{number}]", part) for number, part in enumerate(state))
    if type(state).__module__ == "builtins" or hasattr(state, "tolist") or isinstance(state, Enum | tuple | list):
        return (("", state),)
    names = [name for kind in reversed(type(state).__mro__) for name in _slots(kind)]
    names += getattr(state, "__dict__", ())
    shown = [(name, getattr(state, name)) for name in names if not name.startswith("_") and hasattr(state, name)]
    return tuple(shown) or (("", state),)


def _slots(kind: type) -> Iterable[str]:
    names = vars(kind).get("__slots__", ())
    return (names,) if isinstance(names, str) else tuple(names)


def field_name(name: str) -> str:
    """Return a field's name as people read it.

    >>> field_name("last_move")
    'last move'
    """
    return name.replace("_", " ").strip()


def tell_value(value: Any) -> str:
    """Write a value as people read it: without quotes, and the same every time."""
    text = _tell(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _tell(value: Any, is_inner: bool = False) -> str:
    if isinstance(value, Enum):
        return field_name(value.name.lower() if value.name.isupper() else value.name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or (isinstance(value, str | tuple | list | Mapping | frozenset | set) and not value):
        return "none"
    if hasattr(value, "tolist"):
        return _tell(value.tolist(), is_inner)
    if _writes_itself(value):
        return str(value)
    if isinstance(value, Mapping):
        told = [f"{_tell(key, True)}: {_tell(each, True)}" for key, each in value.items()]
    elif hasattr(value, "_fields") or (is_dataclass(value) and not isinstance(value, type)):
        told = [f"{field_name(name)} {_tell(each, True)}" for name, each in fields_of(value)]
    elif isinstance(value, frozenset | set):
        told = [_tell(each, True) for each in _in_order(value)]
    elif isinstance(value, tuple | list):
        told = [_tell(each, True) for each in value]
    else:
        return str(value)
    return f"({', '.join(told)})" if is_inner else ", ".join(told)


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Return the elements of a set in an order that is always the same."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


def _writes_itself(value: Any) -> bool:
    """Whether a value's author says how to write it."""
    return type(value).__module__ != "builtins" and any("__str__" in vars(kind) for kind in type(value).__mro__[:-1])
