"""What an expression in a rule is worth before the game starts.

`self`, globals, closures and their attributes are looked up on the live objects, so `self.width`, a class attribute, a
property and `module.TABLE` are constants, and so is what is computed from them.
"""

import ast
import builtins
import operator
from collections.abc import Callable
from typing import Any

from plywise.kernel.lowering.context import FunctionContext
from plywise.kernel.lowering.program import PREFIX

UNKNOWN = object()
"""Stands for an expression whose value depends on the play."""

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


def known_value(context: FunctionContext, node: ast.AST) -> Any:
    """Return the value of an expression that doesn't depend on the play, else UNKNOWN."""
    match node:
        case ast.Constant(value) if isinstance(value, int | float | str):
            return value
        case ast.Name():
            return _name(context, node)
        case ast.Attribute(value, attribute):
            return _attribute(context, node, known_value(context, value), attribute)
        case ast.Call(ast.Name("super"), []) if context.owner is not None:
            return super(context.owner, context.receiver)
        case ast.Call(ast.Name("type"), [argument]) if known_value(context, argument) is context.lowering.game:
            return type(context.lowering.game)
        case ast.Call(ast.Name("type"), [ast.Name(name)]) if name == context.state_name:
            return context.lowering.state_type
        case ast.BinOp(left, op, right):
            return _folded(context, node, op, known_value(context, left), known_value(context, right))
        case ast.UnaryOp(op, operand) if not isinstance(op, ast.Not):
            return _folded(context, node, op, known_value(context, operand))
        case ast.Subscript(value, index):
            return _item(context, node, known_value(context, value), known_value(context, index))
    return UNKNOWN


def _name(context: FunctionContext, node: ast.Name) -> Any:
    if node.id == context.receiver_name:
        return context.receiver
    if node.id in context.locals or node.id.startswith(PREFIX):
        return UNKNOWN
    if node.id in context.outer:
        return context.outer[node.id]
    if hasattr(builtins, node.id):
        return getattr(builtins, node.id)
    return context.refuse(node, f"the name {node.id} is not known", "define or import it at the top of the file")


def _attribute(context: FunctionContext, node: ast.Attribute, value: Any, attribute: str) -> Any:
    if value is UNKNOWN or isinstance(value, int | float | str):
        return UNKNOWN
    try:
        return getattr(value, attribute)
    except AttributeError:
        context.refuse(node, f"{ast.unparse(node)} doesn't exist when the rules are compiled", "set it in __init__")
    except Exception as error:  # a property may raise anything
        context.refuse(node, f"{ast.unparse(node)} fails when the rules are compiled: {error!r}")


def _folded(context: FunctionContext, node: ast.AST, op: ast.AST, *operands: Any) -> Any:
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
        context.refuse(node, f"{ast.unparse(node)} always fails: {error}")


def _item(context: FunctionContext, node: ast.AST, value: Any, index: Any) -> Any:
    if not isinstance(value, tuple | list) or not isinstance(index, int):
        return UNKNOWN
    try:
        return value[index]
    except IndexError:
        context.refuse(node, f"{ast.unparse(node)} is outside of its {len(value)} elements")
