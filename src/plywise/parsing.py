"""Python's parser, one thread at a time.

Until Python 3.13 all threads share one count of how deep a syntax tree is. A thread that is interrupted in the middle,
as by a callback of the garbage collector, leaves the others a wrong count: "SystemError: AST constructor recursion
depth mismatch" (python/cpython#106905).
"""

import ast
import threading
import types
from typing import Literal, overload

_one_at_a_time = threading.RLock()


@overload
def parse(text: str, mode: Literal["exec"] = "exec") -> ast.Module: ...


@overload
def parse(text: str, mode: Literal["eval"]) -> ast.Expression: ...


def parse(text: str, mode: Literal["exec", "eval"] = "exec") -> ast.AST:
    """Return the syntax tree of a text, as `ast.parse` does."""
    with _one_at_a_time:
        return ast.parse(text, mode=mode)


def compile_tree(tree: ast.Module, file: str, flags: int = 0) -> types.CodeType:
    """Return the code of a syntax tree, as `compile` does, with no flags but the given ones."""
    with _one_at_a_time:
        code = compile(tree, file, "exec", flags=flags, dont_inherit=True)
    assert isinstance(code, types.CodeType)
    return code
