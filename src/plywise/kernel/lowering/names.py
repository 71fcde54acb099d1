"""Names, attributes and constants: how what is known before the game starts is written in compiled rules.

self.width              7
self.lines[i]           ply__lines[i], an array
self.won(state.x)       ply__won(state.x), lowered in turn
state.x                 the same
"""

import ast
import builtins
import types
from typing import Any

from plywise.kernel.lowering.constants import LONG, as_table, leaves, shape
from plywise.kernel.lowering.context import FunctionContext, placed
from plywise.kernel.lowering.known import UNKNOWN, known_value
from plywise.kernel.lowering.source import is_function

SAME_WHEN_COMPILED = ("plywise.bits", "math", "_operator", "operator")
"""Modules whose functions mean the same in both worlds, beside NumPy's."""

MATH = frozenset(
    [
        *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "copysign", "cos", "cosh", "degrees"),
        *(
            "erf",
            "erfc",
            "exp",
            "expm1",
            "fabs",
            "floor",
            "fmod",
            "frexp",
            "gamma",
            "gcd",
            "hypot",
            "isfinite",
            "isinf",
        ),
        *("isnan", "ldexp", "lgamma", "log", "log10", "log1p", "log2", "pow", "radians", "sin", "sinh", "sqrt", "tan"),
        *("tanh", "trunc"),
    ]
)
"""Those functions of `math` that can be compiled."""

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
    "print": "take it out: the plain engine runs rules that print",
    "str": "names belong in action_name, state_name and view",
}


def denote(context: FunctionContext, node: ast.expr, value: Any, as_array: bool = False) -> ast.expr:
    """Return the expression for a known value: a constant, an array, or a lowered function."""
    if value is context.lowering.state_type:
        return ast.Name("ply_make", ast.Load())
    hint = ast.unparse(node).removeprefix("self.")[:40]
    if callable(value):
        return _denote_callable(context, node, value, hint)
    if isinstance(value, types.ModuleType):
        context.refuse(node, f"the module {value.__name__} stands alone here", "use one of its names")
    try:
        frozen = context.lowering.frozen(value)
    except TypeError as kind:
        fix = "use a tuple indexed by a small int" if isinstance(value, dict) else "use ints, floats and tuples"
        context.refuse(node, f"{ast.unparse(node)} is {kind}, which can't be compiled", fix)
    except OverflowError as error:
        context.refuse(node, f"{error}", "split the board over several fields")
    if shape(frozen) and (as_array or type(value).__module__ == "numpy" or len(leaves(frozen)) > LONG):
        frozen = as_table(frozen)
    return placed(context.program.constant(frozen, hint), node)


def _denote_callable(context: FunctionContext, node: ast.expr, value: Any, hint: str) -> ast.expr:
    name = getattr(value, "__name__", "")
    if value in vars(builtins).values():
        if name in BUILTINS or (isinstance(value, type) and issubclass(value, Exception)):
            return ast.Name(name, ast.Load())
        context.refuse(node, f"{name} can't be compiled", BUILTIN_MENDS.get(name, "write it out"))
    if passes_through(value):
        return placed(context.program.constant(value, hint), node)
    refuse_library(context, node, value)
    if is_function(value):
        return ast.Name(context.lowering.function(value), ast.Load())
    return context.refuse(
        node, f"{ast.unparse(node)} can't be compiled", "write it as a loop, or a function of your own"
    )


def looked_up(context: FunctionContext, node: ast.expr, as_array: bool = False) -> ast.expr | None:
    """Return the compiled form of an expression if it is known beforehand."""
    value = known_value(context, node)
    if value is UNKNOWN or value is context.receiver:
        return None
    return placed(denote(context, node, value, as_array), node)


def name(context: FunctionContext, node: ast.Name) -> ast.expr:
    """Replace a name that is known beforehand."""
    if node.id == context.receiver_name:
        context.refuse(node, f"{node.id} can't be handed on", "make what needs it a method")
    return (looked_up(context, node) if isinstance(node.ctx, ast.Load) else None) or node


def attribute(context: FunctionContext, node: ast.Attribute) -> ast.expr:
    """Replace an attribute that is known beforehand; refuses to change one."""
    if not isinstance(node.ctx, ast.Load):
        context.refuse(node, f"rules may not change {ast.unparse(node)}", "return a new state instead")
    return looked_up(context, node) or _field(context, node)


def _field(context: FunctionContext, node: ast.Attribute) -> ast.expr:
    if isinstance(node.value, ast.Name) and node.value.id == context.state_name:
        fields = context.program.shape.fields
        if node.attr not in fields:
            context.refuse(node, f"a state has no field {node.attr}", f"its fields are {', '.join(fields)}")
    if isinstance(node.value, ast.Name) and node.value.id == context.receiver_name:
        context.refuse(node, f"{ast.unparse(node)} can't be compiled")
    node.value = context.expression(node.value)
    return node


def constant(context: FunctionContext, node: ast.Constant) -> ast.expr:
    """Cut whole numbers to 64 bits."""
    if isinstance(node.value, bytes | complex) or node.value is Ellipsis:
        context.refuse(node, f"{ast.unparse(node)} can't be compiled")
    return placed(denote(context, node, node.value), node)


def refuse_library(context: FunctionContext, node: ast.expr, value: Any) -> None:
    """Refuse what Python's library does in ways of its own; chance has its place in the contract."""
    of = type(getattr(value, "__self__", None)).__module__
    homes = {(getattr(value, "__module__", None) or "").split(".")[0], of.split(".")[0]}
    if homes & {"random", "secrets", "_random"} or of.startswith("numpy.random"):
        fix = "let to_move return CHANCE and list the outcomes with their probabilities in chances"
        context.refuse(node, f"{ast.unparse(node)} would make two searches of one state differ", fix)
    if homes & {"itertools", "functools"}:
        context.refuse(node, f"{ast.unparse(node)} can't be compiled", "write the loop")


def passes_through(value: Any) -> bool:
    """Whether a function is used as it is: Numba, or our runtime, knows it."""
    home = getattr(value, "__module__", None) or type(value).__module__
    if type(getattr(value, "__self__", None)).__module__.startswith("numpy.random"):
        return False
    if home == "math":
        return getattr(value, "__name__", "") in MATH
    return callable(value) and (home in SAME_WHEN_COMPILED or home.split(".")[0] == "numpy")
