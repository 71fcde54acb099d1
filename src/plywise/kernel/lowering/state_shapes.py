"""Which states can be compiled: known from the first one alone, at no cost, before any rule is read."""

from plywise.kernel.lowering.constants import is_ragged, leaves, shape
from plywise.kernel.lowering.errors import LoweringError
from plywise.kernel.lowering.program import StateShape
from plywise.kernel.lowering.source import is_function, underlying
from plywise.rules import Game

MAX_SIZE = 512
"""How many ints a state may hold: each ply of a search keeps some states on the machine stack."""


def state_shape(game: Game) -> StateShape:
    """Return a game's fields and their lengths, read off its first state; refuses what isn't a NamedTuple of ints."""
    state = game.initial()
    fields = getattr(state, "_fields", None)
    if not isinstance(state, tuple) or fields is None:
        raise _bad_state(
            game, f"a state is a {type(state).__name__}", "make it a NamedTuple of ints and tuples of ints"
        )
    lengths = []
    for name, value in zip(fields, state, strict=True):
        form = shape(value)
        if form is None and is_ragged(value):
            raise _bad_state(game, f"the rows of the field {name} differ in length", "pad them, or lay the board flat")
        if form is not None and len(form) > 2:
            raise _bad_state(game, f"the field {name} has more than rows and columns", "lay it flat: one tuple of rows")
        if form is None or not all(isinstance(cell, int) for cell in leaves(value)):
            raise _bad_state(game, f"the field {name} holds {value!r}", "keep ints and tuples of ints in a state")
        lengths.append(form)
    found = StateShape(tuple(fields), tuple(lengths))
    if found.size > MAX_SIZE:
        raise _bad_state(game, f"a state holds {found.size} ints, more than {MAX_SIZE}", "keep boards as bits")
    return found


def _bad_state(game: Game, reason: str, fix: str) -> LoweringError:
    code = underlying(game.initial).__code__ if is_function(game.initial) and game.offers("initial") else None
    code = code or underlying(game.to_move).__code__
    return LoweringError(code.co_filename, code.co_firstlineno, f"{type(game).__name__}: {reason}", fix)
