"""Python's parser, one thread at a time; and people's files, always read afresh.

Until Python 3.13 all threads share one count of how deep a syntax tree is. A thread that is interrupted in the middle,
as by a callback of the garbage collector, leaves the others a wrong count: "SystemError: AST constructor recursion
depth mismatch" (python/cpython#106905).
"""

import ast
import threading
import types
from importlib.machinery import SourceFileLoader
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


class FreshSourceLoader(SourceFileLoader):
    """Loads a person's file from its source every time.

    Python takes bytecode from its cache where a file's size and second of change are the same: a `<` made a `>` within
    a second would go unnoticed.
    """

    def get_code(self, fullname: str) -> types.CodeType:
        """Compile the source."""
        path = self.get_filename(fullname)
        with _one_at_a_time:
            code: types.CodeType = self.source_to_code(self.get_data(path), path)
        return code
