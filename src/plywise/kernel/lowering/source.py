"""From a live function to its syntax tree, with the user's own file and lines.

Source is read function by function, which also works for classes in notebook cells. A file edited after its import
would be lowered in silence to something that isn't running, so the text is compiled again and compared with the
bytecode that is.
"""

import __future__

import ast
import copy
import dis
import inspect
import types
from collections.abc import Iterator
from typing import Any, TypeGuard

from plywise.kernel.lowering.errors import LoweringError
from plywise.parsing import compile_tree, parse

FUTURES = __future__.annotations.compiler_flag
"""The bit of a code object's flags that changes what its source compiles to."""


def underlying(function: Any) -> Any:
    """Return the function below bound methods, static and class methods, properties and caches."""
    while (below := _one_below(function)) is not None:
        function = below
    return function


def is_decorated(function: Any) -> bool:
    """Whether a function of the user's stands around another: what it adds is not in the one that is lowered."""
    while not isinstance(function, types.FunctionType):
        function = _one_below(function)
        if function is None:
            return False
    return hasattr(function, "__wrapped__")


def _one_below(function: Any) -> Any:
    """Return what a method, property or wrapper stands around; None for a function that stands alone."""
    if isinstance(function, staticmethod | classmethod | types.MethodType):
        return function.__func__
    if isinstance(function, property):
        return function.fget
    return getattr(function, "__wrapped__", None)


def is_function(value: Any) -> TypeGuard[types.FunctionType]:
    """Whether a value is a function written in Python, however wrapped."""
    return isinstance(underlying(value), types.FunctionType)


def owner_of(kind: type, function: types.FunctionType) -> type | None:
    """Return the class, among a game's and those it derives from, that a method was written in."""
    for owner in kind.__mro__:
        for value in vars(owner).values():
            held = callable(value) or isinstance(value, staticmethod | classmethod | property)
            if held and underlying(value) is function:
                return owner
    return None


def _parsed(text: str, first: int) -> ast.stmt:
    indented = text[:1].isspace()
    tree = parse("if 1:\n" + text if indented else text)
    body = tree.body[0].body if indented and isinstance(tree.body[0], ast.If) else tree.body
    ast.increment_lineno(tree, first - (2 if indented else 1))
    return body[0]


def definition(function: types.FunctionType) -> ast.FunctionDef:
    """Return the `def` of a function; refuses one without source, a lambda, or one edited since it was imported."""
    code = function.__code__
    try:
        lines, first = inspect.getsourcelines(function)
        node = _parsed("".join(lines), max(first, 1))
    except (OSError, TypeError, SyntaxError):
        raise LoweringError(
            code.co_filename,
            code.co_firstlineno,
            f"the source of {function.__qualname__} can't be read",
            "put the game into a file or a notebook cell",
        ) from None
    if function.__name__ == "<lambda>":
        raise LoweringError(code.co_filename, code.co_firstlineno, "a lambda can't be compiled", "write it as a def")
    if not isinstance(node, ast.FunctionDef) or _edited(function, node):
        raise LoweringError(
            code.co_filename,
            code.co_firstlineno,
            f"{function.__qualname__} was edited after it was imported",
            "import it again (in a notebook: run its cell again)",
        )
    return node


def _edited(function: types.FunctionType, node: ast.FunctionDef) -> bool:
    """Whether the source no longer compiles to the code that is loaded."""
    if node.name != function.__name__ and function.__name__ == function.__code__.co_name:
        return True
    if any(isinstance(part, ast.Assert) for part in ast.walk(node)):
        return False  # pytest rewrites assertions, so their code never equals the source's
    loaded = function.__code__
    bare = copy.copy(node)
    bare.decorator_list = []
    module = parse(_surroundings(function))
    inmost = next(part for part in ast.walk(module) if isinstance(getattr(part, "body", [0])[-1], ast.Pass))
    inmost.body = [bare]  # type: ignore[attr-defined]
    compiled = compile_tree(module, "<again>", loaded.co_flags & FUTURES)
    return all(_essence(found) != _essence(loaded) for found in _codes(compiled) if found.co_name == loaded.co_name)


def _surroundings(function: types.FunctionType) -> str:
    """Return the text of a function and a class around `pass`: they give free and private names their meaning."""
    free = [name for name in function.__code__.co_freevars if name != "__class__"]
    parents = function.__qualname__.split(".")
    if len(parents) == 1:  # it may call itself, by a global name
        return "if 1:\n    pass"
    kind = parents[-2]
    if kind == "<locals>":
        return f"def around({', '.join(free)}):\n    pass"
    known = "" if kind in free else f"    global {kind}\n"
    return f"def around({', '.join(free)}):\n{known}    class {kind}:\n        pass"


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes(constant)


def _essence(code: types.CodeType) -> list[Any]:
    """What a code object does, without where it stands.

    Python calls `module.function` in two ways, depending on whether it saw the import: they count as the same.
    """
    found: list[Any] = [code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]]
    for step in dis.get_instructions(code):
        name = step.opname.replace("LOAD_METHOD", "LOAD_ATTR")
        if name in ("PUSH_NULL", "EXTENDED_ARG", "NOP", "CACHE"):
            continue
        value = None if step.opcode in (*dis.hasjrel, *dis.hasjabs) else step.argval
        found.append((name, _essence(value) if isinstance(value, types.CodeType) else repr(value)))
    return found
