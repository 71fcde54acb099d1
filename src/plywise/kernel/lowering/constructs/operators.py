"""Operators: what is known beforehand is reckoned now; a checked build watches the rest."""

import ast

from plywise.kernel.lowering.context import FunctionContext, placed
from plywise.kernel.lowering.names import looked_up

WATCHED = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.LShift: "lshift", ast.RShift: "rshift"}
"""Operators that a checked build calls by name, so that overflow is noticed."""


def binary(context: FunctionContext, node: ast.BinOp) -> ast.expr:
    """Fold what is known; in a checked build, watch overflow and shifts."""
    known = looked_up(context, node)
    if known is not None:
        return known
    left, right = context.expression(node.left), context.expression(node.right)
    if context.program.checked and type(node.op) in WATCHED:
        return context.call(f"ply_checked_{WATCHED[type(node.op)]}", [left, right], node)
    return placed(ast.BinOp(left, node.op, right), node)


def unary(context: FunctionContext, node: ast.UnaryOp) -> ast.expr:
    """Fold what is known."""
    known = looked_up(context, node)
    if known is not None:
        return known
    node.operand = context.expression(node.operand)
    return node
