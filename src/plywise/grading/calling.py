"""How a student's function is called: with game and state, a depth, and alpha and beta where it requires them.

>>> check_call("alpha-beta", lambda game, state, depth, alpha, beta: (0, None))
>>> check_call("minimax", lambda game, state, is_max: (0, None))
Traceback (most recent call last):
plywise.grading.calling.StudentError: minimax requires is_max, which this call doesn't pass: give it a default, \
or wrap the function: def minimax(game, state, depth): ...
"""

import functools
import inspect
import math
from collections.abc import Callable
from inspect import Parameter
from typing import Any

from plywise.rules import PlywiseError

DEEP = 100
"""The depth handed to a function that requires one, where the whole game is meant."""

WINDOW = {"alpha": -math.inf, "beta": math.inf}


class StudentError(PlywiseError):
    """A file that holds no search that could be graded."""


def check_call(algorithm: str, function: Callable[..., Any]) -> None:
    """Refuse a function that can't be called on any exercise, with what to write instead."""
    name = algorithm.replace("-", "_")
    wrapped = f"wrap the function: def {name}(game, state, depth): ..."
    handed = arguments(function, None)
    try:
        inspect.signature(function).bind(None, None, **handed)
    except (TypeError, ValueError):
        needed = [each.name for each in _parameters(function)[2:] if each.default is Parameter.empty]
        missing = [each for each in needed if each not in handed]
        if missing:
            raise StudentError(
                f"{name} requires {', '.join(missing)}, which this call doesn't pass: "
                f"give {'it a default' if len(missing) == 1 else 'them defaults'}, or {wrapped}"
            ) from None
        raise StudentError(
            f"{name} can't be called as {name}(game, state): change its parameters, or {wrapped}"
        ) from None


def takes_depth(function: Callable[..., Any]) -> bool:
    """Whether a function has a parameter for the depth."""
    return _depth_name(function) is not None


def arguments(function: Callable[..., Any], depth: int | None) -> dict[str, Any]:
    """Return what a function is handed beside game and state; without a depth the whole game is meant."""
    depth_name = _depth_name(function)
    handed: dict[str, Any] = {}
    for parameter in _parameters(function)[2:]:
        is_needed = parameter.default is Parameter.empty
        if parameter.name == depth_name and (is_needed or depth is not None):
            handed[depth_name] = DEEP if depth is None else depth
        elif is_needed and parameter.name in WINDOW:
            handed[parameter.name] = WINDOW[parameter.name]
    return handed


def file_of(function: Callable[..., Any]) -> str:
    """Return the file in which a function is written, behind its decorators; empty where it is no Python."""
    inner: Any = inspect.unwrap(function)
    while isinstance(inner, functools.partial):
        inner = inspect.unwrap(inner.func)
    if not hasattr(inner, "__code__"):
        inner = inspect.unwrap(type(inner).__call__)
    return str(inner.__code__.co_filename) if hasattr(inner, "__code__") else ""


def _depth_name(function: Callable[..., Any]) -> str | None:
    """Return the name of the parameter for the depth: it has that word in it."""
    return next((each.name for each in _parameters(function)[2:] if "depth" in each.name), None)


def _parameters(function: Callable[..., Any]) -> list[Parameter]:
    """Return the parameters that have names; none where Python doesn't know."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [each for each in parameters if each.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]
