"""Names for actions and states where a game gives none of its own, and the way back from a name.

A state that is a NamedTuple is written field by field, as `x=3,o=4` or `piles=(2,2),turn=0`, a member of an Enum as its
value. Any other state is written as its `repr` says, on one line, or with its fields where its class has no `__repr__`:
that can be shown, but not read back.

>>> from typing import NamedTuple
>>> class State(NamedTuple):
...     piles: tuple[int, ...] = (2, 2)
...     turn: int = 0
>>> write_fields(State())
'piles=(2,2),turn=0'
>>> read_fields(State(), "piles=(1,2),turn=1")
State(piles=(1, 2), turn=1)
"""

import ast
import re
from collections.abc import Sequence
from enum import Enum
from typing import Any

from plywise.parsing import parse
from plywise.rules.errors import IllegalActionError, NotationError
from plywise.rules.key_kinds import kind_of
from plywise.rules.names import Action, Names

TEXT_OR_BLANK = re.compile(r"""('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")| """)
"""A text within quotes, kept as group 1, or a blank outside."""


def write_fields(state: Any) -> str:
    r"""Write a state as `field=value,...`, or by its repr where it has no fields.

    >>> class Board:
    ...     def __init__(self):
    ...         self.cells, self.turn = [0, 1], 1
    >>> write_fields(Board()), write_fields("XO.\n.X.")
    ('Board(cells=[0, 1], turn=1)', "'XO.\\n.X.'")
    """
    if not hasattr(state, "_fields"):
        return " / ".join(filter(None, map(str.strip, _spell(state).splitlines())))
    text = ",".join(f"{name}={_without_enums(value)!r}" for name, value in zip(state._fields, state, strict=True))
    return TEXT_OR_BLANK.sub(lambda found: found[1] or "", text)


def read_fields(example: Any, text: str) -> Any:
    """Read what `write_fields` wrote, into the type of `example`; fields left out keep the example's value.

    Each field must be of its example's kind, and a tuple as long as its example unless that is empty.
    """
    if not hasattr(example, "_fields"):
        kind = type(example).__name__
        raise NotationError(
            f"A {kind} can't be read from text: write state_name and parse_state, or make the State a NamedTuple."
        )
    try:
        values = _read_values(example._fields, text)
        state = example._replace(**{name: _as_enums(value, getattr(example, name)) for name, value in values.items()})
    except (SyntaxError, ValueError, TypeError, AttributeError, RecursionError, MemoryError):
        state = None
    if state is None or not _is_like(state, example):
        fields = ", ".join(example._fields)
        raise NotationError(f"'{text}' is not a state: write its fields ({fields}) as in {write_fields(example)}.")
    return state


def _spell(state: Any) -> str:
    """Return a state's repr; one with an address, which says nothing, is replaced by the state's fields."""
    own: Any = type(state)
    if own.__repr__ is not object.__repr__:
        return repr(state)
    named = kind_of(own).fields_of(state)
    return f"{own.__name__}({', '.join(f'{name}={value!r}' for name, value in named.items())})"


def _without_enums(value: Any) -> Any:
    """Return a value with members of Enums replaced by their own values, whose repr can be read back."""
    if isinstance(value, Enum):
        return value.value
    return tuple(map(_without_enums, value)) if type(value) is tuple else value


def _as_enums(value: Any, example: Any) -> Any:
    """Return a value with members of Enums where the example has them; raises ValueError where there is no such."""
    if isinstance(example, Enum):
        return type(example)(value)
    if type(example) is tuple and isinstance(value, tuple) and len(value) == len(example):
        return tuple(map(_as_enums, value, example))
    return value


def _read_values(fields: Sequence[str], text: str) -> dict[str, Any]:
    """Read values by field, given in order or by name; raises ValueError or what `ast` raises."""
    call = parse(f"State({text}\n)", "eval").body  # on a line of its own, ")" can't be commented out
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise ValueError(text)
    given = [*zip(fields, call.args, strict=False), *((str(word.arg), word.value) for word in call.keywords)]
    values = {name: ast.literal_eval(value) for name, value in given}
    if not values or len(values) < len(call.args) + len(call.keywords):
        raise ValueError(text)
    return values


def _is_like(new: Any, old: Any) -> bool:
    """Whether a value is of another's kind, tuples element by element; where None stood, anything may stand."""
    if old is None:
        return True
    if isinstance(old, tuple):
        return isinstance(new, tuple) and (not old or (len(new) == len(old) and all(map(_is_like, new, old))))
    return isinstance(new, (int, float) if isinstance(old, float) else type(old))


def find_action(game: Names, state: Any, text: str) -> Action:
    """Return the legal action that `text` names; case only matters where it distinguishes two actions."""
    names = {game.action_name(state, action): action for action in game.actions(state)}
    wanted = text.strip()
    if wanted in names:
        return names[wanted]
    alike = [action for name, action in names.items() if name.lower() == wanted.lower()]
    if len(alike) == 1:
        return alike[0]
    listed = " ".join(list(names)[:40]) + (" ..." if len(names) > 40 else "")
    fix = f"choose one of {listed}" if names else "there is none, since the game is over"
    raise IllegalActionError(f"'{wanted}' is not a legal action here: {fix}.")
