"""Actions: whatever a rule yields, returns in a list or appends becomes stores into a buffer.

    yield a                             ply_n = ply_put(ply_out, ply_n, a)
    yield from self.drops(state)        ply_n = ply_drops_fill(state, ply_out, ply_n)
    return [a for a in ... if ...]      for a in ...:
                                            if ...: ply_n = ply_put(ply_out, ply_n, a)
                                        return ply_n

The same function lowered to be counted says `ply_n += 1` instead. Where another rule reads the actions one by one
(see `actions_read`), it stays a generator.
"""

import ast
import inspect
from typing import Any, TypeGuard

from plywise.kernel.lowering.constructs.arguments import cast_literal, check_arguments, extra_arguments
from plywise.kernel.lowering.constructs.generator_expressions import Comprehension, loop
from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, Statements, placed, settle
from plywise.kernel.lowering.known import UNKNOWN, known_value
from plywise.kernel.lowering.program import Mode
from plywise.kernel.lowering.source import definition, is_function, underlying

PUTS = {
    Mode.FILL: "ply_put",
    Mode.ODDS: "ply_put_odds",
    Mode.INPUTS: "ply_put_input",
    Mode.STATES: "ply_put_place",
    Mode.INDEXES: "ply_put_index",
}
"""What stores one thing that is offered into the buffer."""


def is_buffered(context: FunctionContext) -> bool:
    """Whether what is offered ends in a count."""
    return context.mode in PUTS or context.mode is Mode.COUNT


def is_offering(context: FunctionContext, value: Any) -> bool:
    """Whether a function plays the part of `actions`: a generator, or the rule itself."""
    return is_function(value) and (
        inspect.isgeneratorfunction(underlying(value)) or context.lowering.is_offering_rule(value)
    )


def find_action_lists(context: FunctionContext, node: ast.FunctionDef) -> None:
    """Note the name born as [...], only appended to, tested or returned: the buffer under a user's name."""
    if context.generates:
        return
    uses: dict[str, int] = {}
    fine: dict[str, list[int]] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            uses[part.id] = uses.get(part.id, 0) + 1
        match part:
            case ast.Assign([ast.Name(name)], ast.List()) | ast.AnnAssign(ast.Name(name), _, ast.List()):
                counts = fine.setdefault(name, [0, 0])
                counts[0] += 1
                counts[1] += 1
            case (
                ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append" | "extend")))
                | ast.AugAssign(ast.Name(name), ast.Add())
                | ast.Return(ast.Name(name))
                | ast.UnaryOp(ast.Not(), ast.Name(name))
                | ast.If(ast.Name(name))
                | ast.Call(ast.Name("len"), [ast.Name(name)])
            ):
                fine.setdefault(name, [0, 0])[1] += 1
    ends = {part.value.id for part in ast.walk(node) if isinstance(part, ast.Return) and _is_name(part.value)}
    good = {name for name in ends & fine.keys() if fine[name] == [1, uses[name]]}
    if context.mode is Mode.EACH:  # what was yielded can't be taken back where the list is born again
        loops = [part for part in ast.walk(node) if isinstance(part, ast.For | ast.While)]
        inside = [part for loop in loops for part in ast.walk(loop) if isinstance(part, ast.Assign | ast.AnnAssign)]
        good -= {name.id for part in inside for name in ast.walk(part) if _is_name(name)}
    context.action_lists = good if len(good) == 1 else set()


# Statements that offer


def standing_alone(context: FunctionContext, node: ast.Expr) -> Statements:
    """Yields, and appends to the list of actions."""
    match node.value:
        case ast.Yield(value) if context.mode is not Mode.PLAIN and value is not None:
            return store(context, context.expression(value), node)
        case ast.YieldFrom(value) if context.mode is not Mode.PLAIN:
            return offer(context, value, node)
        case ast.Call(ast.Attribute(ast.Name(name), "append"), [value]) if name in context.action_lists:
            return store(context, context.expression(value), node)
        case ast.Call(ast.Attribute(ast.Name(name), "extend"), [value]) if name in context.action_lists:
            return offer(context, value, node)
    return NOT_HANDLED


def returned(context: FunctionContext, node: ast.Return) -> Statements:
    """Offer what is returned, then return the count."""
    if context.mode is Mode.PLAIN:
        return NOT_HANDLED
    if context.generates and node.value is not None:
        context.refuse(node, "what a generator returns is lost", "yield it, or return without a value")
    offered = [*_forgotten(context, node), *offer(context, node.value, node)] if node.value else []
    value = ast.Name("ply_n", ast.Load()) if is_buffered(context) else None
    return [*offered, placed(ast.Return(value), node)]


def _forgotten(context: FunctionContext, node: ast.Return) -> list[ast.stmt]:
    """`return []` drops what was appended so far to the list that would have been returned."""
    if not context.action_lists or (isinstance(node.value, ast.Name) and node.value.id in context.action_lists):
        return []
    if context.mode is Mode.EACH:
        context.refuse(node, "another list is returned here while another rule reads the actions", "return one list")
    start = ast.Name("ply_start", ast.Load())
    return [placed(ast.Assign([ast.Name("ply_n", ast.Store())], start), node)]


def born(context: FunctionContext, node: ast.Assign) -> Statements:
    """moves = [...]: empty the buffer, which a loop may have filled before, and offer what stands there."""
    if not (_is_name(node.targets[0]) and node.targets[0].id in context.action_lists):
        return NOT_HANDLED
    offered = offer(context, node.value, node)
    if context.mode is Mode.EACH:
        return offered
    start = ast.Name("ply_start", ast.Load())
    return [placed(ast.Assign([ast.Name("ply_n", ast.Store())], start), node), *offered]


def extended(context: FunctionContext, node: ast.AugAssign) -> Statements:
    """moves += [...] offers them."""
    if isinstance(node.target, ast.Name) and node.target.id in context.action_lists:
        return offer(context, node.value, node)
    return NOT_HANDLED


# Asking how many were offered


def is_empty(context: FunctionContext, node: ast.UnaryOp) -> Expression:
    """`not moves` of the list of actions asks for the count."""
    if isinstance(node.op, ast.Not) and _is_name(node.operand) and node.operand.id in context.action_lists:
        return placed(ast.UnaryOp(ast.Not(), _count(context, node)), node)
    return NOT_HANDLED


def length(context: FunctionContext, node: ast.Call) -> Expression:
    """len(moves) of the list of actions."""
    match node.args:
        case [ast.Name(name), *_] if name in context.action_lists:
            return _count(context, node)
    return NOT_HANDLED


def truth(context: FunctionContext, test: ast.expr) -> ast.expr:
    """Return a condition; the list of actions is true when something is in it."""
    if isinstance(test, ast.Name) and test.id in context.action_lists:
        return _count(context, test)
    return context.expression(test)


def _count(context: FunctionContext, at: ast.AST) -> ast.expr:
    """How many this function itself has offered: it may start with a buffer that isn't empty."""
    if context.mode is Mode.EACH:
        context.refuse(at, "the list of actions is read here while another rule asks for it", "count them yourself")
    both = (ast.Name("ply_n", ast.Load()), ast.Sub(), ast.Name("ply_start", ast.Load()))
    return placed(ast.BinOp(*both), at)


# What they become


def store(context: FunctionContext, value: ast.expr, at: ast.AST) -> ast.stmt:
    """Offer one action, already rewritten."""
    if context.mode is Mode.EACH:
        return placed(ast.Expr(placed(ast.Yield(value), at)), at)
    count = ast.Name("ply_n", ast.Load())
    if context.mode is Mode.COUNT:
        new: ast.expr = placed(ast.BinOp(count, ast.Add(), ast.Constant(1)), at)
    else:
        new = context.call(PUTS[context.mode], [*extra_arguments(context), value], at)
    return placed(ast.Assign([ast.Name("ply_n", ast.Store())], new), at)


def offer(context: FunctionContext, value: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """Offer every element of an iterable expression."""
    match value:
        case ast.List(elements) | ast.Tuple(elements):
            return [store(context, context.expression(element), at) for element in elements]
        case ast.IfExp(test, body, orelse):
            branches = [offer(context, branch, at) or [ast.Pass()] for branch in (body, orelse)]
            return [placed(ast.If(context.expression(test), *branches), at)]
        case ast.ListComp() | ast.GeneratorExp():
            return [_comprehension(context, value, at)]
        case ast.BinOp(left, ast.Add(), right) if known_value(context, value) is UNKNOWN:
            return [*offer(context, left, at), *offer(context, right, at)]
        case ast.Call(ast.Name("list" | "tuple" | "iter"), [whole]):
            return offer(context, whole, at)
        case ast.Call(ast.Name("sorted"), [ast.Set(elements)]) if not value.keywords:
            known = [known_value(context, element) for element in elements]
            if UNKNOWN not in known:
                return [store(context, ast.Constant(element), at) for element in sorted(set(known))]
        case ast.Call(function) if _offers_too(context, known_value(context, function)):
            return _delegate(context, value, at)
        case ast.Name(name) if name in context.action_lists:
            return []
    item = ast.Name("ply_a", ast.Store())
    again = store(context, ast.Name("ply_a", ast.Load()), at)
    return [placed(ast.For(item, context.expression(value), [again], []), at)]


def _comprehension(context: FunctionContext, value: Comprehension, at: ast.AST) -> ast.stmt:
    bound = {name.id for part in value.generators for name in ast.walk(part.target) if isinstance(name, ast.Name)}
    own = _Renaming({name: f"ply_own_{name}" for name in bound})  # a comprehension's variables end with it
    first = value.generators[0].iter
    new: Comprehension = own.visit(value)
    new.generators[0].iter = first
    return settle(loop(context, new, [store(context, context.expression(new.elt), at)]), at)  # type: ignore[no-any-return]


def _offers_too(context: FunctionContext, function: Any) -> bool:
    """Whether a called function can store into the same buffer."""
    if function is UNKNOWN or not is_function(function):
        return False
    return is_offering(context, function) or (is_buffered(context) and _returns_list(function))


def _delegate(context: FunctionContext, call: ast.Call, at: ast.AST) -> list[ast.stmt]:
    """Hand the buffer on to a helper."""
    function = known_value(context, call.func)
    if context.mode is Mode.EACH:
        item = placed(ast.Expr(ast.Yield(ast.Name("ply_a", ast.Load()))), at)
        return [placed(ast.For(ast.Name("ply_a", ast.Store()), context.expression(call), [item], []), at)]
    name = context.lowering.function(function, context.mode)
    if call.keywords:
        context.refuse(call, "a helper that offers actions takes no keywords here", "hand its arguments by position")
    check_arguments(context, call, function)
    args = [cast_literal(context, context.expression(arg)) for arg in call.args]
    new = context.call(name, [*args, *extra_arguments(context)], at)
    return [placed(ast.Assign([ast.Name("ply_n", ast.Store())], new), at)]


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return placed(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


def _is_name(node: ast.AST | None) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name)


def _returns_list(function: Any) -> bool:
    """Whether a helper returns lists that it builds, so that it can store into a buffer instead."""
    node = definition(underlying(function))
    returns = [part.value for part in ast.walk(node) if isinstance(part, ast.Return)]
    born = {
        part.targets[0].id
        for part in ast.walk(node)
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and isinstance(part.value, ast.List)
    }
    return bool(returns) and all(
        isinstance(value, ast.List | ast.ListComp) or (isinstance(value, ast.Name) and value.id in born)
        for value in returns
    )
