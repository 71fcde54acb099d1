# mypy: disable-error-code="no-untyped-call, import-untyped, no-any-return"
"""The memory that lists and sets of rules grow in: what Numba's runtime offers, on malloc, realloc and free.

A kernel is loaded without Numba, so it brings these functions along. Most rules need none of them: their lists are
copies on the machine stack. No two threads share a list, so references are counted plainly.

    MemInfo   references | destructor | of the elements | data | size | allocator         six words of 64 bits

Words, not pointers: where pointers have 32 bits, everything is in the same place.
"""

from typing import Any

from llvmlite import ir

POINTER, WORD = ir.IntType(8).as_pointer(), ir.IntType(64)
SIZE = 48
REFERENCES, ELEMENTS, DATA, LENGTH = 0, 2, 3, 4


def memory_module() -> str:
    """Return the functions as text of LLVM's; those that a kernel doesn't call are dropped when it is linked."""
    module = ir.Module("memory")
    malloc = ir.Function(module, ir.FunctionType(POINTER, [WORD]), "malloc")
    realloc = ir.Function(module, ir.FunctionType(POINTER, [POINTER, WORD]), "realloc")
    free = ir.Function(module, ir.FunctionType(ir.VoidType(), [POINTER]), "free")
    new = _define(module, "NRT_MemInfo_new_varsize_dtor", POINTER, [WORD, POINTER])
    builder = ir.IRBuilder(new.append_basic_block())
    info = builder.call(malloc, [ir.Constant(WORD, SIZE)])
    data = builder.call(malloc, [new.args[0]])
    fields = [WORD(1), WORD(0), builder.ptrtoint(new.args[1], WORD), builder.ptrtoint(data, WORD), new.args[0], WORD(0)]
    for place, value in enumerate(fields):
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
    _define_counting(module, _define_freeing(module, free))
    _forward(module, "NRT_Allocate", malloc, [WORD], [])
    _forward(module, "NRT_Reallocate", realloc, [POINTER, WORD], [])
    return str(module)


def _define(module: Any, name: str, returned: Any, taken: list[Any]) -> Any:
    return ir.Function(module, ir.FunctionType(returned, taken), name)


def _field(builder: Any, info: Any, place: int) -> Any:
    return builder.gep(builder.bitcast(info, WORD.as_pointer()), [ir.IntType(32)(place)], inbounds=True)


def _pointer(builder: Any, info: Any, place: int) -> Any:
    """Return a word as the pointer that it is."""
    return builder.inttoptr(builder.load(_field(builder, info, place)), POINTER)


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
    data = renew(builder, _pointer(builder, info, DATA), size)
    builder.store(builder.ptrtoint(data, WORD), _field(builder, info, DATA))
    builder.store(size, _field(builder, info, LENGTH))
    builder.ret(data)


def _define_freeing(module: Any, free: Any) -> Any:
    """Define what gives memory back: of one buffer, and of a list or set, elements first; return the latter."""
    function = _define(module, "NRT_MemInfo_varsize_free", ir.VoidType(), [POINTER, POINTER])
    builder = ir.IRBuilder(function.append_basic_block())
    builder.call(free, [function.args[1]])
    same = builder.icmp_unsigned("==", _pointer(builder, function.args[0], DATA), function.args[1])
    with builder.if_then(same):
        builder.store(WORD(0), _field(builder, function.args[0], DATA))
    builder.ret_void()
    function = _define(module, "NRT_Free", ir.VoidType(), [POINTER])
    builder = ir.IRBuilder(function.append_basic_block())
    builder.call(free, [function.args[0]])
    builder.ret_void()
    function = _define(module, "NRT_MemInfo_call_dtor", ir.VoidType(), [POINTER])
    builder = ir.IRBuilder(function.append_basic_block())
    info = function.args[0]
    data, elements = (_pointer(builder, info, place) for place in (DATA, ELEMENTS))
    with builder.if_then(builder.icmp_unsigned("!=", elements, POINTER(None))):
        kind = ir.FunctionType(ir.VoidType(), [POINTER]).as_pointer()
        builder.call(builder.bitcast(elements, kind), [data])
    builder.call(free, [data])
    builder.call(free, [info])
    builder.ret_void()
    return function


def _define_counting(module: Any, destroy: Any) -> None:
    """Define what counts references, and what says where the data are. Numba drops pairs of calls by their names."""
    function = _define(module, "NRT_MemInfo_data_fast", POINTER, [POINTER])
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(_pointer(builder, function.args[0], DATA))
    for name, step in (("NRT_incref", 1), ("NRT_decref", -1)):
        function = _define(module, name, ir.VoidType(), [POINTER])
        function.attributes.add("noinline")
        builder = ir.IRBuilder(function.append_basic_block())
        info = function.args[0]
        with builder.if_then(builder.icmp_unsigned("!=", info, POINTER(None))):
            place = _field(builder, info, REFERENCES)
            left = builder.add(builder.load(place), WORD(step))
            builder.store(left, place)
            if step < 0:
                with builder.if_then(builder.icmp_unsigned("==", left, WORD(0)), likely=False):
                    builder.call(destroy, [info])
        builder.ret_void()
