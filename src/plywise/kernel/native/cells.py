# mypy: disable-error-code="no-untyped-call, import-untyped, no-any-return, attr-defined, untyped-decorator"
"""Boards that are too long for registers: a tuple of ints, or of rows of ints, as the address of its cells.

    state.board         Cells(9, 9)     an address of 81 int64s, row after row
    state.board[2]      Cells(9)        an address inside it
    state.board[2][5]   an int64

Cells never change once they are made, so whoever holds an address may hand it on. They lie in the frame of the function
that made them: what a function returns is copied into its caller's frame, by value. A place in a frame is made once for
each place in the text, so what is kept in a loop is copied once more (`own`): else the next turn would write over it.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl
from numba.core.pythonapi import box
from numba.core.types.common import SimpleIterableType, SimpleIteratorType
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, register_model

WORD = ir.IntType(64)
CHUNK = 8
"""How many cells are copied by one instruction, where a value travels as a whole."""


class Cells(SimpleIterableType):
    """A tuple of ints (one length) or of equally long rows of ints (two lengths)."""

    def __init__(self, lengths: tuple[int, ...]) -> None:
        self.lengths = lengths
        super().__init__(f"cells({'x'.join(map(str, lengths))})", CellsIterator(self))

    @property
    def size(self) -> int:
        """How many ints there are."""
        return self.lengths[0] if len(self.lengths) == 1 else self.lengths[0] * self.lengths[1]

    @property
    def element(self) -> Any:
        """The type of t[i]."""
        return types.int64 if len(self.lengths) == 1 else Cells(self.lengths[1:])

    @property
    def key(self) -> Any:
        """What makes two of these types the same."""
        return self.lengths

    def unify(self, typingctx: Any, other: Any) -> Any:
        """Meet an ordinary tuple of the same form, in a variable that is now this and now that."""
        return self if lengths_of(other) == self.lengths else None

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """Say that such a tuple can be taken for this."""
        from numba.core.typeconv import Conversion

        return Conversion.safe if lengths_of(other) == self.lengths else None


class CellsIterator(SimpleIteratorType):
    """What a loop over cells holds."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        super().__init__(f"iter_cells({'x'.join(map(str, cells.lengths))})", cells.element)


def lengths_of(kind: Any) -> tuple[int, ...] | None:
    """Return the form of a tuple type of ints or of equal rows; None for any other type."""
    if isinstance(kind, Cells):
        return kind.lengths
    if not isinstance(kind, types.BaseTuple) or not len(kind.types):
        return None
    if all(isinstance(part, types.Integer | types.Boolean) for part in kind.types):
        return (len(kind.types),)
    rows = {lengths_of(part) for part in kind.types}
    row = rows.pop()
    return None if rows or row is None or len(row) != 1 else (len(kind.types), *row)


def form_of(kind: Any) -> tuple[int, ...]:
    """Return the form of a type that is known to have one."""
    lengths = lengths_of(kind)
    if lengths is None:
        raise TypingError(f"only tuples of ints, or of equal rows of ints, not {kind}")
    return lengths


def wanted(lengths: tuple[int, ...]) -> str:
    """Name a form in the user's words."""
    return f"a tuple of {lengths[0]} " + ("ints" if len(lengths) == 1 else f"rows of {lengths[1]} ints")


# The machine's side: an address; by value only in what a function returns, and in generators and lists


@register_model(Cells)
class CellsModel(models.PrimitiveModel):
    """An address that travels as its cells where it would outlive them."""

    def __init__(self, dmm: Any, fe_type: Cells) -> None:
        super().__init__(dmm, fe_type, WORD.as_pointer())
        size = fe_type.size
        chunks = [ir.VectorType(WORD, CHUNK)] * (size // CHUNK) + [WORD] * (size % CHUNK)
        self.data_type = ir.LiteralStructType(chunks, packed=True)

    def get_data_type(self) -> Any:
        """Return the type of the cells themselves."""
        return self.data_type

    get_return_type = get_data_type

    def as_data(self, builder: Any, value: Any) -> Any:
        """Read the cells."""
        place = builder.bitcast(value, self.data_type.as_pointer())
        data = ir.Constant(self.data_type, ir.Undefined)
        for i in range(len(self.data_type.elements)):
            part = builder.load(cgutils.gep_inbounds(builder, place, 0, i), align=8)
            data = builder.insert_value(data, part, i)
        return data

    def from_data(self, builder: Any, value: Any) -> Any:
        """Write the cells into this function's frame."""
        place = cgutils.alloca_once(builder, self.data_type)
        for i in range(len(self.data_type.elements)):
            part = builder.extract_value(value, i)
            builder.store(part, cgutils.gep_inbounds(builder, place, 0, i), align=8)
        return builder.bitcast(place, WORD.as_pointer())

    as_return, from_return = as_data, from_data

    def load_from_data_pointer(self, builder: Any, ptr: Any, align: Any = None) -> Any:
        """Read cells that lie in a list."""
        return self.from_data(builder, builder.load(ptr, align=8))


@register_model(CellsIterator)
class CellsIteratorModel(models.StructModel):
    """Cells, and how far one is."""

    def __init__(self, dmm: Any, fe_type: CellsIterator) -> None:
        super().__init__(dmm, fe_type, [("index", types.EphemeralPointer(types.intp)), ("cells", fe_type.cells)])


def room(builder: Any, size: int) -> Any:
    """Return a place for this many cells in the frame of the function that is being written."""
    place = cgutils.alloca_once(builder, ir.ArrayType(WORD, size))
    return builder.bitcast(place, WORD.as_pointer())


def copy(builder: Any, to: Any, cells: Any, size: int) -> None:
    """Copy cells."""
    cgutils.raw_memcpy(builder, to, cells, ir.Constant(WORD, size), 8)


def element_at(builder: Any, kind: Cells, cells: Any, index: Any) -> Any:
    """Return t[i], i being inside."""
    if len(kind.lengths) == 1:
        return builder.load(builder.gep(cells, [index], inbounds=True))
    return builder.gep(cells, [builder.mul(index, ir.Constant(WORD, kind.lengths[1]))], inbounds=True)


@lower_builtin("getiter", Cells)
def _getiter(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    iterator = context.make_helper(builder, signature.return_type)
    iterator.index = cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))
    iterator.cells = args[0]
    return iterator._getvalue()


@lower_builtin("iternext", CellsIterator)
@iternext_impl(RefType.BORROWED)
def _iternext(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    kind = signature.args[0].cells
    iterator = context.make_helper(builder, signature.args[0], value=args[0])
    index = builder.load(iterator.index)
    is_valid = builder.icmp_signed("<", index, ir.Constant(WORD, kind.lengths[0]))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(element_at(builder, kind, iterator.cells, index))
        builder.store(cgutils.increment_index(builder, index), iterator.index)


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        cells, index = args
        if isinstance(cells, Cells) and isinstance(index, types.Integer | types.Boolean):
            return cells.element(cells, types.intp)
        return None


@lower_builtin(operator.getitem, Cells, types.Integer)
def _getitem(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind = signature.args[0]
    length = ir.Constant(WORD, kind.lengths[0])
    is_negative = builder.icmp_signed("<", args[1], ir.Constant(WORD, 0))
    index = builder.select(is_negative, builder.add(args[1], length), args[1])
    with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", index, length)):
        context.call_conv.return_user_exc(builder, IndexError, ("tuple index out of range",))
    return element_at(builder, kind, args[0], index)


@box(Cells)
def _box(kind: Cells, value: Any, boxing: Any) -> Any:
    """Hand cells to Python as one flat tuple."""
    builder, python = boxing.builder, boxing.pyapi
    whole = python.tuple_new(kind.size)
    with cgutils.for_range(builder, ir.Constant(WORD, kind.size)) as loop:
        cell = python.long_from_longlong(builder.load(builder.gep(value, [loop.index])))
        setter = python._get_function(
            ir.FunctionType(ir.IntType(32), [python.pyobj, python.py_ssize_t, python.pyobj]), "PyTuple_SetItem"
        )
        builder.call(setter, [whole, loop.index, cell])
    return whole


def type_words(kind: Any) -> str:
    """Name a Numba type in a user's words."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Float):
        return "a float"
    if isinstance(kind, Cells):
        return wanted(kind.lengths)
    if isinstance(kind, types.BaseTuple):
        return f"a tuple of {len(kind.types)}"
    if isinstance(kind, types.Optional | types.NoneType):
        return "None on some path"
    return f"{kind}"
