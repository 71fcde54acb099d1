"""What an expression in a rule is worth before the game starts.

`self`, globals, closures and their attributes are looked up on the live objects, so `self.width`, a class attribute, a
property and `module.TABLE` are constants. So is what is computed from them, such as `len(self.table)`, and a variable
that is set once, from something known: `n = self.width`.
"""

import ast
import builtins
import enum
import operator
from collections.abc import Callable
from typing import Any

from plywise import bits
from plywise.kernel.lowering.context import FunctionContext
from plywise.kernel.lowering.program import PREFIX

UNKNOWN = object()
"""Stands for an expression whose value depends on the play."""

ARITHMETIC: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
PURE = (abs, all, any, bool, divmod, float, int, len, max, min, pow, round, sorted, sum, tuple)
"""Builtins that may be called beforehand, when all their arguments are known."""

LARGEST = 1024
"""A shift or a power by more than this isn't computed beforehand: the number would fill the memory."""


def known_value(context: FunctionContext, node: ast.AST) -> Any:
    """Return the value of an expression that doesn't depend on the play, else UNKNOWN."""
    match node:
        case ast.Constant(value) if isinstance(value, int | float | str):
            return value
        case ast.Name():
            return _name(context, node)
        case ast.Attribute(value, attribute):
            return _attribute(context, node, known_value(context, value), attribute)
        case ast.Call(_, _, []):
            return _called(context, node)
        case ast.BinOp(left, op, right):
            return _folded(context, node, op, known_value(context, left), known_value(context, right))
        case ast.UnaryOp(op, operand) if not isinstance(op, ast.Not):
            return _folded(context, node, op, known_value(context, operand))
        case ast.Subscript(value, index):
            return _item(context, node, known_value(context, value), known_value(context, index))
    return UNKNOWN


def find_known_variables(context: FunctionContext, node: ast.FunctionDef) -> None:
    """Note the variables that are set once, by a statement of the function's own, before they are read."""
    names = [part for part in context.parts if isinstance(part, ast.Name)]
    arguments = {part.arg for part in context.parts if isinstance(part, ast.arg)}
    for statement in node.body:
        match statement:
            case ast.Assign([ast.Name(name) as target], value) | ast.AnnAssign(ast.Name(name) as target, _, value):
                uses = [part for part in names if part.id == name and part is not target]
                if name in arguments or any(not isinstance(part.ctx, ast.Load) for part in uses) or value is None:
                    continue
                if all(part.lineno > (statement.end_lineno or 0) for part in uses):
                    found = known_value(context, value)
                    if isinstance(found, bool | int | float | str | tuple):
                        context.known_variables[name] = found


def _name(context: FunctionContext, node: ast.Name) -> Any:
    if node.id == context.receiver_name:
        return context.receiver
    if node.id in context.known_variables:
        return context.known_variables[node.id]
    if node.id in context.locals or node.id.startswith(PREFIX):
        return UNKNOWN
    if node.id in context.outer:
        return context.outer[node.id]
    if hasattr(builtins, node.id):
        return getattr(builtins, node.id)
    return context.refuse(node, f"the name {node.id} is not known", "define or import it at the top of the file")


def _attribute(context: FunctionContext, node: ast.Attribute, value: Any, attribute: str) -> Any:
    if value is UNKNOWN or (isinstance(value, int | float | str) and not isinstance(value, enum.Enum)):
        return UNKNOWN
    try:
        return getattr(value, attribute)
    except AttributeError:
        context.refuse(node, f"{ast.unparse(node)} doesn't exist when the rules are compiled", "set it in __init__")
    except Exception as error:  # a property may raise anything
        context.refuse(node, f"{ast.unparse(node)} fails when the rules are compiled: {error!r}")


def _called(context: FunctionContext, node: ast.Call) -> Any:
    """Call beforehand what has no effect and doesn't depend on the play."""
    match node:
        case ast.Call(ast.Name("super"), []) if context.owner is not None:
            return super(context.owner, context.receiver)
        case ast.Call(ast.Name("type"), [argument]) if known_value(context, argument) is context.lowering.game:
            return type(context.lowering.game)
        case ast.Call(ast.Name("type"), [ast.Name(name)]) if name == context.state_name:
            return context.lowering.state_type
        case ast.Call(ast.Attribute(whole, "items" | "keys" | "values" as view), []):
            table = known_value(context, whole)
            return tuple(getattr(table, view)()) if isinstance(table, dict) else UNKNOWN
        case ast.Call(ast.Name() | ast.Attribute() as function, [_, *_] as arguments):
            called = known_value(context, function)
            if any(called is pure for pure in PURE) or getattr(called, "__module__", "") == bits.__name__:
                return _reckoned(called, [known_value(context, argument) for argument in arguments])
    return UNKNOWN


def _reckoned(function: Any, arguments: list[Any]) -> Any:
    if any(value is UNKNOWN for value in arguments) or (function is pow and arguments[1] > LARGEST):
        return UNKNOWN
    try:
        return function(*arguments)
    except (ArithmeticError, TypeError, ValueError):
        return UNKNOWN  # it fails when it is called, if it ever is


def _folded(context: FunctionContext, node: ast.AST, op: ast.AST, *operands: Any) -> Any:
    """Compute with numbers of any size, as Python does, before they are cut to 64 bits."""
    joined = isinstance(op, ast.Add | ast.Mult) and any(isinstance(operand, tuple) for operand in operands)
    kinds = int | float | tuple if joined else int | float
    if type(op) not in ARITHMETIC or not all(isinstance(operand, kinds) for operand in operands):
        return UNKNOWN
    if isinstance(op, ast.LShift) and not 0 <= operands[1] <= LARGEST:
        return UNKNOWN
    if isinstance(op, ast.Pow) and not abs(operands[1]) <= LARGEST:
        return UNKNOWN
    try:
        return ARITHMETIC[type(op)](*operands)
    except (ArithmeticError, TypeError, ValueError) as error:
        context.refuse(node, f"{ast.unparse(node)} always fails: {error}")


def _item(context: FunctionContext, node: ast.AST, value: Any, index: Any) -> Any:
    if isinstance(value, dict) and isinstance(index, bool | int | float | str | tuple):
        if index in value:
            return value[index]
        context.refuse(node, f"{ast.unparse(node)} has no such key")
    if not isinstance(value, tuple | list) or not isinstance(index, int):
        return UNKNOWN
    try:
        return value[index]
    except IndexError:
        context.refuse(node, f"{ast.unparse(node)} is outside of its {len(value)} elements")
