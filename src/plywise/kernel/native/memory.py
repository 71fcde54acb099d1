# mypy: disable-error-code="no-untyped-call, import-untyped, no-any-return"
"""The memory that lists and sets of rules grow in: what Numba's runtime offers, on malloc, realloc and free.

A kernel is loaded without Numba, so it brings these functions along. Most rules need none of them: their lists are
copies on the machine stack.

    MemInfo   references | destructor | of the elements | data | size | allocator         six words
"""

from typing import Any

from llvmlite import ir

POINTER, WORD = ir.IntType(8).as_pointer(), ir.IntType(64)
INFO = ir.LiteralStructType([WORD, POINTER, POINTER, POINTER, WORD, POINTER])
SIZE = 48
ELEMENTS, DATA, LENGTH = 2, 3, 4


def memory_module() -> str:
    """Return the functions as text of LLVM's; those that a kernel doesn't call are dropped when it is linked."""
    module = ir.Module("memory")
    malloc = ir.Function(module, ir.FunctionType(POINTER, [WORD]), "malloc")
    realloc = ir.Function(module, ir.FunctionType(POINTER, [POINTER, WORD]), "realloc")
    free = ir.Function(module, ir.FunctionType(ir.VoidType(), [POINTER]), "free")
    new = _define(module, "NRT_MemInfo_new_varsize_dtor", POINTER, [WORD, POINTER])
    builder = ir.IRBuilder(new.append_basic_block())
    info = builder.call(malloc, [ir.Constant(WORD, SIZE)])
    fields = [ir.Constant(WORD, 1), POINTER(None), new.args[1], builder.call(malloc, [new.args[0]]), new.args[0]]
    for place, value in enumerate([*fields, POINTER(None)]):
        builder.store(value, _field(builder, info, place))
    builder.ret(info)
    _forward(module, "NRT_MemInfo_new_varsize", new, [WORD], [POINTER(None)])
    _forward(module, "NRT_MemInfo_alloc_safe", new, [WORD], [POINTER(None)])
    _forward(module, "NRT_MemInfo_alloc", new, [WORD], [POINTER(None)])
    # malloc's memory is aligned to 16 bytes, more than any number here needs
    _forward(module, "NRT_MemInfo_alloc_safe_aligned", new, [WORD, ir.IntType(32)], [POINTER(None)], first=1)
    _forward(module, "NRT_MemInfo_alloc_aligned", new, [WORD, ir.IntType(32)], [POINTER(None)], first=1)
    _define_resizing(module, "NRT_MemInfo_varsize_realloc", lambda b, old, size: b.call(realloc, [old, size]))
    _define_resizing(module, "NRT_MemInfo_varsize_alloc", lambda b, old, size: b.call(malloc, [size]))
    _define_freeing(module, free)
    _forward(module, "NRT_Allocate", malloc, [WORD], [])
    _forward(module, "NRT_Reallocate", realloc, [POINTER, WORD], [])
    return str(module)


def _define(module: Any, name: str, returned: Any, taken: list[Any]) -> Any:
    return ir.Function(module, ir.FunctionType(returned, taken), name)


def _field(builder: Any, info: Any, place: int) -> Any:
    start = builder.bitcast(info, INFO.as_pointer())
    number = ir.IntType(32)
    return builder.gep(start, [number(0), number(place)], inbounds=True)


def _forward(module: Any, name: str, target: Any, taken: list[Any], more: list[Any], **options: int) -> None:
    """Define a function that calls another one with its own first arguments, and more."""
    function = _define(module, name, POINTER, taken)
    builder = ir.IRBuilder(function.append_basic_block())
    own = function.args[: options.get("first", len(taken))]
    builder.ret(builder.call(target, [*own, *more]))


def _define_resizing(module: Any, name: str, renew: Any) -> None:
    function = _define(module, name, POINTER, [POINTER, WORD])
    builder = ir.IRBuilder(function.append_basic_block())
    info, size = function.args
    data = renew(builder, builder.load(_field(builder, info, DATA)), size)
    builder.store(data, _field(builder, info, DATA))
    builder.store(size, _field(builder, info, LENGTH))
    builder.ret(data)


def _define_freeing(module: Any, free: Any) -> None:
    """Define what gives memory back: of one buffer, and of a list or set, elements first."""
    function = _define(module, "NRT_MemInfo_varsize_free", ir.VoidType(), [POINTER, POINTER])
    builder = ir.IRBuilder(function.append_basic_block())
    builder.call(free, [function.args[1]])
    same = builder.icmp_unsigned("==", builder.load(_field(builder, function.args[0], DATA)), function.args[1])
    with builder.if_then(same):
        builder.store(POINTER(None), _field(builder, function.args[0], DATA))
    builder.ret_void()
    function = _define(module, "NRT_Free", ir.VoidType(), [POINTER])
    builder = ir.IRBuilder(function.append_basic_block())
    builder.call(free, [function.args[0]])
    builder.ret_void()
    function = _define(module, "NRT_MemInfo_call_dtor", ir.VoidType(), [POINTER])
    builder = ir.IRBuilder(function.append_basic_block())
    info = function.args[0]
    data, elements = (builder.load(_field(builder, info, place)) for place in (DATA, ELEMENTS))
    with builder.if_then(builder.icmp_unsigned("!=", elements, POINTER(None))):
        kind = ir.FunctionType(ir.VoidType(), [POINTER]).as_pointer()
        builder.call(builder.bitcast(elements, kind), [data])
    builder.call(free, [data])
    builder.call(free, [info])
    builder.ret_void()
