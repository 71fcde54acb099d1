"""Actions read in another rule: they are asked for one by one, by a function that loops.

not self.actions(state)             not any(True for y in self.actions(state))
len(list(self.actions(state)))      sum(1 for y in self.actions(state))
a in self.actions(state)            any(y == a for y in self.actions(state))
"""

import ast
from collections.abc import Sequence

from plywise.kernel.lowering.constructs.action_buffers import is_offering
from plywise.kernel.lowering.constructs.generator_expressions import fold
from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, placed
from plywise.kernel.lowering.known import known_value


def none_offered(context: FunctionContext, node: ast.UnaryOp) -> Expression:
    """`not self.actions(state)` asks whether there is any."""
    offered = _offered_call(context, node.operand) if isinstance(node.op, ast.Not) else None
    if offered is None:
        return NOT_HANDLED
    node.operand = _fold_offers(context, "any", ast.Constant(True), offered, node)
    return node


def is_offered(context: FunctionContext, node: ast.Compare) -> Expression:
    """`a in self.actions(state)` looks for it."""
    offered = _offered_call(context, node.comparators[0])
    if len(node.ops) > 1 or not isinstance(node.ops[0], ast.In | ast.NotIn) or offered is None:
        return NOT_HANDLED
    same = placed(ast.Compare(ast.Name("ply_y", ast.Load()), [ast.Eq()], [node.left]), node)
    found = _fold_offers(context, "any", same, offered, node)
    return found if isinstance(node.ops[0], ast.In) else placed(ast.UnaryOp(ast.Not(), found), node)


def folded(context: FunctionContext, node: ast.Call) -> Expression:
    """len, bool, any, all, sum, max and min of what a rule offers, and next with a default."""
    offered = _offered_call(context, node.args[0]) if node.args else None
    if offered is None or not isinstance(node.func, ast.Name) or (node.func.id == "next" and len(node.args) == 1):
        return NOT_HANDLED
    match node.func.id:
        case "bool":
            return _fold_offers(context, "any", ast.Constant(True), offered, node)
        case "len":
            return _fold_offers(context, "sum", ast.Constant(1), offered, node)
        case kind:
            return _fold_offers(context, kind, ast.Name("ply_y", ast.Load()), offered, node, node.args[1:])


def _offered_call(context: FunctionContext, node: ast.expr) -> ast.Call | None:
    """Return the call in X or list(X), when X offers actions."""
    match node:
        case ast.Call(ast.Name("list" | "tuple" | "iter"), [inner]):
            return _offered_call(context, inner)
        case ast.Call(function) if is_offering(context, known_value(context, function)):
            return node
    return None


def _fold_offers(
    context: FunctionContext, kind: str, element: ast.expr, call: ast.Call, at: ast.expr, more: Sequence[ast.expr] = ()
) -> ast.expr:
    """kind(element for ply_y in call)"""
    part = ast.comprehension(ast.Name("ply_y", ast.Store()), call, [], 0)
    whole = placed(ast.GeneratorExp(element, [part]), at)
    return fold(context, context.call(kind, [whole, *more], at), kind, whole)
