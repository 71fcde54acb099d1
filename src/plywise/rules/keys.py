"""What makes two states the same, whatever their class: nobody has to write `__hash__`.

    a NamedTuple of ints, a text, a frozen dataclass       the state itself
    a class with its own __eq__ and __hash__               the state itself: its author has said what is equal
    a plain class, a list, a dict, a set, an array         the class and all that the state holds, frozen

Frozen parts are equal where Python calls their contents equal, so 1, True and 1.0 are the same; a list and a tuple are
not, nor are two classes with the same fields. Arrays are equal if type, shape and bytes are. A dict or a set has no
order. A list, dict, set or object that a state holds in two places differs from two that merely look alike. An object
without any field is equal to itself alone.

>>> class Board:
...     def __init__(self, cells):
...         self.cells = cells
>>> Board([0, 1]) == Board([0, 1]), state_key(Board([0, 1])) == state_key(Board([0, 1]))
(False, True)
>>> state_key((3, "X")), state_key([1]) == state_key((1,))
((3, 'X'), False)
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableMapping
from types import FunctionType
from typing import Any, TypeVar

from plywise.rules.errors import RulesError
from plywise.rules.key_kinds import ATOMS, ValueKind, hides, kind_of

DEEPEST = 60
"""How many parts may lie one within the other."""

Value = TypeVar("Value")


class _Again:
    """Stands for a part that the state has shown before."""


def state_key(state: Any) -> Hashable:
    """Return what is equal for equal states: the state, or its frozen equivalent where it can't be compared itself.

    Raises RulesError for a state with parts that can't be compared.
    """
    try:
        hash(state)
    except TypeError:
        return _Freezing(state).key()
    if kind_of(type(state)).is_declared:
        return state  # type: ignore[no-any-return]
    return state if is_by_value(state) else _Freezing(state).key()


def same_state(one: Any, other: Any) -> bool:
    """Return whether two states are the same.

    >>> same_state([1, 2], [1, 2]), same_state([1], (1,))
    (True, False)
    """
    try:
        return one is other or state_key(one) == state_key(other)
    except RulesError:  # nothing is known to be equal to what can't be compared
        return False


class StateMap(MutableMapping[Any, Value]):
    """A dict with states for keys, which need not be hashable.

    >>> names = StateMap({})
    >>> names[[1, 2]] = "start"
    >>> names[[1, 2]], [2, 1] in names, list(names)
    ('start', False, [[1, 2]])
    """

    def __init__(self, items: Mapping[Any, Value]) -> None:
        self._items: dict[Hashable, tuple[Any, Value]] = {}
        self.update(items)

    def __getitem__(self, state: Any) -> Value:
        return self._items[state_key(state)][1]

    def __setitem__(self, state: Any, value: Value) -> None:
        self._items[state_key(state)] = state, value

    def __delitem__(self, state: Any) -> None:
        del self._items[state_key(state)]

    def __contains__(self, state: object) -> bool:
        return state_key(state) in self._items

    def __iter__(self) -> Iterator[Any]:
        return (state for state, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)


def is_by_value(value: Any) -> bool:
    """Return whether everything in a hashable value is compared by value, looking at all of it.

    >>> is_by_value((1, ("a", None))), is_by_value((1, lambda: 2))
    (True, False)
    """
    waiting = [value]
    while waiting:
        part = waiting.pop()
        own = type(part)
        if own is tuple or own is frozenset:  # most parts of most states are
            waiting.extend([each for each in part if type(each) not in ATOMS])
            continue
        kind = kind_of(own)
        if kind.name == "atom":
            continue
        if kind.name == "data":
            parts: Iterable[Any] = kind.fields_of(part).values()
        elif kind.name in ("tuple", "list", "set", "map") and not kind.own_fields(part):
            parts = [*part, *part.values()] if kind.name == "map" else part
        else:
            return False
        if not ATOMS.issuperset(map(type, parts)):
            waiting += parts
    return True


class _SharedError(Exception):
    """A mutable part stands in more than one place."""


class _Freezing:
    """One state on its way to its key."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.met: set[int] = set()
        """The identities of the mutable parts that were met."""
        self.shared: dict[int, int | None] | None = None
        """By the identity of a part that stands in several places: its number, None until it is met."""

    def key(self) -> Hashable:
        """Return the frozen state; if a part turns out to stand in several places, begin again and number those."""
        try:
            return self.freeze(self.state, 0)
        except _SharedError:
            self.find_shared()
            return self.freeze(self.state, 0)

    def find_shared(self) -> None:
        """Find the mutable parts that the state holds in more than one place."""
        waiting, met, self.shared = [self.state], set(), {}
        while waiting:
            part = waiting.pop()
            kind = kind_of(type(part))
            if kind.is_mutable or (kind.name == "atom" and not _is_hashable(part)):
                if id(part) in met:
                    self.shared[id(part)] = None
                    continue
                met.add(id(part))
            parts = _parts(part, kind)
            if not ATOMS.issuperset(map(type, parts)):
                waiting += parts

    def freeze(self, part: Any, depth: int) -> Hashable:
        """Return the frozen equivalent of a part: an atom, or a tuple that starts with its class."""
        own: Any = type(part)
        kind = kind_of(own)
        name: str = kind.name
        if name == "atom":
            if _is_hashable(part):
                return part  # type: ignore[no-any-return]
            name = "hidden" if hides(own) else "object"
        if depth > DEEPEST:
            raise self.refusal(f"has more than {DEEPEST} parts one within the other")
        mark: tuple[Hashable, ...] = (own,)
        if kind.is_mutable or name == "object":
            mark = self.mark(part)
            if mark[0] is _Again:
                return mark
        if name in ("object", "data"):
            named = kind.fields_of(part)
            if not named and own.__hash__ is object.__hash__:
                return part  # type: ignore[no-any-return]
            return *mark, *((each, self.freeze(value, depth + 1)) for each, value in named.items())
        more: tuple[Hashable, ...] = ()
        if kind.has_fields:
            more = tuple((each, self.freeze(value, depth + 1)) for each, value in kind.own_fields(part).items())
        return *mark, *more, own, *self.contents(part, name, depth + 1)

    def mark(self, part: Any) -> tuple[Hashable, ...]:
        """Return what a mutable part's frozen equivalent starts with: its class, and its number if it comes again."""
        own: Any = type(part)
        if self.shared is None:
            if id(part) in self.met:
                raise _SharedError
            self.met.add(id(part))
        elif id(part) in self.shared:
            number = self.shared[id(part)]
            if number is not None:
                return _Again, number
            number = self.shared[id(part)] = sum(each is not None for each in self.shared.values())
            return own, number
        return (own,)

    def contents(self, part: Any, name: str, depth: int) -> Iterable[Hashable]:
        """Return what a container, an array or a function holds."""
        if name == "map":
            items = sorted(part.items(), key=_spelling) if self.shared else part.items()
            return (frozenset([(self.freeze(each, depth), self.freeze(value, depth)) for each, value in items]),)
        if name in ("tuple", "list", "set"):
            frozen = part if ATOMS.issuperset(map(type, part)) else [self.freeze(each, depth) for each in part]
            return (frozenset(frozen),) if name == "set" else frozen
        if name == "bytes":
            return getattr(part, "typecode", "B"), bytes(part)
        if name == "array":
            dtype, is_plain = str(part.dtype), hasattr(part, "tobytes") and not getattr(part.dtype, "hasobject", False)
            held = (part + 0.0 if "float" in dtype else part).tobytes() if is_plain else part.tolist()  # -0.0 is 0.0
            return dtype, tuple(part.shape), self.freeze(held, depth)
        if name == "function" and not part.__closure__ and not part.__defaults__ and not part.__kwdefaults__:
            return (part.__code__,)
        what = "function made within another" if type(part) is FunctionType else type(part).__qualname__
        raise self.refusal(f"holds a {what}, which can't be compared")

    def refusal(self, why: str) -> RulesError:
        """Say why the state has no key."""
        return RulesError(
            f"A state of class {type(self.state).__qualname__} {why}: leave that out of the state, or write "
            "key(self, state), which returns an int or a tuple of ints."
        )


def _parts(part: Any, kind: ValueKind) -> list[Any]:
    """List what a part holds."""
    if kind.name in ("data", "object"):
        return [*kind.fields_of(part).values()]
    if kind.name == "map":
        return [*part, *part.values(), *kind.own_fields(part).values()]
    return [*part, *kind.own_fields(part).values()] if kind.name in ("tuple", "list", "set") else []


def _spelling(item: tuple[Any, Any]) -> str:
    """Return what puts the items of a dict into an order that doesn't depend on how they came into it."""
    return repr(item[0])


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
