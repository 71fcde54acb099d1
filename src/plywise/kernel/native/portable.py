# mypy: disable-error-code="no-untyped-call, import-untyped"
"""A linked module for WebAssembly: optimised for that target, not for this machine.

The code is position-independent: a page says where its constants and its stack lie (`__memory_base`,
`__stack_pointer`), so that a kernel can share the memory of the Python beside it.
"""

import re
from typing import Any

import llvmlite.binding as llvm

from plywise.kernel.native.objects import needed_functions

TRIPLE = "wasm32-unknown-unknown"
INSTRUCTIONS = ("sqrt", "floor", "ceil", "trunc")
"""Functions of C that WebAssembly has an instruction for."""

RECURSION = 512
"""How many calls of itself a function's part of the stack is counted for: twice the plies that a line may have."""

TURNED = ", ".join([*(f"i32 {7 - place}" for place in range(8)), *["i32 poison"] * 8])
SWAP = f"""
define internal i64 @swapped_bytes(i64 %word) alwaysinline {{
  %pair = insertelement <2 x i64> poison, i64 %word, i64 0
  %bytes = bitcast <2 x i64> %pair to <16 x i8>
  %turned = shufflevector <16 x i8> %bytes, <16 x i8> poison, <16 x i32> <{TURNED}>
  %words = bitcast <16 x i8> %turned to <2 x i64>
  %swapped = extractelement <2 x i64> %words, i64 0
  ret i64 %swapped
}}
"""

LEAST_STACK, MOST_STACK = 1 << 20, 64 << 20


def wasm_object(module: Any, features: str) -> tuple[bytes, list[str], int]:
    """Return a linked module as an object file for WebAssembly, what it imports, and how many bytes of stack it needs.

    What it calls and doesn't have is imported: a page must offer it by that name.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=features, opt=3, reloc="pic", codemodel="default")
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', str(module))
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    for name in INSTRUCTIONS:
        text = text.replace(f"@{name}(", f"@llvm.{name}.f64(")
    portable = llvm.parse_assembly(_with_imports(text, needed_functions(module)))
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(portable, builder)
    portable = _with_shuffles(portable, builder)
    portable.verify()
    return machine.emit_object(portable), needed_functions(portable), _stack(portable, machine.target_data)


def _with_imports(text: str, names: list[str]) -> str:
    """Mark declarations as imports of the page: the linker would refuse what is nowhere."""
    for name in names:
        mark = rf'\1 "wasm-import-module"="env" "wasm-import-name"="{name}"'
        text = re.sub(rf"(?m)^(declare [^@\n]*@{re.escape(name)}\([^\n]*?\))[^\n]*$", mark, text)
    return text


def _with_shuffles(module: Any, builder: Any) -> Any:
    """Turn bytes around by a shuffle of SIMD's: WebAssembly has no instruction for it, and shifts take a dozen.

    LLVM finds byte swaps while it optimises, so they are replaced afterwards. For chess that is worth a third.
    """
    text = str(module)
    if "@llvm.bswap.i64" not in text:
        return module
    text = re.sub(r"(?m)^declare i64 @llvm\.bswap\.i64.*$", "", text).replace("@llvm.bswap.i64(", "@swapped_bytes(")
    changed = llvm.parse_assembly(text + SWAP)
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.run(changed, builder)
    return changed


def _stack(module: Any, layout: Any) -> int:
    """Return how much stack is enough: everything that functions keep there, for the deepest line."""
    kinds = re.findall(r"= alloca (.+?), align", str(module))
    sizes: dict[str, int] = {}
    for kind in set(kinds):
        known = llvm.parse_assembly(f"@place = external global {kind}")
        sizes[kind] = layout.get_abi_size(known.get_global_variable("place").global_value_type) + 16
    needed = RECURSION * sum(sizes[kind] for kind in kinds)
    return min(MOST_STACK, max(LEAST_STACK, needed))
