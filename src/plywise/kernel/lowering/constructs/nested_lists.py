"""Boards of rows: how lists of rows are recognised, and what is kept in a loop.

    b = [list(row) for row in board]            a copy on the machine stack, of two axes, whose rows are lists
    b[r][c] = x                                 the same, checked
    tuple(tuple(row) for row in b)              ply_freeze(b, b_was)
    rows = list(board); rows[r] = tuple(row)    a copy whose rows are tuples: replaced as a whole
    for column in zip(*board)                   for column in ply_turned(board)

A board is an address in the frame of the function that made it (see `cells`), one place for each line of text. So what
a loop keeps from one turn to the next is copied: `best = after` becomes `best = ply_own(after)`.
"""

import ast
from collections.abc import Iterable

from plywise.kernel.lowering.context import FunctionContext, placed

SHARED = "the rows would be one list under several names"


def kept(context: FunctionContext, value: ast.expr, at: ast.AST) -> ast.expr:
    """Return a value that a variable keeps: a copy of its own where a loop may come by again."""
    return context.call("ply_own", [value], at) if context.loops and context.program.shape.has_cells else value


def run_over(context: FunctionContext, node: ast.expr) -> ast.expr:
    """Return what a loop inside a loop runs over, so that nothing changes it meanwhile."""
    if not context.loops or not context.program.shape.has_cells:
        return node
    match node:
        case ast.Call(ast.Name("enumerate" | "zip" | "reversed"), args) if args:
            node.args = [run_over(context, arg) for arg in args]
            return node
        case ast.Call(ast.Name("range")):
            return node
    return context.call("ply_own", [node], node)


def refuse_changed_rows(context: FunctionContext, node: ast.For) -> None:
    """Let the types decide on a loop over a list that the loop changes: fine for numbers, not for rows."""
    changed = _replaced(node)
    source = node.iter
    if isinstance(source, ast.Call) and source.args:
        source = source.args[0]
    if isinstance(source, ast.Name) and source.id in changed & context.list_copies:
        if source.id in context.nested_lists:
            context.refuse(node, f"rows of {source.id} are replaced while a loop runs over them", "run over range(...)")
        still = context.call("ply_still", [ast.Name(source.id, ast.Load())], node)
        if node.iter is source:
            node.iter = still
        elif isinstance(node.iter, ast.Call):
            node.iter.args[0] = still


def find_nested_lists(context: FunctionContext, node: ast.FunctionDef) -> set[str]:
    """Return the names of lists of lists; refuses what would make two names of one row."""
    made: dict[str, set[bool]] = {}
    for part in context.parts:
        match part:
            case ast.Assign([ast.Name(name)], value) if _is_list(value):
                made.setdefault(name, set()).add(deep_list(value) is not None)
            case ast.BinOp(ast.List([ast.BinOp(ast.List(), ast.Mult()) | ast.List() | ast.ListComp()]), ast.Mult()):
                context.refuse(part, f"{ast.unparse(part)}: {SHARED}", "write [[...] for _ in range(...)]")
    deep = {name for name, kinds in made.items() if True in kinds}
    for name in deep:
        if False in made[name]:
            context.refuse(node, f"the list {name} holds now lists, now something else", "use another name")
    viewed = _viewed(context.parts)
    for part in context.parts:
        match part:
            case ast.Assign([ast.Subscript(ast.Name(name), index)]) if name in deep and name in viewed:
                if not isinstance(index, ast.Slice):
                    context.refuse(
                        part, f"a row of {name} is replaced while another name stands for one", "change its cells"
                    )
    return deep


def may_hold_tuples(context: FunctionContext, name: str) -> bool:
    """Whether this may be a list of rows that are tuples still."""
    return context.program.shape.has_rows and name in context.originals and name not in context.nested_lists


def row_value(context: FunctionContext, target: ast.expr, value: ast.expr) -> ast.expr:
    """Return a fresh list that becomes a row, b[r] = [0] * 3, as the tuple of the same elements."""
    match target:
        case ast.Subscript(ast.Name(name)) if context.program.shape.has_rows and name in context.list_copies:
            return as_tuple(value) if _is_list(value) else value
    return value


def refuse_cells_of_tuples(context: FunctionContext, target: ast.Subscript) -> None:
    """Refuse rows[r][c] = x where the rows are tuples, as Python does."""
    match target.value:
        case ast.Subscript(ast.Name(name)) if name in context.list_copies and name not in context.nested_lists:
            context.refuse(
                target,
                f"the rows of {name} are tuples",
                f"write {name} = [list(row) for row in ...] to change them",
            )


def deep_list(node: ast.expr) -> ast.expr | None:
    """Return a tuple of tuples for an expression that makes a list of lists; None for any other."""
    match node:
        case ast.ListComp(ast.Call(ast.Name("list"), [ast.Name(row)]), [ast.comprehension(ast.Name(each), whole, [])]):
            return whole if row == each else None
        case ast.ListComp(ast.List([ast.Starred(ast.Name(row))]), [ast.comprehension(ast.Name(each), whole, [])]):
            return whole if row == each else None
        case ast.ListComp(
            ast.Subscript(ast.Name(row), ast.Slice(None, None, None)),
            [ast.comprehension(ast.Name(each), ast.Name() as whole, [])],
        ):  # row[:] of a tuple would be a tuple: a name may stand for a list of lists, a field may not
            return whole if row == each else None
        case ast.Call(ast.Name("list"), [ast.Call(ast.Name("map"), [ast.Name("list"), whole])]):
            return whole
        case ast.ListComp(ast.ListComp() | ast.List() | ast.BinOp(ast.List(), ast.Mult()) as row, generators):
            inner = as_tuple(row)
            whole = placed(ast.GeneratorExp(inner, generators), node)
            return placed(ast.Call(ast.Name("tuple", ast.Load()), [whole], []), node)
    return None


def listed_rows(node: ast.expr) -> ast.expr | None:
    """Return X of [row[:] for row in X]: a list of what X holds, where that is tuples."""
    match node:
        case ast.ListComp(
            ast.Subscript(ast.Name(row), ast.Slice(None, None, None)), [ast.comprehension(ast.Name(each), whole, [])]
        ) if row == each:
            return whole
    return None


def frozen_rows(node: ast.Call) -> ast.expr | None:
    """Return X of tuple(tuple(row) for row in X), tuple(map(tuple, X)) and the like."""
    match node.args[0] if node.args else None:
        case ast.Call(ast.Name("map"), [ast.Name("tuple"), whole]):
            return whole
        case ast.GeneratorExp(
            ast.Call(ast.Name("tuple"), [ast.Name(row)]), [ast.comprehension(ast.Name(each), whole, [])]
        ) | ast.ListComp(
            ast.Call(ast.Name("tuple"), [ast.Name(row)]), [ast.comprehension(ast.Name(each), whole, [])]
        ) if row == each:
            return whole
    return None


def as_tuple(row: ast.expr) -> ast.expr:
    """Return a list display, a repeated one or a comprehension as the tuple of the same elements."""
    match row:
        case ast.List(elements):
            return placed(ast.Tuple(elements, ast.Load()), row)
        case ast.BinOp(ast.List(elements), op, times):
            return placed(ast.BinOp(placed(ast.Tuple(elements, ast.Load()), row), op, times), row)
        case ast.Call(ast.Name("list"), [whole]) if isinstance(whole, ast.Name | ast.Attribute | ast.Subscript):
            return placed(ast.Call(ast.Name("tuple", ast.Load()), [whole], []), row)
    return placed(ast.Call(ast.Name("tuple", ast.Load()), [row], []), row)


def _is_list(value: ast.expr) -> bool:
    match value:
        case ast.ListComp() | ast.List() | ast.BinOp(ast.List()) | ast.Call(ast.Name("list" | "sorted")):
            return True
    return False


def _replaced(node: ast.AST) -> set[str]:
    """Return the names x of stores x[i] = ..."""
    return {
        part.value.id
        for part in ast.walk(node)
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name)
    }


def _viewed(parts: Iterable[ast.AST]) -> set[str]:
    """Return the names of lists one of whose rows has a name of its own."""
    found = set()
    for part in parts:
        match part:
            case ast.Assign([ast.Name()], ast.Subscript(ast.Name(name))) | ast.For(_, ast.Name(name)):
                found.add(name)
            case ast.For(_, ast.Call(_, args)):
                found |= {arg.id for arg in args if isinstance(arg, ast.Name)}
    return found
