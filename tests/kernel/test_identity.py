"""Which kernel a game needs: whatever lowering may read changes its identity, and nothing else does.

Where identity misses something, an old kernel answers for changed rules: a false proof.
"""

import importlib.util
import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from plywise.kernel.lowering import LoweringError, lower, source_identity

HELPERS = '''
"""Functions that another module imports."""
SCALE = 3
STEPS = {1: 2, 2: 3}

class Settings:
    def __init__(self, name): self.bonus = {"first": 1, "second": 2}[name]

config = Settings("first")

def scaled(number):
    return number * SCALE
'''

GAME = '''
"""A game that uses whatever lowering looks up on live objects."""
import collections
import enum
import fractions
import functools
import types
from dataclasses import dataclass
from typing import NamedTuple

import helpers_of_identity as helpers
from plywise import Game, Limit
from helpers_of_identity import scaled

LIMIT = 6
WORTH = {3: 30, 4: 40}
TABLE = [1, 2, 3]
NAMES = {"low", "middle", "high"}
HIDDEN = 5
WEIGHT = fractions.Fraction(7, 2)
QUEUE = collections.deque([1, 2])
ALLOWED = Limit(nodes=11)
SPACE = types.SimpleNamespace(size=17)
defaults = 23
SPARE = 31


class Config:
    bonus = 4


config = Config()


class Kind(enum.IntEnum):
    LOW = 1
    HIGH = 3

    @property
    def doubled(self):
        return 2 * self.value


class Side(enum.Enum):
    LEFT = 1

    @property
    def turned(self):
        return self.value + 8


class Pair(NamedTuple):
    wide: int
    tall: int

    @property
    def area(self):
        return self.wide * self.tall


class Slotted:
    __slots__ = ("weight",)

    def __init__(self, weight):
        self.weight = weight


@dataclass(slots=True)
class Piece:
    value: int


class Stack:
    def __init__(self, heights):
        self.heights = heights

    def __len__(self):
        return len(self.heights) + 1

    def __getattr__(self, name):
        if name == "lazily":
            return 41
        raise AttributeError(name)


class Scorer:
    def __init__(self, factor):
        self.factor = factor

    def score(self, number):
        return number * self.factor


def adder(amount):
    def add(number):
        return number + amount

    return add


def marked(number):
    return number + marked.extra


marked.extra = 13
add_one, add_two = adder(1), adder(2)


class Base(Game):
    FACTOR = 2

    def helper(self, number):
        return number % 5

    def result(self, state, action):
        return self.State(state.at + action, 1 - state.turn)


class Walk(Base):
    """Walk from 0 to the end."""

    STRIDE = 9

    class State(NamedTuple):
        at: int = 0
        turn: int = 0
        spare: int = 19

    def __init__(self, width=7):
        self.width = width
        self.kind = Side.LEFT
        self.pair = Pair(2, 5)
        self.slotted = Slotted(6)
        self.pieces = (Piece(1), Piece(2))
        self.stack = Stack((1, 2, 3))
        self.score = Scorer(3).score

    def initial(self):
        return self.State(0, 0, 0)

    @property
    def double(self):
        return 2 * self.width

    @functools.cached_property
    def rows(self):
        return tuple(range(self.width))

    @functools.cached_property
    def chosen(self):
        return HIDDEN

    @property
    def named(self):
        return len(NAMES)

    @property
    def surroundings(self):
        return globals()["SPA" + "RE"]

    @functools.cache
    @functools.cache
    def wrapped(self, number):
        return number + 1

    def bounded(self, number, most=LIMIT + 1, *, least=-2):
        return max(least, min(most, number))

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        """Offer steps."""
        for step in range(1, 3):
            if state.at + step in (3, 4, 5) or state.at < LIMIT:
                yield step

    def result(self, state, action):
        # A comment.
        return super().result(state, action)

    def is_terminal(self, state):
        return state.at > self.width + self.double + len(self.rows) + self.STRIDE * self.FACTOR

    def utility(self, state, player):
        """The last one wins."""
        number = scaled(state.at) + helpers.SCALE + helpers.STEPS[1] + helpers.config.bonus + config.bonus
        number += self.helper(state.at) + self.bounded(state.at) + WORTH[3] + TABLE[0] + Kind.HIGH + len(Kind)
        number += add_one(1) + add_two(1) + marked(2) + defaults + ALLOWED.nodes + SPACE.size + self.chosen
        number += int(WEIGHT) + len(QUEUE) + self.named + self.kind.turned + self.pair.wide + self.pair.area
        number += self.slotted.weight + self.pieces[0].value + len(self.stack) + self.stack.lazily + self.score(1)
        number += self.wrapped(1) + self.surroundings
        return 1 if number % 2 == player else -1

    def view(self, state):
        return "nothing"
'''

_numbers = itertools.count()


def load(folder: Path, text: str, name: str, module: str = "") -> object:
    """Import a module's text from a file of its own."""
    path = folder / f"{name}_{next(_numbers)}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(module or path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def game_of(tmp_path):
    """Make the game from its text and its helpers' text."""

    def make(text=GAME, helpers=HELPERS):
        load(tmp_path, helpers, "any", "helpers_of_identity")
        return load(tmp_path, text, "walk").Walk()  # type: ignore[attr-defined]

    yield make
    sys.modules.pop("helpers_of_identity", None)


CHANGES = {
    "a rule": ("state.at < LIMIT:", "state.at <= LIMIT:"),
    "a number in a rule": ("% 2 == player", "% 3 == player"),
    "a tuple in a rule": ("(3, 4, 5)", "(3, 4, 6)"),
    "a base class's rule": ("state.at + action, 1", "state.at + action + 1, 1"),
    "a helper": ("return number % 5", "return number % 6"),
    "a class attribute": ("STRIDE = 9", "STRIDE = 10"),
    "a base class's attribute": ("FACTOR = 2", "FACTOR = 3"),
    "an instance attribute": ("width=7", "width=8"),
    "a property": ("return 2 * self.width", "return 3 * self.width"),
    "a cached property": ("tuple(range(self.width))", "tuple(range(self.width + 1))"),
    "what a cached property reads": ("HIDDEN = 5", "HIDDEN = 6"),
    "what a property finds by other means": ("SPARE = 31", "SPARE = 32"),
    "a module constant": ("LIMIT = 6", "LIMIT = 7"),
    "a dict": ("3: 30", "3: 31"),
    "a list": ("TABLE = [1,", "TABLE = [2,"),
    "an enumeration's member": ("HIGH = 3", "HIGH = 4"),
    "one more member": ("HIGH = 3", "HIGH = 3\n    HIGHEST = 5"),
    "a member's property": ("self.value + 8", "self.value + 9"),
    "a default argument": ("most=LIMIT + 1", "most=LIMIT + 2"),
    "a default argument by name": ("least=-2", "least=-3"),
    "a default of the state": ("spare: int = 19", "spare: int = 20"),
    "a closure": ("adder(1), adder(2)", "adder(2), adder(2)"),
    "a second closure of the same code": ("adder(1), adder(2)", "adder(1), adder(3)"),
    "a function's attribute": ("marked.extra = 13", "marked.extra = 14"),
    "a name like one of ours": ("defaults = 23", "defaults = 24"),
    "an object of Plywise's own": ("Limit(nodes=11)", "Limit(nodes=12)"),
    "a namespace": ("size=17", "size=18"),
    "a fraction": ("Fraction(7, 2)", "Fraction(9, 2)"),
    "a queue": ("deque([1, 2])", "deque([1, 2, 3])"),
    "a set": ('{"low", "middle", "high"}', '{"low", "high"}'),
    "a NamedTuple's fields": ("wide: int\n    tall: int", "tall: int\n    wide: int"),
    "a NamedTuple's property": ("self.wide * self.tall", "self.wide + self.tall"),
    "a slot": ("Slotted(6)", "Slotted(7)"),
    "the first of two objects": ("Piece(1), Piece(2)", "Piece(3), Piece(2)"),
    "the second of two objects": ("Piece(1), Piece(2)", "Piece(1), Piece(3)"),
    "an object's own len": ("len(self.heights) + 1", "len(self.heights) + 2"),
    "what an object's len reads": ("Stack((1, 2, 3))", "Stack((1, 2))"),
    "an attribute found by __getattr__": ("return 41", "return 42"),
    "another object's method": ("number * self.factor", "number + self.factor"),
    "what another object's method reads": ("Scorer(3)", "Scorer(4)"),
    "one of two objects of the same name": ("bonus = 4", "bonus = 5"),
    "a function wrapped twice": ("return number + 1", "return number + 3"),
    "a declaration": ("STRIDE = 9", "STRIDE = 9\n    max_actions = 50"),
    "what follows from declarations": ("STRIDE = 9", "STRIDE = 9\n    draw_utility = 0.5"),
    "a state hidden by its repr": ("spare: int = 19", "spare: int = 19\n        more: int = 0"),
}

IN_HELPERS = {
    "an imported module's function": ("number * SCALE", "number + SCALE"),
    "an imported module's constant": ("SCALE = 3", "SCALE = 4"),
    "an imported module's dict": ("1: 2", "1: 3"),
    "an imported module's object": ('Settings("first")', 'Settings("second")'),
}

HARMLESS = {
    "a comment": ("# A comment.", "# Another comment,\n        # on two lines."),
    "a docstring": ('"""Offer steps."""', '"""Offer one step or two."""'),
    "a docstring of one word": ('"""Offer steps."""', '"""width"""'),
    "the class's docstring": ("Walk from 0 to the end.", "Walk."),
    "the module's docstring": ("A game that uses", "A game with"),
    "a view": ('return "nothing"', 'return f"at {state.at}"'),
    "a name that no rule uses": ("LIMIT = 6", "LIMIT = 6\nUNUSED = 1"),
}


def replaced(text: str, change: tuple[str, str]) -> str:
    old, new = change
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize("name", CHANGES)
def test_whatever_lowering_may_read_counts(name, game_of):
    assert source_identity(game_of()) != source_identity(game_of(replaced(GAME, CHANGES[name])))


@pytest.mark.parametrize("name", IN_HELPERS)
def test_an_imported_module_counts(name, game_of):
    assert source_identity(game_of()) != source_identity(game_of(helpers=replaced(HELPERS, IN_HELPERS[name])))


@pytest.mark.parametrize("name", HARMLESS)
def test_what_lowering_does_not_read_does_not_count(name, game_of):
    assert source_identity(game_of()) == source_identity(game_of(replaced(GAME, HARMLESS[name])))


def test_a_docstring_that_is_a_value_too_counts(game_of):
    texts = [
        replaced(GAME, ('"""The last one wins."""', f'"{word}"\n        if "{word}" == self.name: return 0'))
        for word in ("low", "none")
    ]
    assert source_identity(game_of(texts[0])) != source_identity(game_of(texts[1]))


def test_a_cached_property_used_meanwhile_does_not_count(game_of):
    game = game_of()
    before = source_identity(game)
    assert game.rows
    assert "rows" in vars(game)
    assert source_identity(game) == before
    assert source_identity(game_of()) == before


def test_an_attribute_changed_meanwhile_counts(game_of):
    game = game_of()
    before = source_identity(game)
    game.stack.heights = (1,)
    assert source_identity(game) != before


def test_a_list_that_contains_itself_is_no_trouble(game_of):
    game = game_of()
    game.width_of = game.pieces = [1]
    game.pieces.append(game.pieces)
    assert source_identity(game) == source_identity(game)


NOT_LOWERED = {"the second of two objects", "a declaration", "what follows from declarations"}
"""Changes that the lowered rules themselves don't show."""


def lowered(game) -> str:
    program = lower(game)
    return program.source() + repr(program.constants)


def test_the_changes_are_ones_that_lowering_sees(game_of):
    """Else this file would try nothing: kernels of these games differ."""
    first = lowered(game_of())
    same = {name for name, change in CHANGES.items() if lowered(game_of(replaced(GAME, change))) == first}
    assert same == NOT_LOWERED


def test_a_decorator_of_the_users_own_is_refused(game_of):
    own = (
        "def thrice(function):\n    return functools.wraps(function)(lambda self, number: 3 * function(self, number))\n"
    )
    text = replaced(
        replaced(GAME, ("class Base(Game)", own + "class Base(Game)")),
        ("@functools.cache\n    @functools.cache\n", "@thrice\n"),
    )
    with pytest.raises(LoweringError, match=r"the decorator of Walk\.wrapped can't be compiled"):
        lower(game_of(text))


IN_A_PROCESS = """
import sys
sys.path.insert(0, sys.argv[1])
from walk_in_a_process import Walk
from plywise.kernel.lowering import source_identity
print(source_identity(Walk()))
"""


def test_every_process_finds_the_same(tmp_path):
    """Sets of words have another order in each process."""
    text = replaced(GAME, ('"""The last one wins."""', 'if self.name in {"a", "b", "c", "d"}: return 0'))
    (tmp_path / "walk_in_a_process.py").write_text(replaced(text, ("len(NAMES)", "3")), encoding="utf-8")
    (tmp_path / "helpers_of_identity.py").write_text(HELPERS, encoding="utf-8")
    found = set()
    for seed in ("0", "1", "2"):
        command = [sys.executable, "-c", IN_A_PROCESS, str(tmp_path)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        found.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(found) == 1


def test_libraries_are_not_read(game_of):
    """A name of the rules isn't looked up in all that a library leads to: half a second where a game imports `copy`."""
    text = replaced(
        GAME, ("import collections\n", "import collections\nimport copy\nimport random\nimport statistics\n")
    )
    text = replaced(
        text,
        ("return 1 if number", "copy.deepcopy(random.Random(statistics.mean([1, 2])))\n        return 1 if number"),
    )
    game = game_of(text)
    assert source_identity(game) == source_identity(game)
    calls = []
    sys.setprofile(lambda frame, event, _: calls.append(frame.f_code.co_name) if event == "call" else None)
    try:
        source_identity(game)
    finally:
        sys.setprofile(None)
    assert calls.count("attribute") < 20_000


SHADOW = "shadow_of_identity"


@pytest.mark.parametrize("name", ["statistics", SHADOW])
def test_a_users_own_module_counts_under_a_librarys_name(name, game_of, tmp_path, monkeypatch):
    def identity(number):
        monkeypatch.setitem(sys.modules, name, load(tmp_path, f"def mean(a): return {number}", "own", name))
        text = replaced(GAME, ("import collections\n", f"import collections\nimport {name}\n"))
        return source_identity(game_of(replaced(text, ("number % 2 ==", f"({name}.mean(1) + number) % 2 =="))))

    monkeypatch.setitem(sys.modules, name, None)
    assert identity(1) == identity(1) != identity(2)


def test_what_a_library_makes_for_the_rules_counts(game_of):
    def identity(fields, number):
        made = (
            f"Made = __import__('dataclasses').make_dataclass('Made', {fields!r}, frozen=True)\n"
            f"def times(count): return count * {number}\n"
            "kept = __import__('contextlib').contextmanager(times)\n"
        )
        text = replaced(GAME, ("class Base(Game)", made + "class Base(Game)"))
        text = replaced(text, ("return 1 if number", "number += kept(2) + Made.width\n        return 1 if number"))
        return source_identity(game_of(text))

    first = [("width", "int", 3)]
    assert identity(first, 1) == identity(first, 1)
    assert identity(first, 1) != identity(first, 2)
    assert identity(first, 1) != identity([("width", "int", 4)], 1)
