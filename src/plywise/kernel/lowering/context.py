"""The function being lowered: what is known of it, and how each piece of its syntax finds its handler.

A *handler* takes this context and one node of the user's function. It returns what compiled rules have instead: a node,
a list of statements, None for nothing, or NOT_HANDLED where the node isn't of its construct. Handlers are listed by the
type of the node; the first one that handles it wins, and a node without any is refused: a construct dropped in silence
would be another game.
"""

import ast
import enum
import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias, TypeVar

from plywise.kernel.lowering.errors import LoweringError
from plywise.kernel.lowering.program import Lowered, LoweringContext, Mode
from plywise.kernel.lowering.refusals import refusal

AnyNode = TypeVar("AnyNode", bound=ast.AST)
SIGNS = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
"""Nodes that only say which operator or which use is meant; they stay as they are."""


class NotHandled(enum.Enum):
    """What a handler answers about a node that isn't of its construct."""

    NOT_HANDLED = enum.auto()


NOT_HANDLED = NotHandled.NOT_HANDLED
Expression: TypeAlias = ast.expr | NotHandled
Statements: TypeAlias = ast.stmt | list[ast.stmt] | NotHandled | None
Handler: TypeAlias = Callable[["FunctionContext", Any], Any]
Handlers: TypeAlias = Mapping[type[ast.AST], tuple[Handler, ...]]


@dataclass(slots=True)
class FunctionContext:
    """One function of the user's in one mode, while it is rewritten."""

    lowering: LoweringContext
    """The whole game's lowering, which lowers other functions as they are met."""
    function: types.FunctionType
    owner: type | None
    """The class the function was written in, for super()."""
    receiver: Any
    """What `self` is; None for a plain function."""
    mode: Mode
    handlers: Handlers
    state_name: str | None = None
    """The argument that holds the state, in a rule."""
    locals: set[str] = field(init=False)
    outer: dict[str, Any] = field(init=False)
    """Globals and closure variables by name."""
    known_variables: dict[str, Any] = field(default_factory=dict)
    """Variables that are set once, from something known before the game starts."""
    unbound: set[str] = field(default_factory=set)
    """Variables that may be read before they have a value: see `unbound_variables`."""
    bound_reads: set[tuple[str, int, int]] = field(default_factory=set)
    """Where one of them is read with a value on every path: its name, line and column."""
    parts: list[ast.AST] = field(default_factory=list)
    """All nodes of the function as written: to walk it again for each question would take most of the time."""
    action_lists: set[str] = field(default_factory=set)
    """The name of the list that is built and returned as actions: see `action_buffers`."""
    list_copies: set[str] = field(default_factory=set)
    """Names that are lists of a fixed length for a while: see `list_copies`."""
    nested_lists: set[str] = field(default_factory=set)
    """Those of them whose elements are lists too: see `nested_lists`."""
    originals: dict[str, str] = field(default_factory=dict)
    """For each list met so far, the variable that holds the tuple it was copied from."""
    loops: int = 0
    """How many loops the statement at hand stands in."""

    def __post_init__(self) -> None:
        code = self.function.__code__
        self.locals = set(code.co_varnames) | set(code.co_cellvars)
        self.outer = {**self.function.__globals__, **inspect.getclosurevars(self.function).nonlocals}

    @property
    def program(self) -> Lowered:
        """What has been lowered so far."""
        return self.lowering.program

    @property
    def file(self) -> str:
        """The user's file."""
        return self.function.__code__.co_filename

    @property
    def receiver_name(self) -> str | None:
        """The argument that is `self`, if there is one."""
        code = self.function.__code__
        return code.co_varnames[0] if self.receiver is not None and code.co_argcount else None

    @property
    def generates(self) -> bool:
        """Whether the user wrote a generator."""
        return inspect.isgeneratorfunction(self.function)

    def refuse(self, node: ast.AST, reason: str, fix: str = "") -> NoReturn:
        """Say where the user's own construct stands, why it can't be compiled, and what to write instead."""
        raise LoweringError(self.file, getattr(node, "lineno", self.function.__code__.co_firstlineno), reason, fix)

    def visit(self, node: ast.AST) -> Any:
        """Return what a node becomes; refuses one that no handler takes."""
        for handler in self.handlers.get(type(node), ()):
            new = handler(self, node)
            if new is not NOT_HANDLED:
                return new
        return self.refuse(node, *refusal(node))

    def expression(self, node: ast.expr) -> ast.expr:
        """Return what an expression becomes."""
        new: ast.expr = self.visit(node)
        return new

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite statements, each into none, one or several."""
        found: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            found += [] if new is None else new if isinstance(new, list) else [new]
        return found

    def call(self, name: str, args: list[ast.expr], at: ast.AST) -> ast.Call:
        """Call a generated global, at the user's line."""
        return placed(ast.Call(ast.Name(name, ast.Load()), args, []), at)


def copied(context: FunctionContext, node: AnyNode) -> AnyNode:
    """Keep a node and rewrite what is in it: the handler of what means the same compiled."""
    for name, value in ast.iter_fields(node):
        if _is_rewritten(value):
            setattr(node, name, context.visit(value))
        elif isinstance(value, list):
            kept = [context.visit(part) if _is_rewritten(part) else part for part in value]
            value[:] = [part for part in kept if part is not None]
    return node


def _is_rewritten(part: Any) -> bool:
    return isinstance(part, ast.AST) and not isinstance(part, SIGNS)


def placed(new: AnyNode, at: ast.AST) -> AnyNode:
    """Give a new node the place of the user's construct it came from."""
    return ast.copy_location(new, at)


def settle(node: Any, at: ast.AST) -> Any:
    """Give every new node below this one the line of the user's construct it came from."""
    placed_at = node if hasattr(node, "lineno") else at
    line, column = getattr(placed_at, "lineno", 1), getattr(placed_at, "col_offset", 0)
    if isinstance(node, ast.stmt | ast.expr | ast.arg | ast.keyword):
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = column
        at = node
    for child in ast.iter_child_nodes(node):
        settle(child, at)
    return node
