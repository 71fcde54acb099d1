# ruff: noqa: N802 (the names of visitors are given by ast)
"""Actions: whatever a rule yields, returns in a list or appends becomes stores into a buffer.

    yield a                             ply_n = ply_put(ply_out, ply_n, a)
    yield from self.drops(state)        ply_n = ply_drops_fill(state, ply_out, ply_n)
    return [a for a in ... if ...]      for a in ...:
                                            if ...: ply_n = ply_put(ply_out, ply_n, a)
                                        return ply_n

The same function lowered to be counted says `ply_n += 1` instead. Where another rule reads the actions one by one
(`not any(True for _ in self.actions(state))`), it stays a generator.
"""

import ast
import inspect
from typing import Any, TypeGuard

from plywise.kernel.lowering.generator_expressions import Comprehension, Folds, settle
from plywise.kernel.lowering.program import Mode
from plywise.kernel.lowering.scope import UNKNOWN, placed
from plywise.kernel.lowering.source import definition, is_function, underlying

PUTS = {Mode.FILL: "ply_put", Mode.ODDS: "ply_put_odds", Mode.STATES: "ply_put_place"}
"""What stores one thing that is offered into the buffer."""


class Offers(Folds):
    """Rewrites what one function offers."""

    @property
    def buffered(self) -> bool:
        """Whether what is offered ends in a count."""
        return self.mode in PUTS or self.mode is Mode.COUNT

    def find_lists(self, node: ast.FunctionDef) -> set[str]:
        """Return the name born as [...], only appended to, tested or returned: the buffer under a user's name."""
        if self.generates:
            return set()
        uses: dict[str, int] = {}
        fine: dict[str, list[int]] = {}
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                uses[part.id] = uses.get(part.id, 0) + 1
            match part:
                case ast.Assign([ast.Name(name)], ast.List()) | ast.AnnAssign(ast.Name(name), _, ast.List()):
                    counts = fine.setdefault(name, [0, 0])
                    counts[0] += 1
                    counts[1] += 1
                case (
                    ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append" | "extend")))
                    | ast.AugAssign(ast.Name(name), ast.Add())
                    | ast.Return(ast.Name(name))
                    | ast.UnaryOp(ast.Not(), ast.Name(name))
                    | ast.If(ast.Name(name))
                    | ast.Call(ast.Name("len"), [ast.Name(name)])
                ):
                    fine.setdefault(name, [0, 0])[1] += 1
        ends = {part.value.id for part in ast.walk(node) if isinstance(part, ast.Return) and _is_name(part.value)}
        good = {name for name in ends & fine.keys() if fine[name] == [1, uses[name]]}
        if self.mode is Mode.EACH:  # what was yielded can't be taken back where the list is born again
            loops = [part for part in ast.walk(node) if isinstance(part, ast.For | ast.While)]
            inside = [part for loop in loops for part in ast.walk(loop) if isinstance(part, ast.Assign | ast.AnnAssign)]
            good -= {name.id for part in inside for name in ast.walk(part) if _is_name(name)}
        return good if len(good) == 1 else set()

    def birth(self, node: ast.Assign) -> list[ast.stmt]:
        """moves = [...]: empty the buffer, which a loop may have filled before, and offer what stands there."""
        offered = self.offer(node.value, node)
        if self.mode is Mode.EACH:
            return offered
        start = ast.Name("ply_start", ast.Load())
        return [placed(ast.Assign([ast.Name("ply_n", ast.Store())], start), node), *offered]

    def store(self, value: ast.expr, at: ast.AST) -> ast.stmt:
        """Offer one action, already rewritten."""
        if self.mode is Mode.EACH:
            return placed(ast.Expr(placed(ast.Yield(value), at)), at)
        count = ast.Name("ply_n", ast.Load())
        if self.mode is Mode.COUNT:
            new: ast.expr = placed(ast.BinOp(count, ast.Add(), ast.Constant(1)), at)
        else:
            new = self.call(PUTS[self.mode], [*self.extra_arguments(), value], at)
        return placed(ast.Assign([ast.Name("ply_n", ast.Store())], new), at)

    def offer(self, value: ast.expr, at: ast.AST) -> list[ast.stmt]:
        """Offer every element of an iterable expression."""
        match value:
            case ast.List(elements) | ast.Tuple(elements):
                return [self.store(self.visit(element), at) for element in elements]
            case ast.IfExp(test, body, orelse):
                branches = [self.offer(branch, at) or [ast.Pass()] for branch in (body, orelse)]
                return [placed(ast.If(self.visit(test), *branches), at)]
            case ast.ListComp() | ast.GeneratorExp():
                return [self._comprehension(value, at)]
            case ast.BinOp(left, ast.Add(), right) if self.static(value) is UNKNOWN:
                return [*self.offer(left, at), *self.offer(right, at)]
            case ast.Call(ast.Name("list" | "tuple" | "iter"), [whole]):
                return self.offer(whole, at)
            case ast.Call(ast.Name("sorted"), [ast.Set(elements)]) if not value.keywords:
                known = [self.static(element) for element in elements]
                if UNKNOWN not in known:
                    return [self.store(ast.Constant(element), at) for element in sorted(set(known))]
            case ast.Call(function) if self._offers_too(self.static(function)):
                return self._delegate(value, at)
            case ast.Name(name) if name in self.lists:
                return []
        item = ast.Name("ply_a", ast.Store())
        again = self.store(ast.Name("ply_a", ast.Load()), at)
        return [placed(ast.For(item, self.visit(value), [again], []), at)]

    def _comprehension(self, value: Comprehension, at: ast.AST) -> ast.stmt:
        bound = {name.id for part in value.generators for name in ast.walk(part.target) if isinstance(name, ast.Name)}
        own = _Renaming({name: f"ply_own_{name}" for name in bound})  # a comprehension's variables end with it
        first = value.generators[0].iter
        new: Comprehension = own.visit(value)
        new.generators[0].iter = first
        return settle(self.loop(new, [self.store(self.visit(new.elt), at)]), at)  # type: ignore[no-any-return]

    def _offers_too(self, function: Any) -> bool:
        """Whether a called function can store into the same buffer."""
        if function is UNKNOWN or not is_function(function):
            return False
        return self.offers(function) or (self.buffered and _returns_list(function))

    def _delegate(self, call: ast.Call, at: ast.AST) -> list[ast.stmt]:
        """Hand the buffer on to a helper."""
        function = self.static(call.func)
        if self.mode is Mode.EACH:
            item = placed(ast.Expr(ast.Yield(ast.Name("ply_a", ast.Load()))), at)
            return [placed(ast.For(ast.Name("ply_a", ast.Store()), self.visit(call), [item], []), at)]
        name = self.lowering.function(function, self.mode)
        if call.keywords:
            self.refuse(call, "a helper that offers actions takes no keywords here", "hand its arguments by position")
        self.check_arguments(call, function)
        args = [self.cast_literal(self.visit(arg)) for arg in call.args]
        new = self.call(name, [*args, *self.extra_arguments()], at)
        return [placed(ast.Assign([ast.Name("ply_n", ast.Store())], new), at)]

    def check_arguments(self, node: ast.Call, function: Any) -> None:
        """Refuse a call that plain Python would refuse too, at its own line."""
        if any(isinstance(arg, ast.Starred) for arg in node.args) or any(word.arg is None for word in node.keywords):
            self.refuse(node, "* and ** in a call can't be compiled", "write the arguments out")
        try:
            inspect.signature(function).bind(*node.args, **{str(word.arg): word for word in node.keywords})
        except TypeError as error:
            self.refuse(node, f"{underlying(function).__name__} can't be called like this: {error}")

    # Statements that offer

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Yields, and appends to the list of actions."""
        match node.value:
            case ast.Yield(value) if self.mode is not Mode.PLAIN and value is not None:
                return self.store(self.visit(value), node)
            case ast.YieldFrom(value) if self.mode is not Mode.PLAIN:
                return self.offer(value, node)
            case ast.Call(ast.Attribute(ast.Name(name), "append"), [value]) if name in self.lists:
                return self.store(self.visit(value), node)
            case ast.Call(ast.Attribute(ast.Name(name), "extend"), [value]) if name in self.lists:
                return self.offer(value, node)
            case ast.Constant():
                return None
        node.value = self.visit(node.value)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        """Offer what is returned, then return the count."""
        if self.mode is Mode.PLAIN:
            return self.generic_visit(node)
        if self.generates and node.value is not None:
            self.refuse(node, "what a generator returns is lost", "yield it, or return without a value")
        offered = [*self._forgotten(node), *self.offer(node.value, node)] if node.value else []
        value = ast.Name("ply_n", ast.Load()) if self.buffered else None
        return [*offered, placed(ast.Return(value), node)]

    def _forgotten(self, node: ast.Return) -> list[ast.stmt]:
        """`return []` drops what was appended so far to the list that would have been returned."""
        if not self.lists or (isinstance(node.value, ast.Name) and node.value.id in self.lists):
            return []
        if self.mode is Mode.EACH:
            self.refuse(node, "another list is returned here while another rule reads the actions", "return one list")
        start = ast.Name("ply_start", ast.Load())
        return [placed(ast.Assign([ast.Name("ply_n", ast.Store())], start), node)]

    # Reading actions in another rule

    def offered_call(self, node: ast.expr) -> ast.Call | None:
        """Return the call in X or list(X), when X offers actions."""
        match node:
            case ast.Call(ast.Name("list" | "tuple" | "iter"), [inner]):
                return self.offered_call(inner)
            case ast.Call(function) if self.offers(self.static(function)):
                return node
        return None

    def fold_offers(self, kind: str, element: ast.expr, call: ast.Call, at: ast.expr) -> ast.expr:
        """kind(element for ply_y in call)"""
        part = ast.comprehension(ast.Name("ply_y", ast.Store()), call, [], 0)
        whole = placed(ast.GeneratorExp(element, [part]), at)
        return self.fold(self.call(kind, [whole], at), kind, whole)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """`not self.actions(state)` asks whether there is any."""
        if isinstance(node.op, ast.Not):
            offered = self.offered_call(node.operand)
            if offered is not None:
                node.operand = self.fold_offers("any", ast.Constant(True), offered, node)
                return node
        known = self.looked_up(node)
        if known is not None:
            return known
        node.operand = self.visit(node.operand)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`a in self.actions(state)` looks for it."""
        offered = self.offered_call(node.comparators[0])
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn) and offered is not None:
            same = placed(ast.Compare(ast.Name("ply_y", ast.Load()), [ast.Eq()], [node.left]), node)
            found = self.fold_offers("any", same, offered, node)
            return found if isinstance(node.ops[0], ast.In) else placed(ast.UnaryOp(ast.Not(), found), node)
        return self.generic_visit(node)  # type: ignore[return-value]


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return placed(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


def _is_name(node: ast.AST | None) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name)


def _returns_list(function: Any) -> bool:
    """Whether a helper returns lists that it builds, so that it can store into a buffer instead."""
    node = definition(underlying(function))
    returns = [part.value for part in ast.walk(node) if isinstance(part, ast.Return)]
    born = {
        part.targets[0].id
        for part in ast.walk(node)
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and isinstance(part.value, ast.List)
    }
    return bool(returns) and all(
        isinstance(value, ast.List | ast.ListComp) or (isinstance(value, ast.Name) and value.id in born)
        for value in returns
    )
