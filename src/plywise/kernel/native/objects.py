# mypy: disable-error-code="no-untyped-call, no-untyped-def, misc, attr-defined, import-untyped, assignment"
"""Makes Numba write plain object files: errors as numbers, no wrappers, one optimisation of the whole.

Numba compiles each function for use from Python: with wrappers, machine code and a full optimisation for each. A kernel
needs none of that until everything is linked, so this process's Numba is changed, once, by `write_objects`; it may then
be used for nothing else. That is why only the compile child calls it.

    object's function      status = run_search(&result, block, action, depth, alpha, beta)
    status 0               the result is there
    status > 0             the number of an error, whose text `Errors` keeps

The private names of Numba that this takes are all in this file and in `front_end`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm
from numba import types
from numba.core import callconv, cgutils, codegen, cpu, lowering, targetconfig, typeinfer
from numba.core.registry import cpu_target
from numba.core.runtime.context import NRTContext

from plywise.kernel.native.front_end import hurry
from plywise.kernel.native.memory import memory_module

CAPTURES_NONE = "captures(none)" if llvm.llvm_version_info[0] >= 21 else "nocapture"


class UnlinkedError(Exception):
    """Compiled rules need something that a kernel can't have."""


class Errors:
    """The errors that compiled functions may return, by number from 1 on."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}

    def number(self, kind: type[BaseException] | None, arguments: tuple[Any, ...] | None) -> int:
        """Return an error's number; the same error keeps it."""
        text = " ".join(map(str, arguments or ()))
        return self._numbers.setdefault(((kind or RuntimeError).__name__, text), len(self._numbers) + 1)

    def texts(self) -> dict[str, list[str]]:
        """Return what each number stands for: the error's class and its text."""
        return {str(number): list(error) for error, number in self._numbers.items()}


ERRORS = Errors()
RETURNS = {int: types.int64, float: types.float64, bool: types.boolean}
"""What a spliced function's annotation says of its result, so that recursion need not be inferred."""


class NumberedErrors(callconv.MinimalCallConv):
    """Functions return a status: 0, or the number of an error."""

    def _make_call_helper(self, builder: Any) -> None:
        return None

    def return_user_exc(
        self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None
    ) -> None:
        """Return an error's number."""
        self._return_errcode_raw(builder, ERRORS.number(exc, exc_args))

    def return_dynamic_user_exc(self, builder: Any, exc: Any, *_: Any, **__: Any) -> None:
        """Return an error whose text is known only at run time: its class will do, the plain rules say the rest."""
        self._return_errcode_raw(builder, ERRORS.number(exc, None))

    def decorate_function(self, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False) -> None:
        """Declare that nothing else refers to the place of the result."""
        super().decorate_function(fn, args, fe_argtypes)
        fn.args[0].add_attribute(CAPTURES_NONE)
        fn.args[0].add_attribute("noalias")

    def call_function(self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None) -> Any:
        """Call a compiled function."""
        return super().call_function(builder, callee, resty, argtys, args)


class LinkedOnly(codegen.JITCodeLibrary):
    """A function's code, kept as it is until the whole kernel is linked: not optimised, not turned to machine code."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Leave what the function calls in the libraries of its own."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code yet."""
        self._ensure_finalized()
        return 0


def write_objects() -> None:
    """Change this process's Numba, for good."""
    hurry()
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
    cpu.CPUContext.call_conv = property(NumberedErrors)
    codegen.JITCPUCodegen._library_class = LinkedOnly
    codegen.JITCPUCodegen.set_env = _do_nothing
    codegen.JITCPUCodegen.insert_unresolved_ref = _declare
    lowering.Lower.create_cpython_wrapper = lowering.Lower.create_cfunc_wrapper = _do_nothing
    count = NRTContext._call_incref_decref
    NRTContext._call_incref_decref = lambda self, builder, kind, *rest: (
        None if _is_constant(kind) else count(self, builder, kind, *rest)
    )
    equal = targetconfig.TargetConfig.__eq__
    targetconfig.TargetConfig.__eq__ = lambda self, other: _same_options(self, other) or equal(self, other)
    inferred = typeinfer.TypeInferer.return_types_from_partial
    typeinfer.TypeInferer.return_types_from_partial = lambda self: _declared(self) or inferred(self)


def _same_options(one: Any, other: Any) -> bool:
    """Whether two sets of options are equal: answered at once, where Numba would fill in every default first."""
    return type(one) is type(other) and one._values == other._values


def _is_constant(kind: Any) -> bool:
    """Whether values of a type are constant tables: not counting references to them saves a tenth of the time."""
    return isinstance(kind, types.Array) and not kind.mutable


def _do_nothing(*_: Any, **__: Any) -> None:
    return None


def _declare(self: Any, builder: Any, fnty: Any, name: str) -> Any:
    """Return a function that is still being compiled, which linking will find: recursion calls it directly."""
    return cgutils.get_or_insert_function(builder.module, fnty, name)


def _declared(inferer: Any) -> Any:
    """Return the type that a recursive function is annotated to return."""
    return RETURNS.get(inferer.func_ir.func_id.func.__annotations__.get("return"))


def _needed(libraries: Sequence[Any]) -> list[Any]:
    """Return libraries with all that their functions call, each once; Numba's runtime is replaced by `memory`."""
    found: dict[int, Any] = {}
    pending = list(libraries)
    while pending:
        library = pending.pop()
        if id(library) not in found and library.name != "nrt":
            found[id(library)] = library
            pending += library._linking_libraries
    return list(found.values())


def link(functions: Mapping[str, Any]) -> Any:
    """Return compiled functions, by the names they get, as one module with all that they call; nothing is optimised.

    `functions` holds Numba's results of compiling each one.
    """
    first, *others = _needed([compiled.library for compiled in functions.values()])
    module = first._final_module.clone()
    for other in others:
        module.link_in(other._final_module, preserve=True)
    if any(function.name.startswith("NRT_") for function in module.functions):
        module.link_in(llvm.parse_assembly(memory_module()))
    symbols = {compiled.fndesc.llvm_func_name: name for name, compiled in functions.items()}
    for function in module.functions:
        if not function.is_declaration:
            entry = symbols.get(function.name)
            function.linkage = "external" if entry else "internal"
            function.name = entry or function.name
    for variable in module.global_variables:  # what Numba keeps for Python is never used
        if not variable.is_declaration:
            variable.linkage = "internal"
    return module


def object_file(module: Any) -> tuple[bytes, list[str]]:
    """Return a linked module as an object file for this machine, and what it needs from outside."""
    code = cpu_target.target_context.codegen()
    _optimise(code, module)
    module.verify()
    return code._tm.emit_object(module), needed_functions(module)


def needed_functions(module: Any) -> list[str]:
    """Return what a module calls and doesn't have; raises UnlinkedError for what no kernel can be given."""
    needs = [each.name for each in module.functions if each.is_declaration and not each.name.startswith("llvm.")]
    unknown = [name for name in needs if name.startswith(("Py", "NRT_", "numba_", "_ZN"))]
    if unknown:
        raise UnlinkedError(f"The compiled rules call {unknown[0]}, which a kernel can't: use tuples and ints instead.")
    return needs


def _optimise(code: Any, module: Any) -> None:
    """Run LLVM's passes over everything at once."""
    made = code._module_pass_manager()
    if isinstance(made, tuple):
        passes, builder = made
        passes.run(module, builder)
    else:  # Numba 0.61, the last one with LLVM's former pass manager
        made.run(module)
