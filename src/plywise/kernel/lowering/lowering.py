"""Lowering: from a game object to functions and constants that Numba can compile.

Rules are read one by one; what they call is read as it is met. Files and lines stay the user's own.
"""

from typing import Any

from plywise.kernel.lowering.constants import MOST_NUMBERS, ConstantTable, freeze
from plywise.kernel.lowering.constructs import HANDLERS
from plywise.kernel.lowering.context import FunctionContext
from plywise.kernel.lowering.contract import OFFERING, OPTIONAL, PATTERNED, PLACED, RULES, TABLED, offered_in
from plywise.kernel.lowering.errors import LoweringError
from plywise.kernel.lowering.functions import lowered_function
from plywise.kernel.lowering.program import Lowered, LoweredFunction, Mode
from plywise.kernel.lowering.source import definition, is_decorated, owner_of, underlying
from plywise.kernel.lowering.state_shapes import state_shape
from plywise.rules import Game

TABLED_MODES = {
    "predecessors": Mode.STATES,
    "indexes_before": Mode.INDEXES,
    "indexes_after": Mode.INDEXES,
    "converting_actions": Mode.FILL,
}
"""What the rules of solved tables offer, where they offer more than one thing."""


def lower(game: Game, checked: bool = False, tabled: bool = False, patterned: bool = False) -> Lowered:
    """Lower a game's rules; raises LoweringError where one can't be compiled.

    A `checked` lowering watches overflow and shifts, as plain Python's numbers of any size would. One that is `tabled`
    has the rules of solved tables too, one that is `patterned` those of learned patterns.
    """
    lowering = Lowering(game, checked)
    lowering.run()
    if tabled:
        lowering.run_tabled()
    if patterned:
        lowering.run_patterned()
    return lowering.program


class Lowering:
    """The work in progress: which functions have been met, and under which names."""

    def __init__(self, game: Game, checked: bool = False) -> None:
        self.game, self.state_type = game, type(game.initial())
        default = type(game).is_terminal is Game.is_terminal
        self.program = Lowered(game, state_shape(game), action_arity(game), default, checked)
        self.done: dict[tuple[Any, int, Mode], str] = {}
        self.tables: dict[int, tuple[Any, Any]] = {}
        """Tuples by their identity, and frozen: large ones are met many times."""

    def run(self) -> None:
        """Lower every rule that the game writes itself."""
        for rule in (*RULES, *(rule for rule in OPTIONAL if self.has(rule))):
            if rule == "is_terminal" and self.program.default_terminal:
                continue
            method = getattr(self.game, rule)
            if rule in OFFERING:
                self.program.rules[rule] = self.function(method, Mode.FILL, rule)
                if rule == "actions":
                    self.program.rules["actions_count"] = self.function(method, Mode.COUNT, rule)
            elif rule == "chances":
                self.program.rules[rule] = self.function(method, Mode.ODDS, rule)
            else:
                self.program.rules[rule] = self.function(method, Mode.PLAIN, rule)

    def run_tabled(self) -> None:
        """Lower what solved tables need, as far as the game writes it."""
        for rule in filter(self.game.offers, TABLED):
            mode = TABLED_MODES.get(rule, Mode.PLAIN)
            self.program.rules[rule] = self.function(getattr(self.game, rule), mode, rule)
        for rule in filter(self.game.offers, PLACED):
            self.program.rules[rule] = self.function(getattr(self.game, rule))

    def run_patterned(self) -> None:
        """Lower what learned patterns and networks need, as far as the game writes it."""
        for rule in filter(self.game.offers, PATTERNED):
            mode = Mode.INPUTS if rule == "inputs" else Mode.PLAIN
            self.program.rules[rule] = self.function(getattr(self.game, rule), mode, rule)

    def has(self, rule: str) -> bool:
        """Whether an optional rule is there to be lowered."""
        if rule == "chances":
            return self.game.has_chance
        return self.game.offers(rule)

    def function(self, function: Any, mode: Mode = Mode.PLAIN, rule: str | None = None) -> str:
        """Lower one function, once for each mode, and return its global name."""
        receiver = getattr(function, "__self__", None)
        plain = underlying(function)
        if is_decorated(function):
            file, line = plain.__code__.co_filename, plain.__code__.co_firstlineno
            fix = "write what it does into the function (functools.cache may stay)"
            raise LoweringError(file, line, f"the decorator of {plain.__qualname__} can't be compiled", fix)
        place = (plain, id(receiver), mode)
        if place not in self.done:
            name = self.program.new_name("_".join(filter(None, (plain.__name__, mode.value))))
            self.done[place] = name
            node = definition(plain)
            context = FunctionContext(self, plain, owner_of(type(self.game), plain), receiver, mode, HANDLERS)
            is_rule = rule is not None or self._is_rule(plain)
            lowered = lowered_function(context, node, name, is_rule)
            self.program.functions[name] = LoweredFunction(lowered, plain.__code__.co_filename)
            self._check_tables(plain)
        return self.done[place]

    def _check_tables(self, plain: Any) -> None:
        """Refuse a table that is too large to be part of a kernel; it was met in the function lowered last."""
        for name, value in self.program.constants.items():
            if isinstance(value, ConstantTable) and value.size > MOST_NUMBERS:
                raise LoweringError(
                    plain.__code__.co_filename,
                    plain.__code__.co_firstlineno,
                    f"{plain.__qualname__} uses a table of {value.size:,} numbers ({name}), more than {MOST_NUMBERS:,}",
                    "split it, or pack several small numbers into one",
                )

    def frozen(self, value: Any) -> Any:
        """Return the compile-time form of a constant; raises TypeError for what has none."""
        if not isinstance(value, tuple):
            return freeze(value)
        if id(value) not in self.tables:
            self.tables[id(value)] = value, freeze(value)
        return self.tables[id(value)][1]

    def is_offering_rule(self, function: Any) -> bool:
        """Whether a function is `actions` or its like, whatever its form."""
        plain = underlying(function)
        return any(underlying(getattr(self.game, rule, None)) is plain for rule in (*OFFERING, "chances"))

    def _is_rule(self, plain: Any) -> bool:
        return any(underlying(getattr(self.game, rule, None)) is plain for rule in (*RULES, *OPTIONAL))


def action_arity(game: Game) -> int:
    """Return 0 where actions are ints, else the length of the tuples they are; read off the first one offered."""
    try:
        first = next(iter(offered_in(game, game.initial())), 0)
    except Exception:  # a rule that fails is reported by its own lowering, at its own line
        return 0
    return len(first) if isinstance(first, tuple) else 0
