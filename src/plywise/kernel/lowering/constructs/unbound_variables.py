"""Variables that may be read before they have a value: compiled, they fail as they do in plain Python.

    for i, c in enumerate(cells):       ply_has_at = False
        if c == kind:                   for i, c in enumerate(cells):
            at = i                          if c == kind:
    return at                                   at = i
                                                ply_has_at = True
                                        return ply_bound(at, ply_has_at)

Only a variable that some path leaves without a value is watched, and only where that path reads it: following every
path, as Python's own compiler does not, costs a moment now and nothing later. A list's own variable must be read as it
is where it is appended to: Numba finds out there what the list holds.
"""

import ast
from typing import TypeAlias, TypeGuard

from plywise.kernel.lowering.context import NOT_HANDLED, Expression, FunctionContext, placed, settle

Names: TypeAlias = frozenset[str]
Paths: TypeAlias = Names | None
"""The variables that have a value on every path that leads here; None where no path does."""


def watch_unbound_variables(context: FunctionContext, node: ast.FunctionDef) -> None:
    """Note the variables that some path reads before it sets them, and mark where they get a value."""
    args = node.args
    given = [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]
    others = context.known_variables.keys() | context.list_copies | context.action_lists
    search = _Search(frozenset(context.locals - others - _comprehension_variables(context)))
    search.block(node.body, frozenset(arg.arg for arg in given))
    context.unbound, context.bound_reads = search.unbound, search.bound_reads
    if context.unbound:
        node.body = [
            *(_marked(name, False, node) for name in sorted(context.unbound)),
            *_with_marks(context, node.body),
        ]


def _with_marks(context: FunctionContext, body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements, after each assignment of a watched variable the note that it has a value."""
    found: list[ast.stmt] = []
    for statement in body:
        found.append(statement)
        match statement:
            case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
                found += _marks(context, statement, statement)
            case ast.For(target, _, inner):
                inner[:] = [*_marks(context, target, statement), *_with_marks(context, inner)]
            case ast.While(_, inner) | ast.If(_, inner):
                inner[:] = _with_marks(context, inner)
            case ast.Match(_, cases):
                for case in cases:
                    case.body = _with_marks(context, case.body)
        if isinstance(statement, ast.For | ast.While | ast.If):
            statement.orelse = _with_marks(context, statement.orelse)
    return found


def _marks(context: FunctionContext, target: ast.AST, at: ast.AST) -> list[ast.stmt]:
    return [_marked(name, True, at) for name in sorted(_stored(target) & context.unbound)]


def _marked(name: str, has_value: bool, at: ast.AST) -> ast.stmt:
    """Return the statement that says whether a variable has a value."""
    new = ast.Assign([ast.Name(_flag(name), ast.Store())], ast.Constant(has_value))
    placed_at: ast.stmt = settle(placed(new, at), at)
    return placed_at


def flags(context: FunctionContext) -> set[str]:
    """Return the names that say whether a watched variable has a value."""
    return {_flag(name) for name in context.unbound}


def read(context: FunctionContext, node: ast.Name) -> Expression:
    """Read a variable that may have no value."""
    watched = node.id in context.unbound and isinstance(node.ctx, ast.Load)
    if not watched or _place(node) in context.bound_reads:
        return NOT_HANDLED
    return context.call("ply_bound", [node, placed(ast.Name(_flag(node.id), ast.Load()), node)], node)


def _place(node: ast.Name) -> tuple[str, int, int]:
    return node.id, node.lineno, node.col_offset


def _flag(name: str) -> str:
    return f"ply_has_{name}"


def _stored(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _comprehension_variables(context: FunctionContext) -> set[str]:
    return {name for part in context.parts if isinstance(part, ast.comprehension) for name in _stored(part.target)}


class _Search:
    """Follows the paths through one function and collects what is read without a value."""

    def __init__(self, watched: Names) -> None:
        self.watched, self.unbound = watched, set[str]()
        self.bound_reads: set[tuple[str, int, int]] = set()
        self.breaks: list[list[Names]] = []
        """For each loop around, what has a value where the loop is left by break."""

    def block(self, body: list[ast.stmt], paths: Paths) -> Paths:
        """Return what has a value after these statements."""
        for statement in body:
            if paths is None:
                return None
            paths = self.statement(statement, paths)
        return paths

    def statement(self, node: ast.stmt, have: Names) -> Paths:
        """Return what has a value after one statement."""
        match node:
            case ast.If(test, body, orelse):
                self.reads(test, have)
                return _both(self.block(body, have), self.block(orelse, have))
            case ast.For(target, source, body, orelse):
                self.reads(source, have)
                return self.loop(body, orelse, have | _stored(target), have)
            case ast.While(test, body, orelse):
                self.reads(test, have)
                endless = isinstance(test, ast.Constant) and bool(test.value)
                return self.loop(body, orelse, have, None if endless else have)
            case ast.Match(subject, cases):
                return self.match(subject, cases, have)
            case ast.Return() | ast.Raise():
                self.reads(node, have)
                return None
            case ast.Break():
                self.breaks[-1].append(have)
                return None
            case ast.Continue():
                return None
            case ast.AugAssign(ast.Name(name)) if name not in have:
                self.note({name}, have)
        self.reads(node, have)
        return have | _stored(node)

    def loop(self, body: list[ast.stmt], orelse: list[ast.stmt], inside: Names, ended: Paths) -> Paths:
        """Return what has a value after a loop: its body may never run, or be left by break."""
        self.breaks.append([])
        self.block(body, inside)
        left: Paths = None
        for have in self.breaks.pop():
            left = _both(left, have)
        return _both(left, self.block(orelse, ended))

    def match(self, subject: ast.expr, cases: list[ast.match_case], have: Names) -> Paths:
        """Return what has a value after a match: none of its cases may fit."""
        self.reads(subject, have)
        left: Paths = None
        for case in cases:
            if case.guard:
                self.reads(case.guard, have)
            left = _both(left, self.block(case.body, have))
        whole = any(isinstance(case.pattern, ast.MatchAs) and not case.guard for case in cases)
        return left if whole else _both(left, have)

    def reads(self, node: ast.AST, have: Names) -> None:
        """Collect what an expression reads without a value, and where it reads one that is there."""
        names = [part for part in ast.walk(node) if _is_read(part)]
        self.bound_reads |= {_place(name) for name in names if name.id in have}
        self.note({name.id for name in names}, have)

    def note(self, names: set[str], have: Names) -> None:
        self.unbound |= (names & self.watched) - have


def _both(left: Paths, right: Paths) -> Paths:
    return right if left is None else left if right is None else left & right


def _is_read(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
