"""Names: what an expression in a rule denotes before the game starts, and the compiled form of that.

`self`, globals, closures and their attributes are looked up on the live objects, so `self.width`, a class attribute,
a property and `module.TABLE` are constants, while `self.helper` is a function to be lowered in turn.
"""

import ast
import builtins
import inspect
import operator
import types
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from plywise.kernel.lowering.constants import LONG, Table, as_table, freeze, is_ragged, leaves, shape
from plywise.kernel.lowering.errors import LoweringError
from plywise.kernel.lowering.program import PARAMETERS, PREFIX, LoweringContext, Mode
from plywise.kernel.lowering.source import is_function, underlying

AnyNode = TypeVar("AnyNode", bound=ast.AST)
UNKNOWN = object()
"""Stands for an expression whose value depends on the play."""

SAME_WHEN_COMPILED = ("plywise.bits", "math", "_operator", "operator")
"""Modules whose functions mean the same in both worlds, beside NumPy's."""

BUILTINS = frozenset(
    [
        "abs",
        "all",
        "any",
        "bool",
        "divmod",
        "enumerate",
        "float",
        "int",
        "len",
        "list",
        "max",
        "min",
        "next",
        "pow",
        "print",
        "range",
        "round",
        "set",
        "sum",
        "tuple",
        "zip",
    ]
)
BUILTIN_MENDS = {
    "isinstance": "keep one type for each variable",
    "map": "write the loop",
    "filter": "write the loop",
    "dict": "use a tuple indexed by a small int",
    "iter": "write the loop",
    "str": "names belong into action_name, state_name and view",
}
ARITHMETIC: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}


class Scope(ast.NodeTransformer):
    """Rewrites the names in one function; its subclasses rewrite the rest."""

    def __init__(
        self, lowering: LoweringContext, function: types.FunctionType, owner: type | None, receiver: Any, mode: Mode
    ) -> None:
        self.lowering, self.function, self.owner, self.mode = lowering, function, owner, mode
        self.program = lowering.program
        code = function.__code__
        self.file = code.co_filename
        self.locals = set(code.co_varnames) | set(code.co_cellvars)
        self.receiver = receiver
        self.receiver_name = code.co_varnames[0] if receiver is not None and code.co_argcount else None
        self.state_name: str | None = None
        self.outer = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
        self.generates = inspect.isgeneratorfunction(function)
        self.parts: list[ast.AST] = []
        """All nodes of the function as written: to walk it anew for each question would take most of the time."""
        self.lists: set[str] = set()
        self.scratch_names: set[str] = set()
        self.deep: set[str] = set()
        self.scratch: dict[str, str] = {}

    def refuse(self, node: ast.AST, reason: str, mend: str = "") -> NoReturn:
        """Say where the user's own construct stands, why it can't be compiled, and what to write instead."""
        raise LoweringError(self.file, getattr(node, "lineno", self.function.__code__.co_firstlineno), reason, mend)

    def call(self, name: str, args: list[ast.expr], at: ast.AST) -> ast.Call:
        """Call a generated global, at the user's line."""
        return placed(ast.Call(ast.Name(name, ast.Load()), args, []), at)

    # What is known before the game starts

    def static(self, node: ast.AST) -> Any:
        """Return the value of an expression that doesn't depend on the play, else UNKNOWN."""
        match node:
            case ast.Constant(value) if isinstance(value, int | float | str):
                return value
            case ast.Name():
                return self._static_name(node)
            case ast.Attribute(value, attribute):
                return self._static_attribute(node, self.static(value), attribute)
            case ast.Call(ast.Name("super"), []) if self.owner is not None:
                return super(self.owner, self.receiver)
            case ast.Call(ast.Name("type"), [argument]) if self.static(argument) is self.lowering.game:
                return type(self.lowering.game)
            case ast.Call(ast.Name("type"), [ast.Name(name)]) if name == self.state_name:
                return self.lowering.state_type
            case ast.BinOp(left, op, right):
                return self._folded(node, op, self.static(left), self.static(right))
            case ast.UnaryOp(op, operand) if not isinstance(op, ast.Not):
                return self._folded(node, op, self.static(operand))
            case ast.Subscript(value, index):
                return self._static_item(node, self.static(value), self.static(index))
        return UNKNOWN

    def _static_name(self, node: ast.Name) -> Any:
        if node.id == self.receiver_name:
            return self.receiver
        if node.id in self.locals or node.id.startswith(PREFIX):
            return UNKNOWN
        if node.id in self.outer:
            return self.outer[node.id]
        if hasattr(builtins, node.id):
            return getattr(builtins, node.id)
        return self.refuse(node, f"the name {node.id} is not known", "define or import it at the top of the file")

    def _static_attribute(self, node: ast.Attribute, value: Any, attribute: str) -> Any:
        if value is UNKNOWN or isinstance(value, int | float | str):
            return UNKNOWN
        try:
            return getattr(value, attribute)
        except AttributeError:
            self.refuse(node, f"{ast.unparse(node)} doesn't exist when the rules are compiled", "set it in __init__")
        except Exception as error:  # a property may raise anything
            self.refuse(node, f"{ast.unparse(node)} fails when the rules are compiled: {error!r}")

    def _folded(self, node: ast.AST, op: ast.AST, *operands: Any) -> Any:
        """Reckon with numbers of any size, as Python does, before they are cut to 64 bits."""
        joined = isinstance(op, ast.Add | ast.Mult) and any(isinstance(operand, tuple) for operand in operands)
        kinds = int | float | tuple if joined else int | float
        if type(op) not in ARITHMETIC or not all(isinstance(operand, kinds) for operand in operands):
            return UNKNOWN
        if isinstance(op, ast.LShift) and not 0 <= operands[1] <= 1024:
            return UNKNOWN
        try:
            return ARITHMETIC[type(op)](*operands)
        except (ArithmeticError, TypeError, ValueError) as error:
            self.refuse(node, f"{ast.unparse(node)} always fails: {error}")

    def _static_item(self, node: ast.AST, value: Any, index: Any) -> Any:
        if not isinstance(value, tuple | list) or not isinstance(index, int):
            return UNKNOWN
        try:
            return value[index]
        except IndexError:
            self.refuse(node, f"{ast.unparse(node)} is outside of its {len(value)} elements")

    # How that is written in compiled rules

    def denote(self, node: ast.expr, value: Any, as_array: bool = False) -> ast.expr:
        """Return the expression for a known value: a constant, an array, or a lowered function."""
        if value is self.lowering.state_type:
            return ast.Name("ply_make", ast.Load())
        hint = ast.unparse(node).removeprefix("self.")[:40]
        if callable(value):
            return self._denote_callable(node, value, hint)
        if isinstance(value, types.ModuleType):
            self.refuse(node, f"the module {value.__name__} stands alone here", "use one of its names")
        try:
            frozen = self.lowering.frozen(value)
        except TypeError as kind:
            mend = "use a tuple indexed by a small int" if isinstance(value, dict) else "use ints, floats and tuples"
            self.refuse(node, f"{ast.unparse(node)} is {kind}, which can't be compiled", mend)
        except OverflowError as error:
            self.refuse(node, f"{error}", "split the board over several fields")
        if shape(frozen) and (as_array or type(value).__module__ == "numpy" or len(leaves(frozen)) > LONG):
            frozen = as_table(frozen)
        return placed(self.program.constant(frozen, hint), node)

    def _denote_callable(self, node: ast.expr, value: Any, hint: str) -> ast.expr:
        home, name = getattr(value, "__module__", None) or "", getattr(value, "__name__", "")
        if value in vars(builtins).values():
            if name in BUILTINS or (isinstance(value, type) and issubclass(value, Exception)):
                return ast.Name(name, ast.Load())
            self.refuse(node, f"{name} can't be compiled", BUILTIN_MENDS.get(name, "write it out"))
        if passes_through(value):
            return placed(self.program.constant(value, hint), node)
        if is_function(value) and home not in ("itertools", "functools", "random"):
            return ast.Name(self.lowering.function(value), ast.Load())
        return self.refuse(
            node, f"{ast.unparse(node)} can't be compiled", "write it as a loop, or a function of your own"
        )

    def looked_up(self, node: ast.expr, as_array: bool = False) -> ast.expr | None:
        """Return the compiled form of an expression if it is known beforehand."""
        value = self.static(node)
        if value is UNKNOWN or value is self.receiver:
            return None
        return placed(self.denote(node, value, as_array), node)

    def unequal_rows(self, node: ast.expr) -> Any:
        """Return the tuple of unequal rows that an expression is known to be, else None."""
        table = self.static(node)
        if not isinstance(table, tuple | list) or not table or isinstance(table[0], int):
            return None
        try:
            frozen = freeze(table)
        except (TypeError, OverflowError):  # what can't be compiled is refused where it is used
            return None
        return frozen if is_ragged(frozen) else None

    def ragged_row(self, node: ast.Subscript) -> ast.expr | None:
        """Return T[i] of a tuple of unequal rows as a piece of one flat array."""
        frozen = self.unequal_rows(node.value)
        if frozen is None:
            return None
        starts = [0]
        for row in frozen:
            starts.append(starts[-1] + len(row))
        hint = ast.unparse(node.value)
        flat = self.program.constant(Table(tuple(leaves(frozen)), "int64"), hint + "_flat")
        return self.call(
            "ply_row",
            [flat, self.program.constant(Table(tuple(starts), "int64"), hint + "_starts"), self.visit(node.slice)],
            node,
        )

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a name that is known beforehand."""
        if node.id == self.receiver_name:
            self.refuse(node, f"{node.id} can't be handed on", "make what needs it a method")
        return (self.looked_up(node) if isinstance(node.ctx, ast.Load) else None) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace an attribute that is known beforehand; refuses to change one."""
        if not isinstance(node.ctx, ast.Load):
            self.refuse(node, f"rules may not change {ast.unparse(node)}", "return a new state instead")
        return self.looked_up(node) or self._field(node)

    def _field(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == self.state_name:
            fields = self.program.shape.fields
            if node.attr not in fields:
                self.refuse(node, f"a state has no field {node.attr}", f"its fields are {', '.join(fields)}")
        if isinstance(node.value, ast.Name) and node.value.id == self.receiver_name:
            self.refuse(node, f"{ast.unparse(node)} can't be compiled")
        node.value = self.visit(node.value)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """Cut whole numbers to 64 bits."""
        if isinstance(node.value, bytes | complex) or node.value is Ellipsis:
            self.refuse(node, f"{ast.unparse(node)} can't be compiled")
        return placed(self.denote(node, node.value), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Fold what is known; in a checked build, watch overflow and shifts."""
        known = self.looked_up(node)
        if known is not None:
            return known
        left, right = self.visit(node.left), self.visit(node.right)
        watched = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.LShift: "lshift", ast.RShift: "rshift"}
        if self.program.checked and type(node.op) in watched:
            return self.call(f"ply_checked_{watched[type(node.op)]}", [left, right], node)
        return placed(ast.BinOp(left, node.op, right), node)

    def cast_literal(self, node: ast.expr) -> ast.expr:
        """Return an argument so that a literal doesn't make Numba compile the called function once more."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return self.call("ply_int64", [node], node)
        return node

    def extra_arguments(self) -> list[ast.expr]:
        """What a function in the same mode is handed beside its own arguments."""
        return [ast.Name(name, ast.Load()) for name in PARAMETERS[self.mode]]

    def offers(self, value: Any) -> bool:
        """Whether a function plays the part of `actions`: a generator, or the rule itself."""
        return is_function(value) and (
            inspect.isgeneratorfunction(underlying(value)) or self.lowering.is_offering_rule(value)
        )


def passes_through(value: Any) -> bool:
    """Whether a function is used as it is: Numba, or our runtime, knows it."""
    home = getattr(value, "__module__", None) or type(value).__module__
    return callable(value) and (home in SAME_WHEN_COMPILED or home.split(".")[0] == "numpy")


def placed(new: AnyNode, at: ast.AST) -> AnyNode:
    """Give a new node the place of the user's construct it came from."""
    return ast.copy_location(new, at)
