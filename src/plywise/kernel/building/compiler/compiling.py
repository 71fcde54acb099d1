# mypy: disable-error-code="no-untyped-call, import-untyped"
"""From a request to a kernel on disk: run the module's text, check every rule, compile the entries, link them."""

import ast
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba import int64, njit, types

from plywise.kernel.building.compiler.blame import check_rules
from plywise.kernel.building.compiler.events import compile_progress
from plywise.kernel.building.compiler.wasm_linker import link_wasm
from plywise.kernel.building.disk import WASM, EntryPoint, KernelManifest, processor, wasm_key, write_file
from plywise.kernel.building.kind import OnCompile
from plywise.kernel.building.request import Program, Request
from plywise.kernel.building.text import RUNTIME
from plywise.kernel.lowering import ConstantTable
from plywise.kernel.native import ERRORS, link, object_file, runtime, wasm_object, write_objects
from plywise.rules import RulesError


def prepare() -> None:
    """Make ready for the first request."""
    write_objects()


def compile_kernel(request: Request, on_step: OnCompile) -> None:
    """Compile a kernel and write it to its folder; raises LoweringError where a rule can't be compiled."""
    name = f"plywise_{request.key}"
    module = ModuleType(name)
    sys.modules[name] = module  # where Numba looks for the globals of a function
    try:
        with compile_progress(request.program, request.text, dict(request.entries), on_step):
            _execute(request, module)
            compiled = {entry: _compiled(module, entry, count) for entry, count in request.entries}
    finally:
        del sys.modules[name]
    linked = link({f"run_{entry}": each for entry, each in compiled.items()})
    about = _About(request, compiled, _layout(module))
    if request.is_portable:
        wasm, needs, stack = wasm_object(linked, WASM["features"])
        about.write(wasm_key(request.key), link_wasm(wasm), needs, WASM, stack)
    code, needs = object_file(linked)
    about.write(request.key, code, needs, processor())


@dataclass(frozen=True, slots=True)
class _About:
    """What manifests say of compiled entries, whatever they are compiled for."""

    request: Request
    compiled: dict[str, Any]
    layout: dict[str, int]

    def write(self, key: str, code: bytes, needs: list[str], processor: dict[str, str], stack: int = 0) -> None:
        """Write a kernel to its folder; its manifest last, so that a kernel that is found is whole."""
        request, counts = self.request, dict(self.request.entries)
        manifest = KernelManifest(
            request.about["game"],
            request.about["kernel"],
            {entry: EntryPoint(counts[entry], _returned(each)) for entry, each in self.compiled.items()},
            self.layout,
            {number: (kind, text) for number, (kind, text) in ERRORS.texts().items()},
            request.about["rules"],
            processor,
            tuple(needs),
            hashlib.sha256(code).hexdigest(),
            len(code),
            request.about["asked"],
            stack=stack,
        )
        path = Path(request.folder) / key
        write_file(path.with_suffix(".o"), code)
        write_file(path.with_suffix(".json"), manifest.to_json().encode())


def _execute(request: Request, module: ModuleType) -> None:
    """Run the module's text, then compile each rule alone, so that the right one is blamed."""
    names, program = module.__dict__, request.program
    names["ply_bind"] = lambda names: _bind(names, program)
    exec(compile(request.text, f"<{module.__name__}>", "exec"), names)
    check_rules(program, names)


def _bind(names: dict[str, Any], program: Program) -> None:
    """Put constants, helpers and the rules themselves into the module."""
    names.update({name: getattr(runtime, target) for name, target in RUNTIME.items()}, ply_RulesError=RulesError)
    for name, value in program.constants.items():
        names[name] = np.array(value.values, value.kind) if isinstance(value, ConstantTable) else value
    options: Any = {"boundscheck": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    for name, function in program.functions.items():
        exec(compile(ast.Module([function.node], []), function.file, "exec"), names)
        names[name] = njit(**options)(names[name])
    for rule, name in program.rules.items():
        names[f"rule_{rule}"] = names[name]


def _compiled(module: ModuleType, entry: str, count: int) -> Any:
    dispatcher = module.__dict__[f"run_{entry}"]
    dispatcher.compile((int64,) * count)
    return next(iter(dispatcher.overloads.values()))


def _returned(compiled: Any) -> str:
    """Return how a result lies in memory."""
    kind = types.unliteral(compiled.signature.return_type)
    if isinstance(kind, types.Float):
        return "float"
    assert kind == types.int64, f"an entry returns {kind}"
    return "int"


def _layout(module: ModuleType) -> dict[str, int]:
    return {name: int(value) for name, value in vars(module).items() if name.isupper() and isinstance(value, int)}
