"""The constructs of Python that can be compiled, one module for each kind, and who rewrites what."""

# HANDLERS names for every type of syntax the functions that are asked about it, one after the other: the first that
# doesn't answer NOT_HANDLED has rewritten it. What has no entry is refused (see `refusals`). To add a construct, write
# a handler into the module it belongs to, or into one of its own, and name it here.

import ast

from plywise.kernel.lowering import names
from plywise.kernel.lowering.constructs import (
    action_buffers,
    actions_read,
    calls,
    dicts,
    generator_expressions,
    lists,
    operators,
    statements,
    states,
    unbound_variables,
)
from plywise.kernel.lowering.constructs.action_buffers import find_action_lists, is_buffered
from plywise.kernel.lowering.constructs.arguments import own_arguments
from plywise.kernel.lowering.constructs.lists import find_list_copies, number_indices, separate_lists
from plywise.kernel.lowering.constructs.unbound_variables import watch_unbound_variables
from plywise.kernel.lowering.context import Handlers, copied

__all__ = [
    "HANDLERS",
    "find_action_lists",
    "find_list_copies",
    "is_buffered",
    "number_indices",
    "own_arguments",
    "separate_lists",
    "watch_unbound_variables",
]

HANDLERS: Handlers = {
    # Statements
    ast.Assign: (action_buffers.born, lists.assign),
    ast.AugAssign: (action_buffers.extended, lists.augmented),
    ast.AnnAssign: (lists.annotated,),
    ast.For: (statements.for_loop,),
    ast.While: (statements.while_loop,),
    ast.If: (statements.branch,),
    ast.Match: (statements.matched,),
    ast.Return: (action_buffers.returned, copied),
    ast.Expr: (action_buffers.standing_alone, statements.expression_statement),
    ast.Raise: (statements.raised,),
    ast.Assert: (statements.asserted,),
    ast.Pass: (copied,),
    ast.Break: (copied,),
    ast.Continue: (copied,),
    # Expressions
    ast.Name: (unbound_variables.read, names.name),
    ast.Attribute: (names.attribute,),
    ast.Constant: (names.constant,),
    ast.BinOp: (lists.joined, operators.binary),
    ast.UnaryOp: (action_buffers.is_empty, actions_read.none_offered, operators.unary),
    ast.BoolOp: (copied,),
    ast.IfExp: (copied,),
    ast.Compare: (actions_read.is_offered, dicts.is_key, operators.compared),
    ast.Subscript: (lists.known_element, dicts.item, lists.subscript),
    ast.Slice: (copied,),
    ast.Tuple: (lists.tuple_display,),
    ast.List: (copied,),
    ast.ListComp: (generator_expressions.listed,),
    ast.comprehension: (copied,),
    ast.keyword: (copied,),
    ast.Call: (
        *(calls.known, states.replaced, calls.count_bits, lists.columns, lists.list_method),
        *(dicts.got, operators.bit_function, calls.builtin, states.made, calls.lowered, calls.plain),
    ),
}
