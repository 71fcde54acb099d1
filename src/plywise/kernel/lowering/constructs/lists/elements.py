"""Elements of tuples and tables, slices, and tuples with a star.

T[i]                                    the same, of an array where T is known beforehand
T[i] of rows of unequal lengths         ply_row(T_flat, T_starts, i)
t[i:j] with computed bounds             ply_thaw(t)[i:j]
(v, *t)                                 (v,) + t
"""

import ast
from typing import Any

from plywise.kernel.lowering.constants import ConstantTable, freeze, is_ragged, leaves
from plywise.kernel.lowering.constructs.lists.list_copies import as_cells, is_computed
from plywise.kernel.lowering.constructs.lists.nested_lists import may_hold_tuples
from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, copied, placed
from plywise.kernel.lowering.known import UNKNOWN, known_value
from plywise.kernel.lowering.names import denote, looked_up


def known_element(context: FunctionContext, node: ast.Subscript) -> Expression:
    """T[2] of something known."""
    known = looked_up(context, node) if isinstance(node.ctx, ast.Load) else None
    return NOT_HANDLED if known is None else known


def subscript(context: FunctionContext, node: ast.Subscript) -> ast.expr:
    """Look up in arrays; slices with computed bounds are taken from a copy, by Python's own rules."""
    if isinstance(node.slice, ast.Slice):
        return _slice(context, node, node.slice)
    ragged = ragged_row(context, node)
    if ragged is not None:
        return ragged
    table = known_value(context, node.value)
    base = context.expression(node.value) if table is UNKNOWN else denote(context, node.value, table, as_array=True)
    if isinstance(node.ctx, ast.Load) and isinstance(base, ast.Name) and may_hold_tuples(context, base.id):
        was = ast.Name(context.originals[base.id], ast.Load())
        return context.call("ply_item", [base, context.expression(node.slice), was], node)
    return placed(ast.Subscript(base, context.expression(node.slice), node.ctx), node)


def _slice(context: FunctionContext, node: ast.Subscript, cut: ast.Slice) -> ast.expr:
    parts = [cut.lower, cut.upper, cut.step]
    computed = is_computed(context, cut)
    lower, upper, step = (None if part is None else context.expression(part) for part in parts)
    base = context.expression(node.value)
    if computed and not (isinstance(node.value, ast.Name) and node.value.id in context.originals):
        base = context.call("ply_thaw", [base], node)
    return placed(ast.Subscript(base, ast.Slice(lower, upper, step), ast.Load()), node)


def tuple_display(context: FunctionContext, node: ast.Tuple) -> ast.expr:
    """(a, *t, b) is (a,) + t + (b,)."""
    if not any(isinstance(part, ast.Starred) for part in node.elts) or not isinstance(node.ctx, ast.Load):
        return copied(context, node)
    pieces: list[ast.expr] = []
    for part in node.elts:
        inner = part.value if isinstance(part, ast.Starred) else ast.Tuple([part], ast.Load())
        pieces.append(as_cells(context, placed(inner, part)))
    joined = pieces[0]
    for piece in pieces[1:]:
        joined = placed(ast.BinOp(joined, ast.Add(), piece), node)
    return joined


def unequal_rows(context: FunctionContext, node: ast.expr) -> Any:
    """Return the tuple of unequal rows that an expression is known to be, else None."""
    table = known_value(context, node)
    if not isinstance(table, tuple | list) or not table or isinstance(table[0], int):
        return None
    try:
        frozen = freeze(table)
    except (TypeError, OverflowError):  # what can't be compiled is refused where it is used
        return None
    return frozen if is_ragged(frozen) else None


def ragged_row(context: FunctionContext, node: ast.Subscript) -> ast.expr | None:
    """Return T[i] of a tuple of unequal rows as a piece of one flat array."""
    frozen = unequal_rows(context, node.value)
    if frozen is None:
        return None
    starts = [0]
    for row in frozen:
        starts.append(starts[-1] + len(row))
    hint = ast.unparse(node.value)
    flat = context.program.constant(ConstantTable(tuple(leaves(frozen)), "int64"), hint + "_flat")
    return context.call(
        "ply_row",
        [
            flat,
            context.program.constant(ConstantTable(tuple(starts), "int64"), hint + "_starts"),
            context.expression(node.slice),
        ],
        node,
    )
