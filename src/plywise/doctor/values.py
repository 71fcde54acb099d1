"""Small questions about values that a game maker's rules returned.

>>> is_number(float("nan")), is_hashable([]), short("a long text", 9)
(False, False, "'a lon...")
"""

from numbers import Real
from typing import Any

from plywise.rules import RulesError, state_key
from plywise.rules.notation import write_fields


def is_number(value: Any) -> bool:
    """Whether a value is a real number that can be compared: not NaN."""
    return isinstance(value, Real) and value == value


def is_hashable(value: Any) -> bool:
    """Whether a value has a hash."""
    try:
        hash(value)
    except Exception:
        return False
    return True


def identity(state: Any) -> Any:
    """Return what equal states have in common; where a state can't be compared, its place in memory."""
    try:
        return state_key(state)
    except RulesError:
        return "incomparable", id(state)


def capital(sentence: str) -> str:
    """Begin a sentence with a capital, and leave the rest as it is.

    >>> capital("write it in Python")
    'Write it in Python'
    """
    return sentence[:1].upper() + sentence[1:]


def short(value: Any, length: int = 80) -> str:
    """Write a value in at most `length` characters."""
    try:
        own: Any = type(value)
        text = " ".join((write_fields(value) if own.__repr__ is object.__repr__ else repr(value)).split())
    except Exception as error:
        text = f"a {type(value).__name__} whose repr raises {type(error).__name__}"
    return text if len(text) <= length else text[: length - 3] + "..."
