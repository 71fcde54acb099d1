"""The whole of one function: what its names stand for, its arguments, and its statements one after the other."""

import ast

from plywise.kernel.lowering.constructs import (
    find_action_lists,
    find_list_copies,
    is_buffered,
    number_indices,
    own_arguments,
    separate_lists,
    watch_unbound_variables,
)
from plywise.kernel.lowering.context import FunctionContext, placed, settle
from plywise.kernel.lowering.known import find_known_variables
from plywise.kernel.lowering.program import PARAMETERS, PREFIX, Mode, function_node


def lowered_function(context: FunctionContext, node: ast.FunctionDef, name: str, rule: bool) -> ast.FunctionDef:
    """Return the lowered function; `rule` says that its first own argument is the state."""
    number_indices(node)
    separate_lists(node)
    context.parts = list(ast.walk(node))
    stored = {part.id for part in context.parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    context.locals |= stored  # variables of comprehensions too, which code objects may keep apart
    if any(known.startswith(PREFIX) for known in context.locals):
        context.refuse(node, f"names that start with {PREFIX} are taken", "choose another name")
    find_known_variables(context, node)
    args = own_arguments(context, node.args)
    if rule and args.args:
        context.state_name = args.args[0].arg
    if context.mode is not Mode.PLAIN:
        find_action_lists(context, node)
    find_list_copies(context, node)
    watch_unbound_variables(context, node)
    body = context.statements(node.body) or [ast.Pass()]
    if is_buffered(context):
        args.args += [ast.arg(extra) for extra in PARAMETERS[context.mode]]
        start = ast.Assign([ast.Name("ply_start", ast.Store())], ast.Name("ply_n", ast.Load()))
        body = [start, *body, ast.Return(ast.Name("ply_n", ast.Load()))]
    new: ast.FunctionDef = settle(placed(function_node(name, args, body), node), node)
    return new
