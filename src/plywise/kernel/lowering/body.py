# ruff: noqa: N802 (the names of visitors are given by ast)
"""The whole of one function: its arguments, its calls, its statements, and what is refused.

What isn't understood is refused: a construct dropped in silence would be another game.
"""

import ast
from typing import Any

from plywise.kernel.lowering.action_buffers import Offers
from plywise.kernel.lowering.errors import LoweringError
from plywise.kernel.lowering.generator_expressions import FOLDS, settle
from plywise.kernel.lowering.nested_lists import frozen_rows
from plywise.kernel.lowering.program import PARAMETERS, PREFIX, Mode, function_node
from plywise.kernel.lowering.scope import UNKNOWN, passes_through, placed
from plywise.kernel.lowering.source import is_function

REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.FunctionDef: ("a function inside a rule can't be compiled", "make it a method or put it at module level"),
    ast.ClassDef: ("a class inside a rule can't be compiled", "put it at module level"),
    ast.Lambda: ("a lambda can't be compiled", "write it as a method or a function"),
    ast.Try: ("try/except can't be compiled", "test the condition first"),
    ast.With: ("with can't be compiled", "leave files and locks out of the rules"),
    ast.Global: ("rules may not change globals", "keep what changes in the state"),
    ast.Nonlocal: ("rules may not change outer variables", "keep what changes in the state"),
    ast.Delete: ("del can't be compiled", "build what you keep"),
    ast.Dict: ("a dict can't be compiled", "use a tuple indexed by a small int"),
    ast.DictComp: ("a dict can't be compiled", "use a tuple indexed by a small int"),
    ast.Set: ("a set display can't be compiled", "use a tuple or a bit mask"),
    ast.SetComp: ("a set comprehension can't be compiled", "use a tuple or a bit mask"),
    ast.NamedExpr: (":= can't be compiled", "give this name on a line of its own"),
    ast.Import: ("an import inside a rule can't be compiled", "import at the top of the file"),
    ast.ImportFrom: ("an import inside a rule can't be compiled", "import at the top of the file"),
    ast.Yield: ("the value of yield can't be used", "yield each action on a line of its own"),
    ast.YieldFrom: ("the value of yield from can't be used", "yield on a line of its own"),
    ast.Await: ("async can't be compiled", "write plain functions"),
    ast.AsyncFor: ("async can't be compiled", "write plain functions"),
    ast.JoinedStr: ("text can't be compiled", "keep it to action_name, state_name and view"),
    ast.Starred: ("* can't be compiled here", "write the elements out"),
    ast.GeneratorExp: ("this generator expression can't be compiled", "write the loop"),
}
UNDERSTOOD = (
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Return, ast.Expr, ast.Pass, ast.Break),
    *(ast.Continue, ast.Raise, ast.Assert, ast.Match, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare),
    *(ast.Call, ast.Constant, ast.Attribute, ast.Subscript, ast.Name, ast.List, ast.Tuple, ast.ListComp, ast.Slice),
    *(ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop, ast.comprehension, ast.keyword),
)
"""Every kind of syntax that some visitor, or plain copying, treats rightly."""


class Body(Offers):
    """Rewrites one function."""

    def function_def(self, node: ast.FunctionDef, name: str, rule: bool) -> ast.FunctionDef:
        """Return the lowered function; `rule` says that its first own argument is the state."""
        self.parts = list(ast.walk(node))
        stored = {part.id for part in self.parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        self.locals |= stored  # variables of comprehensions too, which code objects may keep apart
        if any(known.startswith(PREFIX) for known in self.locals):
            self.refuse(node, f"names that start with {PREFIX} are taken", "choose another name")
        args = self._arguments(node.args)
        if rule and args.args:
            self.state_name = args.args[0].arg
        if self.mode is not Mode.PLAIN:
            self.lists = self.find_lists(node)
        self.scratch_names = self.find_scratch(node)
        self.refuse_kept_slices()
        body = self.statements(node.body) or [ast.Pass()]
        if self.buffered:
            args.args += [ast.arg(extra) for extra in PARAMETERS[self.mode]]
            start = ast.Assign([ast.Name("ply_start", ast.Store())], ast.Name("ply_n", ast.Load()))
            body = [start, *body, ast.Return(ast.Name("ply_n", ast.Load()))]
        new: ast.FunctionDef = settle(placed(function_node(name, args, body), node), node)
        return new

    def _arguments(self, args: ast.arguments) -> ast.arguments:
        """Drop self and annotations; arguments by keyword only become ordinary ones."""
        if args.kwarg or (args.vararg and args.kwonlyargs):
            raise LoweringError(
                self.file, self.function.__code__.co_firstlineno, "**options can't be compiled", "name the arguments"
            )
        own = (args.posonlyargs + args.args)[1 if self.receiver_name else 0 :]
        defaults = [self.visit(default) for default in args.defaults]
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
            if default is None and defaults:
                self.refuse(arg, f"{arg.arg} needs a default to be compiled", "give it one, or let it stand first")
            own.append(arg)
            defaults += [] if default is None else [self.visit(default)]
        own = [placed(ast.arg(arg.arg), arg) for arg in own]
        rest = placed(ast.arg(args.vararg.arg), args.vararg) if args.vararg else None
        return ast.arguments([], own, rest, [], [], None, defaults)

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite statements, each into none, one or several."""
        found: list[ast.stmt] = []
        for statement in body:
            new: Any = self.visit(statement)
            found += [] if new is None else new if isinstance(new, list) else [new]
        return found

    def visit(self, node: ast.AST) -> Any:
        """Rewrite what is understood, refuse the rest."""
        method = getattr(self, f"visit_{type(node).__name__}", None)
        if method is None and not isinstance(node, UNDERSTOOD):
            reason, mend = REFUSED.get(type(node), (f"{type(node).__name__} can't be compiled", "write it differently"))
            self.refuse(node, reason, mend)
        return super().visit(node)

    # Statements

    def visit_For(self, node: ast.For) -> ast.stmt:
        """Loop over arrays, generators of actions, ranges and tuples."""
        if self.program.shape.has_rows:
            self.refuse_changed_rows(node)
        target, source, first = self.running(node.iter, node.target)
        body = [*first, *self._turns(node.body)]
        source = self.run_over(source)
        return placed(ast.For(target, source, body, self.statements(node.orelse)), node)

    def _turns(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite the body of a loop."""
        self.loops += 1
        body = self.statements(statements) or [ast.Pass()]
        self.loops -= 1
        return body

    def visit_If(self, node: ast.If) -> ast.stmt:
        """Decide now what is known now, so that the other branch needs no types."""
        test = self._truth(node.test)
        body = self.statements(node.body) or [ast.Pass()]
        return placed(ast.If(test, body, self.statements(node.orelse)), node)

    def visit_While(self, node: ast.While) -> ast.stmt:
        """Loop while a condition holds."""
        body = self._turns(node.body)
        return placed(ast.While(self._truth(node.test), body, self.statements(node.orelse)), node)

    def _truth(self, test: ast.expr) -> ast.expr:
        if isinstance(test, ast.Name) and test.id in self.lists:
            return self._count(test)
        return self.visit(test)  # type: ignore[no-any-return]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """`not moves` of the list of actions asks for the count."""
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Name) and node.operand.id in self.lists:
            return placed(ast.UnaryOp(ast.Not(), self._count(node)), node)
        return super().visit_UnaryOp(node)

    def _count(self, at: ast.AST) -> ast.expr:
        """How many this function itself has offered: it may start with a buffer that isn't empty."""
        if self.mode is Mode.EACH:
            self.refuse(at, "the list of actions is read here while another rule asks for it", "count them yourself")
        both = (ast.Name("ply_n", ast.Load()), ast.Sub(), ast.Name("ply_start", ast.Load()))
        return placed(ast.BinOp(*both), at)

    def visit_Assign(self, node: ast.Assign) -> Any:
        """The birth of the list of actions: it is the buffer."""
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.lists:
            return self.birth(node)
        return super().visit_Assign(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """moves += [...] offers them."""
        if isinstance(node.target, ast.Name) and node.target.id in self.lists:
            return self.offer(node.value, node)
        return super().visit_AugAssign(node)

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        """Compiled errors carry a constant text: the literal parts of the message."""
        call = node.exc
        kind = self.static(call.func if isinstance(call, ast.Call) else call) if call else UNKNOWN
        text = ast.unparse(call.args[0]) if isinstance(call, ast.Call) and call.args else "raised by a rule"
        known = isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == "builtins"
        name = str(getattr(kind, "__name__", "")) if known else "ply_RulesError"
        error = self.call(name, [ast.Constant(text.removeprefix("f").strip("'\""))], node)
        return placed(ast.Raise(error, None), node)

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        """Keep the test, drop the message."""
        text = ast.Constant(f"assert {ast.unparse(node.test)}")
        failed = placed(ast.Raise(self.call("AssertionError", [text], node), None), node)
        return placed(ast.If(placed(ast.UnaryOp(ast.Not(), self.visit(node.test)), node), [failed], []), node)

    def visit_Match(self, node: ast.Match) -> Any:
        """Values, | and _ become if, elif and else."""
        subject = f"ply_match_{node.lineno}"
        otherwise: list[ast.stmt] = []
        for case in reversed(node.cases):
            test = self._pattern(case.pattern, subject)
            if case.guard:
                test = ast.BoolOp(ast.And(), [test, self.visit(case.guard)])
            body = self.statements(case.body) or [ast.Pass()]
            otherwise = [settle(ast.If(test, body, otherwise), case.pattern)]
        return [placed(ast.Assign([ast.Name(subject, ast.Store())], self.visit(node.subject)), node), *otherwise]

    def _pattern(self, pattern: ast.pattern, subject: str) -> ast.expr:
        held = ast.Name(subject, ast.Load())
        match pattern:
            case ast.MatchValue(value):
                return ast.Compare(held, [ast.Eq()], [self.visit(value)])
            case ast.MatchOr(patterns):
                return ast.BoolOp(ast.Or(), [self._pattern(part, subject) for part in patterns])
            case ast.MatchAs(None, None):
                return ast.Constant(True)
        return self.refuse(pattern, "this pattern can't be compiled", "match values, joined by |, and _")

    # Calls

    def visit_Call(self, node: ast.Call) -> Any:
        """Calls of builtins, of methods, of State and of functions that are lowered in turn."""
        match node.func:
            case ast.Attribute(whole, "_replace"):
                return self.replace_fields(node, whole)
            case ast.Attribute(ast.Call(ast.Name("bin"), [number]), "count"):
                counted = ast.Attribute(self.visit(number), "bit_count", ast.Load())
                return placed(ast.Call(settle(counted, node), [], []), node)
            case ast.Name("zip") if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
                return self.call("ply_turned", [self.as_cells(node.args[0].value)], node)
            case ast.Attribute(ast.Name(name), method) if name in self.scratch:
                return self.list_method(node, name, method)
            case ast.Name(name) if name not in self.locals and name not in self.outer:
                new = self._builtin(node, name)
                if new is not None:
                    return new
        function = self.static(node.func)
        if function is self.lowering.state_type:
            return self.make_state(node)
        if is_function(function) and not passes_through(function):
            return self._lowered_call(node, function)
        if any(isinstance(arg, ast.Starred) for arg in node.args):
            self.refuse(node, "* in a call can't be compiled", "write the arguments out")
        return self.generic_visit(node)

    def _lowered_call(self, node: ast.Call, function: Any) -> ast.expr:
        if (getattr(function, "__module__", "") or "").split(".")[0] in ("itertools", "functools", "random"):
            self.refuse(node, f"{ast.unparse(node.func)} can't be compiled", "write the loop")
        self.check_arguments(node, function)
        mode = Mode.EACH if self.offers(function) else Mode.PLAIN
        name = self.lowering.function(function, mode)
        new = self.call(name, [self.cast_literal(self.visit(arg)) for arg in node.args], node)
        for word in node.keywords:
            new.keywords.append(placed(ast.keyword(word.arg, self.cast_literal(self.visit(word.value))), word))
        return new

    def _builtin(self, node: ast.Call, name: str) -> ast.expr | None:
        """Builtins over generator expressions, lists of actions and scratch lists; None for an ordinary call."""
        first = node.args[0] if node.args else None
        if name == "tuple" and (whole := frozen_rows(node)) is not None:
            return self.as_cells(whole)
        if name in FOLDS and isinstance(first, ast.GeneratorExp | ast.ListComp):
            return self.fold(node, name, first)
        if name in ("max", "min", "sorted", "sum") and any(word.arg == "key" for word in node.keywords):
            self.refuse(node, f"{name}(key=...) can't be compiled", "write the loop")
        if first is None:
            return None
        if name == "len" and isinstance(first, ast.Name) and first.id in self.lists:
            return self._count(node)
        if name == "tuple" and isinstance(first, ast.Name) and first.id in self.deep:
            self.refuse(node, f"tuple({first.id}) would hold lists", f"write tuple(tuple(row) for row in {first.id})")
        if name == "tuple" and isinstance(first, ast.Name) and first.id in self.scratch:
            was = ast.Name(self.scratch[first.id], ast.Load())
            return self.call("ply_freeze", [ast.Name(first.id, ast.Load()), was], node)
        if name == "sorted" and not isinstance(first, ast.GeneratorExp | ast.ListComp):
            return self.call("ply_sorted", [self.as_cells(first), self.descending(node)], node)
        if name == "reversed":
            return self._reversed(node, first)
        return self._folded_offers(node, name, first)

    def _folded_offers(self, node: ast.Call, name: str, first: ast.expr) -> ast.expr | None:
        offered = self.offered_call(first)
        if offered is None or name not in ("len", "bool", "sum", "max", "min", "any"):
            return None
        if name == "bool":
            return self.fold_offers("any", ast.Constant(True), offered, node)
        if name == "len":
            return self.fold_offers("sum", ast.Constant(1), offered, node)
        return self.fold_offers(name, ast.Name("ply_y", ast.Load()), offered, node)

    def _reversed(self, node: ast.Call, first: ast.expr) -> ast.expr:
        match first:
            case ast.Call(ast.Name("range"), [stop]):
                text, args = "range({0} - 1, -1, -1)", [stop]
            case ast.Call(ast.Name("range"), [start, stop]):
                text, args = "range({1} - 1, {0} - 1, -1)", [start, stop]
            case ast.Call():
                self.refuse(node, "this can't be run through backwards", "reverse a tuple or a range")
            case _:
                cut = ast.Subscript(first, ast.Slice(None, None, ast.Constant(-1)), ast.Load())
                return self.visit(placed(cut, node))  # type: ignore[no-any-return]
        turned = ast.parse(text.format(*(f"({ast.unparse(arg)})" for arg in args)), mode="eval").body
        for part in ast.walk(turned):
            if hasattr(part, "lineno"):
                del part.lineno
        return self.visit(settle(turned, node))  # type: ignore[no-any-return]
