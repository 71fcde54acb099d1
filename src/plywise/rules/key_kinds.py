"""How values of a type are compared: judged once for each type, so that keys of states cost little.

>>> kind_of(int).name, kind_of(tuple).name, kind_of(list).name
('atom', 'tuple', 'list')
"""

import typing
from array import array
from collections import deque
from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property
from types import EllipsisType, FunctionType, MappingProxyType, ModuleType, NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, TypeAlias, Union

KindName: TypeAlias = Literal[
    "atom", "tuple", "list", "set", "map", "data", "object", "array", "bytes", "function", "hidden"
]
"""How to compare: an atom by its own __eq__, or as itself alone; a container by what it holds; data (a dataclass with
a generated __eq__, and a hash) by its fields; an object, whose own comparison doesn't help, by its fields too. What is
hidden can't be seen from Python: generators of random numbers, iterators, open files."""

BUILT_IN: tuple[tuple[Any, KindName], ...] = (
    (tuple, "tuple"),
    (list | deque, "list"),
    (set | frozenset, "set"),
    (dict | MappingProxyType, "map"),
    (bytearray | array, "bytes"),
)
INHERITED_HASHES = (None, tuple.__hash__, frozenset.__hash__, MappingProxyType.__hash__)
MADE_BY_CLASS = 1 << 9
"""CPython's flag of types that aren't part of the interpreter."""
MOST = 2_000
"""How many types are remembered; files that are loaded again bring new ones."""


@dataclass(slots=True)
class ValueKind:
    """What is known of a type."""

    name: KindName
    is_declared: bool = False
    """Whether its declared fields can hold nothing but what is compared by value, such as tuple[int, ...]."""
    is_mutable: bool = False
    compared: tuple[str, ...] | None = None
    """The fields that a generated __eq__ compares."""
    slots: tuple[str, ...] = ()
    has_fields: bool = False
    """Whether values have a __dict__."""
    computed: frozenset[str] = frozenset()
    """The names under which a cached_property keeps what it computed."""

    def own_fields(self, value: Any) -> dict[str, Any]:
        """Return what stands in an object's __dict__, except what was only computed."""
        if not self.has_fields:
            return {}
        named: dict[str, Any] = value.__dict__
        if not self.computed:
            return named
        return {name: part for name, part in named.items() if name not in self.computed}

    def fields_of(self, value: Any) -> dict[str, Any]:
        """Return an object's fields: those that its generated __eq__ compares, or else all, in order of their names."""
        if self.compared is not None:
            return {name: getattr(value, name) for name in self.compared if hasattr(value, name)}
        named = {name: getattr(value, name) for name in self.slots if hasattr(value, name)} | self.own_fields(value)
        return dict(sorted(named.items()))


ATOMS: set[type] = set()
"""The types known as atoms."""
_kinds: dict[type, ValueKind] = {}


def kind_of(own: type) -> ValueKind:
    """Return how values of a type are compared."""
    kind = _kinds.get(own)
    if kind is None:
        if len(_kinds) >= MOST:
            _kinds.clear()
            ATOMS.clear()
        kind = _kinds[own] = _describe(own)
        kind.is_declared = _is_declared(own, ())
        if kind.name == "atom":
            ATOMS.add(own)
    return kind


def hides(own: type) -> bool:
    """Return whether values of a type hold what Python's fields don't show, because they are made in C."""
    bases = [base for base in own.__mro__ if base not in (object, SimpleNamespace)]
    made = [vars(base)["__new__"] for base in bases if "__new__" in vars(base)]
    return not all(base.__flags__ & MADE_BY_CLASS for base in bases) or not all(
        isinstance(each, staticmethod | FunctionType) for each in made
    )


def _describe(own: type) -> ValueKind:
    name = _judge(own)
    mutable = name in ("list", "map", "object") or (name == "set" and not issubclass(own, frozenset))
    has_eq: bool = getattr(own, "__eq__") is not object.__eq__  # noqa: B009 - an attribute like any other
    computed = (
        each for base in own.__mro__ for each, value in vars(base).items() if isinstance(value, cached_property)
    )
    return ValueKind(
        name,
        is_mutable=mutable,
        compared=_compared(own) if has_eq else None,
        slots=tuple(_slots(own)) if name == "object" else (),
        has_fields=own.__dictoffset__ != 0 and not issubclass(own, type),
        computed=frozenset(computed),
    )


def _judge(own: type) -> KindName:
    if own in (NoneType, EllipsisType, ModuleType, object) or issubclass(own, type | Enum):
        return "atom"
    if own is FunctionType:
        return "function"
    written, compares = getattr(own, "__hash__"), getattr(own, "__eq__") is not object.__eq__  # noqa: B009
    if all(hasattr(own, name) for name in ("dtype", "shape", "tolist")):
        return "atom" if written is not None and hasattr(own, "tobytes") else "array"
    for base, name in BUILT_IN:
        if issubclass(own, base):
            return "atom" if compares and written not in INHERITED_HASHES else name
    if written is not None and compares:
        return "atom" if _compared(own) is None else "data"
    return "hidden" if hides(own) else "object"


def _compared(own: type) -> tuple[str, ...] | None:
    """Return the fields that a generated __eq__ compares; None where a person wrote it."""
    code = getattr(own.__eq__, "__code__", None)
    if code is None or not code.co_filename.startswith("<"):
        return None
    if hasattr(own, "__attrs_attrs__"):
        return tuple(each.name for each in own.__attrs_attrs__ if each.eq)
    if not hasattr(own, "__dataclass_fields__"):
        return None
    return tuple(each.name for each in fields(own) if each.compare)


def _slots(own: type) -> typing.Iterator[str]:
    for base in own.__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                is_private = name.startswith("__") and not name.endswith("__")
                yield f"_{base.__name__.lstrip('_')}{name}" if is_private else name


def _is_declared(own: Any, within: tuple[Any, ...]) -> bool:
    """Return whether a declared type holds nothing but what is compared by value: int, tuple[str, ...], ..."""
    if own in within:
        return True
    origin, inner = typing.get_origin(own), typing.get_args(own)
    if origin is Literal:
        return True
    if origin in (Union, UnionType, tuple, frozenset):
        return bool(inner) and all(each is Ellipsis or _is_declared(each, within) for each in inner)
    if not isinstance(own, type) or own in (tuple, frozenset, object):
        return False
    name = _judge(own)
    if name == "tuple":
        names = getattr(own, "_fields", None) if not own.__dictoffset__ else None
    else:
        names = _compared(own) if name == "data" else None
    if name == "atom" or names is None:
        return name == "atom"
    try:
        hints: Any = typing.get_type_hints(own)
    except Exception:
        return False
    return all(each in hints and _is_declared(hints[each], (*within, own)) for each in names)
