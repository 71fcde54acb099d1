"""Arguments: how a lowered function takes its own, and what a call of it hands over."""

import ast
import inspect
from typing import Any

from plywise.kernel.lowering.context import FunctionContext, placed
from plywise.kernel.lowering.errors import LoweringError
from plywise.kernel.lowering.names import denote
from plywise.kernel.lowering.program import PARAMETERS
from plywise.kernel.lowering.source import underlying


def own_arguments(context: FunctionContext, args: ast.arguments) -> ast.arguments:
    """Drop self and annotations; arguments by keyword only become ordinary ones."""
    if args.kwarg or (args.vararg and args.kwonlyargs):
        raise LoweringError(
            context.file, context.function.__code__.co_firstlineno, "**options can't be compiled", "name the arguments"
        )
    own = (args.posonlyargs + args.args)[1 if context.receiver_name else 0 :]
    # As they were when the function was defined: a name may stand for something else since, or in its class.
    values, by_name = context.function.__defaults__ or (), context.function.__kwdefaults__ or {}
    defaults = [denote(context, default, value) for default, value in zip(args.defaults, values, strict=True)]
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        if default is None and defaults:
            context.refuse(arg, f"{arg.arg} needs a default to be compiled", "give it one, or let it stand first")
        own.append(arg)
        defaults += [] if default is None else [denote(context, default, by_name[arg.arg])]
    own = [placed(ast.arg(arg.arg), arg) for arg in own]
    rest = placed(ast.arg(args.vararg.arg), args.vararg) if args.vararg else None
    return ast.arguments([], own, rest, [], [], None, defaults)


def cast_literal(context: FunctionContext, node: ast.expr) -> ast.expr:
    """Return an argument so that a literal doesn't make Numba compile the called function once more."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return context.call("ply_int64", [node], node)
    return node


def extra_arguments(context: FunctionContext) -> list[ast.expr]:
    """What a function in the same mode is handed beside its own arguments."""
    return [ast.Name(name, ast.Load()) for name in PARAMETERS[context.mode]]


def check_arguments(context: FunctionContext, node: ast.Call, function: Any) -> None:
    """Refuse a call that plain Python would refuse too, at its own line."""
    if any(isinstance(arg, ast.Starred) for arg in node.args) or any(word.arg is None for word in node.keywords):
        context.refuse(node, "* and ** in a call can't be compiled", "write the arguments out")
    try:
        inspect.signature(function).bind(*node.args, **{str(word.arg): word for word in node.keywords})
    except TypeError as error:
        context.refuse(node, f"{underlying(function).__name__} can't be called like this: {error}")
