"""Generator expressions: any, all, sum, min, max, next and tuple over one become a small function with a loop.

any(c == a for c in cells)          for c in cells:
                                        if c == a: return True
                                    return False
"""

import ast
import enum
from typing import Any

from plywise.kernel.lowering.constants import freeze
from plywise.kernel.lowering.constructs.lists import ragged_row, unequal_rows
from plywise.kernel.lowering.constructs.unbound_variables import flags
from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, copied, placed, settle
from plywise.kernel.lowering.known import UNKNOWN, known_value
from plywise.kernel.lowering.names import denote
from plywise.kernel.lowering.program import SHORT, LoweredFunction, function_node
from plywise.parsing import parse

FOLDS = {
    "any": ("pass", "if VALUE: return True", "return False"),
    "all": ("pass", "if not VALUE: return False", "return True"),
    "next": ("pass", "return VALUE", "EMPTY"),
    "checked sum": ("ply_acc = START", "ply_acc = ply_checked_add(ply_acc, VALUE)", "return ply_acc"),
    "sum": ("ply_acc = START", "ply_acc += VALUE", "return ply_acc"),
    "max": (
        "ply_acc = 0\nply_first = True",
        "ply_v = VALUE\nif ply_first or ply_v > ply_acc:\n    ply_acc = ply_v\n    ply_first = False",
        "if ply_first: EMPTY\nreturn ply_acc",
    ),
    "min": (
        "ply_acc = 0\nply_first = True",
        "ply_v = VALUE\nif ply_first or ply_v < ply_acc:\n    ply_acc = ply_v\n    ply_first = False",
        "if ply_first: EMPTY\nreturn ply_acc",
    ),
    "tuple": (
        "ply_was = START\nply_acc = ply_thaw(ply_was)\nply_k = 0",
        "ply_acc[ply_k] = ply_fit(ply_acc, VALUE)\nply_k += 1",
        "return ply_freeze_full(ply_acc, ply_was, ply_k)",
    ),
    "rows": (
        "ply_was = START\nply_k = 0",
        "ply_v = VALUE\nply_acc = ply_room(ply_was, ply_v)\nply_lay(ply_acc, ply_k, ply_v)\nply_k += 1",
        "return ply_freeze_laid(ply_acc, ply_was, ply_v, ply_k)",
    ),
}
"""For each fold (and for tuples that may be rows), its start, its step and its end; names in capitals are filled in."""

Comprehension = ast.GeneratorExp | ast.ListComp


def folded(context: FunctionContext, node: ast.Call) -> Expression:
    """any(...), all(...) and the like over a generator expression or a list comprehension."""
    match node:
        case ast.Call(ast.Name(kind), [ast.GeneratorExp() | ast.ListComp() as whole, *_]):
            return fold(context, node, kind, whole)
    return NOT_HANDLED


def listed(context: FunctionContext, node: ast.ListComp) -> Expression:
    """Refuse a list comprehension that never puts anything in: Numba asks what it holds."""
    for part in node.generators:
        for test in part.ifs:
            match test:
                case ast.UnaryOp(ast.Not(), operand):
                    value = known_value(context, operand)
                    never = value is not UNKNOWN and bool(value)
                case _:
                    value = known_value(context, test)
                    never = value is not UNKNOWN and not value
            if never:
                reason = f"a list in it is always empty, because {ast.unparse(test)} never holds"
                context.refuse(node, reason, "leave it out")
    return copied(context, node)


def folded_elements(context: FunctionContext, node: ast.Call) -> Expression:
    """all(t), any(t) and next(iter(t)) of a tuple or a list, as the same over a generator expression."""
    kind = ast.unparse(node.func)
    match node.args:
        case [ast.Call(ast.Name("iter"), [source]), *rest] if kind == "next":
            pass
        case [ast.expr(), _] if kind == "next":
            fix = "write next((x for x in ... if ...), default)"
            context.refuse(node, f"{ast.unparse(node)} can't be compiled", fix)
        case [ast.Tuple(elements), *rest] if kind != "next" and not any(isinstance(e, ast.Starred) for e in elements):
            truths: list[ast.expr] = [context.call("bool", [element], element) for element in elements]
            source = placed(ast.Tuple(truths, ast.Load()), node.args[0])
        case [source, *rest] if kind != "next":
            pass
        case _:
            return NOT_HANDLED
    part = ast.comprehension(ast.Name("ply_y", ast.Store()), source, [], 0)
    whole = placed(ast.GeneratorExp(placed(ast.Name("ply_y", ast.Load()), node), [part]), node)
    return fold(context, context.call(kind, [whole, *rest], node), kind, whole)


def checked_sum(context: FunctionContext, node: ast.Call) -> Expression:
    """sum(t) of a tuple or a list in a checked build."""
    if not context.program.checked or not node.args:
        return NOT_HANDLED
    start = [word.value for word in node.keywords if word.arg == "start"] or node.args[1:]
    given = [context.expression(part) for part in (node.args[0], *start)]
    return context.call("ply_checked_sum", given if start else [*given, placed(ast.Constant(0), node)], node)


def fold(context: FunctionContext, node: ast.Call, kind: str, whole: Comprehension) -> ast.expr:
    """Return the call of a new function that loops."""
    options = {word.arg: word.value for word in node.keywords}
    if "key" in options or not options.keys() <= {"start", "default"}:
        context.refuse(node, f"{kind}(key=...) can't be compiled", "write the loop")
    bound = {name.id for part in whole.generators for name in ast.walk(part.target) if isinstance(name, ast.Name)}
    saved, context.locals = context.locals, context.locals | bound
    fill: dict[str, Any] = {"VALUE": context.expression(whole.elt), "START": ast.Constant(0)}
    if kind == "tuple":
        fill["START"] = _zeros(context, node, whole)
    elif kind == "sum" and (len(node.args) > 1 or "start" in options):
        fill["START"] = context.expression(options.get("start") or node.args[1])
    if kind == "next" and len(node.args) > 1:
        options["default"] = node.args[1]
    fill["EMPTY"] = _empty(context, kind, options)
    form = "rows" if kind == "tuple" and context.program.shape.has_rows else kind
    form = "checked sum" if kind == "sum" and context.program.checked else form
    start, step, end = (_filled(text, fill) for text in FOLDS[form])
    body = [*start, loop(context, whole, step), *end]
    context.locals = saved
    return _lifted(context, node, kind, body, saved - bound)


def _lifted(context: FunctionContext, node: ast.Call, kind: str, body: list[ast.stmt], outer: set[str]) -> ast.expr:
    """Move statements into a function of their own that takes the variables they use."""
    names = {part.id for line in body for part in ast.walk(line) if isinstance(part, ast.Name)}
    made = flags(context) | {f"ply_was_{name}" for name in context.originals}
    used = sorted(names & (outer | made) - {context.receiver_name or ""})
    name = context.program.new_name(f"{context.function.__name__}_{kind}")
    args = ast.arguments([], [ast.arg(arg) for arg in used], None, [], [], None, [])
    new = settle(function_node(name, args, body), node)
    context.program.functions[name] = LoweredFunction(new, context.file)
    return context.call(name, [placed(ast.Name(arg, ast.Load()), node) for arg in used], node)


def _empty(context: FunctionContext, kind: str, options: dict[str | None, ast.expr]) -> ast.stmt:
    """What max, min and next do when there is nothing."""
    if "default" in options:
        return ast.Return(context.expression(options["default"]))
    error = "StopIteration" if kind == "next" else "ValueError"
    return parse(f"raise {error}('{kind}() of nothing')").body[0]


def _zeros(context: FunctionContext, node: ast.Call, whole: Comprehension) -> ast.expr:
    """Return a tuple as long as the one that is built; its length must be known beforehand."""
    source = whole.generators[0].iter
    if len(whole.generators) > 1 or whole.generators[0].ifs:
        context.refuse(
            node, "the length of this tuple isn't known beforehand", "keep one element for each, or use bits"
        )
    while isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.args:
        if source.func.id not in ("enumerate", "zip", "reversed", "list", "sorted", "tuple"):
            break
        source = source.args[0]
    length = _length(context, source)
    if length is not None and length > SHORT and context.program.shape.has_cells:
        return context.call("ply_zeros", [ast.Constant(length), ast.Constant(0)], node)
    if length is not None:
        return context.program.constant((0,) * length, f"zeros_{length}")
    if isinstance(source, ast.Call) and getattr(source.func, "id", "") == "range":
        context.refuse(node, "the length of this tuple isn't known beforehand", "range over a constant")
    if isinstance(source, ast.Name) and source.id in context.originals:
        source = ast.Name(context.originals[source.id], ast.Load())
        return context.call("ply_blank", [source], node)
    return context.call("ply_blank", [context.expression(source)], node)


def _length(context: FunctionContext, source: ast.expr) -> int | None:
    """How many elements there are, where that is known."""
    value = known_value(context, source)
    if isinstance(value, tuple | list | dict | enum.EnumType):
        return len(value)
    match source:
        case ast.Call(ast.Name("range"), bounds):
            known = [_bound(context, bound) for bound in bounds]
            if all(isinstance(bound, int) for bound in known):
                return len(range(*known))
        case ast.Tuple(elements) | ast.List(elements):
            return len(elements)
    return None


def _bound(context: FunctionContext, node: ast.expr) -> Any:
    """Return a bound of range: known, or the length of something known or of a field."""
    match node:
        case ast.Call(ast.Name("len"), [ast.Attribute(ast.Name(name), attribute)]) if name == context.state_name:
            return next(iter(context.program.shape.of(attribute)), UNKNOWN)
        case ast.Call(ast.Name("len"), [ast.Subscript(ast.Attribute(ast.Name(name), attribute))]) if (
            name == context.state_name and len(context.program.shape.of(attribute)) > 1
        ):
            return context.program.shape.of(attribute)[1]
        case ast.Call(ast.Name("len"), [whole]):
            return _length(context, whole)
    return known_value(context, node)


def loop(context: FunctionContext, whole: Comprehension, body: list[ast.stmt]) -> ast.stmt:
    """Return a comprehension as loops around a body that is already rewritten."""
    for part in reversed(whole.generators):
        if part.is_async:
            context.refuse(whole, "async can't be compiled")
        for test in reversed(part.ifs):
            body = [ast.If(context.expression(test), body, [])]
        target, source, first = running(context, part.iter, part.target)
        body = [ast.For(target, source, [*first, *body], [])]
    new: ast.stmt = settle(body[0], whole)
    return new


def running(context: FunctionContext, node: ast.expr, target: ast.expr) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
    """Return a loop's target, what it runs over, and what its body starts with: unequal rows are numbered."""
    rows = unequal_rows(context, node)
    if rows is None or not isinstance(target, ast.Name):
        return context.expression(target), iterable(context, node, target), []
    number = f"ply_row_{target.id}"
    row = ragged_row(context, placed(ast.Subscript(node, ast.Name(number, ast.Load()), ast.Load()), node))
    assert row is not None
    count = context.call("range", [ast.Constant(len(rows))], node)
    return ast.Name(number, ast.Store()), count, [placed(ast.Assign([target], row), node)]


def iterable(context: FunctionContext, node: ast.expr, target: ast.expr) -> ast.expr:
    """Return what a loop runs over: a long table as an array, unless its rows are unpacked."""
    value = known_value(context, node)
    if isinstance(value, dict | enum.EnumType):  # a dict runs over its keys, an enumeration over its members
        return denote(context, node, tuple(value))
    if value is not UNKNOWN and isinstance(target, ast.Tuple) and isinstance(value, tuple | list):
        return denote_tuple(context, node, value)
    return context.expression(node)


def denote_tuple(context: FunctionContext, node: ast.expr, value: Any) -> ast.expr:
    """Return a known tuple as a tuple, however long: rows of arrays can't be unpacked."""
    return placed(context.program.constant(freeze(value), ast.unparse(node)), node)


class _Filling(ast.NodeTransformer):
    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Name) and isinstance(self.values.get(node.value.id), ast.stmt):
            return self.values[node.value.id]  # type: ignore[no-any-return]
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.values.get(node.id, node)  # type: ignore[no-any-return]


def _filled(text: str, values: dict[str, Any]) -> list[ast.stmt]:
    """Parse statements, without lines of their own, and put values in place of names in capitals."""
    tree = parse(text)
    for part in ast.walk(tree):
        if hasattr(part, "lineno"):
            del part.lineno
    return [_Filling(values).visit(statement) for statement in tree.body]
