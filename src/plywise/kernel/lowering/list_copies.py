# ruff: noqa: N802 (the names of visitors are given by ast)
"""Boards in tuples: `list(t)`, edit, `tuple(b)` becomes a scratch copy on the machine stack.

    cells = list(state.cells)           cells_was = state.cells;  cells = ply_thaw(cells_was)
    cells[i] += 1                       the same, with index and type checked
    cells.sort()                        ply_sort(cells)
    tuple(cells)                        ply_freeze(cells, cells_was)
    t[:i] + (v,) + t[i + 1:]            ply_with(t, i, v)
    (v, *t)                             (v,) + t
    State(n=..., cells=...)             ply_make(...), fields in order, each cast to its type

A scratch copy lives as long as its function runs, and its length never changes: what would outlive or stretch it is
refused.
"""

import ast
from typing import Any

from plywise.kernel.lowering.nested_lists import Rows, deep_list, frozen_rows, listed_rows
from plywise.kernel.lowering.program import LoweredFunction
from plywise.kernel.lowering.scope import UNKNOWN, placed

FIXED = "its length is fixed; build it with a comprehension, or use a tuple"


class Scratch(Rows):
    """Rewrites tuples, lists and states in one function."""

    def find_scratch(self, node: ast.FunctionDef) -> set[str]:
        """Return the names that are lists for a while: made by list(...) or ended by tuple(...)."""
        names = set()
        self.deep = self.find_deep(node)
        for part in self.parts:
            match part:
                case ast.Call(ast.Name("tuple")) if isinstance(whole := frozen_rows(part), ast.Name):
                    names.add(whole.id)
                case ast.Call(ast.Name("tuple" | "list" | "sorted"), [ast.Name(name)]):
                    names.add(name)
                case ast.Assign([ast.Name(name)], ast.Call(ast.Name("list" | "sorted"))):
                    names.add(name)
                case ast.Assign([ast.Name(name)], ast.BinOp(ast.List(), ast.Mult())):
                    names.add(name)
        made = {
            target.id
            for part in self.parts
            if isinstance(part, ast.Assign) and self.fixed_list(part.value) is not None
            for target in part.targets
            if isinstance(target, ast.Name)
        }
        found = ((names | self.deep) & made) - self.lists
        for part in self.parts:
            match part:
                case ast.Return(ast.Name(name)) if name in found:
                    self.refuse(part, f"the list {name} doesn't outlive its function", f"return tuple({name})")
                case ast.Assign([ast.Name()], ast.Name(name)) if name in found:
                    self.refuse(part, f"a second name for the list {name}", f"copy it: list({name})")
        return found

    def refuse_kept_slices(self) -> None:
        """Refuse to keep a slice that is a view of a scratch copy: it would change with it, or outlive it."""
        kept = (ast.Assign, ast.AnnAssign, ast.Tuple, ast.List, ast.IfExp, ast.Return, ast.Starred)
        for parent in self.parts:
            for part in ast.iter_child_nodes(parent) if isinstance(parent, kept) else ():
                if not isinstance(part, ast.Subscript) or not isinstance(part.slice, ast.Slice):
                    continue
                of_list = isinstance(part.value, ast.Name) and part.value.id in self.scratch_names
                if isinstance(part.ctx, ast.Load) and (of_list or self._is_computed(part.slice)):
                    self.refuse(
                        part, "this slice can't be kept", "use it where it is taken, or build tuple(... for ...)"
                    )

    def _is_computed(self, cut: ast.Slice) -> bool:
        return any(part is not None and self.static(part) is UNKNOWN for part in (cut.lower, cut.upper, cut.step))

    def fixed_list(self, node: ast.expr) -> ast.expr | None:
        """Return the tuple behind a list of fixed length, or None."""
        rows = deep_list(node) or listed_rows(node)
        if rows is not None:
            return rows
        match node:
            case ast.Call(ast.Name("list"), [ast.Call(ast.Name("range"))]):
                return None
            case ast.Call(ast.Name("list"), [ast.GeneratorExp() as whole]):
                return placed(ast.Call(ast.Name("tuple", ast.Load()), [whole], []), node)
            case ast.Call(ast.Name("list"), [whole]) if not isinstance(whole, ast.Call):
                return whole
            case ast.Call(ast.Name("sorted"), [_]):
                return node
            case ast.List([ast.Starred(whole)]):
                return whole
            case ast.List([_, *_] as elements):
                return placed(ast.Tuple(elements, ast.Load()), node)
            case ast.BinOp(ast.List(elements), ast.Mult(), times) if isinstance(self.static(times), int):
                row = placed(ast.Tuple(elements * self.static(times), ast.Load()), node)
                return row if row.elts else None
            case ast.ListComp():
                return placed(ast.Call(ast.Name("tuple", ast.Load()), [node], []), node)
        return None

    def thaw(self, name: str, whole: ast.expr, at: ast.Assign) -> list[ast.stmt]:
        """Bind a name to a scratch copy of a tuple."""
        was = f"ply_was_{name}"
        first = placed(ast.Assign([ast.Name(was, ast.Store())], self.as_cells(whole)), at)
        self.scratch[name] = was
        copied = self.call("ply_thaw", [ast.Name(was, ast.Load())], at)
        return [first, placed(ast.Assign([ast.Name(name, ast.Store())], copied), at)]

    def as_cells(self, node: ast.expr) -> ast.expr:
        """Return a tuple, or a scratch list as one."""
        if isinstance(node, ast.Name) and node.id in self.scratch:
            return self.call("ply_freeze", [node, ast.Name(self.scratch[node.id], ast.Load())], node)
        return self.visit(node)  # type: ignore[no-any-return]

    # Assignments

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Thaw lists, check stores, refuse what can't be unpacked."""
        if len(node.targets) > 1:
            return self._chain(node)
        target = node.targets[0]
        if any(isinstance(part, ast.Starred) for part in ast.walk(target)):
            self.refuse(node, "a, *rest = ... can't be compiled", "use indices or slices")
        if isinstance(target, ast.Name) and target.id in self.scratch_names:
            whole = self.fixed_list(node.value)
            if whole is None:
                self.refuse(node, f"the list {target.id} gets something else here", "use another name")
            return self.thaw(target.id, whole, node)
        if isinstance(target, ast.Tuple):
            return self._unpack(node, target)
        value = self.visit(self.row_value(target, node.value))
        if isinstance(target, ast.Subscript):
            return self._store(target, value, node)
        return placed(ast.Assign([self.visit(target)], self.kept(value, node)), node)

    def _chain(self, node: ast.Assign) -> list[ast.stmt]:
        """a = b[i] = value, as one assignment after the other."""
        held = f"ply_chain_{node.lineno}_{node.col_offset}"
        found: list[ast.stmt] = [placed(ast.Assign([ast.Name(held, ast.Store())], self.visit(node.value)), node)]
        for target in node.targets:
            new = self.visit(placed(ast.Assign([target], placed(ast.Name(held, ast.Load()), node)), node))
            found += new if isinstance(new, list) else [new]
        return found

    def _unpack(self, node: ast.Assign, target: ast.Tuple) -> ast.stmt:
        """a, b = ...: rows of tables stay tuples, and each element stored into a list is checked."""
        targets = [self.visit(part) for part in target.elts]
        value = node.value
        if isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
            parts = [self.visit(part) for part in value.elts]
            checked = [self._fitted(to, part) for to, part in zip(targets, parts, strict=True)]
            new: ast.expr = placed(ast.Tuple(checked, ast.Load()), value)
        elif any(isinstance(to, ast.Subscript) for to in targets):
            self.refuse(node, "this can't be unpacked into a list", "assign one after the other")
        elif isinstance(value, ast.Subscript) and self.static(value) is UNKNOWN:
            table = self.static(value.value)  # an array can't be unpacked, so this table stays a tuple
            base = self.visit(value.value) if table is UNKNOWN else self.denote(value.value, table)
            new = placed(ast.Subscript(base, self.visit(value.slice), ast.Load()), value)
        else:
            new = self.visit(value)
        return placed(ast.Assign([placed(ast.Tuple(targets, ast.Store()), target)], self.kept(new, node)), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """Write x[i] += v as x[i] = x[i] + v, so that it is checked."""
        if isinstance(node.target, ast.Attribute):
            self.refuse(node, f"rules may not change {ast.unparse(node.target)}", "return a new state instead")
        if isinstance(node.target, ast.Name) and not self.program.checked:
            node.value = self.visit(node.value)
            return node
        before: ast.expr
        if isinstance(node.target, ast.Name):
            before = ast.Name(node.target.id, ast.Load())
            value = self.visit(placed(ast.BinOp(placed(before, node), node.op, node.value), node))
            return placed(ast.Assign([node.target], value), node)
        before = placed(ast.Subscript(node.target.value, node.target.slice, ast.Load()), node)
        value = self.visit(placed(ast.BinOp(before, node.op, node.value), node))
        return self._store(node.target, value, node)

    def _store(self, target: ast.Subscript, value: ast.expr, at: ast.stmt) -> ast.stmt:
        if isinstance(target.slice, ast.Slice):
            self.refuse(at, "a slice can't be assigned to", "assign one element after the other")
        self.refuse_cells_of_tuples(target)
        new = self.visit_Subscript(target)
        return placed(ast.Assign([new], self._fitted(new, value)), at)

    def _fitted(self, target: ast.expr, value: ast.expr) -> ast.expr:
        """Refuse a float in a list of ints, which would be cut off in silence."""
        if not isinstance(target, ast.Subscript):
            return value
        held = target.value
        check = "ply_fit"
        if isinstance(held, ast.Name) and self.program.shape.has_rows and held.id in self.scratch_names:
            check = "ply_fit_row"
        if isinstance(held, ast.Subscript):
            held, check = held.value, "ply_fit_deep"
        if not isinstance(held, ast.Name):
            return value
        return self.call(check, [placed(ast.Name(held.id, ast.Load()), held), value], value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Drop the annotation."""
        if node.value is None:
            return None
        return self.visit(placed(ast.Assign([node.target], node.value), node))

    # Elements and slices

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Look up in arrays; slices with computed bounds are taken from a scratch copy, by Python's own rules."""
        known = self.looked_up(node) if isinstance(node.ctx, ast.Load) else None
        if known is not None:
            return known
        if isinstance(node.slice, ast.Slice):
            return self._slice(node, node.slice)
        ragged = self.ragged_row(node)
        if ragged is not None:
            return ragged
        table = self.static(node.value)
        base = self.visit(node.value) if table is UNKNOWN else self.denote(node.value, table, as_array=True)
        if isinstance(node.ctx, ast.Load) and isinstance(base, ast.Name) and self.may_hold_tuples(base.id):
            was = ast.Name(self.scratch[base.id], ast.Load())
            return self.call("ply_item", [base, self.visit(node.slice), was], node)
        return placed(ast.Subscript(base, self.visit(node.slice), node.ctx), node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        """(a, *t, b) is (a,) + t + (b,)."""
        if not any(isinstance(part, ast.Starred) for part in node.elts) or not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)  # type: ignore[return-value]
        pieces: list[ast.expr] = []
        for part in node.elts:
            inner = part.value if isinstance(part, ast.Starred) else ast.Tuple([part], ast.Load())
            pieces.append(self.as_cells(placed(inner, part)))
        joined = pieces[0]
        for piece in pieces[1:]:
            joined = placed(ast.BinOp(joined, ast.Add(), piece), node)
        return joined

    def _slice(self, node: ast.Subscript, cut: ast.Slice) -> ast.expr:
        parts = [cut.lower, cut.upper, cut.step]
        computed = self._is_computed(cut)
        lower, upper, step = (None if part is None else self.visit(part) for part in parts)
        base = self.visit(node.value)
        if computed and not (isinstance(node.value, ast.Name) and node.value.id in self.scratch):
            base = self.call("ply_thaw", [base], node)
        return placed(ast.Subscript(base, ast.Slice(lower, upper, step), ast.Load()), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """t[:i] + (v,) + t[i + 1:] is t with v at i."""
        match node:
            case ast.BinOp(
                ast.BinOp(ast.Subscript(left, ast.Slice(None, i, None)), ast.Add(), ast.Tuple([new])),
                ast.Add(),
                ast.Subscript(right, ast.Slice(ast.BinOp(j, ast.Add(), ast.Constant(1)), None, None)),
            ) if i is not None and ast.dump(left) == ast.dump(right) and ast.dump(i) == ast.dump(j):
                return self.call("ply_with", [self.visit(left), self.visit(i), self.visit(new)], node)
            case ast.BinOp(ast.List(), ast.Mult(), _):
                self.refuse(node, "the length of this list isn't known beforehand", "use a constant length")
        return super().visit_BinOp(node)

    # Methods of lists, and of states

    def list_method(self, node: ast.Call, name: str, method: str) -> ast.expr:
        """Rewrite or refuse a method of a scratch list."""
        if method == "sort":
            return self.call("ply_sort", [ast.Name(name, ast.Load()), self.descending(node)], node)
        if method in ("append", "extend", "insert", "pop", "remove", "clear", "reverse", "copy"):
            self.refuse(node, f"the list {name} can't be changed by {method}", FIXED)
        node.args = [self.visit(arg) for arg in node.args]
        return node

    def descending(self, node: ast.Call) -> ast.expr:
        """Read reverse=..., the one option of sorting that can be compiled."""
        for keyword in node.keywords:
            if keyword.arg != "reverse" or not isinstance(keyword.value, ast.Constant):
                self.refuse(node, "sorting by key= can't be compiled", "sort numbers that carry the key in front")
        return ast.Constant(any(keyword.value.value for keyword in node.keywords))  # type: ignore[attr-defined]

    def make_state(self, node: ast.Call) -> ast.expr:
        """State(...) with positions, names and defaults resolved."""
        fields = self.program.shape.fields
        if any(isinstance(arg, ast.Starred) for arg in node.args) or any(word.arg is None for word in node.keywords):
            self.refuse(node, "State(*...) can't be compiled", "name each field")
        given = dict(zip(fields, node.args, strict=False)) | {word.arg: word.value for word in node.keywords}
        defaults = self.lowering.state_type._field_defaults
        missing = [name for name in fields if name not in given and name not in defaults]
        if len(node.args) > len(fields) or not given.keys() <= set(fields) or missing:
            self.refuse(
                node, f"State({ast.unparse(node).partition('(')[2]} doesn't fit", f"its fields are {', '.join(fields)}"
            )
        args = [self.visit(given[name]) if name in given else self.denote(node, defaults[name]) for name in fields]
        return self.call("ply_make", args, node)

    def replace_fields(self, node: ast.Call, whole: ast.expr) -> ast.expr:
        """state._replace(a=..., b=...) as a call of a small function made for these fields."""
        fields, changed = self.program.shape.fields, [word.arg for word in node.keywords]
        if node.args or not set(changed) <= set(fields):
            self.refuse(node, "_replace(...) doesn't fit the state", f"its fields are {', '.join(fields)}")
        name = "ply_replace_" + "_".join(str(fields.index(str(part))) for part in changed)
        if name not in self.program.functions:
            parts = ", ".join(f"new_{part}" if part in changed else f"state.{part}" for part in fields)
            header = ", ".join(["state", *(f"new_{part}" for part in changed)])
            made = ast.parse(f"def {name}({header}):\n    return ply_make({parts})").body[0]
            assert isinstance(made, ast.FunctionDef)
            self.program.functions[name] = LoweredFunction(made, "<plywise>")
        return self.call(name, [self.visit(whole), *(self.visit(word.value) for word in node.keywords)], node)
