"""The lowered form of a game: functions and constants under names that no rule's own names can shadow.

Every generated global starts with `ply_`, because a local variable of a rule may be called `result` or `LINES`; those
made from a user's names start with `ply__`, which none of our own do.
"""

import ast
import enum
import math
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Protocol

from plywise.kernel.lowering.constants import ConstantTable
from plywise.rules import Game

PREFIX = "ply_"

SHORT = 16
"""A tuple of up to this many ints stays in registers: beyond, an address is as fast, and compiles sooner."""


class Mode(enum.Enum):
    """What becomes of the actions that a function offers."""

    PLAIN = ""
    """It offers none: an ordinary function."""
    FILL = "fill"
    """Stored into a buffer, their number returned."""
    COUNT = "count"
    """Only counted, for the last ply of perft."""
    ODDS = "odds"
    """Outcomes stored into one buffer and their probabilities into another."""
    INPUTS = "inputs"
    """Inputs of a network: their numbers stored into one buffer and their values into another."""
    STATES = "states"
    """States, each stored into a buffer, their number returned."""
    INDEXES = "indexes"
    """Slots of a table stored into a buffer, their number returned."""
    EACH = "each"
    """Yielded one by one to another rule."""


PARAMETERS = {
    Mode.PLAIN: (),
    Mode.EACH: (),
    Mode.FILL: ("ply_out", "ply_n"),
    Mode.COUNT: ("ply_n",),
    Mode.STATES: ("ply_out", "ply_n"),
    Mode.INDEXES: ("ply_out", "ply_n"),
    Mode.ODDS: ("ply_out", "ply_odds", "ply_n"),
    Mode.INPUTS: ("ply_out", "ply_odds", "ply_n"),
}
"""What a function takes after its own arguments: addresses of buffers, and how much is in them already."""


@dataclass(frozen=True, slots=True)
class LoweredFunction:
    """One function that Numba understands, and the file whose lines it carries."""

    node: ast.FunctionDef
    file: str


@dataclass(frozen=True, slots=True)
class StateShape:
    """A state's fields: each with no length for an int, one for a tuple of ints, two for a board of rows."""

    fields: tuple[str, ...]
    lengths: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """How many ints a state holds."""
        return sum(map(math.prod, self.lengths))

    @property
    def has_rows(self) -> bool:
        """Whether there is a board of rows."""
        return any(len(lengths) > 1 for lengths in self.lengths)

    @property
    def has_cells(self) -> bool:
        """Whether a field is kept as an address."""
        return any(map(is_cells, self.lengths))

    def of(self, field: str) -> tuple[int, ...]:
        """Return the lengths of a field; none where there is no such field."""
        return dict(zip(self.fields, self.lengths, strict=True)).get(field, ())


def is_cells(lengths: tuple[int, ...]) -> bool:
    """Whether a field of these lengths is kept as an address (see `cells`), not in registers."""
    return len(lengths) > 1 or math.prod(lengths) > SHORT


@dataclass(slots=True)
class Lowered:
    """A game's rules, ready to be compiled.

    `rules` maps the name of a rule to the name of its function; `arity` is 0 where actions are ints, else the length
    of the tuples they are; `default_terminal` says that having no action is what ends the game.
    """

    game: Game
    shape: StateShape
    arity: int
    default_terminal: bool
    checked: bool = False
    rules: dict[str, str] = field(default_factory=dict)
    functions: dict[str, LoweredFunction] = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def new_name(self, hint: str) -> str:
        """Return a global name not in use yet, and take it."""
        name = base = f"{PREFIX}_" + re.sub(r"\W+", "_", hint).strip("_")
        number = 2
        while name in self.taken:
            name, number = f"{base}_{number}", number + 1
        self.taken.add(name)
        return name

    def constant(self, value: Any, hint: str) -> ast.expr:
        """Return the expression for a constant; equal tables and tuples share one name."""
        if value is None or isinstance(value, bool | int | float | str):
            return ast.Constant(value)
        for name, known in self.constants.items():
            if known is value or (isinstance(value, tuple) and _same(known, value)):
                return ast.Name(name, ast.Load())
        name = self.new_name(hint)
        self.constants[name] = value
        return ast.Name(name, ast.Load())

    def source(self) -> str:
        """Return the lowered functions as text, for people and for the fingerprint."""
        return "\n\n".join(ast.unparse(function.node) for function in self.functions.values())


def function_node(name: str, args: ast.arguments, body: list[ast.stmt]) -> ast.FunctionDef:
    """Return a function's syntax tree, in every version of Python."""
    node = ast.FunctionDef(name, args, body, [])
    if sys.version_info >= (3, 12):
        node.type_params = []
    return node


class LoweringContext(Protocol):
    """What the rewriting of one function needs to know of the whole lowering."""

    program: Lowered
    game: Game
    state_type: Any

    def function(self, function: Any, mode: Mode = Mode.PLAIN) -> str:
        """Lower another function, once, and return its global name."""
        ...

    def frozen(self, value: Any) -> Any:
        """Return the compile-time form of a constant; raises TypeError for what has none."""
        ...

    def is_offering_rule(self, function: Any) -> bool:
        """Whether a function is `actions` or its like."""
        ...


def _same(left: Any, right: Any) -> bool:
    """Equal, and of the same types: (1, 0) is not (True, False) nor (1.0, 0.0) when compiled."""
    return type(left) is type(right) and isinstance(left, tuple | ConstantTable) and repr(left) == repr(right)
