"""Which kernel a game needs, known without lowering its rules: a hash of everything that lowering may read.

Lowering reads the code of the rules and of what they call, and the values of names: globals, closures, defaults, and
attributes of the game, its classes and modules. Here the same is gathered from the live objects, a little more rather
than a little less: every attribute whose *name* appears in any code that is reached counts. Comments, docstrings, file
names and lines don't change it.
"""

import enum
import functools
import hashlib
import inspect
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

from plywise.kernel.lowering.contract import OPTIONAL, PLACED, RULES, TABLED, offered_in
from plywise.rules import Game

OURS = ("plywise.bits", "plywise.rules", "plywise.kernel")
"""Modules whose code belongs to the build, not to the rules."""

HAS_DOCSTRING = 0x4000000
"""The flag that says, from Python 3.13 on, that a code's first constant is its docstring."""

NUMBERS = {int, float, bool, str, type(None)}

DECLARED = tuple(
    name
    for name, value in vars(Game).items()
    if not name.startswith("_") and not callable(value) and not isinstance(value, property | classmethod | staticmethod)
)


def source_identity(game: Game) -> str:
    """Return a hash of all that a game's lowered rules depend on."""
    return _Gathering(game).digest()


class _Gathering:
    """Collects facts until no new object and no new name turns up."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.facts: dict[str, str] = {}
        self.names: set[str] = set()
        self.codes: dict[types.CodeType, str] = {}
        self.objects: dict[int, tuple[str, Any]] = {}

    def digest(self) -> str:
        """Gather everything and hash it."""
        game, first = self.game, self.game.initial()
        offered = [rule for rule in (*RULES, *OPTIONAL, *TABLED, *PLACED) if hasattr(game, rule) and game.offers(rule)]
        self.fact("rules", repr(offered))
        self.fact("state", f"{type(first).__qualname__} {getattr(first, '_fields', None)} {first!r}")
        self.fact("declared", repr([(name, getattr(game, name, None)) for name in DECLARED]))
        self.fact("action", repr(_first_action(game, first)))
        self.object("game", game)
        self.object("State", type(first))
        self.names.update(offered, RULES)
        done: set[tuple[int, str]] = set()
        while pending := [
            (key, name) for key in self.objects for name in sorted(self.names) if (key, name) not in done
        ]:
            done.update(pending)
            for key, name in pending:
                self.attribute(*self.objects[key], name)
        text = "\n".join(f"{name}={fact}" for name, fact in sorted(self.facts.items()))
        return hashlib.sha256(text.encode()).hexdigest()

    def fact(self, name: str, fact: str) -> None:
        """Note something that the lowered rules may depend on."""
        self.facts[name] = fact

    def object(self, label: str, value: Any) -> str:
        """Take in a module, a class or an instance: its attributes are asked by name."""
        if id(value) not in self.objects:
            self.objects[id(value)] = label, value
            if not isinstance(value, type | types.ModuleType):
                self.object(f"{label}.__class__", type(value))
        return f"<{self.objects[id(value)][0]}>"

    def attribute(self, label: str, value: Any, name: str) -> None:
        """Note what a name stands for in an object, wherever in its classes it is defined."""
        for place, holder in _holders(value, name):
            self.fact(f"{label}{place}.{name}", self.described(f"{label}.{name}", vars(holder)[name]))

    def described(self, label: str, value: Any) -> str:
        """Return what a value is, in full where it is data; code and objects are taken in."""
        if isinstance(value, enum.Enum):
            return f"{type(value).__qualname__}.{value.name}={value.value!r}"
        if value is None or isinstance(value, bool | int | float | complex | str | bytes | range):
            return repr(value)
        if _is_data(value):
            return repr(value)
        if isinstance(value, tuple | list | set | frozenset):  # a set in its own order, as loops see it
            return f"{type(value).__name__}({','.join(self.described(label, part) for part in value)})"
        if isinstance(value, dict | types.MappingProxyType):
            pairs = (f"{self.described(label, key)}:{self.described(label, part)}" for key, part in value.items())
            return f"dict({','.join(pairs)})"
        if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
            return f"numpy({value.tolist()!r})"
        return self.described_code(label, value)

    def described_code(self, label: str, value: Any) -> str:
        """Return what a callable or any other object is known by."""
        parts = list(_functions(value))
        if parts:
            return " ".join(self.function(part) for part in parts)
        if isinstance(value, types.BuiltinFunctionType | types.MethodDescriptorType | types.WrapperDescriptorType):
            return f"builtin {value.__name__}"
        module = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None) or ""
        if module.startswith(OURS) or module.split(".")[0] in ("builtins", "numpy", "math", "typing"):
            return f"{module}.{getattr(value, '__qualname__', type(value).__qualname__)}"
        return self.object(label, value)

    def function(self, function: types.FunctionType) -> str:
        """Take in a function's code and what it closes over."""
        home = function.__module__ or ""
        if home.startswith(OURS):
            return f"{home}.{function.__qualname__}"
        code = function.__code__
        if code not in self.codes:
            self.codes[code] = label = f"code {function.__qualname__} {len(self.codes)}"
            self.fact(label, _code_text(code))
            self.names.update(_names(code))
            outer = {name: function.__globals__[name] for name in sorted(_names(code)) if name in function.__globals__}
            cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
            outer.update({name: cell.cell_contents for name, cell in cells if _is_full(cell)})
            outer.update({"defaults": function.__defaults__, "keywords": function.__kwdefaults__})
            for name, value in outer.items():
                self.fact(f"{label} {name}", self.described(name, value))
        return self.codes[code]


def _is_data(value: Any) -> bool:
    """Whether this is a tuple or list of numbers and texts, or of such tuples: `repr` says all of it, and quickly."""
    if type(value) not in (tuple, list):
        return False
    kinds = set(map(type, value))
    return kinds <= NUMBERS or (kinds <= {*NUMBERS, tuple, list} and all(map(_is_data, filter(_is_row, value))))


def _is_row(value: Any) -> bool:
    return type(value) in (tuple, list)


def _holders(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the object and the classes in whose own names a name is; a cached property counts as its function."""
    classes = value.__mro__ if isinstance(value, type) else ()
    for number, kind in enumerate(classes):
        if name in vars(kind):
            yield f"^{number}", kind
    if not classes and name in getattr(value, "__dict__", {}):
        is_cached = isinstance(inspect.getattr_static(type(value), name, None), functools.cached_property)
        if not is_cached:
            yield "", value


def _functions(value: Any) -> Iterator[types.FunctionType]:
    """Yield the functions behind a callable or a property."""
    if isinstance(value, types.FunctionType):
        yield value
        if isinstance(wrapped := getattr(value, "__wrapped__", None), types.FunctionType):
            yield wrapped
    elif isinstance(value, types.MethodType | classmethod | staticmethod):
        yield from _functions(value.__func__)
    elif isinstance(value, property):
        for part in (value.fget, value.fset):
            yield from _functions(part)
    elif isinstance(value, functools.cached_property):
        yield from _functions(value.func)
    elif callable(value) and hasattr(value, "__wrapped__"):
        yield from _functions(value.__wrapped__)


def _names(code: types.CodeType) -> set[str]:
    """Return every name that a function's code, and code inside it, may look up."""
    texts = {part for part in code.co_consts if isinstance(part, str) and part.isidentifier()}
    inner = (_names(part) for part in code.co_consts if isinstance(part, types.CodeType))
    return {*code.co_names, *code.co_freevars, *texts}.union(*inner)


def _code_text(code: types.CodeType) -> str:
    """Return what a function's code does, without where it stands."""
    consts = [_code_text(part) if isinstance(part, types.CodeType) else repr(part) for part in _constants(code)]
    flags = code.co_flags & ~HAS_DOCSTRING
    return repr((code.co_code.hex(), code.co_names, code.co_varnames, code.co_freevars, flags, consts))


def _constants(code: types.CodeType) -> Iterable[Any]:
    """Return a code's constants but for its docstring, which a function keeps in the first place."""
    first = code.co_consts[0] if code.co_consts else None
    is_function = not code.co_name.startswith("<")  # a comprehension has no docstring
    marked = sys.version_info < (3, 13) or code.co_flags & HAS_DOCSTRING
    return (None, *code.co_consts[1:]) if isinstance(first, str) and is_function and marked else code.co_consts


def _is_full(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None or True
    except ValueError:
        return False


def _first_action(game: Game, state: Any) -> Any:
    try:
        return next(iter(offered_in(game, state, most=1)), 0)
    except Exception:  # a rule that fails is reported by its own lowering, at its own line
        return None
