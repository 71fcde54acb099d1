"""Calls: of builtins, of the user's own functions, and of what means the same compiled."""

import ast

from plywise.kernel.lowering.constructs import actions_read
from plywise.kernel.lowering.constructs.action_buffers import is_offering, length
from plywise.kernel.lowering.constructs.arguments import cast_literal, check_arguments
from plywise.kernel.lowering.constructs.generator_expressions import checked_sum, folded, folded_elements
from plywise.kernel.lowering.constructs.lists import frozen, frozen_board, sorted_copy
from plywise.kernel.lowering.constructs.operators import builtin_number, builtin_power
from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, Handler, copied, placed, settle
from plywise.kernel.lowering.known import known_value
from plywise.kernel.lowering.names import denote, passes_through, refuse_library
from plywise.kernel.lowering.program import Mode
from plywise.kernel.lowering.source import is_function
from plywise.parsing import parse


def known(context: FunctionContext, node: ast.Call) -> Expression:
    """A call whose value is known beforehand, such as len(self.table)."""
    value = known_value(context, node)
    if not isinstance(value, bool | int | float | str | tuple | list):
        return NOT_HANDLED
    return placed(denote(context, node, value), node)


def builtin(context: FunctionContext, node: ast.Call) -> Expression:
    """Call a builtin: the first handler of its name that takes the call."""
    if not isinstance(node.func, ast.Name) or node.func.id in context.locals or node.func.id in context.outer:
        return NOT_HANDLED
    for handler in BUILTINS.get(node.func.id, ()):
        new: Expression = handler(context, node)
        if new is not NOT_HANDLED:
            return new
    return NOT_HANDLED


def lowered(context: FunctionContext, node: ast.Call) -> Expression:
    """Call a function of the user's, lowered in turn."""
    function = known_value(context, node.func)
    if not is_function(function) or passes_through(function):
        return NOT_HANDLED
    refuse_library(context, node.func, function)
    _refuse_empty_set(context, node)
    check_arguments(context, node, function)
    mode = Mode.EACH if is_offering(context, function) else Mode.PLAIN
    name = context.lowering.function(function, mode)
    new = context.call(name, [cast_literal(context, context.expression(arg)) for arg in node.args], node)
    for word in node.keywords:
        new.keywords.append(placed(ast.keyword(word.arg, cast_literal(context, context.expression(word.value))), word))
    return new


def _refuse_empty_set(context: FunctionContext, node: ast.Call) -> None:
    """Refuse to hand over a set that nothing was put into: its type isn't known."""
    filled = {name for part in context.parts for name in _filled(part)}
    empty = {
        part.targets[0].id
        for part in context.parts
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and _is_empty_set(part.value)
    }
    for arg in (*node.args, *(word.value for word in node.keywords)):
        if _is_empty_set(arg) or (isinstance(arg, ast.Name) and arg.id in empty - filled):
            name = ast.unparse(node.func)
            reason = f"{name} is handed an empty set, whose type isn't known"
            context.refuse(node, reason, f"make the set inside {name}, put an element in before, or use a bit mask")


def _is_empty_set(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node) == "set()"


def _filled(node: ast.AST) -> list[str]:
    """Return the name x of x.add(...)."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(name), "add" | "update")):
            return [name]
    return []


def plain(context: FunctionContext, node: ast.Call) -> ast.expr:
    """Call what means the same compiled."""
    if any(isinstance(arg, ast.Starred) for arg in node.args):
        context.refuse(node, "* in a call can't be compiled", "write the arguments out")
    return copied(context, node)


def count_bits(context: FunctionContext, node: ast.Call) -> Expression:
    """bin(n).count("1") is n.bit_count()."""
    match node.func:
        case ast.Attribute(ast.Call(ast.Name("bin"), [number]), "count"):
            counted = ast.Attribute(context.expression(number), "bit_count", ast.Load())
            return placed(ast.Call(settle(counted, node), [], []), node)
    return NOT_HANDLED


def backwards(context: FunctionContext, node: ast.Call) -> Expression:
    """reversed(...) of a range is another range, of a tuple a slice."""
    match first := node.args[0] if node.args else None:
        case None:
            return NOT_HANDLED
        case ast.Call(ast.Name("range"), [stop]):
            text, args = "range({0} - 1, -1, -1)", [stop]
        case ast.Call(ast.Name("range"), [start, stop]):
            text, args = "range({1} - 1, {0} - 1, -1)", [start, stop]
        case ast.Call():
            context.refuse(node, "this can't be run through backwards", "reverse a tuple or a range")
        case _:
            cut = ast.Subscript(first, ast.Slice(None, None, ast.Constant(-1)), ast.Load())
            return context.expression(placed(cut, node))
    turned = parse(text.format(*(f"({ast.unparse(arg)})" for arg in args)), "eval").body
    for part in ast.walk(turned):
        if hasattr(part, "lineno"):
            del part.lineno
    return context.expression(settle(turned, node))


def _refuse_key(context: FunctionContext, node: ast.Call) -> Expression:
    if any(word.arg == "key" for word in node.keywords):
        context.refuse(node, f"{ast.unparse(node.func)}(key=...) can't be compiled", "write the loop")
    return NOT_HANDLED


BUILTINS: dict[str, tuple[Handler, ...]] = {
    "abs": (builtin_number,),
    "all": (folded, actions_read.folded, folded_elements),
    "any": (folded, actions_read.folded, folded_elements),
    "bool": (actions_read.folded,),
    "divmod": (builtin_number,),
    "int": (builtin_number,),
    "len": (length, actions_read.folded),
    "max": (folded, _refuse_key, actions_read.folded),
    "min": (folded, _refuse_key, actions_read.folded),
    "next": (folded, actions_read.folded, folded_elements),
    "pow": (builtin_power,),
    "reversed": (backwards,),
    "round": (builtin_number,),
    "sorted": (_refuse_key, sorted_copy),
    "sum": (folded, _refuse_key, actions_read.folded, checked_sum),
    "tuple": (frozen_board, folded, frozen),
}
"""Who is asked about a call of a builtin, one after the other; others are called as they are."""
