"""The rules fingerprint: what names solved tables and books.

It hashes the normalised syntax trees of the rules and of the helpers they call, the values of the names they use, the
declarations that change a game's meaning, the first state, and a short perft. Comments, docstrings, annotations, names
of files, an evaluation, a view, an upgrade of Numba or another way of lowering don't change it; a changed rule or
parameter does. It reads the rules itself, so games that can't be compiled have one too.
"""

import ast
import hashlib
import inspect
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from plywise.kernel.lowering.constants import freeze, leaves
from plywise.kernel.lowering.contract import offered_in
from plywise.kernel.lowering.source import definition, is_function, owner_of, underlying
from plywise.rules import Game, state_key

RULES = ("to_move", "actions", "result", "is_terminal", "utility", "chances")
DECLARATIONS = ("players", "utility_range", "utility_sum", "utility_scale", "cyclic", "repetition", "repetition_count")
PERFT_STATES = 2000
"""At most this many states of play are counted for the signature."""

MEANINGLESS = ("annotation", "returns", "type_comment", "type_params", "kind", "ctx", "decorator_list")
"""Fields of a syntax tree that don't change what is computed."""


def rules_fingerprint(game: Game) -> str:
    """Return 16 hexadecimal digits that stand for a game's rules; raises LoweringError where they can't be read."""
    reader = _Reader(game)
    for rule in RULES:
        if rule != "chances" or game.has_chance:
            reader.read(getattr(game, rule))
    declared = [(name, getattr(game, name)) for name in DECLARATIONS]
    parts = [
        sorted(reader.trees),
        sorted(reader.values),
        declared,
        _spelled_start(game.initial()),
        perft_signature(game),
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def perft_signature(game: Game) -> list[int]:
    """Count the lines of play ply by ply, plainly, for as long as that is quick."""
    counts, states = [1], [game.initial()]
    while states and len(states) <= PERFT_STATES and len(counts) < 6:
        states = [game.result(state, action) for state in states for action in offered_in(game, state)]
        counts.append(len(states))
    return counts


def _spelled_start(state: Any) -> Any:
    """Return what spells a first state the same in every process."""
    if isinstance(state, tuple | str) and all(isinstance(leaf, int | str | float | None) for leaf in leaves(state)):
        return tuple(state)
    return _spelled(state_key(state))


def _spelled(key: Any) -> Any:
    """Return a state's key with names for its classes, and an order for its sets."""
    if is_dataclass(key) and not isinstance(key, type):
        return type(key).__qualname__, [(each.name, _spelled(getattr(key, each.name))) for each in fields(key)]
    if isinstance(key, tuple):
        return tuple(map(_spelled, key))
    if isinstance(key, frozenset):
        return sorted(repr(_spelled(part)) for part in key)
    if isinstance(key, type):
        return key.__qualname__
    own_repr: Any = type(key).__repr__
    return type(key).__qualname__ if own_repr is object.__repr__ else key


def normalised(node: Any) -> Any:
    """Return a syntax tree as nested lists that are the same in every version of Python."""
    if isinstance(node, list):
        return [normalised(part) for part in node if not _is_docstring(part)]
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [(name, value) for name, value in ast.iter_fields(node) if name not in MEANINGLESS]
    kept = [[name, normalised(value)] for name, value in fields if value is not None and value != []]
    return [type(node).__name__, *kept]


def _is_docstring(node: Any) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


class _Reader:
    """Collects the trees of functions met from the rules on, and the values of the names in them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.trees: set[str] = set()
        self.values: set[str] = set()
        self.met: set[types.FunctionType] = set()

    def read(self, function: Any) -> None:
        """Take in a function and whatever it uses."""
        plain = underlying(function)
        if plain in self.met:
            return
        self.met.add(plain)
        tree = definition(plain)
        self.trees.add(repr([plain.__qualname__, normalised(tree)]))
        names = _Names(self.game, plain, getattr(function, "__self__", None))
        for text, value in names.used(tree):
            if is_function(value):
                if _is_own(underlying(value)):
                    self.read(value)
            elif not callable(value) and not isinstance(value, types.ModuleType | Game):
                self.values.add(repr([plain.__qualname__, text, _described(value)]))


class _Names:
    """What the names in one function stand for before the game starts."""

    def __init__(self, game: Game, plain: types.FunctionType, receiver: Any) -> None:
        code = plain.__code__
        self.outer = {**plain.__globals__, **inspect.getclosurevars(plain).nonlocals}
        for name in (*code.co_varnames, *code.co_cellvars):
            self.outer.pop(name, None)
        if receiver is not None and code.co_argcount:
            self.outer[code.co_varnames[0]] = receiver
        self.above = (owner_of(type(game), plain), receiver)

    def used(self, tree: ast.AST) -> Iterator[tuple[str, Any]]:
        """Yield every name and attribute that has a value, with it."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                try:
                    yield ast.unparse(node), self._value(node)
                except (KeyError, AttributeError, TypeError):
                    continue  # it depends on the play

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Name(name):
                return self.outer[name]
            case ast.Attribute(whole, attribute):
                return getattr(self._value(whole), attribute)
            case ast.Call(ast.Name("super"), []):
                return super(*self.above)
        raise KeyError(ast.dump(node))


def _is_own(function: types.FunctionType) -> bool:
    """Whether a function is part of the rules, not of the contract, Python's library or NumPy."""
    module = function.__module__ or ""
    return module not in ("plywise.bits", "plywise.rules.game") and "site-packages" not in function.__code__.co_filename


def _described(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted((repr(key), _described(part)) for key, part in value.items())
    try:
        return freeze(value)
    except (TypeError, OverflowError):
        return value if isinstance(value, int) else type(value).__qualname__
