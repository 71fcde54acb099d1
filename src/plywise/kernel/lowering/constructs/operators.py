"""Operators and the numbers they give: what is known beforehand is computed now; a checked build watches the rest.

a + b               the same; checked: ply_checked_add(a, b), which raises where 64 bits are too few
~a                  ~ply_as_int(a): Numba takes the complement of True to be False, Python -2
a ** b              ply_power(a, b), which raises where the power of two ints isn't an int
a < b               the same; checked: ply_checked_lt(a, b), which raises where a float can't hold an int
"""

import ast
import copy
from typing import Any

from plywise import bits
from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, copied, placed
from plywise.kernel.lowering.known import UNKNOWN, known_value
from plywise.kernel.lowering.names import looked_up

CHECKED: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "power",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.USub: "neg",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
"""Operators that a checked build calls by name, so that it notices where Python would answer differently."""

CHECKED_BUILTINS = {"abs": 1, "int": 1, "round": 1, "divmod": 2}
"""Builtins that a checked build calls by a name of ours, when they are given this many numbers."""

CHECKED_BITS = (bits.lsb, bits.shl, bits.shr)
BITWISE = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Invert, ast.Eq, ast.NotEq, ast.In, ast.NotIn)
"""Operators that mean the same for a board with bit 63, which is a negative number when compiled."""


def binary(context: FunctionContext, node: ast.BinOp) -> ast.expr:
    """Fold what is known; in a checked build, watch overflow and shifts."""
    known = looked_up(context, node)
    if known is not None:
        return known
    _refuse_bit_63(context, node, node.op, node.left, node.right)
    if isinstance(node.op, ast.Pow) and not context.program.checked:
        return _power(context, node)
    left, right = context.expression(node.left), context.expression(node.right)
    if context.program.checked and type(node.op) in CHECKED:
        return context.call(f"ply_checked_{CHECKED[type(node.op)]}", [left, right], node)
    return placed(ast.BinOp(left, node.op, right), node)


def _power(context: FunctionContext, node: ast.BinOp) -> ast.expr:
    """Leave a ** 2 as it is, which Numba multiplies out."""
    exponent = known_value(context, node.right)
    left, right = context.expression(node.left), context.expression(node.right)
    if isinstance(exponent, int) and exponent >= 0:
        return placed(ast.BinOp(left, node.op, right), node)
    return context.call("ply_power", [left, right], node)


def unary(context: FunctionContext, node: ast.UnaryOp) -> ast.expr:
    """Fold what is known; ~ of a bool is a number, as in Python."""
    known = looked_up(context, node)
    if known is not None:
        return known
    whole = _is_whole(context, node.operand)
    node.operand = context.expression(node.operand)
    if isinstance(node.op, ast.Invert) and not whole:
        node.operand = context.call("ply_as_int", [node.operand], node)
    if context.program.checked and isinstance(node.op, ast.USub):
        return context.call("ply_checked_neg", [node.operand], node)
    return node


def _is_whole(context: FunctionContext, node: ast.expr) -> bool:
    """Whether an expression is plainly an int, not a bool: a field of the state, a shift, or bits joined with one."""
    match node:
        case ast.Attribute(ast.Name(name), field):
            return name == context.state_name and context.program.shape.of(field) == ()
        case ast.BinOp(_, ast.LShift() | ast.RShift(), _):
            return True
        case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.BitXor(), right):
            return _is_whole(context, left) or _is_whole(context, right)
    return False


def compared(context: FunctionContext, node: ast.Compare) -> Expression:
    """In a checked build, watch ints beside floats; a chain becomes its parts, joined by and."""
    sides = [node.left, *node.comparators]
    for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
        _refuse_bit_63(context, node, op, left, right)
    if not context.program.checked or not any(type(op) in CHECKED for op in node.ops):
        return copied(context, node)
    parts: list[ast.expr] = []
    for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
        both = [context.expression(copy.deepcopy(side)) for side in (left, right)]
        if type(op) in CHECKED:
            parts.append(context.call(f"ply_checked_{CHECKED[type(op)]}", both, node))
        else:
            parts.append(placed(ast.Compare(both[0], [op], [both[1]]), node))
    return parts[0] if len(parts) == 1 else placed(ast.BoolOp(ast.And(), parts), node)


def _refuse_bit_63(context: FunctionContext, node: ast.AST, op: ast.AST, *sides: ast.expr) -> None:
    """Refuse to compute with a constant that is negative when compiled."""
    for side in sides if not isinstance(op, BITWISE) else ():
        value = known_value(context, side)
        if type(value) is int and 1 << 63 <= value < 1 << 64:
            reason = f"{ast.unparse(side)} is 2**63 or more, a negative number when compiled"
            context.refuse(node, reason, "use the functions of plywise.bits, or a smaller number")


def builtin_number(context: FunctionContext, node: ast.Call) -> Expression:
    """abs, int, round and divmod in a checked build."""
    name = ast.unparse(node.func)
    if not context.program.checked or node.keywords or CHECKED_BUILTINS.get(name) != len(node.args):
        return NOT_HANDLED
    return context.call(f"ply_checked_{name}", [context.expression(arg) for arg in node.args], node)


def builtin_power(context: FunctionContext, node: ast.Call) -> Expression:
    """pow(a, b) is a ** b."""
    match node:
        case ast.Call(_, [base, exponent], []):
            return context.expression(placed(ast.BinOp(base, ast.Pow(), exponent), node))
    return context.refuse(node, f"{ast.unparse(node)} can't be compiled", "write a ** b % c")


def bit_function(context: FunctionContext, node: ast.Call) -> Expression:
    """lsb, shl and shr of `plywise.bits`, and n.bit_count(): a checked build watches what they are given."""
    match node:
        case ast.Call(ast.Attribute(number, "bit_count" | "bit_length" as method), [], []):
            if context.program.checked and known_value(context, number) is UNKNOWN:
                return context.call(f"ply_checked_{method}", [context.expression(number)], node)
        case ast.Call(function, [board, *counts], []):
            return _bit_function(context, node, known_value(context, function), [board, *counts])
    return NOT_HANDLED


def _bit_function(context: FunctionContext, node: ast.Call, function: Any, given: list[ast.expr]) -> Expression:
    if not any(function is known for known in CHECKED_BITS):
        return NOT_HANDLED
    count = known_value(context, given[-1]) if len(given) > 1 else 0
    if isinstance(count, int) and not 0 <= count < 64:
        context.refuse(node, f"{ast.unparse(node)} shifts by {count}", "shift by 0 to 63")
    if not context.program.checked:
        return NOT_HANDLED
    return context.call(f"ply_checked_{function.__name__}", [context.expression(part) for part in given], node)
