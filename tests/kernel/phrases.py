"""Pieces of Python as users write them, drawn at random: numbers, conditions, and statements that compute a variable.

Whatever is drawn is harmless in plain Python: indices stay inside, divisors aren't 0, numbers stay small.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

FORBIDDEN = (
    ("{name} = {{0: 1, 1: 2}}[{number} % 2]", "a dict"),
    ("{name} = (lambda x: x + 1)({number})", "a lambda"),
    ("try:\n    {name} = 1 // {number}\nexcept ZeroDivisionError:\n    {name} = 0", "try/except"),
    ("{name} = len({{1, {number}}})", "a set display"),
    ("{name} = (w := {number}) + w", ":="),
    ("{name} = len(str({number}))", "str"),
    ("{name} = len(f'{{{number}}}')", "text"),
    ("{name} = max({cells}, key=abs)", "key="),
    ("{name} = int(isinstance({number}, int))", "isinstance"),
    ("{name} = dict(a={number})['a']", "dict"),
    ("first, *rest = {cells}\n{name} = first", "*rest"),
    ("{name} = sum(map(abs, {cells}))", "map"),
    ("{name} = len({{c for c in {cells}}})", "a set comprehension"),
    ("def inner(x):\n    return x + 1\n{name} = inner({number})", "a function inside a rule"),
)
"""Statements that the lowering refuses, and words of its refusal."""


class Scope(NamedTuple):
    """What may be named where a phrase stands: whole numbers, and tuples with their lengths."""

    numbers: tuple[str, ...]
    cells: tuple[tuple[str, int], ...]
    inside: str = "Generated"

    def with_number(self, name: str) -> "Scope":
        """Return a scope with one more variable."""
        return self._replace(numbers=(*self.numbers, name))


class Phrases:
    """Draws phrases; the same Random gives the same ones."""

    def __init__(self, chooser: random.Random) -> None:
        self.chooser, self.names = chooser, 0

    def pick(self, *choices: str) -> str:
        """Return one of several."""
        return self.chooser.choice(choices)

    def chance(self, share: float) -> bool:
        """Return True in this share of all cases."""
        return self.chooser.random() < share

    def name(self) -> str:
        """Return a variable not used yet."""
        self.names += 1
        return f"{self.pick('x', 'total', 'best', 'count', 'actions', 'value')}_{self.names}"

    # Expressions

    def number(self, scope: Scope, depth: int = 2) -> str:
        """Return an expression for a whole number, at most some thousands."""
        if depth == 0 or self.chance(0.15):
            return self.chooser.choice((*scope.numbers, *scope.numbers, "3", "2", "True", "self.step", "LIMIT"))
        kinds: tuple[Callable[[Scope, int], str], ...] = (
            *(self._arithmetic, self._bit_trick, self._function),
            *(self._looked_up, self._folded, self._chosen),
        )
        return f"({self.chooser.choice(kinds)(scope, depth - 1)})"  # whatever stands around it

    def _arithmetic(self, scope: Scope, depth: int) -> str:
        a, b = self.number(scope, depth), self.number(scope, depth)
        return self.pick(
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} % 11 * ({b} % 7))",
            f"(({a} - 5) // 3)",
            f"(-({a}) % 5)",
            f"({a} // -4)",
            f"(({a} - {b}) % -6)",
            f"({a} // ({b} % 3 + 1))",
            f"(({a} % 4) ** 2)",
            f"int({a} / 3)",
            f"(({a}) + ({b} > 2))",
            f"-({a})",
            f"({a} == {b}) * 2",
            f"({a} - {b} - 1)",
            f"round({a} / 4)",
            f"divmod({a}, 5)[1]",
        )

    def _bit_trick(self, scope: Scope, depth: int) -> str:
        a, b = self.number(scope, depth), self.number(scope, depth)
        return self.pick(
            f"({a} & 7)",
            f"({a} % 32 | {b} % 8)",
            f"({a} ^ 5)",
            f"(({a} & 3) << 2)",
            f"({a} >> 1)",
            f"({a} >> ({b} % 3))",
            f"(1 << ({a} % 5))",
            f"(~({a}) & 15)",
            f"({a} % 64).bit_count()",
            f"bits.popcount({a} % 256)",
            f"bits.lsb({a} % 16 + 16)",
            f"bits.msb({a} % 16 + 1)",
            f"bits.shr(bits.shl({a} % 16, 60), 61)",
            f"(({a}) % 32).bit_length()",
            f"bin({a} % 64).count('1')",
            f"(({a}) & -({a}))",
        )

    def _function(self, scope: Scope, depth: int) -> str:
        a, b = self.number(scope, depth), self.number(scope, depth)
        return self.pick(
            f"abs({a})",
            f"min({a}, {b})",
            f"max({a}, {b}, 1)",
            f"mix({a}, {b})",
            f"mix({a}, k=2)",
            f"self.helper({a})",
            f"self.squash({a})",
            f"Base.squash({a})",
            f"self.bounded({a}, most=9)",
            f"int({self.condition(scope, depth)})",
            f"pair({a})[0]",
            f"sum(pair({a}))",
            f"math.gcd({a} % 12, 6)",
            f"self.descend({a} % 6)",
            "self.double",
            f"{scope.inside}.LIMIT + {a}",
        )

    def _looked_up(self, scope: Scope, depth: int) -> str:
        a, (cells, length) = self.number(scope, depth), self.chooser.choice(scope.cells)
        return self.pick(
            f"TABLE[{a} % 5]",
            f"TABLE[-({a} % 5) - 1]",
            f"self.WEIGHTS[{a} % 4]",
            f"self.table[{a} % len(self.table)]",
            f"ROWS[{a} % 3][{self.number(scope, 0)} % 2]",
            f"len(RAGGED[{a} % 3])",
            f"RAGGED[{a} % 3][0]",
            f"{cells}[{a} % {length}]",
            f"{cells}[{a} % len({cells})]",
            f"{cells}[-1]",
            f"LONG[{a} % 40]",
            "Kind.HIGH",
            f"(5 if {a} == Kind.LOW else Kind.HIGH)",
            f"sorted({cells})[{length - 1}]",
            f"{cells}.count({a})",
            f"type(self).LIMIT + {a}",
            f"({a}, {self.number(scope, 0)}, 4)[{self.number(scope, 0)} % 3]",
        )

    def _folded(self, scope: Scope, depth: int) -> str:
        inner = scope.with_number("c")
        (cells, length), a = self.chooser.choice(scope.cells), self.number(inner, min(depth, 1))
        test = self.condition(inner, min(depth, 1))
        return self.pick(
            f"sum({a} for c in {cells})",
            f"sum(1 for c in {cells} if {test})",
            f"sum({test} for c in {cells})",
            f"max({a} for c in {cells})",
            f"min(({a} for c in {cells} if {test}), default=2)",
            f"any({test} for c in {cells})",
            f"all([{test} for c in {cells}])",
            f"sum({cells})",
            f"max({cells}) - min({cells})",
            f"sum(i * c for i, c in enumerate({cells}))",
            f"sum(c * w for c, w in zip({cells}, TABLE))",
            f"len([c for c in {cells} if {test}])",
            f"sum(c for line in ROWS for c in line if {test})",
            f"sum({cells}[1:])",
            f"sum({cells}[{self.number(scope, 0)} % {length}:])",
            f"max((c for c in range({length}) if {test}), default=0)",
            f"sum(any(c == d for d in TABLE) for c in {cells})",
        )

    def _chosen(self, scope: Scope, depth: int) -> str:
        a, b, test = self.number(scope, depth), self.number(scope, depth), self.condition(scope, depth)
        return self.pick(
            f"({a} if {test} else {b})", f"({a} or 4)", f"({a} and {b})", f"({a} if {test} else -1 if {b} > 2 else 0)"
        )

    def condition(self, scope: Scope, depth: int = 1) -> str:
        """Return an expression that is true or false."""
        a, b = self.number(scope, max(0, depth - 1)), self.number(scope, 0)
        cells, _ = self.chooser.choice(scope.cells)
        return self.pick(
            f"{a} > {b}",
            f"0 <= {a} < 4",
            f"-3 < {a} % 5 <= {b}",
            f"{a} % 2 == 0",
            f"{a} in MASKS",
            f"{a} not in (1, 3, 4)",
            f"{b} in {cells}",
            f"not {a}",
            f"({a} != {b} and {b} >= 0)",
            f"({a} == 1 or {b} & 1)",
            f"({a}, {b}) < ({b}, 2)",
            f"any(c == {b} for c in {cells})",
            f"bool({a} & 2)",
            f"{a} in range(1, 4)",
            f"self.is_even({a})",
            f"MODE == 'fast' and {a} > 1",
            f"(2 < {a}) is True",
        )

    # Statements

    def computing(self, scope: Scope, lines: list[str]) -> Scope:
        """Add statements that compute a new variable; return the scope in which it can be used."""
        name = self.name()
        a, b = self.number(scope), self.number(scope, 1)
        (cells, length), test = self.chooser.choice(scope.cells), self.condition(scope)
        each, tested = self.number(scope.with_number("c"), 1), self.condition(scope.with_number("c"))
        shapes = (
            f"{name} = {a}",
            f"{name} = {a}\n{name} += {b}\n{name} %= 9",
            f"{name} = {a}\nif {test}:\n    {name} -= 2",
            f"{name} = 0\nif {test}:\n    {name} = {a}\nelif {b} > 3:\n    {name} = 1\nelse:\n    pass",
            f"{name} = 0\nfor c in {cells}:\n    if {tested}:\n        continue\n    {name} += {each}",
            f"{name} = 1\nfor i, c in enumerate({cells}):\n    {name} = ({name} * 3 + c * i) % 101",
            f"{name} = {a} % 16\nwhile {name} > 3:\n    {name} //= 2",
            f"{name} = 0\nmask = {a} % 32\nwhile mask:\n    {name} += 1\n    mask &= mask - 1",
            f"{name} = 0\nfor c, w in zip({cells}, self.WEIGHTS):\n    {name} += c * w\n"
            f"    if {name} > 50:\n        break",
            f"{name}, other = {a}, {b}\nif other < {name}:\n    {name}, other = other, {name}",
            f"low, {name} = ROWS[{b} % 3]\n{name} += low",
            f"low, {name} = pair({a})",
            f"{name} = 0\nfor low, high in ROWS:\n    {name} |= low ^ high",
            f"{name} = other = {a}\n{name} <<= 1\n{name} += other",
            f"{name} = 0\nfor i in range({length} - 1, -1, -1):\n    {name} = ({name} * 2 + {cells}[i]) % 50",
            f"for c in {cells}:\n    if {tested}:\n        {name} = {b}\n        break\nelse:\n    {name} = -1",
            f"{name} = -1\nwhile True:\n    {name} += 1\n    if {name} >= {b} % 5:\n        break",
            f"{name}: int = {a}",
            f"found = [c for c in {cells} if {tested}]\n{name} = len(found)",
            f"match {a} % 3:\n    case 0:\n        {name} = 1\n    case 1 | 2:\n        {name} = {b}\n"
            f"    case _:\n        {name} = 0",
            f"{name} = {test}",
            f"{name} = 0\nfor line in RAGGED:\n    for c in line:\n        {name} += c",
            f"{name} = 0\nfor c in reversed({cells}):\n    {name} = ({name} + c) * 2 % 33",
            f"{name} = 0\nfor c in RAGGED[{b} % 3]:\n    {name} ^= c",
        )
        lines += self.chooser.choice(shapes).split("\n")
        return scope.with_number(name)

    def forbidden(self, scope: Scope, lines: list[str]) -> str:
        """Add a statement that must be refused; return words of the refusal."""
        text, words = self.chooser.choice(FORBIDDEN)
        cells = self.chooser.choice(scope.cells)[0]
        lines += text.format(name=self.name(), number=self.number(scope, 0), cells=cells).split("\n")
        return words
