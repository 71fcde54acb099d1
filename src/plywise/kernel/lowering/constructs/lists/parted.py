"""Several lists made by one assignment: written as one assignment each, which is how lists are followed.

    a, b = list(t), [0] * 4        a = list(t)
                                   b = [0] * 4

Only where the parts need none of the names that they are given: a swap stays what it is.
"""

import ast

MAKING = ("list", "sorted")


def part_lists(function: ast.FunctionDef) -> None:
    """Write `a, b = list(t), list(u)` as two assignments, wherever it stands in a function.

    >>> tree = ast.parse("def f(t):\\n  a, b = list(t), 2\\n  a[0], b = b, a[0]\\n  return a[b]")
    >>> part_lists(tree.body[0])
    >>> print(ast.unparse(tree.body[0]))
    def f(t):
        a = list(t)
        b = 2
        a[0], b = (b, a[0])
        return a[b]
    """
    for part in ast.walk(function):
        for _, block in ast.iter_fields(part):
            if isinstance(block, list) and any(isinstance(each, ast.Assign) for each in block):
                block[:] = [new for each in block for new in _parted(each)]


def _parted(node: ast.stmt) -> list[ast.stmt]:
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            given = {target.id for target in targets if isinstance(target, ast.Name)}
            read = {part.id for value in values for part in ast.walk(value) if isinstance(part, ast.Name)}
            if len(given) == len(targets) and not given & read and any(map(_makes_list, values)):
                pairs = zip(targets, values, strict=True)
                return [ast.copy_location(ast.Assign([to], value), node) for to, value in pairs]
    return [node]


def _makes_list(node: ast.expr) -> bool:
    match node:
        case ast.List() | ast.ListComp() | ast.BinOp(ast.List(), ast.Mult()):
            return True
        case ast.Call(ast.Name(name)):
            return name in MAKING
    return False
