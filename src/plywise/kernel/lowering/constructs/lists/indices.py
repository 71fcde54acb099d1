"""Indices that are bools: Python takes them for 0 and 1, compiled code only after they are written so."""

import ast


def number_indices(function: ast.FunctionDef) -> None:
    """Write `t[True]` as t[1], and `t[a > b]` as t[1 if a > b else 0], wherever they stand in a function.

    >>> tree = ast.parse("def f(t, a): return t[a > 1] + t[False]")
    >>> number_indices(tree.body[0])
    >>> print(ast.unparse(tree.body[0].body[0]))
    return t[1 if a > 1 else 0] + t[0]
    """
    for part in ast.walk(function):
        if isinstance(part, ast.Subscript) and _is_bool(part.slice):
            part.slice = _as_number(part.slice)


def _is_bool(node: ast.expr) -> bool:
    """Whether the syntax alone says that an expression is True or False."""
    match node:
        case ast.Constant(bool()) | ast.Compare() | ast.UnaryOp(ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(map(_is_bool, values))
    return False


def _as_number(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant):
        return ast.copy_location(ast.Constant(int(node.value)), node)  # type: ignore[arg-type]
    one, zero = (ast.copy_location(ast.Constant(number), node) for number in (1, 0))
    return ast.copy_location(ast.IfExp(node, one, zero), node)
