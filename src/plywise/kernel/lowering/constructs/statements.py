"""Statements: loops, branches, match, and what fails."""

import ast

from plywise.kernel.lowering.constructs.action_buffers import truth
from plywise.kernel.lowering.constructs.generator_expressions import running
from plywise.kernel.lowering.constructs.lists import refuse_changed_rows, run_over
from plywise.kernel.lowering.context import FunctionContext, placed, settle
from plywise.kernel.lowering.known import UNKNOWN, known_value


def expression_statement(context: FunctionContext, node: ast.Expr) -> ast.stmt | None:
    """Drop strings that stand alone; keep calls."""
    if isinstance(node.value, ast.Constant):
        return None
    node.value = context.expression(node.value)
    return node


def for_loop(context: FunctionContext, node: ast.For) -> ast.stmt:
    """Loop over arrays, generators of actions, ranges and tuples."""
    if context.program.shape.has_rows:
        refuse_changed_rows(context, node)
    target, source, first = running(context, node.iter, node.target)
    body = [*first, *_turns(context, node.body)]
    source = run_over(context, source)
    return placed(ast.For(target, source, body, context.statements(node.orelse)), node)


def _turns(context: FunctionContext, statements: list[ast.stmt]) -> list[ast.stmt]:
    """Rewrite the body of a loop."""
    context.loops += 1
    body = context.statements(statements) or [ast.Pass()]
    context.loops -= 1
    return body


def branch(context: FunctionContext, node: ast.If) -> ast.stmt:
    """Decide now what is known now, so that the other branch needs no types."""
    test = truth(context, node.test)
    body = context.statements(node.body) or [ast.Pass()]
    return placed(ast.If(test, body, context.statements(node.orelse)), node)


def while_loop(context: FunctionContext, node: ast.While) -> ast.stmt:
    """Loop while a condition holds."""
    body = _turns(context, node.body)
    return placed(ast.While(truth(context, node.test), body, context.statements(node.orelse)), node)


def raised(context: FunctionContext, node: ast.Raise) -> ast.stmt:
    """Compiled errors carry a constant text: the literal parts of the message."""
    call = node.exc
    kind = known_value(context, call.func if isinstance(call, ast.Call) else call) if call else UNKNOWN
    text = _message(context, call.args[0]) if isinstance(call, ast.Call) and call.args else "raised by a rule"
    known = isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == "builtins"
    name = str(getattr(kind, "__name__", "")) if known else "ply_RulesError"
    return placed(ast.Raise(context.call(name, [ast.Constant(text)], node), None), node)


def _message(context: FunctionContext, node: ast.expr) -> str:
    """Return an error's text as far as it is known: the value of a name, the words of an f-string."""
    if isinstance(node, ast.JoinedStr):
        return ast.unparse(node)[1:].strip("'\"")
    value = known_value(context, node)
    return ast.unparse(node) if value is UNKNOWN else str(value)


def asserted(context: FunctionContext, node: ast.Assert) -> ast.stmt:
    """Keep the test, drop the message."""
    text = ast.Constant(f"assert {ast.unparse(node.test)}")
    failed = placed(ast.Raise(context.call("AssertionError", [text], node), None), node)
    return placed(ast.If(placed(ast.UnaryOp(ast.Not(), context.expression(node.test)), node), [failed], []), node)


def matched(context: FunctionContext, node: ast.Match) -> list[ast.stmt]:
    """Values, | and _ become if, elif and else."""
    subject = f"ply_match_{node.lineno}"
    otherwise: list[ast.stmt] = []
    for case in reversed(node.cases):
        test = _pattern(context, case.pattern, subject)
        if case.guard:
            test = ast.BoolOp(ast.And(), [test, context.expression(case.guard)])
        body = context.statements(case.body) or [ast.Pass()]
        otherwise = [settle(ast.If(test, body, otherwise), case.pattern)]
    return [placed(ast.Assign([ast.Name(subject, ast.Store())], context.expression(node.subject)), node), *otherwise]


def _pattern(context: FunctionContext, pattern: ast.pattern, subject: str) -> ast.expr:
    held = ast.Name(subject, ast.Load())
    match pattern:
        case ast.MatchValue(value):
            return ast.Compare(held, [ast.Eq()], [context.expression(value)])
        case ast.MatchOr(patterns):
            return ast.BoolOp(ast.Or(), [_pattern(context, part, subject) for part in patterns])
        case ast.MatchAs(None, None):
            return ast.Constant(True)
    return context.refuse(pattern, "this pattern can't be compiled", "match values, joined by |, and _")
