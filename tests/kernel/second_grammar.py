"""A second grammar of games written at random: what trials of the compiler wrote that the first one doesn't.

Early returns in generators, while loops, division and remainder of negative numbers, shifts by up to 63, chained
comparisons, all, any and next, sets, enumerations, dicts that are known. One seed is one class: `write_game(seed)`.
Whatever is written is harmless in plain Python.
"""

import random

from tests.kernel.grammar import Written
from tests.kernel.surroundings import HEAD

MORE = """
WORTH = {1: 10, 2: -4, 5: 7, 9: 0}
FAR = {-90000: 3, 4: 1, 70000: 8}
ROADS = {0: (1, 3), 1: (0,), 2: (3, 1, 0), 3: (2, 0)}
PAIRS = {0: (1, 4), 1: (0, -2), 2: (3, 3)}
NAMES = {"low": 2, "high": 9}
EVEN = frozenset({0, 2, 4, 6})
TOP = 1 << 63


class Piece(enum.IntEnum):
    NONE = 0
    MAN = 2
    KING = 5
"""

FORBIDDEN = (
    ("{name} = {{(0, 1): 3}}[({a} % 1, 1)]", "a dict"),
    ("{name} = len({{{a}, {b}}})", "a set display"),
    ("{name} = self.reach(set(), {a} % 4)", "handed an empty set"),
    ("{name} = random.randint(1, 6)", "let to_move return CHANCE"),
    ("{name} = int({a} < TOP)", "plywise.bits"),
    ("{name} = {a} + TOP", "plywise.bits"),
    ("{name} = pow({a} % 5, 2, 7)", "write a ** b % c"),
    ("{name} = math.isqrt({a} % 9 + 1)", "math.isqrt"),
    ("rest = iter(state.cells)\n{name} = next(rest, 0)", "iter"),
    ("{name} = bits.shl({a} % 8, 64)", "shift by 0 to 63"),
)
"""Statements that must be refused, and words of the refusal."""


class Writer:
    """Draws the parts of one class; every number stays within some thousands."""

    def __init__(self, seed: int) -> None:
        self.chooser = random.Random(f"second {seed}")
        self.names = 0

    def pick(self, *choices: str) -> str:
        """Return one of several."""
        return self.chooser.choice(choices)

    def name(self) -> str:
        """Return a variable not used yet."""
        self.names += 1
        return f"{self.pick('found', 'left', 'best', 'piece', 'n')}_{self.names}"

    def number(self, scope: tuple[str, ...], depth: int = 2) -> str:
        """Return an expression for a whole number."""
        if depth == 0:
            return self.chooser.choice((*scope, *scope, "-7", "3", "Piece.KING", "self.step", "True"))
        a, b = self.number(scope, depth - 1), self.number(scope, depth - 1)
        test = self.condition(scope, depth - 1)
        return self.pick(
            *(
                f"(({a}) // -3)",
                f"(({a}) % -5)",
                f"(-({a}) // (({b}) % 4 + 1))",
                f"divmod(({a}) - 9, -4)[{self.pick('0', '1')}]",
            ),
            *(f"(({a}) % 5 - 9) // 2 % 7", f"(({a}) - ({b})) % 11", f"~({test}) + 2", f"~(({a}) % 9)", f"-({test})"),
            *(
                f"(({a}) % 4) ** 3",
                f"2 ** (({a}) % 6)",
                f"(-2) ** (({a}) % 5)",
                f"pow(({a}) % 3, 2)",
                f"int(2 ** -1 * (({a}) % 8))",
            ),
            *(
                f"(({a}) % 2 << 62) >> 62",
                f"(({a}) >> 63)",
                f"bits.shr(bits.shl(({a}) % 8, 63), 63)",
                f"((({a}) % 4) << 3) >> 1",
            ),
            *(
                f"(TOP & (({a}) % 64)) % 3",
                f"bits.shr(TOP, 60 + ({a}) % 4)",
                f"bits.popcount(TOP | ({a}) % 16)",
                "(TOP >> 61)",
            ),
            *(
                f"(1 << (({a}) % 63)) % 13",
                f"(({a}) % 32).bit_count()",
                f"bits.lsb(({a}) % 8 + 8)",
                f"abs(({a}) - ({b}))",
            ),
            *(
                f"WORTH.get(({a}) % 11, -1)",
                f"(WORTH[5] if {test} else WORTH[9])",
                f"FAR.get(({a}) * 17500, 2)",
                f"len(ROADS[({a}) % 4])",
            ),
            *(
                f"PAIRS[({a}) % 3][({b}) % 2]",
                f"sum(ROADS[({a}) % 4])",
                f"NAMES['high'] - ({a})",
                "sum(WORTH.values()) + len(FAR)",
            ),
            *(
                f"next((c for c in state.cells if c > ({a}) % 5), -1)",
                f"next((i for i in range(4) if state.cells[i] == ({a}) % 3), 7)",
            ),
            *(
                f"max((x for k, x in WORTH.items() if k != ({a})), default=0)",
                f"sum(k * x for k, x in WORTH.items()) + ({a})",
            ),
            *(
                f"sum(p == ({a}) % 6 for p in Piece)",
                f"(Piece.MAN if {test} else Piece.KING) + ({a})",
                f"int(({a}) % 6 == Piece.KING)",
            ),
            *(
                f"(({a}) if {test} else ({b}))",
                f"self.first(state, ({a}) % 5)",
                f"self.spread(({a}) % 7)",
                f"self.reached(({a}) % 4)",
            ),
        )

    def condition(self, scope: tuple[str, ...], depth: int = 1) -> str:
        """Return an expression that is true or false."""
        a, b = self.number(scope, max(0, depth - 1)), self.number(scope, 0)
        return self.pick(
            *(
                f"-3 < ({a}) % 7 - 2 <= ({b})",
                f"0 <= ({a}) % 9 < 5 != ({b})",
                f"({a}) < ({b}) < 40 >= -5",
                f"1 == ({a}) % 2 == ({b}) % 2",
            ),
            *(
                f"({a}) in WORTH",
                f"({a}) % 9 not in FAR",
                f"({a}) in EVEN",
                f"({a}) in (1, 2, -5)",
                f"({b}) in ROADS[2]",
            ),
            *(
                "all(state.cells)",
                "any(state.cells)",
                f"all((({a}) > 1, ({b})))",
                f"any((({a}) % 2, ({b}) > 3))",
                "all(TABLE)",
            ),
            *(
                f"all(c != ({b}) for c in state.cells)",
                f"any(w > ({b}) for w in WORTH.values())",
                f"not all(c < ({b}) for c in TABLE)",
            ),
            f"next((True for c in state.cells if c == ({b})), False)",
            f"({a}) % 6 == Piece.MAN",
            f"next((c for c in state.cells if c == ({b}) % 4), None) is None",
        )

    def computing(self, scope: tuple[str, ...], lines: list[str]) -> tuple[str, ...]:
        """Add statements that compute a new variable; return the names that can be used after them."""
        name, a, b, test = self.name(), self.number(scope), self.number(scope, 1), self.condition(scope)
        shapes = (
            f"{name} = {a}",
            f"{name} = ({a}) % 40\nwhile {name} > 4:\n    {name} = {name} // 2 - 1",
            f"{name}, {name}_turns = ({a}) % 9, 0\nwhile {name} != 1 and {name}_turns < 6:\n    {name}_turns += 1\n"
            f"    if {name} % 2:\n        {name} = 3 * {name} + 1\n        continue\n    {name} //= 2",
            f"{name} = 0\nwhile True:\n    {name} += 1\n    if {name} > ({b}) % 6:\n        break",
            f"{name} = -({a}) % 50\nwhile {name} > 9:\n    {name} -= 4\nelse:\n    {name} += 1",
            f"{name}_seen = set()\n{name}_at, {name} = ({a}) % 4, 0\nwhile {name}_at not in {name}_seen:\n"
            f"    {name}_seen.add({name}_at)\n    {name}_at = ROADS[{name}_at][0]\n    {name} += 1\n"
            f"{name} += len({name}_seen)",
            f"{name}_seen = set(state.cells)\n{name} = len({name}_seen) + (({b}) in {name}_seen)",
            f"{name} = 0\nfor key, worth in WORTH.items():\n    if key > ({b}):\n        {name} += worth",
            f"{name} = 1\nfor key in FAR:\n    {name} = {name} * 3 % 50 + key % 7",
            f"{name} = 0\nfor key in sorted(WORTH):\n    {name} = ({name} + key * 2) % 30",
            f"{name} = 0\nfor kind in Piece:\n    {name} = {name} * 2 + (kind > ({b}) % 4)",
            f"{name}_low, {name} = PAIRS[({b}) % 3]\n{name} -= {name}_low",
            f"{name}_size = len(TABLE)\n{name}_marks = [0] * ({name}_size * 2)\n{name}_marks[({b}) % 10] = 3\n"
            f"{name} = sum({name}_marks) + len({name}_marks)",
            f"if {test}:\n    {name} = {b}\nelif state.cells[0] > 1:\n    {name} = 2\nelse:\n    {name} = -1",
            f"for spot, cell in enumerate(state.cells):\n    {name} = spot\n    if cell == ({b}) % 3:\n        break",
            f"{name}_was = False\nfor spot in range(4):\n    if state.cells[spot] > ({b}) % 3:\n"
            f"        {name}_was, {name} = True, spot\n{name} = {name} if {name}_was else 9",
            f"{name} = next((c * 2 for c in state.cells if c > ({b}) % 4), None)\nif {name} is None:\n    {name} = -2\n"
            f"{name} = {name} + 1",
            f"{name} = {a}\n{name} **= 2\n{name} %= 23",
            f"{name} = ({a}) // 4\n{name} //= -3\n{name} <<= 2\n{name} >>= 1",
        )
        lines += self.chooser.choice(shapes).split("\n")
        return (*scope, name)

    def forbidden(self, scope: tuple[str, ...], lines: list[str]) -> str:
        """Add a statement that must be refused; return words of the refusal."""
        text, words = self.chooser.choice(FORBIDDEN)
        lines += text.format(name=self.name(), a="state.a", b=self.number(scope, 0)).split("\n")
        return words


FIELDS = ("state.a", "state.ply", "state.cells[1]", "state.cells[-1]")
HELPERS = """
def first(self, state, least):
    for cell in state.cells:
        if cell >= least:
            return cell
    return -1

def spread(self, number):
    total = 0
    while number > 0:
        total += number % 3
        number //= 3
    return total

def reached(self, start):
    seen = set()
    seen.add(start)
    return self.reach(seen, start)

def reach(self, seen, at):
    for road in ROADS[at]:
        if road not in seen:
            seen.add(road)
    return len(seen)
"""


def write_game(seed: int) -> Written:
    """Write the class of a seed, with words of the refusal it must meet, or none."""
    writer = Writer(seed)
    forbidden = writer.pick("actions", "result", "utility") if writer.chooser.random() < 0.12 else ""
    words = ""
    parts = ["utility_range = (-3, 3)\n\nclass State(NamedTuple):\n    ply: int = 0\n    a: int = 3"]
    parts[0] += f"\n    cells: tuple[int, ...] = (0, {writer.chooser.randint(0, 4)}, 2, 5)"
    parts += ["def __init__(self, step=2):\n    self.step = step", HELPERS.strip("\n")]
    parts.append("def to_move(self, state):\n    return state.ply % 2")
    for rule, write in (("actions", _actions), ("result", _result), ("utility", _utility)):
        lines: list[str] = []
        scope = FIELDS + (("action",) if rule == "result" else ())
        for _ in range(writer.chooser.randint(1, 3)):
            scope = writer.computing(scope, lines)
        words = words or (writer.forbidden(scope, lines) if rule == forbidden else "")
        parts.append(write(writer, scope, lines))
    body = "\n\n".join("\n".join(f"    {line}" if line else "" for line in part.split("\n")) for part in parts)
    head = HEAD.replace("import math\n", "import math\nimport random\n")
    return Written(f"{head}\n{MORE}\n\nclass Generated(Base):\n{body}\n", words)


def _def(signature: str, lines: list[str]) -> str:
    return "\n".join([f"def {signature}:", *(f"    {line}" for line in lines)])


def _actions(writer: Writer, scope: tuple[str, ...], lines: list[str]) -> str:
    """One to four actions, none after six plies."""
    count, test = f"({writer.number(scope, 1)}) % 3 + 1", writer.condition((*scope, "m"))
    end = writer.pick(
        f"if state.ply >= 6:\n    return\nif {writer.condition(scope)}:\n    yield 2\n    return\n"
        f"for m in range({count}):\n    yield m",
        f"if state.ply >= 6:\n    return\nm = {count}\nwhile m > 0:\n    m -= 1\n    if {test}:\n        continue\n"
        "    yield m\nyield 5",
        f"if state.ply >= 6:\n    return\nyield 0\nfor m in range(1, 4):\n    if {test}:\n        return\n    yield m",
        f"m = 0\nwhile state.ply < 6:\n    yield m\n    m += 1\n    if m >= {count}:\n        return",
        f"if state.ply < 6:\n    yield from ROADS[({writer.number(scope, 1)}) % 4]",
        f"moves = []\nif state.ply >= 6:\n    return moves\nfor key, worth in WORTH.items():\n"
        f"    if worth > 0 or {writer.condition(scope)}:\n        moves.append(key)\nreturn moves",
        f"return [piece for piece in Piece if state.ply < 6 and (piece or {writer.condition(scope)})]",
    )
    return _def("actions(self, state)", [*lines, *end.split("\n")])


def _result(writer: Writer, scope: tuple[str, ...], lines: list[str]) -> str:
    a, cell = writer.number(scope), writer.number(scope, 1)
    edit = writer.pick(
        f"board = list(state.cells)\nboard[({cell}) % 4] = ({a}) % 6\ncells = tuple(board)",
        "cells = tuple((c + action) % 6 for c in state.cells)",
        f"at = ({cell}) % 4\ncells = state.cells[:at] + (({a}) % 5,) + state.cells[at + 1:]",
        "cells = state.cells[1:] + state.cells[:1]",
    )
    last = f"return self.State(state.ply + 1, ({a}) % 60 - 20, cells)"
    return _def("result(self, state, action)", [*lines, *edit.split("\n"), last])


def _utility(writer: Writer, scope: tuple[str, ...], lines: list[str]) -> str:
    lines += [f"worth = ({writer.number(scope)}) % 7 - 3", "return worth if player == 0 else -worth"]
    return _def("utility(self, state, player)", lines)
