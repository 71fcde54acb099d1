"""What the compile child is handed: a lowered program and the text of its module, as JSON and back.

The child knows no game: everything it needs is here, so it can outlive the process that asked. Syntax trees travel as

    ["Name", [line, column], {"id": "state", "ctx": ["Load", [], {}]}]

and constants as numbers, texts, {"tuple": [...]}, {"array": [...], "kind": "int64"} or {"name": "plywise.bits.shr"}.
"""

import ast
import importlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from plywise.kernel.lowering import ConstantTable, Lowered, LoweredFunction, StateShape, is_cells

Json = Any
KNOWN_HOMES = ("plywise.bits", "math", "operator", "numpy", "builtins")
"""Modules whose functions a program may name."""


@dataclass(frozen=True, slots=True)
class Program:
    """Lowered rules without the game they came from: what compiling them and blaming one of them needs."""

    shape: StateShape
    in_memory: tuple[bool, ...]
    """Of each field of a state, whether it is kept as an address, not in registers."""
    arity: int
    default_terminal: bool
    rules: dict[str, str]
    functions: dict[str, LoweredFunction]
    constants: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One kernel to be compiled.

    `key` names its files in `folder`; `entries` are the run_... functions of the module's `text`, without that prefix,
    and how many numbers each takes, the block's address included. `about` goes into the manifest as it is. A portable
    one is also wanted as WebAssembly.
    """

    key: str
    folder: str
    text: str
    program: Program
    entries: tuple[tuple[str, int], ...]
    about: dict[str, Json]
    is_portable: bool = False


def make_request(
    key: str,
    folder: str,
    text: str,
    lowered: Lowered,
    entries: Sequence[tuple[str, int]],
    about: dict[str, Json],
    is_portable: bool = False,
) -> Json:
    """Return a request as JSON."""
    return {
        "key": key,
        "folder": folder,
        "text": text,
        "shape": asdict(lowered.shape),
        "in_memory": [is_cells(lengths) for lengths in lowered.shape.lengths],
        "arity": lowered.arity,
        "default_terminal": lowered.default_terminal,
        "rules": lowered.rules,
        "functions": {name: [each.file, _tree(each.node)] for name, each in lowered.functions.items()},
        "constants": {name: _constant(value) for name, value in lowered.constants.items()},
        "entries": [list(entry) for entry in entries],
        "about": about,
        "is_portable": is_portable,
    }


def read_request(said: Json) -> Request:
    """Return a request that came as JSON."""
    shape = StateShape(tuple(said["shape"]["fields"]), tuple(map(tuple, said["shape"]["lengths"])))
    functions = {name: LoweredFunction(_node(tree), file) for name, (file, tree) in said["functions"].items()}
    constants = {name: _value(form) for name, form in said["constants"].items()}
    forms = (shape, tuple(said["in_memory"]), said["arity"], said["default_terminal"])
    program = Program(*forms, said["rules"], functions, constants)
    entries = tuple((str(name), int(count)) for name, count in said["entries"])
    return Request(said["key"], said["folder"], said["text"], program, entries, said["about"], said["is_portable"])


def _tree(node: Any) -> Json:
    if isinstance(node, list):
        return [_tree(part) for part in node]
    if not isinstance(node, ast.AST):
        return {"value": _constant(node)}
    place = [node.lineno, node.col_offset] if isinstance(node, ast.stmt | ast.expr | ast.arg | ast.keyword) else []
    fields = {name: _tree(value) for name, value in ast.iter_fields(node) if value is not None or name == "value"}
    return [type(node).__name__, place, fields]


def _node(tree: Json) -> Any:
    if isinstance(tree, dict):
        return _value(tree["value"])
    if not tree or not isinstance(tree[0], str):
        return [_node(part) for part in tree]
    kind, place, fields = tree
    node = getattr(ast, kind)(**{name: _node(value) for name, value in fields.items()})
    if place:
        node.lineno, node.col_offset = place
        node.end_lineno, node.end_col_offset = place
    return node


def _constant(value: Any) -> Json:
    if isinstance(value, ConstantTable):
        return {"array": _lists(value.values), "kind": value.kind}
    if isinstance(value, tuple):
        return {"tuple": [_constant(part) for part in value]}
    if callable(value):
        home = getattr(value, "__module__", None) or type(value).__module__
        return {"name": f"{home.split('.')[0] if home.startswith('numpy') else home}.{value.__name__}"}
    return value


def _value(form: Json) -> Any:
    match form:
        case {"array": values, "kind": kind}:
            return ConstantTable(_tuples(values), kind)
        case {"tuple": parts}:
            return tuple(_value(part) for part in parts)
        case {"name": name}:
            home, _, short = name.rpartition(".")
            if home not in KNOWN_HOMES:
                raise ValueError(f"A program may not name {name}.")
            return getattr(importlib.import_module(home), short)
    return form


def _lists(values: Any) -> Any:
    return [_lists(part) for part in values] if isinstance(values, tuple) else values


def _tuples(values: Any) -> Any:
    return tuple(_tuples(part) for part in values) if isinstance(values, list) else values
