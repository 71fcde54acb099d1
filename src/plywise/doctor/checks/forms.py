"""Whether states and actions have a form that can be compiled; where not, the game runs on the plain engine only.

A state is a NamedTuple of ints and of (nested, rectangular) tuples of ints, an action an int or a tuple of ints of one
length; what chance brings has the same form as the actions.
"""

from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.speed import tell_cost
from plywise.doctor.values import short


def check_state_forms(case: Case) -> Iterator[Finding]:
    """Warn of states that aren't NamedTuples of ints, all of one shape."""
    shape = ""
    for seen in case.sample.some(100):
        strange = _strange_part(seen.state)
        shape = shape or _form(seen.state)
        if not strange and _form(seen.state) != shape:
            strange = "The tuples in a state change their length"
        if strange:
            what = f"{strange}, so the rules can't be compiled and run as plain Python.{tell_cost(case)}"
            fix = "Everything works as it is. For speed, make State a NamedTuple of ints and of tuples of ints."
            yield case.finding("plain-only", "initial", what, fix, level="warning")
            return


def check_action_forms(case: Case) -> Iterator[Finding]:
    """Warn of actions and outcomes that aren't ints, or tuples of ints, all of one form, once the state is."""
    if any(_strange_part(seen.state) for seen in case.sample.some(100)):
        return
    first: tuple[str, Any] | None = None
    for seen in case.sample.inner:
        for action in seen.options:
            form = _form(action)
            if not _is_packable(action):
                what = f"The action {short(action)} is of the form {form}, so the rules can't be compiled and run as "
                what += f"plain Python.{tell_cost(case)}"
                fix = "Everything works as it is. For speed, write actions as ints or tuples of ints."
                yield case.finding("plain-only", "actions", what, fix, level="warning")
                return
            if first and first[0] != form:
                what = (
                    f"Some actions or outcomes are {first[0]} ({short(first[1])}), some {form} ({short(action)}), so "
                )
                what += f"the rules can't be compiled and run as plain Python.{tell_cost(case)}"
                fix = "Everything works as it is. To compile the game, write all of them in one form."
                yield case.finding("mixed-actions", "actions", what, fix, level="warning")
                return
            first = first or (form, action)


def _form(value: Any) -> str:
    """Write the form of a value: int, (int, int), (str, int).

    >>> _form((1, True, (2, "a")))
    '(int, int, (int, str))'
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(_form, value))})"
    return "int" if isinstance(value, int) else type(value).__name__


def _is_packable(action: Any) -> bool:
    """Whether an action is an int or a flat tuple of ints."""
    parts = action if isinstance(action, tuple) else (action,)
    return bool(parts) and all(isinstance(part, int) for part in parts)


def _strange_part(state: Any) -> str:
    """Say what about a state can't be compiled; nothing where all can."""
    if not hasattr(state, "_fields"):
        return f"States are of type {type(state).__name__}, not NamedTuples"
    for field, value in zip(state._fields, state, strict=True):
        if not _is_board(value):
            return f"The state's field {field} holds {short(value, 40)}"
    return ""


def _is_board(value: Any) -> bool:
    """Whether a value is an int, or a rectangular tuple of ints."""
    if not isinstance(value, tuple):
        return isinstance(value, int)
    return all(map(_is_board, value)) and len({_form(part) for part in value}) <= 1
