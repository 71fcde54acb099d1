"""Code objects as data: the functions behind a callable, the names that code may look up, and what it does."""

import functools
import opcode
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

HAS_DOCSTRING = 0x4000000
"""The flag that says, from Python 3.13 on, that a code's first constant is its docstring."""

CONSTANT_LOADS = {opcode.opmap[name] for name in ("LOAD_CONST", "RETURN_CONST") if name in opcode.opmap}


def functions_behind(value: Any) -> Iterator[types.FunctionType]:
    """Yield the functions behind a callable or a property."""
    if isinstance(value, types.FunctionType):
        yield value
        yield from functions_behind(getattr(value, "__wrapped__", None))
    elif isinstance(value, types.MethodType | classmethod | staticmethod):
        yield from functions_behind(value.__func__)
    elif isinstance(value, property):
        for part in (value.fget, value.fset):
            yield from functions_behind(part)
    elif isinstance(value, functools.cached_property):
        yield from functions_behind(value.func)
    elif callable(value) and hasattr(value, "__wrapped__"):
        yield from functions_behind(value.__wrapped__)


@functools.lru_cache(4096)  # both are asked again at every decision
def names_in(code: types.CodeType) -> frozenset[str]:
    """Return every name that a function's code, and code inside it, may look up."""
    texts = {part for part in _constants(code) if isinstance(part, str) and part.isidentifier()}
    inner = (names_in(part) for part in code.co_consts if isinstance(part, types.CodeType))
    return frozenset({*code.co_names, *code.co_freevars, *texts}.union(*inner))


@functools.lru_cache(4096)
def code_text(code: types.CodeType) -> str:
    """Return what a function's code does, without where it stands."""
    consts = [_constant_text(part) for part in _constants(code)]
    flags = code.co_flags & ~HAS_DOCSTRING
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    return repr((code.co_code.hex(), code.co_names, code.co_varnames, code.co_freevars, flags, counts, consts))


def _constant_text(value: Any) -> str:
    if isinstance(value, types.CodeType):
        return code_text(value)
    if isinstance(value, frozenset) and not set(map(type, value)) <= {int, float, bool}:
        return f"frozenset({sorted(map(repr, value))})"  # its own order differs from process to process
    if isinstance(value, tuple):
        return f"({','.join(map(_constant_text, value))})"
    return repr(value)


def _constants(code: types.CodeType) -> Iterable[Any]:
    """Return a code's constants but for its docstring, which a function keeps in the first place."""
    first = code.co_consts[0] if code.co_consts else None
    is_function = not code.co_name.startswith("<")  # a comprehension has no docstring
    marked = sys.version_info < (3, 13) or code.co_flags & HAS_DOCSTRING
    if not isinstance(first, str) or not is_function or not marked:
        return code.co_consts
    steps = set(zip(code.co_code[::2], code.co_code[1::2], strict=True))
    is_used = any((step, 0) in steps for step in CONSTANT_LOADS)  # the same text as a value
    return code.co_consts if is_used else (None, *code.co_consts[1:])
