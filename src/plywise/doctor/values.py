"""Small questions about values that a game maker's rules returned.

>>> is_number(float("nan")), is_hashable([]), short("a long text", 9)
(False, False, "'a lon...")
"""

from numbers import Real
from typing import Any


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


def short(value: Any, length: int = 80) -> str:
    """Write a value in at most `length` characters."""
    try:
        text = " ".join(repr(value).split())
    except Exception as error:
        text = f"a {type(value).__name__} whose repr raises {type(error).__name__}"
    return text if len(text) <= length else text[: length - 3] + "..."
