"""States: State(...) and state._replace(...) as calls of makers that cast each field to its type.

State(n=..., cells=...)             ply_make(...), fields in order
state._replace(n=...)               ply_replace_0(state, ...), a small function made for these fields
"""

import ast

from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext
from plywise.kernel.lowering.known import known_value
from plywise.kernel.lowering.names import denote
from plywise.kernel.lowering.program import LoweredFunction
from plywise.parsing import parse


def made(context: FunctionContext, node: ast.Call) -> Expression:
    """State(...) with positions, names and defaults resolved."""
    if known_value(context, node.func) is not context.lowering.state_type:
        return NOT_HANDLED
    fields = context.program.shape.fields
    if any(isinstance(arg, ast.Starred) for arg in node.args) or any(word.arg is None for word in node.keywords):
        context.refuse(node, "State(*...) can't be compiled", "name each field")
    given = dict(zip(fields, node.args, strict=False)) | {word.arg: word.value for word in node.keywords}
    defaults = context.lowering.state_type._field_defaults
    missing = [name for name in fields if name not in given and name not in defaults]
    if len(node.args) > len(fields) or not given.keys() <= set(fields) or missing:
        context.refuse(
            node, f"State({ast.unparse(node).partition('(')[2]} doesn't fit", f"its fields are {', '.join(fields)}"
        )
    args = [
        context.expression(given[name]) if name in given else denote(context, node, defaults[name]) for name in fields
    ]
    return context.call("ply_make", args, node)


def replaced(context: FunctionContext, node: ast.Call) -> Expression:
    """state._replace(a=..., b=...) as a call of a small function made for these fields."""
    match node.func:
        case ast.Attribute(whole, "_replace"):
            return _replaced(context, node, whole)
    return NOT_HANDLED


def _replaced(context: FunctionContext, node: ast.Call, whole: ast.expr) -> ast.expr:
    fields, changed = context.program.shape.fields, [word.arg for word in node.keywords]
    if node.args or not set(changed) <= set(fields):
        context.refuse(node, "_replace(...) doesn't fit the state", f"its fields are {', '.join(fields)}")
    name = "ply_replace_" + "_".join(str(fields.index(str(part))) for part in changed)
    if name not in context.program.functions:
        parts = ", ".join(f"new_{part}" if part in changed else f"state.{part}" for part in fields)
        header = ", ".join(["state", *(f"new_{part}" for part in changed)])
        made = parse(f"def {name}({header}):\n    return ply_make({parts})").body[0]
        assert isinstance(made, ast.FunctionDef)
        context.program.functions[name] = LoweredFunction(made, "<plywise>")
    return context.call(
        name, [context.expression(whole), *(context.expression(word.value) for word in node.keywords)], node
    )
