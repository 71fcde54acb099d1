"""The table of constructs: small pieces of Python inside an otherwise fixed game, each with what becomes of it.

`WORKS` compiles and agrees with plain Python; a text is part of the sentence with which it is refused, at the line
that holds the marker `# here`, or else anywhere in the construct.
"""

from textwrap import dedent, indent
from typing import NamedTuple

WORKS = ""

GAME = """
import enum, functools, itertools, math
import numpy as np
from typing import NamedTuple, Optional
from plywise import Game
from plywise import bits
from plywise.bits import shl, popcount
import own_helpers
from own_helpers import triple, TABLE
{globals}
class Base(Game):
    LIMIT = 12
    WEIGHTS = (3, 1, 4, 1, 5)
    def helper(self, n): return n + 1
    def utility(self, state, player):
        v = state.n % 3 - 1
        return v if player == 0 else -v
class G(Base):
    utility_scale = 2
    class State(NamedTuple):
        n: int = 0
        m: int = 1
        cells: tuple = (0, 2, 0, 1)
        turn: int = 0
    def __init__(self, step=2):
        self.step = step
        self.table = (1, 2, 3)
        self.nested = ((1, 2), (3, 4), (5, 6))
        self.array = np.array([5, 4, 3, 2, 1])
        self.listed = [2, 3, 5]
    def to_move(self, state): return state.turn
    def is_terminal(self, state): return state.n >= 12
    def actions(self, state):
        yield 1
        yield 2
    def result(self, state, action):
        return self.State(state.n + action, (state.m * 31 + action) % 1000, state.cells, 1 - state.turn)
{extra}
"""

HELPERS = """
from functools import lru_cache
TABLE = (2, 3, 5, 7)
def inner(x): return x + len(TABLE)
def triple(x): return inner(x) * 3
@lru_cache(maxsize=None)
def cached(x): return x * x
"""


class Construct(NamedTuple):
    """One piece of Python, the rule it stands in, and what is expected of it."""

    rule: str
    extra: str
    globals: str
    expected: str

    def source(self) -> str:
        """Return the whole file of a game with this construct in it."""
        return GAME.replace("{globals}", self.globals).replace("{extra}", indent(self.extra, "    "))


TABLE: dict[str, Construct] = {}


def construct(name: str, rule: str, extra: str, expected: str = WORKS, names: str = "") -> None:
    TABLE[name] = Construct(rule, dedent(extra), dedent(names), expected)


def in_result(name: str, body: str, expected: str = WORKS, names: str = "", more: str = "") -> None:
    """A construct in `result` that computes `v`, or returns by itself."""
    end = (
        ""
        if "return self." in body or "return state." in body or "return type" in body or "return G." in body
        else ("    return self.State(state.n + action, v % 1000, state.cells, 1 - state.turn)\n")
    )
    text = "def result(self, state, action):\n" + indent(dedent(body).strip("\n"), "    ") + "\n" + end
    construct(name, "result", text + dedent(more), expected, names)


def in_actions(name: str, body: str, expected: str = WORKS, more: str = "") -> None:
    text = "def actions(self, state):\n" + indent(dedent(body).strip("\n"), "    ") + "\n"
    construct(f"actions: {name}", "actions", text + dedent(more), expected)


def in_state(name: str, cells: str, body: str = "", expected: str = WORKS, more: str = "") -> None:
    """A construct that makes the tuple field `cells`."""
    end = f"return self.State(state.n + action, state.m, {cells}, 1 - state.turn)"
    in_result(name, f"{dedent(body)}\n{end}", expected, more=more)


# What is known before the game starts
in_result("self.attr int", "v = state.m + self.step")
in_result("self tuple indexed", "v = state.m + self.table[action]")
in_result("self tuple indexed by a constant", "v = state.m + self.table[-1] + self.nested[1][0]")
in_result("nested tuple", "v = state.m + self.nested[action][0]")
in_result("loop over nested tuple", "v = state.m\nfor a, b in self.nested: v += a * b")
in_result("unpack a row", "a, b = self.nested[action]\nv = state.m + a * b")
in_result("self ndarray", "v = state.m + self.array[action]")
in_result("self list constant", "v = state.m + self.listed[action]")
in_result("class attribute", "v = state.m + self.LIMIT + G.WEIGHTS[action] + Base.LIMIT")
in_result("module tuple", "v = state.m + T[action]", names="T = (4, 5, 6)")
in_result("long module tuple", "v = state.m + sum(T) + T[action]", names="T = tuple(range(500))")
in_result("large module tuple in a loop", "v = 0\nfor x in T: v += x", names="T = tuple(range(500))")
in_result(
    "membership in a long tuple", "v = state.m + (action in T) + (action + 700 in T)", names="T = tuple(range(2, 500))"
)
in_result("least of a long tuple", "v = state.m + min(T) + max(T) + len(T)", names="T = tuple(range(2, 500))")
in_result(
    "long tuple handed on",
    "v = self.h(T, action)",
    names="T = tuple(range(500))",
    more="\ndef h(self, t, i): return t[i] + len(t)\n",
)
in_result(
    "loop over long rows",
    "v = 0\nfor r in T:\n    for x in r: v += x",
    names="T = tuple((i, i + 1) for i in range(40))",
)
in_result("loop over a set", "v = 0\nfor x in S: v = v * 7 + x", names="S = {99, 5, 64, 3}")
in_result("table of floats", "v = state.m + int(T[action] * 4)", names="T = (1, 0.5, 0.25)")
in_result("tuple indexed by True", "v = (state.m, action)[True]")
in_result("tuple indexed by a bool", "v = (state.m, action)[action == 1]")
in_result("table indexed by a bool", "v = T[state.m > 1]", names="T = (5, 7)")
in_result("list indexed by True", "c = [state.m, action]\nc[True] += 1\nv = c[True] + c[action > 1]")
in_result("table of bools", "v = state.m + (1 if T[action] else 2)", names="T = (True, False, True)")
in_result("module ndarray", "v = state.m + A[action, 1]", names="A = np.arange(12).reshape(3, 4)")
in_result("module dict", "v = state.m + D[action]", names="D = {1: 10, 2: 20}")
in_result("module set membership", "v = state.m + (action in S)", names="S = {1, 5}")
in_result("frozenset membership", "v = state.m + (action in S)", names="S = frozenset({1, 5})")
in_result("tuple membership", "v = state.m + (action in (1, 5))")
in_result("ragged rows", "v = state.m\nfor x in T[action]: v += x", names="T = ((1,), (2, 3), (4, 5, 6))")
in_result(
    "loop over ragged rows", "v = 0\nfor r in T:\n    for x in r: v = v * 3 + x", names="T = ((1,), (2, 3), (4, 5, 6))"
)
in_result("ragged rows in a genexp", "v = sum(x * len(r) for r in T for x in r)", names="T = ((1,), (2, 3), (4, 5, 6))")
in_result("tuple of dicts", "v = state.m + T[action][1]  # here", "can't be compiled", "T = ({1: 2},) * 3")
in_result("text compared", "v = state.m + (1 if MODE == 'fast' else 0)", names="MODE = 'fast'")
in_result(
    "IntEnum", "v = state.m + (5 if action == Kind.B else 1)", names="class Kind(enum.IntEnum):\n    A = 1\n    B = 2"
)
in_result("imported function of one's own", "v = triple(state.m)")
in_result("module.function", "v = own_helpers.triple(state.m) + own_helpers.TABLE[action]")
in_result("imported cached function", "v = own_helpers.cached(state.m)")
in_result(
    "closure",
    "v = state.m + FACTOR(action)",
    names="def maker(k):\n    def f(x): return x * k\n    return f\nFACTOR = maker(3)",
)
in_result("constant beyond 64 bits, folded", "v = ((1 << 70) >> 68) + state.m")
in_result("constant beyond 64 bits", "v = state.m + BIG  # here", "doesn't fit 64 bits", "BIG = 1 << 70")
in_result("constant with bit 63", "v = state.m + popcount(TOP | state.m)", names="TOP = 1 << 63")

# Functions and methods
in_result("math.gcd", "v = state.m + math.gcd(state.m, 12)")
in_result("math.sqrt", "v = state.m + int(math.sqrt(state.m))")
in_result("numpy function", "v = state.m + int(np.sum(self.array))")
in_result("staticmethod", "v = self.h(state.m)", more="\n@staticmethod\ndef h(x): return x * 3\n")
in_result("classmethod", "v = self.h(state.m)", more="\n@classmethod\ndef h(cls, x): return x * cls.LIMIT\n")
in_result("property", "v = state.m + self.double", more="\n@property\ndef double(self): return self.step * 2\n")
in_result(
    "cached_property",
    "v = state.m + self.twice",
    more="\n@functools.cached_property\ndef twice(self): return self.step * 2\n",
)
in_result(
    "lru_cache method", "v = self.h(state.m)", more="\n@functools.lru_cache(None)\ndef h(self, x): return x * 3\n"
)
in_result(
    "default arguments", "v = self.h(state.m) + self.h(state.m, k=2)", more="\ndef h(self, x, k=5): return x * k\n"
)
in_result("keyword-only argument", "v = self.h(x=state.m, k=2)", more="\ndef h(self, x, *, k=5): return x * k\n")
in_result("*args helper", "v = self.h(state.m, 2, 3)", more="\ndef h(self, *xs): return xs[0] + xs[1] + xs[2]\n")
in_result("**options helper", "v = self.h(k=2)", "**options", more="\ndef h(self, **o):\n    return o['k']\n")
in_result("* in a call", "v = self.h(*self.table)  # here", "* and **", more="\ndef h(self, x, y, z): return x\n")
in_result(
    "annotations",
    "v: int = self.h(state.m)",
    more="\ndef h(self, x: int) -> Optional[int]:\n    y: int\n    y = x\n    return y\n",
)
in_result("inherited helper", "v = self.helper(state.m)")
in_result("super()", "v = self.helper(state.m)", more="\ndef helper(self, n): return super().helper(n) * 2\n")
in_result(
    "recursive helper",
    "v = self.fact(action + 3)",
    more="\ndef fact(self, n):\n    if n <= 1: return 1\n    return n * self.fact(n - 1)\n",
)
in_result("helper returns a tuple", "a, b = self.h(state.m)\nv = a + b", more="\ndef h(self, x): return x, x + 1\n")
in_result(
    "helper returns None or int",
    "w = self.h(state.m)\nv = 0 if w is None else w",
    more="\ndef h(self, x):\n    if x % 2: return None\n    return x\n",
)
in_result("local named as a rule", "actions = 3\nresult = self.helper(actions)\nv = result")
in_result(
    "local named as a helper of ours",
    "make = 3\nput = self.make(make)\nv = put",
    more="\ndef make(self, x): return x\n",
)
in_result("self handed on", "v = triple(self)  # here", "can't be handed on")
in_result(
    "property that fails",
    "v = self.bad  # here",
    "fails when the rules are compiled",
    more="\n@property\ndef bad(self): return 1 // 0\n",
)
in_result("wrong number of arguments", "v = self.helper(1, 2)  # here", "can't be called like this")

# Numbers
in_result("bit_count and bit_length", "v = state.m.bit_count() + state.m.bit_length()")
in_result("bin().count", "v = bin(state.m).count('1')")
in_result("bits helpers", "v = bits.lsb(state.m | 8) + bits.msb(state.m) + bits.popcount(bits.inv(state.m))")
in_result("bits: shifts and rotation", "v = bits.shr(shl(state.m, 60), 60) + bits.shr(bits.rotl(state.m, 62), 60)")
in_result(
    "bits: arithmetic", "v = bits.shr(bits.mul(state.m, 1 << 60) ^ bits.neg(state.m) ^ bits.add(bits.MASK, 5), 40)"
)
in_result("bits: bswap and sub", "v = bits.shr(bits.bswap(state.m), 48) + bits.shr(bits.sub(1, state.m), 50)")
in_result("bool arithmetic", "v = state.m + (action == 1) - (state.n > 3)")
in_result("floor division of negatives", "v = (-state.m) // 7 + (-state.m) % 7")
in_result("power", "v = state.m + 2 ** action")
in_result("true division", "v = int(state.m / 2)")
in_result("round()", "v = round(state.m / 3)")
in_result("divmod, abs, min, max", "v, w = divmod(state.m, 7)\nv += abs(-w) + min(v, w, 3) + max(v, w)")
in_result("ternary, chained comparison", "v = 1 if 0 < action <= 2 < state.m else 2")
in_result("variable of two number types", "v = state.m\nif action == 1: v = v / 2\nv = int(v)")
in_result("text length", "v = len('abc') + state.m")
in_result("str()", "v = int(str(state.m)) + 1  # here", "str can't be compiled")
in_result("f-string", "v = len(f'{state.m}')  # here", "text can't be compiled")

# Folds
in_result("any(genexp)", "v = state.m + any(c == action for c in state.cells)")
in_result("all([listcomp])", "v = state.m + all([c < 3 for c in state.cells])")
in_result("sum(genexp if)", "v = state.m + sum(c * i for i, c in enumerate(state.cells) if c)")
in_result("sum with start", "v = sum((c for c in state.cells), state.m)")
in_result("nested genexp", "v = state.m + sum(a * c for a in self.table for c in state.cells if a != c)")
in_result("genexp in genexp", "v = state.m + sum(any(c == a for c in state.cells) for a in self.table)")
in_result("max(genexp)", "v = state.m + max(c + state.n for c in state.cells)")
in_result("max(..., default=)", "v = state.m + max((c for c in state.cells if c > 9), default=4)")
in_result("max(key=)", "v = state.m + max(state.cells, key=abs)  # here", "max(key=...)")
in_result("lambda as key", "v = state.m + max(state.cells, key=lambda c: -c)  # here", "key=")
in_result("sum(tuple)", "v = state.m + sum(state.cells)")
in_result("min(tuple), max(tuple)", "v = state.m + min(state.cells) + max(state.cells)")

# Tuples and lists
in_result("tuple.count", "v = state.m + state.cells.count(0)")
in_result("tuple.index", "v = state.m + state.cells.index(2)")
in_result("in a tuple field", "v = state.m + (2 in state.cells)")
in_result("len(tuple)", "v = state.m + len(state.cells)")
in_result("list comprehension", "q = [c + 1 for c in state.cells]\nv = q[0] + len(q)")
in_result("local list, append, pop", "q = [1]\nq.append(state.m)\nv = q.pop()")
in_result("sorted", "v = sorted(state.cells)[1]")
in_result("sorted, reverse", "v = sorted(state.cells, reverse=True)[1]")
in_result("zip", "v = 0\nfor a, b in zip(state.cells, self.table): v += a * b")
in_result("reversed(tuple)", "v = 0\nfor a in reversed(state.cells): v = v * 3 + a")
in_result("reversed(range)", "v = 0\nfor a in reversed(range(1, 4)): v = v * 3 + a")
in_result("range with a step, for-else", "v = 0\nfor i in range(10, 0, -3): v += i\nelse: v += 1")
in_result("constant slice", "v = sum(state.cells[1:3])")
in_result("computed slice", "v = sum(state.cells[action:])")
in_result("negative index", "v = state.m + state.cells[-1] + state.cells[-action]")
in_result(
    "tuple of ints and bools indexed", "v = (state.m, action == 1, 4)[action]  # here", "to a tuple (an int, a bool"
)
in_result(
    "bool variable as an index",
    "t, b = (state.m, action), action == 1\nv = t[b]  # here",
    "a bool is used as an index",
)
in_result("*rest", "a, *rest = state.cells  # here\nv = state.m + a + len(rest)", "*rest")
in_result("unpack the state", "n, m, cells, turn = state\nv = m + cells[0]")
in_result("dict", "q = {}  # here\nq[1] = state.m\nv = q[1]", "a dict can't be compiled")
in_result("set display", "v = len({1, state.m})  # here", "set display")
in_result("numpy array", "b = np.zeros(4, np.int64)\nb[action] = 3\nv = int(b.sum()) + state.m")

# States
in_result("_replace", "return state._replace(n=state.n + action, turn=1 - state.turn)")
in_result("_replace of an unknown field", "return state._replace(k=1)  # here", "its fields are n, m, cells, turn")
in_result("State by keywords", "return self.State(n=state.n + action, turn=1 - state.turn)")
in_result("type(state)(...)", "return type(state)(state.n + action, 1, state.cells, 1 - state.turn)")
in_result("G.State", "return G.State(state.n + action, 1, state.cells, 1 - state.turn)")
in_result("State with a missing field", "return self.State(1, 2, 3, 4, 5)  # here", "its fields are")
in_result("State(*...)", "return self.State(*state)  # here", "name each field")
in_result("bool in an int field", "return self.State(state.n + action, state.m > 3, state.cells, 1 - state.turn)")
in_result("float in an int field", "return self.State(state.n, state.m / 2, state.cells, 0)  # here", "not a float")
in_state("list, edit, tuple", "tuple(c)", "c = list(state.cells)\nc[action] += 1")
in_state("two lists at once", "tuple(c)", "c, d = list(state.cells), list(state.cells)\nd[0] = 5\nc[action] += d[0]")
in_state("swap in a list", "tuple(c)", "c = list(state.cells)\nc[0], c[action] = c[action], c[0]")
in_state("two lists at once", "tuple(c)", "c, d = list(state.cells), [0, action]\nc[d[1]] += 1")
in_state("lists and numbers at once", "tuple(c)", "n, c = 2, [x + 1 for x in state.cells]\nc[n] = action")
in_state("[*cells]", "tuple(c)", "c = [*state.cells]\nc[action] += 1")
in_state("[0] * 4", "tuple(c)", "c = [0] * 4\nc[action] = 1")
in_state("list display, tuple", "tuple(c)", "c = [state.n, 0, action == 1, 3]\nc[1] = 2")
in_state("list from comprehension", "tuple(c)", "c = [x + 1 for x in state.cells]\nc[action] = 0")
in_state("copy of a list", "tuple(d)", "c = list(state.cells)\nd = list(c)\nc[0] = 9\nd[1] = 4")
in_state("sort a list", "tuple(c)", "c = list(state.cells)\nc.sort()")
in_state("sort a list, reverse", "tuple(c)", "c = list(state.cells)\nc.sort(reverse=True)")
in_state("sort by key", "tuple(c)", "c = list(state.cells)\nc.sort(key=abs)  # here", "sorting by key=")
in_state("tuple(sorted)", "tuple(sorted(state.cells))")
in_state("append to a list that was a tuple", "tuple(c)", "c = list(state.cells)\nc.append(1)  # here", "append")
in_state("second name for a list", "tuple(c)", "c = list(state.cells)\nd = c  # here\nd[0] = 1", "a second name")
in_state("float into a list of ints", "tuple(c)", "c = list(state.cells)\nc[0] = state.m / 2  # here", "a float")
in_state("float added in a list of ints", "tuple(c)", "c = list(state.cells)\nc[0] /= 2  # here", "a float")
in_state(
    "helper returns a list",
    "tuple(c)",
    "c = self.h(state.cells)",
    "doesn't outlive",
    more="\ndef h(self, t):\n    b = list(t)\n    b[0] = 1\n    return b\n",
)
in_state("tuple(genexp)", "tuple(c + (i == action) for i, c in enumerate(state.cells))")
in_state("tuple([listcomp])", "tuple([c + 1 for c in state.cells])")
in_state("tuple(range genexp)", "tuple(state.cells[3 - i] for i in range(4))")
in_state("tuple(range(len))", "tuple(state.cells[3 - i] for i in range(len(state.cells)))")
in_state("tuple(genexp if)", "tuple(c for c in state.cells if c < 9)", "", "isn't known beforehand")
in_state("tuple of a computed range", "tuple(0 for i in range(state.n))", "", "isn't known beforehand")
in_state("slices around one", "state.cells[:action] + (7,) + state.cells[action + 1:]")
in_state("cells[::-1]", "state.cells[::-1]")
in_state("(0,) * 4", "(0,) * 4")
in_state("(v, *cells)", "(state.m, *state.cells[1:])")
in_state("(*cells, v) of a list", "(*c[:3], action)", "c = list(state.cells)\nc[0] = 5", "can't be kept")
in_state("(*list,)", "(*c,)", "c = list(state.cells)\nc[0] = 5")
in_state("(*computed slice)", "c", "c = (1, *state.cells[action:])  # here", "can't be kept")
in_state("tuple of another length", "(0, 1)", "", "a tuple of 4 ints is needed")
in_state(
    "helper edits the list",
    "tuple(c)",
    "c = list(state.cells)\nself.bump(c, action)",
    more="\ndef bump(self, c, a): c[a] += 1\n",
)
in_state(
    "list in two branches",
    "tuple(c)",
    "if action == 1:\n    c = list(state.cells)\nelse:\n    c = [1, 2, 3, 4]\nc[0] = 5",
)
in_state(
    "list in a loop",
    "tuple(c)",
    "c = list(state.cells)\nfor i in range(3):\n    d = list(c)\n    d[i] = i\n    c = list(d)",
)

in_state("chain of stores", "tuple(c)", "c = list(state.cells)\nc[0] = c[action] = d = 3\nc[3] = d")
in_state(
    "list read in many ways",
    "tuple(c)",
    "c = list(state.cells)\nc[0] = sum(c) + max(c) + len(c) + (2 in c)\nc[1] = any(x == 2 for x in c) + c[-1]",
)
in_state("slice of a list", "tuple(c)", "c = list(state.cells)\nc[0] = sum(c[1:action + 1])")
in_state(
    "slice of a list kept",
    "tuple(c)",
    "c = list(state.cells)\nd = c[1:3]  # here\nc[1] = 9\nc[0] = d[0]",
    "can't be kept",
)
in_result("slice kept", "d = state.cells[action:]  # here\nv = d[0]", "can't be kept")
in_result(
    "slice returned",
    "v = sum(self.h(state, action))",
    "can't be kept",
    more="\ndef h(self, s, a):\n    return s.cells[a:]  # here\n",
)
in_result(
    "slice returned through a helper",
    "v = sum(self.h(state, action))",
    "outlive",
    more="\ndef g(self, c): return c\ndef h(self, s, a):  # here\n    return self.g(s.cells[a:])\n",
)
in_state("lists joined", "tuple(c)", "c = list(state.cells)\nd = list(c)\nfor x in c + d: c[0] += x  # here", "joined")
in_state("list repeated", "tuple(c)", "c = list(state.cells)\nc[0] = len(c * 2)  # here", "joined, repeated")
in_state(
    "list compared",
    "tuple(c)",
    "c = list(state.cells)\nif c == [1, 2]: c[0] = 1  # here",
    "eq can't be applied to a list",
)
in_result("constant tuples joined", "v = 0\nfor x in T + T: v += x", names="T = tuple(range(50))")
in_result("long tuple repeated", "v = len(T * action)  # here", "joined, repeated", "T = tuple(range(50))")
in_result(
    "long tuples compared in a helper",
    "v = self.h(T, T)",
    "compared",
    "T = tuple(range(50))",
    "\ndef h(self, a, b):\n    return 1 if (a == b).all() else 2  # here\n",
)

# Statements
in_result(
    "match on values", "match action:\n    case 1: v = state.m + 1\n    case 2 | 3: v = state.m + 2\n    case _: v = 0"
)
in_result(
    "match with a guard",
    "match action:\n    case 1 if state.m > 5: v = 1\n    case Base.LIMIT: v = 2\n    case _: v = 3",
)
in_result(
    "match on a tuple", "match (action, state.turn):\n    case (1, 0): v = 1  # here\n    case _: v = 2", "pattern"
)
in_result("walrus", "v = 0\nif (w := state.m + 1) > 3: v = w  # here", ":= can't be compiled")
in_result("raise with an f-string", "if action > 5: raise ValueError(f'bad action {action}')\nv = state.m")
in_result(
    "raise an error of one's own", "if action > 5: raise Odd('bad')\nv = state.m", names="class Odd(Exception): pass"
)
in_result("assert with a message", "assert action in (1, 2), f'bad {action}'\nv = state.m")
in_result("try", "try: v = self.table[action]  # here\nexcept IndexError: v = 0", "try/except")
in_result("nested def", "def f(x): return x + state.m  # here\nv = f(action)", "function inside a rule")
in_result("lambda", "f = lambda x: x + 1  # here\nv = f(action)", "a lambda")
in_result("assignment to self", "self.step += 1  # here\nv = 1", "rules may not change")
in_result("assignment to the state", "state.n = 3  # here\nv = 1", "rules may not change")
in_result("global", "global COUNT  # here\nCOUNT += 1\nv = 1", "globals", "COUNT = 0")
in_result("import in a rule", "import random  # here\nv = random.randrange(5)", "import inside a rule")
in_result("del", "v = 1\ndel v  # here\nv = 2", "del can't be compiled")
in_result("with", "with open('x') as f: v = 1  # here", "with can't be compiled")
in_result("isinstance", "v = 1 if isinstance(action, int) else 0  # here", "isinstance")
in_result(
    "itertools.product", "v = 0\nfor a, b in itertools.product(range(2), range(3)): v += a  # here", "itertools.product"
)
in_result("functools.reduce", "v = functools.reduce(max, state.cells)  # here", "functools.reduce")
in_result("chain of assignments", "v = w = state.m\nv += w")
in_result("name of ours", "ply_x = 1\nv = 1", "are taken")

# Reading actions in another rule
in_result("for a in self.actions", "v = 0\nfor a in self.actions(state): v += a")
in_result("len(list(self.actions))", "v = len(list(self.actions(state)))")
in_result("any(True for self.actions)", "v = state.m + any(True for a in self.actions(state))")
in_result("sum over self.actions", "v = sum(a for a in self.actions(state))")
in_result("next(self.actions)", "v = next(self.actions(state))")
in_result("action in self.actions", "v = int(action in self.actions(state))")

# Offering actions
in_actions("list display", "return [1, 2]")
in_actions("tuple", "return 1, 2")
in_actions("range", "return range(1, 3)")
in_actions("list comprehension", "return [a for a in (1, 2, 3) if a + state.n < 15]")
in_actions("generator expression", "return (a for a in (1, 2, 3) if a + state.n < 15)")
in_actions("list(range)", "return list(range(1, 3))")
in_actions("sorted set display", "return sorted({2, 1})")
in_actions(
    "append then return", "moves = []\nfor a in range(1, 4):\n    if a != state.n: moves.append(a)\nreturn moves"
)
in_actions(
    "append and ask",
    "q = []\nif state.n % 2: q.append(1)\nif not q: q.append(2)\nif len(q) < 2: q.append(3)\nreturn q",
)
in_actions("moves += [..]", "moves = []\nmoves += [1, 2]\nreturn moves")
in_actions("list born with an action", "moves = [3]\nmoves += [a for a in (1, 2) if not self.step]\nreturn moves")
in_actions(
    "list born again in a loop",
    "for a in (1, 2, 4):\n    moves = [0]\n    moves.append(a)\n    if a > state.n % 3: break\nreturn moves",
)
in_result(
    "list that is always empty", "v = len([a for a in (1, 2) if not self.step])  # here", "a list in it is always"
)
in_actions("extend", "moves = []\nmoves.extend(a for a in (1, 2))\nreturn moves")
in_actions("annotated list", "moves: list[int] = []\nmoves.append(1)\nreturn moves")
in_actions(
    "append, then return another",
    "moves = []\nmoves.append(1)\nif state.n % 2: return []\nif state.n % 3: return [2]\nreturn moves",
)
in_actions("list that is never returned", "q = []\nq.append(1)\nif len(q) == 1: return [2, 1]\nreturn [1]")
in_actions("list in a generator", "q = []\nq.append(3)\nyield len(q)\nyield 2")
in_actions("generator that returns", "yield 1\nreturn [2]  # here", "what a generator returns is lost")
in_actions(
    "variable of a comprehension", "a = 2\nmoves = []\nmoves += [a for a in (1, 3)]\nmoves.append(a)\nreturn moves"
)
in_actions(
    "helper asks for its own count",
    "yield 1\nyield from self.some(state)",
    more="\ndef some(self, state):\n    q = []\n    if not q: q.append(2)\n    return q\n",
)
in_actions("two lists joined", "return [1] + [a for a in (2,)]")
in_actions("early return", "if state.n == 3:\n    yield 1\n    return\nyield 1\nyield 2")
in_actions("bits of a mask", "m = 6\nwhile m:\n    yield (m & -m).bit_length() - 1\n    m &= m - 1")
in_actions(
    "loops, continue and break",
    "for a in range(1, 3):\n    for b in range(2):\n        if b: continue\n        yield a + b\n    if a > 5: break",
)
in_actions("yield from range", "yield from range(1, 3)")
in_actions(
    "yield from helper",
    "yield 1\nyield from self.some(state)",
    more="\ndef some(self, state):\n    yield 1\n    yield 2\n",
)
in_actions("yield from genexp", "yield from (a for a in (1, 2))")
in_actions("helper returns a list", "return self.some(state)", more="\ndef some(self, state): return [1, 2]\n")
in_actions(
    "helper appends",
    "return self.some(state)",
    more="\ndef some(self, state):\n    q = []\n    q.append(1)\n    return q\n",
)
in_actions(
    "helper is a generator", "return self.some(state)", more="\ndef some(self, state):\n    yield 1\n    yield 2\n"
)
in_actions("ternary", "return [1] if state.n == 3 else [1, 2]")
in_actions("yield numpy int", "yield np.int64(1)\nyield 2")
in_actions("value of yield", "x = yield 1  # here", "the value of yield")
in_actions("both forms", "yield 1\nyield (2, 0)  # here", "keep to one form")
in_actions("self.is_terminal inside", "if not self.is_terminal(state):\n    yield 1\n    yield 2")
in_actions("docstring", "'''doc'''\nfor a in (1, 2): yield a")

# The end, and what it is worth
SOME = "def actions(self, state):\n    if state.n < 12:\n        yield 1\n        yield 2\n"
construct(
    "is_terminal: not list(...)",
    "is_terminal",
    SOME + "def is_terminal(self, state): return not list(self.actions(state))",
)
construct(
    "is_terminal: not any(...)",
    "is_terminal",
    SOME + "def is_terminal(self, state): return not any(True for _ in self.actions(state))",
)
construct(
    "is_terminal: for, return",
    "is_terminal",
    SOME + "def is_terminal(self, state):\n    for _ in self.actions(state): return False\n    return True",
)
LISTED = "def actions(self, state):\n    return [a for a in (1, 2) if state.n < 12]\n"
construct(
    "is_terminal: not self.actions",
    "is_terminal",
    LISTED + "def is_terminal(self, state): return not self.actions(state)",
)
construct(
    "is_terminal: len(self.actions)",
    "is_terminal",
    LISTED + "def is_terminal(self, state): return len(self.actions(state)) == 0",
)
construct(
    "is_terminal: list born in a loop",
    "is_terminal",
    "def actions(self, state):\n    for a in (1, 2):\n        moves = []\n        if a > state.n % 4: moves.append(a)\n"
    "    return moves\ndef is_terminal(self, state): return not self.actions(state)",
)
construct("utility float", "utility", "def utility(self, state, player):\n    return 0.5 if player == 0 else -0.5")
construct(
    "utility int or float",
    "utility",
    "def utility(self, state, player):\n    if state.n == 12: return 0\n    return 0.5 if player == 0 else -0.5",
)
construct("utility indexed", "utility", "def utility(self, state, player):\n    return (1, -1)[player]")
construct(
    "utility is a tuple", "utility", "def utility(self, state, player):\n    return 1, -1  # here", "returns a tuple"
)
construct(
    "utility may be None",
    "utility",
    "def utility(self, state, player):  # here\n    if state.n == 12: return 1",
    "returns None on some path",
)
construct("key of nested tuples", "key", "def key(self, state):\n    return state.n, state.cells, state.turn")
construct("key is the state", "key", "def key(self, state):\n    return state")
construct(
    "float in a key", "key", "def key(self, state):\n    return state.n, state.m / 2  # here", "not an int or a tuple"
)
construct(
    "least of two states",
    "canonical",
    "def canonical(self, state):\n    return min(state, max(state, state._replace(cells=state.cells[::-1])))",
)
construct("lambda as a rule", "to_move", "to_move = lambda self, state: state.turn", "lambda")
construct(
    "unknown field", "to_move", "def to_move(self, state):\n    x = 1\n    return state.foo  # here", "no field foo"
)
construct(
    "unknown attribute",
    "to_move",
    "def to_move(self, state):\n    x = 1\n    return self.foo  # here",
    "set it in __init__",
)
construct(
    "unknown name",
    "to_move",
    "def to_move(self, state):\n    x = 1\n    return turn  # here",
    "the name turn is not known",
)
construct(
    "unknown int method",
    "to_move",
    "def to_move(self, state):\n    return state.turn.foo()  # here",
    "an int has no method foo",
)
construct(
    "text plus int", "to_move", "def to_move(self, state):\n    return 'a' + state.turn  # here", "can't be applied"
)
construct(
    "path without return",
    "to_move",
    "def to_move(self, state):  # here\n    if state.turn == 0: return 0",
    "None on some path",
)
construct(
    "to_move is a float",
    "to_move",
    "def to_move(self, state):\n    return state.turn / 1  # here",
    "not a player's number",
)
construct(
    "result is a plain tuple",
    "result",
    "def result(self, state, action):\n    return (state.n + action, 1, state.cells, 1 - state.turn)  # here",
    "not a State",
)
construct(
    "text in a state",
    "to_move",
    "class State(NamedTuple):\n    n: int = 0\n    m: str = 'a'",
    "keep ints and tuples of ints",
)
construct(
    "ragged rows in a state",
    "to_move",
    "class State(NamedTuple):\n    turn: int = 0\n    board: tuple = ((0, 0), (0,))",
    "differ in length",
)
construct(
    "a state of too many ints",
    "to_move",
    "class State(NamedTuple):\n    turn: int = 0\n    board: tuple = (0,) * 1000",
    "more than 512",
)
construct(
    "a board of three axes",
    "to_move",
    "class State(NamedTuple):\n    turn: int = 0\n    board: tuple = (((0, 1), (0, 1)), ((0, 1), (0, 1)))",
    "more than rows and columns",
)
