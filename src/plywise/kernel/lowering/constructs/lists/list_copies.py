"""Boards in tuples: `list(t)`, edit, `tuple(b)` becomes a copy on the machine stack.

    cells = list(state.cells)           cells_was = state.cells;  cells = ply_thaw(cells_was)
    cells[i] += 1                       the same, with index and type checked
    cells.sort()                        ply_sort(cells)
    tuple(cells)                        ply_freeze(cells, cells_was)
    t[:i] + (v,) + t[i + 1:]            ply_with(t, i, v)

A copy lives as long as its function runs, and its length never changes: what would outlive or stretch it is refused.
"""

import ast

from plywise.kernel.lowering.constructs.lists.nested_lists import deep_list, find_nested_lists, frozen_rows, listed_rows
from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, placed
from plywise.kernel.lowering.known import UNKNOWN, known_value

FIXED = "its length is fixed; build it with a comprehension, or use a tuple"


def separate_lists(node: ast.FunctionDef) -> None:
    """Turn `a, b = list(x), list(y)` into two assignments, where neither reads what the other assigns."""
    for parent in list(ast.walk(node)):
        for name in ("body", "orelse"):
            block = getattr(parent, name, None)
            if isinstance(block, list):
                setattr(parent, name, [each for statement in block for each in _separated(statement)])


def _separated(statement: ast.stmt) -> list[ast.stmt]:
    match statement:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            makes_list = any(isinstance(value, ast.Call) and _calls_list(value) for value in values)
            assigned = {target.id for target in targets if isinstance(target, ast.Name)}
            read = {part.id for value in values for part in ast.walk(value) if isinstance(part, ast.Name)}
            if makes_list and len(assigned) == len(targets) and not assigned & read:
                pairs = zip(targets, values, strict=True)
                return [ast.copy_location(ast.Assign([target], value), statement) for target, value in pairs]
    return [statement]


def _calls_list(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in ("list", "sorted")


def find_list_copies(context: FunctionContext, node: ast.FunctionDef) -> None:
    """Note the names that are lists for a while: made by list(...) or ended by tuple(...)."""
    names = set()
    context.nested_lists = find_nested_lists(context, node)
    for part in context.parts:
        match part:
            case ast.Call(ast.Name("tuple")) if isinstance(whole := frozen_rows(part), ast.Name):
                names.add(whole.id)
            case ast.Call(ast.Name("tuple" | "list" | "sorted"), [ast.Name(name)]):
                names.add(name)
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("list" | "sorted"))):
                names.add(name)
            case ast.Assign([ast.Name(name)], ast.BinOp(ast.List(), ast.Mult())):
                names.add(name)
    made = {
        target.id
        for part in context.parts
        if isinstance(part, ast.Assign) and fixed_list(context, part.value) is not None
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    found = ((names | context.nested_lists) & made) - context.action_lists
    for part in context.parts:
        match part:
            case ast.Return(ast.Name(name)) if name in found:
                context.refuse(part, f"the list {name} doesn't outlive its function", f"return tuple({name})")
            case ast.Assign([ast.Name()], ast.Name(name)) if name in found:
                context.refuse(part, f"a second name for the list {name}", f"copy it: list({name})")
    context.list_copies = found
    _refuse_kept_slices(context)


def _refuse_kept_slices(context: FunctionContext) -> None:
    """Refuse to keep a slice that is a view of such a copy: it would change with it, or outlive it."""
    kept = (ast.Assign, ast.AnnAssign, ast.Tuple, ast.List, ast.IfExp, ast.Return, ast.Starred)
    for parent in context.parts:
        for part in ast.iter_child_nodes(parent) if isinstance(parent, kept) else ():
            if not isinstance(part, ast.Subscript) or not isinstance(part.slice, ast.Slice):
                continue
            of_list = isinstance(part.value, ast.Name) and part.value.id in context.list_copies
            if isinstance(part.ctx, ast.Load) and (of_list or is_computed(context, part.slice)):
                context.refuse(
                    part, "this slice can't be kept", "use it where it is taken, or build tuple(... for ...)"
                )


def is_computed(context: FunctionContext, cut: ast.Slice) -> bool:
    """Whether a bound of a slice depends on the play."""
    return any(part is not None and known_value(context, part) is UNKNOWN for part in (cut.lower, cut.upper, cut.step))


def fixed_list(context: FunctionContext, node: ast.expr) -> ast.expr | None:
    """Return the tuple behind a list of fixed length, or None."""
    rows = deep_list(node) or listed_rows(node)
    if rows is not None:
        return rows
    match node:
        case ast.Call(ast.Name("list"), [ast.Call(ast.Name("range"))]):
            return None
        case ast.Call(ast.Name("list"), [ast.GeneratorExp() as whole]):
            return placed(ast.Call(ast.Name("tuple", ast.Load()), [whole], []), node)
        case ast.Call(ast.Name("list"), [whole]) if not isinstance(whole, ast.Call):
            return whole
        case ast.Call(ast.Name("sorted"), [_]):
            return node
        case ast.List([ast.Starred(whole)]):
            return whole
        case ast.List([_, *_] as elements):
            return placed(ast.Tuple(elements, ast.Load()), node)
        case ast.BinOp(ast.List(elements), ast.Mult(), times) if isinstance(known_value(context, times), int):
            row = placed(ast.Tuple(elements * known_value(context, times), ast.Load()), node)
            return row if row.elts else None
        case ast.ListComp():
            return placed(ast.Call(ast.Name("tuple", ast.Load()), [node], []), node)
    return None


def thaw(context: FunctionContext, name: str, whole: ast.expr, at: ast.Assign) -> list[ast.stmt]:
    """Bind a name to a copy of a tuple on the machine stack."""
    was = f"ply_was_{name}"
    first = placed(ast.Assign([ast.Name(was, ast.Store())], as_cells(context, whole)), at)
    context.originals[name] = was
    copied = context.call("ply_thaw", [ast.Name(was, ast.Load())], at)
    return [first, placed(ast.Assign([ast.Name(name, ast.Store())], copied), at)]


def as_cells(context: FunctionContext, node: ast.expr) -> ast.expr:
    """Return a tuple, or a list as one."""
    if isinstance(node, ast.Name) and node.id in context.originals:
        return context.call("ply_freeze", [node, ast.Name(context.originals[node.id], ast.Load())], node)
    return context.expression(node)


def joined(context: FunctionContext, node: ast.BinOp) -> Expression:
    """t[:i] + (v,) + t[i + 1:] is t with v at i; [0] * n makes a list only where it is assigned."""
    match node:
        case ast.BinOp(
            ast.BinOp(ast.Subscript(left, ast.Slice(None, i, None)), ast.Add(), ast.Tuple([new])),
            ast.Add(),
            ast.Subscript(right, ast.Slice(ast.BinOp(j, ast.Add(), ast.Constant(1)), None, None)),
        ) if i is not None and ast.dump(left) == ast.dump(right) and ast.dump(i) == ast.dump(j):
            return context.call(
                "ply_with", [context.expression(left), context.expression(i), context.expression(new)], node
            )
        case ast.BinOp(ast.List(), ast.Mult(), _):
            context.refuse(node, "the length of this list isn't known beforehand", "use a constant length")
    return NOT_HANDLED


def list_method(context: FunctionContext, node: ast.Call) -> Expression:
    """Rewrite or refuse a method of a list."""
    match node.func:
        case ast.Attribute(ast.Name(name), method) if name in context.originals:
            return _list_method(context, node, name, method)
    return NOT_HANDLED


def _list_method(context: FunctionContext, node: ast.Call, name: str, method: str) -> ast.expr:
    if method == "sort":
        return context.call("ply_sort", [ast.Name(name, ast.Load()), _descending(context, node)], node)
    if method in ("append", "extend", "insert", "pop", "remove", "clear", "reverse", "copy"):
        context.refuse(node, f"the list {name} can't be changed by {method}", FIXED)
    node.args = [context.expression(arg) for arg in node.args]
    return node


def _descending(context: FunctionContext, node: ast.Call) -> ast.expr:
    """Read reverse=..., the one option of sorting that can be compiled."""
    for keyword in node.keywords:
        if keyword.arg != "reverse" or not isinstance(keyword.value, ast.Constant):
            context.refuse(node, "sorting by key= can't be compiled", "sort numbers that carry the key in front")
    return ast.Constant(any(keyword.value.value for keyword in node.keywords))  # type: ignore[attr-defined]


def sorted_copy(context: FunctionContext, node: ast.Call) -> Expression:
    """sorted(t) of a tuple or a list, as a tuple."""
    if not node.args or isinstance(node.args[0], ast.GeneratorExp | ast.ListComp):
        return NOT_HANDLED
    return context.call("ply_sorted", [as_cells(context, node.args[0]), _descending(context, node)], node)


def frozen_board(context: FunctionContext, node: ast.Call) -> Expression:
    """tuple(tuple(row) for row in b) of a list of rows."""
    whole = frozen_rows(node)
    return NOT_HANDLED if whole is None else as_cells(context, whole)


def frozen(context: FunctionContext, node: ast.Call) -> Expression:
    """tuple(b) of a list."""
    match node.args:
        case [ast.Name(name), *_] if name in context.nested_lists:
            context.refuse(node, f"tuple({name}) would hold lists", f"write tuple(tuple(row) for row in {name})")
        case [ast.Name(name), *_] if name in context.originals:
            was = ast.Name(context.originals[name], ast.Load())
            return context.call("ply_freeze", [ast.Name(name, ast.Load()), was], node)
    return NOT_HANDLED


def columns(context: FunctionContext, node: ast.Call) -> Expression:
    """zip(*board) runs through a board's columns."""
    match node:
        case ast.Call(ast.Name("zip"), [ast.Starred(board)]):
            return context.call("ply_turned", [as_cells(context, board)], node)
    return NOT_HANDLED
