"""Dicts that are known before the game starts and have ints as keys: a small function finds the place of a key.

D[k]                    ply__D_item(k): the value at the key's place, or KeyError
D.get(k, 0)             ply__D_get(k, 0)
k in D                  ply__D_place(k) >= 0
for k, v in D.items()   a loop over a tuple of pairs (see `known`)

def ply__D_place(key):                          keys that lie close together: -1 where there is none
    at = key - 3
    return -1 if at < 0 or at >= 8 else ply__D_places[at]
"""

import ast
from typing import Any

from plywise.kernel.lowering.constants import ConstantTable, as_table, freeze, is_ragged, leaves, shape
from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, placed
from plywise.kernel.lowering.known import known_value
from plywise.kernel.lowering.program import LoweredFunction
from plywise.parsing import parse

SPREAD = 4096
"""Keys within this range are found by one look into a table, others by halving."""

CLOSE = """
def {name}(key):
    at = key - {least}
    return -1 if at < 0 or at >= {count} else {table}[at]
"""
FAR = """
def {name}(key):
    low, high = 0, {count}
    while low < high:
        middle = (low + high) // 2
        if {table}[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < {count} and {table}[low] == key else -1
"""
ITEM = """
def {name}(key):
    at = {place}(key)
    if at < 0:
        raise KeyError('{whole} has no such key')
    return {value}
"""
GET = """
def {name}(key, default):
    at = {place}(key)
    return {value} if at >= 0 else default
"""


def item(context: FunctionContext, node: ast.Subscript) -> Expression:
    """D[k]"""
    table = known_value(context, node.value)
    if not isinstance(table, dict) or not isinstance(node.ctx, ast.Load):
        return NOT_HANDLED
    return _call(context, node, node.value, table, ITEM, [node.slice])


def unpacked(context: FunctionContext, node: ast.Subscript) -> Expression:
    """D[k] of tuples, to be unpacked: rows of arrays can't be."""
    table = known_value(context, node.value)
    if not isinstance(table, dict):
        return NOT_HANDLED
    return _call(context, node, node.value, table, ITEM, [node.slice], as_tuples=True)


def got(context: FunctionContext, node: ast.Call) -> Expression:
    """D.get(k) and D.get(k, default)"""
    match node:
        case ast.Call(ast.Attribute(whole, "get"), [key, *default], []) if len(default) < 2:
            table = known_value(context, whole)
            if isinstance(table, dict):
                default = default or [placed(ast.Constant(None), node)]
                return _call(context, node, whole, table, GET, [key, *default])
    return NOT_HANDLED


def is_key(context: FunctionContext, node: ast.Compare) -> Expression:
    """k in D"""
    match node:
        case ast.Compare(key, [ast.In() | ast.NotIn() as op], [whole]):
            table = known_value(context, whole)
            if isinstance(table, dict):
                name = _place(context, node, whole, sorted(_keys(context, node, whole, table)))
                found = context.call(name, [context.expression(key)], node)
                sign = ast.GtE() if isinstance(op, ast.In) else ast.Lt()
                return placed(ast.Compare(found, [sign], [placed(ast.Constant(0), node)]), node)
    return NOT_HANDLED


def _call(
    context: FunctionContext,
    node: ast.expr,
    whole: ast.expr,
    table: dict[Any, Any],
    text: str,
    given: list[ast.expr],
    as_tuples: bool = False,
) -> ast.expr:
    """Call the function that looks a key up; it is made when it is first needed."""
    keys = sorted(_keys(context, node, whole, table))
    try:
        values = freeze([table[key] for key in keys])
    except (TypeError, OverflowError) as error:
        context.refuse(node, f"the values of {ast.unparse(whole)} can't be compiled: {error}", "keep numbers in it")
    hint = _hint(whole)
    place = _place(context, node, whole, keys)
    value = _value(context, node, whole, values, as_tuples)
    kind = "item" if text is ITEM else "get"
    name = _made(context, f"{hint}_{kind}", text, place=place, value=value, whole=hint)
    return context.call(name, [context.expression(part) for part in given], node)


def _keys(context: FunctionContext, node: ast.AST, whole: ast.expr, table: dict[Any, Any]) -> list[int]:
    if not table or not all(isinstance(key, int) for key in table):
        reason = f"{ast.unparse(whole)} is a dict whose keys aren't ints, which can't be compiled"
        context.refuse(node, reason, "number the keys, or use a tuple indexed by a small int")
    return [int(key) for key in table]


def _place(context: FunctionContext, node: ast.AST, whole: ast.expr, keys: list[int]) -> str:
    """Return the name of the function that says at which place a key is, -1 where it isn't in the dict."""
    hint = _hint(whole)
    if keys[-1] - keys[0] < SPREAD:
        places = [-1] * (keys[-1] - keys[0] + 1)
        for place, key in enumerate(keys):
            places[key - keys[0]] = place
        text, table = CLOSE, tuple(places)
    else:
        text, table = FAR, tuple(freeze(keys))
    held = context.program.constant(ConstantTable(table, "int64"), f"{hint}_places")
    return _made(context, f"{hint}_place", text, least=keys[0], count=len(table), table=ast.unparse(held))


def _value(context: FunctionContext, node: ast.AST, whole: ast.expr, values: Any, as_tuples: bool) -> str:
    """Return the expression for the value at a place."""
    hint = _hint(whole)
    if is_ragged(values) and not as_tuples:
        starts = [0]
        for row in values:
            starts.append(starts[-1] + len(row))
        flat = context.program.constant(ConstantTable(tuple(leaves(values)), "int64"), f"{hint}_flat")
        held = context.program.constant(ConstantTable(tuple(starts), "int64"), f"{hint}_starts")
        return f"ply_row({ast.unparse(flat)}, {ast.unparse(held)}, at)"
    if shape(values) is None:
        reason = f"the values of {ast.unparse(whole)} aren't numbers or tuples of one length"
        context.refuse(node, reason, "keep one kind of value in it")
    held = context.program.constant(values if as_tuples else as_table(values), f"{hint}_values")
    return f"{ast.unparse(held)}[at]"


def _hint(whole: ast.expr) -> str:
    return ast.unparse(whole).removeprefix("self.").replace(".", "_")[:40]


def _made(context: FunctionContext, hint: str, text: str, **parts: object) -> str:
    """Return the name of a small function, made from a text unless there is one with the same text."""
    body = ast.unparse(parse(text.format(name="_", **parts)))
    for name, known in context.program.functions.items():
        if known.file == "<plywise>" and ast.unparse(known.node).replace(f"def {name}(", "def _(") == body:
            return name
    name = context.program.new_name(hint)
    made = parse(text.format(name=name, **parts)).body[0]
    assert isinstance(made, ast.FunctionDef)
    context.program.functions[name] = LoweredFunction(made, "<plywise>")
    return name
