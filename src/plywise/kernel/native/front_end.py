# mypy: disable-error-code="no-untyped-call, no-untyped-def, assignment, method-assign, import-untyped"
"""Makes Numba's front end do the same with less work: a third fewer function calls, counted on three kernels.

Numba asks each instruction for its variables some ten times for each function, by a walk that makes a list at every
step, and hashes sets of options by filling in all defaults and looking only at their names. It types every operation
once more until nothing changes in a function, also where nothing has changed for that operation. Two of its passes
prepare a function once more for what kernels have no use for: closures, where the function has none, and expressions of
arrays.
"""

from collections.abc import Iterable
from types import CodeType, NoneType
from typing import Any

from numba.core import ir, targetconfig, typed_passes, typeinfer, types, untyped_passes

WITHOUT_VARIABLES = frozenset((str, int, float, bool, NoneType, ir.Loc))
"""Types of what an instruction has, most of all, beside variables."""


def hurry() -> None:
    """Change this process's Numba, for good."""
    ir.Inst._rec_list_vars = lambda self, value: variables((value,))
    ir.Stmt.list_vars = lambda self: variables(self.__dict__.values())
    targetconfig.TargetConfig.__hash__ = lambda self: _hash(type(self))
    resolve = typeinfer.CallConstraint.resolve
    typeinfer.CallConstraint.resolve = lambda self, *args, **named: _resolve_once(resolve, self, *args, **named)
    inline = untyped_passes.InlineClosureLikes.run_pass
    untyped_passes.InlineClosureLikes.run_pass = lambda self, state: _has_closures(state) and inline(self, state)
    typed_passes.NopythonRewrites.run_pass = lambda self, state: False


def variables(values: Iterable[Any]) -> list[Any]:
    """Return the variables among values and inside them, in order."""
    found: list[Any] = []
    _gather(values, found)
    return found


def _gather(values: Iterable[Any], found: list[Any]) -> None:
    for value in values:
        kind = type(value)
        if kind is ir.Var:
            found.append(value)
        elif kind in WITHOUT_VARIABLES:
            continue
        elif isinstance(value, ir.Var):
            found.append(value)
        elif isinstance(value, ir.Inst):
            found += value.list_vars()
        elif isinstance(value, list | tuple):
            _gather(value, found)
        elif isinstance(value, dict):
            _gather(value.values(), found)


def _resolve_once(resolve: Any, call: Any, inferer: Any, variables: Any, fnty: Any) -> None:
    """Type a call, unless its arguments have the types that they had when it was typed before.

    Only calls of what is built in, whose type depends on nothing else.
    """
    folded = typeinfer.fold_arg_vars(variables, call.args, call.vararg, call.kws)
    known = (fnty, folded[0], folded[1].items()) if folded and isinstance(fnty, types.Function) else None
    if known is not None and getattr(call, "ply_known", None) == known:
        return
    resolve(call, inferer, variables, fnty)
    if known is not None and call.signature is not None and call.signature.return_type.is_precise():
        call.ply_known = known


def _has_closures(state: Any) -> bool:
    return any(isinstance(constant, CodeType) for constant in state.func_id.code.co_consts)


_hashes: dict[type, int] = {}


def _hash(kind: Any) -> int:
    """Return the hash that Numba gives every set of options of a kind."""
    if kind not in _hashes:
        _hashes[kind] = hash(tuple(sorted(kind.options)))
    return _hashes[kind]
