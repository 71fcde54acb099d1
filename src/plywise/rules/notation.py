"""Names for actions and states where a game gives none of its own, and the way back from a name.

A state that is a NamedTuple is written field by field, as `x=3,o=4` or `piles=(2,2),turn=0`; any other state by its
`repr`, which can be shown but not read back.

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
from typing import Any

from plywise.rules.errors import IllegalActionError, NotationError
from plywise.rules.names import Action, Names


def write_fields(state: Any) -> str:
    """Write a state as `field=value,...`, or by its repr where it has no fields."""
    if not hasattr(state, "_fields"):
        return repr(state)
    return ",".join(f"{name}={value!r}".replace(" ", "") for name, value in zip(state._fields, state, strict=True))


def read_fields(example: Any, text: str) -> Any:
    """Read what `write_fields` wrote, into the type of `example`; fields left out keep the example's value."""
    if not hasattr(example, "_fields"):
        kind = type(example).__name__
        raise NotationError(
            f"A {kind} can't be read from text: write state_name and parse_state, or make the State a NamedTuple."
        )
    fields = ", ".join(example._fields)
    try:
        call = ast.parse(f"State({text})", mode="eval").body
        assert isinstance(call, ast.Call)
        positional = dict(zip(example._fields, map(ast.literal_eval, call.args), strict=False))
        named = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
        assert len(positional) + len(named) == len(call.args) + len(call.keywords)
        state = example._replace(**positional, **named)
        assert all(isinstance(new, type(old)) or None in (new, old) for new, old in zip(state, example, strict=True))
        return state
    except (SyntaxError, ValueError, TypeError, AssertionError, RecursionError, MemoryError):
        raise NotationError(
            f"'{text}' is not a state: write its fields ({fields}) as in {write_fields(example)}."
        ) from None


def find_action(game: Names, state: Any, text: str) -> Action:
    """Return the legal action that `text` names; upper and lower case only matter where they tell two apart."""
    names = {game.action_name(state, action): action for action in game.actions(state)}
    wanted = text.strip()
    if wanted in names:
        return names[wanted]
    alike = [action for name, action in names.items() if name.lower() == wanted.lower()]
    if len(alike) == 1:
        return alike[0]
    listed = " ".join(list(names)[:40]) + (" ..." if len(names) > 40 else "")
    raise IllegalActionError(f"'{wanted}' is not a legal action here: choose one of {listed}.")
