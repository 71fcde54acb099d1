"""Which kernel a game needs, known without lowering its rules: a hash of everything that lowering may read.

Lowering reads the code of the rules and of what they call, and the values of names: globals, closures, defaults, and
attributes of the game, its classes and modules, whatever a property or `len` of them gives included. Here the same is
gathered from the live objects, a little more rather than a little less: every attribute whose *name* appears in any
code that is reached counts. Comments, docstrings, file names and lines don't change it. Code of Python's library and of
installed packages isn't read (`libraries`).
"""

import enum
import hashlib
import types
from collections.abc import Iterator
from typing import Any

from plywise.kernel.lowering.contract import OPTIONAL, PATTERNED, PLACED, RULES, TABLED, WEIGHED, offered_in
from plywise.kernel.lowering.identity.code_objects import code_text, functions_behind, names_in
from plywise.kernel.lowering.identity.libraries import known_by_version
from plywise.rules import Game

OURS = ("plywise.bits", "plywise.rules", "plywise.kernel")
"""Modules whose code belongs to the build, not to the rules."""

NUMBERS = {int, float, bool, str, type(None)}
BY_VALUE = {*NUMBERS, complex, bytes, range}
"""Types whose `repr` says everything."""

PLAIN_METHODS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    staticmethod,
    classmethod,
)
CONTAINERS = {tuple, list, set, frozenset, dict, types.MappingProxyType}

DECLARED = tuple(
    name
    for name, value in vars(Game).items()
    if not name.startswith("_") and not callable(value) and not isinstance(value, classmethod | staticmethod)
)
"""What a game declares, and what follows from it: a game may say otherwise."""

ASKED_FOR = (
    "abs add bool contains divmod float ge getattr getattribute getitem gt index int "
    "iter le len lt mul neg next pow radd round sub trunc"
)
ASKED = tuple(f"__{name}__" for name in ASKED_FOR.split())
"""Methods that lowering may call by asking for an object's length, sum or largest element."""

MOST_DEEP = 12
"""How far objects that properties make are followed from one to the next: some make new ones without end."""


def source_identity(game: Game) -> str:
    """Return a hash of all that a game's lowered rules depend on."""
    return _Gathering(game).digest()


class _Gathering:
    """Collects facts until no new object and no new name turns up."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.facts: dict[str, str] = {}
        self.names: set[str] = set(ASKED)
        self.functions: dict[int, tuple[str, types.FunctionType]] = {}
        self.objects: dict[int, tuple[str, Any]] = {}
        self.open: set[int] = set()
        """Containers being described, which may contain themselves."""
        self.packages = {kind.__module__.partition(".")[0] for kind in type(game).__mro__}
        """Those of the rules, installed or not."""

    def digest(self) -> str:
        """Gather everything and hash it."""
        game, first = self.game, self.game.initial()
        kind = type(first)
        known = (*RULES, *OPTIONAL, *TABLED, *PLACED, *PATTERNED, *WEIGHED)
        offered = [rule for rule in known if game.offers(rule)]
        self.object("game", game)
        self.object("State", kind)
        self.fact("rules", repr(offered))
        self.fact("state", f"{kind.__qualname__} {getattr(first, '_fields', None)} {self.described('first', first)}")
        self.fact("defaults", self.described("defaults", getattr(kind, "_field_defaults", None)))
        for name in DECLARED:
            self.fact(f"declared {name}", self.described(name, getattr(game, name, None)))
        self.fact("action", repr(_first_action(game, first)))
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
        if id(value) not in self.objects and label.count(".") < MOST_DEEP:
            own = f"{label}#{len(self.objects)}"  # two objects may be reached by the same names
            self.objects[id(value)] = own, value
            if isinstance(value, enum.EnumType):  # lowering may count them, or run over them
                members: dict[str, Any] = dict(value.__members__)
                self.fact(f"{own} members", repr([(name, each.value) for name, each in members.items()]))
            if not isinstance(value, type | types.ModuleType):
                self.kind(own, type(value))
        return f"<{self.objects.get(id(value), (label,))[0]}>"

    def kind(self, label: str, kind: type) -> None:
        """Take in the class of an object; one of a library is known by its version."""
        if version := known_by_version(kind, self.packages):
            self.fact(f"{label}.__class__", version)
        else:
            self.object(f"{label}.__class__", kind)

    def attribute(self, label: str, value: Any, name: str) -> None:
        """Note what a name stands for in an object, wherever in its classes it is defined, and what asking it gives."""
        for place, holder in _holders(value, name):
            self.fact(f"{label}{place}.{name}", self.described(f"{label}.{name}", vars(holder)[name]))
        if _is_computed(value, name):
            try:
                found = self.described(f"{label}.{name}", getattr(value, name))
            except Exception as error:  # lowering says so, if it ever asks
                found = f"fails with {type(error).__name__}"
            self.fact(f"{label}.{name} asked", found)

    def described(self, label: str, value: Any) -> str:
        """Return what a value is, in full where it is data; code and objects are taken in."""
        kind = type(value)
        if kind in BY_VALUE or _is_data(value):
            return repr(value)
        if isinstance(value, enum.Enum):
            return f"{kind.__qualname__}.{value.name}={value.value!r} {self.object(label, value)}"
        if isinstance(value, int | float | str):
            plain = next(base for base in (int, float, str) if isinstance(value, base))
            return f"{plain(value)!r} {self.object(label, value)}"
        if kind.__module__ == "numpy" and hasattr(value, "tolist"):
            return f"numpy({value.tolist()!r})"
        if isinstance(value, tuple | list | set | frozenset | dict | types.MappingProxyType):
            return self.described_container(label, value)
        return self.described_code(label, value)

    def described_container(self, label: str, value: Any) -> str:
        """Return what is in a container, in its own order, as loops see it; one of the user's own is an object too."""
        if id(value) in self.open:
            return "itself"
        self.open.add(id(value))
        if isinstance(value, dict | types.MappingProxyType):
            pairs = value.items()
            parts = [f"{self.described(label, key)}:{self.described(label, part)}" for key, part in pairs]
        else:
            parts = [self.described(label, part) for part in value]
        self.open.remove(id(value))
        known = type(value).__name__ if type(value) in CONTAINERS else self.object(label, value)
        return f"{known}({getattr(value, '_fields', '')}{','.join(parts)})"

    def described_code(self, label: str, value: Any) -> str:
        """Return what a callable or any other object is known by."""
        parts = list(functions_behind(value))
        if parts:
            bound = f" of {self.object(label, value.__self__)}" if isinstance(value, types.MethodType) else ""
            return " ".join(self.function(part) for part in parts) + bound
        if isinstance(value, types.BuiltinFunctionType | types.MethodDescriptorType | types.WrapperDescriptorType):
            return f"builtin {value.__name__}"
        if not isinstance(value, type | types.ModuleType):
            return f"{_printed(value)}{self.object(label, value)}"
        module = value.__name__ if isinstance(value, types.ModuleType) else value.__module__
        if module.startswith(OURS) or module.split(".")[0] in ("builtins", "numpy", "math", "typing"):
            return f"{module}.{getattr(value, '__qualname__', type(value).__qualname__)}"
        is_class = isinstance(value, type)  # of a module, the values that are asked for by name count
        return (is_class and known_by_version(value, self.packages)) or self.object(label, value)

    def function(self, function: types.FunctionType) -> str:
        """Take in a function's code, its attributes, and what it closes over: one code may be many functions'."""
        home = function.__module__ or ""
        if home.startswith(OURS):
            return f"{home}.{function.__qualname__}"
        if version := known_by_version(function, self.packages):
            return version
        if id(function) not in self.functions:
            label = f"code {function.__qualname__} {len(self.functions)}"
            self.functions[id(function)] = label, function
            code = function.__code__
            self.fact(label, code_text(code))
            self.names.update(names_in(code))
            outer = {
                name: function.__globals__[name] for name in sorted(names_in(code)) if name in function.__globals__
            }
            cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
            outer.update({name: cell.cell_contents for name, cell in cells if _is_full(cell)})
            own = {name: value for name, value in vars(function).items() if name != "__wrapped__"}
            for name, value in outer.items():
                self.fact(f"{label} {name}", self.described(name, value))
            for name, value in (("=", function.__defaults__), ("*=", function.__kwdefaults__), (".", own)):
                self.fact(f"{label} {name}", self.described(name, value))
        return self.functions[id(function)][0]


def _is_data(value: Any, most_deep: int = 8) -> bool:
    """Whether this is a tuple or list of numbers and texts, or of such tuples: `repr` says all of it, and quickly."""
    if type(value) not in (tuple, list) or not most_deep:  # a list may contain itself
        return False
    kinds = set(map(type, value))
    if kinds <= NUMBERS:
        return True
    return kinds <= {*NUMBERS, tuple, list} and all(_is_data(row, most_deep - 1) for row in filter(_is_row, value))


def _is_row(value: Any) -> bool:
    return type(value) in (tuple, list)


def _holders(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the object and the classes in whose own names a name is; a cached property's value is asked for."""
    classes = value.__mro__ if isinstance(value, type) else ()
    for number, kind in enumerate(classes):
        if name in vars(kind):
            yield f"^{number}", kind
    if not classes and name in getattr(value, "__dict__", {}) and not _is_computed(value, name):
        yield "", value


def _is_computed(value: Any, name: str) -> bool:
    """Whether an attribute is computed when it is asked for: by a property, a slot, or `__getattr__`."""
    if isinstance(value, type):
        return False
    if isinstance(value, types.ModuleType):
        return name not in vars(value) and "__getattr__" in vars(value)
    classes = type(value).__mro__
    for kind in classes:
        if name in vars(kind):
            return hasattr(vars(kind)[name], "__get__") and not isinstance(vars(kind)[name], PLAIN_METHODS)
    is_own = name in getattr(value, "__dict__", {})
    return not is_own and any("__getattr__" in vars(kind) for kind in classes)


def _printed(value: Any) -> str:
    """Return an object in its own words, if it has any: those of Python's library hide what they hold elsewhere."""
    try:
        said = repr(value)
    except Exception:
        return ""
    return "" if " at 0x" in said else said  # an address differs from process to process


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
