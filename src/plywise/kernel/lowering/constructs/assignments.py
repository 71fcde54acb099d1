"""Assignments: each element stored into a list is checked, and `a = b[i] = v` is one assignment after the other.

cells = list(state.cells)           see `list_copies`
cells[i] = v                        cells[i] = ply_fit(cells, v)
cells[i] += v                       cells[i] = ply_fit(cells, cells[i] + v)
a, b = T[i]                         the same, of a tuple: rows of arrays can't be unpacked
"""

import ast

from plywise.kernel.lowering.constructs.dicts import unpacked
from plywise.kernel.lowering.constructs.list_copies import fixed_list, thaw
from plywise.kernel.lowering.constructs.nested_lists import kept, refuse_cells_of_tuples, row_value
from plywise.kernel.lowering.context import FunctionContext, NotHandled, placed
from plywise.kernel.lowering.known import UNKNOWN, known_value
from plywise.kernel.lowering.names import denote


def assign(context: FunctionContext, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
    """Thaw lists, check stores, refuse what can't be unpacked."""
    if len(node.targets) > 1:
        return _chain(context, node)
    target = node.targets[0]
    if any(isinstance(part, ast.Starred) for part in ast.walk(target)):
        context.refuse(node, "a, *rest = ... can't be compiled", "use indices or slices")
    if isinstance(target, ast.Name) and target.id in context.list_copies:
        whole = fixed_list(context, node.value)
        if whole is None:
            context.refuse(node, f"the list {target.id} gets something else here", "use another name")
        return thaw(context, target.id, whole, node)
    if isinstance(target, ast.Tuple):
        return _unpack(context, node, target)
    value = context.expression(row_value(context, target, node.value))
    if isinstance(target, ast.Subscript):
        return _store(context, target, value, node)
    return placed(ast.Assign([context.expression(target)], kept(context, value, node)), node)


def _chain(context: FunctionContext, node: ast.Assign) -> list[ast.stmt]:
    """a = b[i] = value, as one assignment after the other."""
    held = f"ply_chain_{node.lineno}_{node.col_offset}"
    found: list[ast.stmt] = [placed(ast.Assign([ast.Name(held, ast.Store())], context.expression(node.value)), node)]
    for target in node.targets:
        found += context.statements([placed(ast.Assign([target], placed(ast.Name(held, ast.Load()), node)), node)])
    return found


def _unpack(context: FunctionContext, node: ast.Assign, target: ast.Tuple) -> ast.stmt:
    """a, b = ...: rows of tables stay tuples, and each element stored into a list is checked."""
    targets = [context.expression(part) for part in target.elts]
    value = node.value
    if isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
        parts = [context.expression(part) for part in value.elts]
        checked = [_fitted(context, to, part) for to, part in zip(targets, parts, strict=True)]
        new: ast.expr = placed(ast.Tuple(checked, ast.Load()), value)
    elif any(isinstance(to, ast.Subscript) for to in targets):
        context.refuse(node, "this can't be unpacked into a list", "assign one after the other")
    elif isinstance(value, ast.Subscript) and known_value(context, value) is UNKNOWN:
        new = _row(context, value)
    else:
        new = context.expression(value)
    return placed(ast.Assign([placed(ast.Tuple(targets, ast.Store()), target)], kept(context, new, node)), node)


def _row(context: FunctionContext, node: ast.Subscript) -> ast.expr:
    """Return T[i] as a tuple: an array can't be unpacked."""
    found = unpacked(context, node)
    if not isinstance(found, NotHandled):
        return found
    table = known_value(context, node.value)
    base = context.expression(node.value) if table is UNKNOWN else denote(context, node.value, table)
    return placed(ast.Subscript(base, context.expression(node.slice), ast.Load()), node)


def augmented(context: FunctionContext, node: ast.AugAssign) -> ast.stmt:
    """Write x[i] += v as x[i] = x[i] + v, so that it is checked."""
    if isinstance(node.target, ast.Attribute):
        context.refuse(node, f"rules may not change {ast.unparse(node.target)}", "return a new state instead")
    if isinstance(node.target, ast.Name) and not context.program.checked and not isinstance(node.op, ast.Pow):
        node.value = context.expression(node.value)
        return node
    before: ast.expr
    if isinstance(node.target, ast.Name):
        before = ast.Name(node.target.id, ast.Load())
        value = context.expression(placed(ast.BinOp(placed(before, node), node.op, node.value), node))
        return placed(ast.Assign([node.target], value), node)
    before = placed(ast.Subscript(node.target.value, node.target.slice, ast.Load()), node)
    value = context.expression(placed(ast.BinOp(before, node.op, node.value), node))
    return _store(context, node.target, value, node)


def _store(context: FunctionContext, target: ast.Subscript, value: ast.expr, at: ast.stmt) -> ast.stmt:
    if isinstance(target.slice, ast.Slice):
        context.refuse(at, "a slice can't be assigned to", "assign one element after the other")
    refuse_cells_of_tuples(context, target)
    new = context.expression(target)
    return placed(ast.Assign([new], _fitted(context, new, value)), at)


def _fitted(context: FunctionContext, target: ast.expr, value: ast.expr) -> ast.expr:
    """Refuse a float in a list of ints, which would be cut off in silence."""
    if not isinstance(target, ast.Subscript):
        return value
    held = target.value
    check = "ply_fit"
    if isinstance(held, ast.Name) and context.program.shape.has_rows and held.id in context.list_copies:
        check = "ply_fit_row"
    if isinstance(held, ast.Subscript):
        held, check = held.value, "ply_fit_deep"
    if not isinstance(held, ast.Name):
        return value
    return context.call(check, [placed(ast.Name(held.id, ast.Load()), held), value], value)


def annotated(context: FunctionContext, node: ast.AnnAssign) -> ast.stmt | list[ast.stmt] | None:
    """Drop the annotation."""
    if node.value is None:
        return None
    return context.statements([placed(ast.Assign([node.target], node.value), node)])
