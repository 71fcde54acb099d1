"""More of the table of constructs: numbers, sets, dicts and variables as trials wrote them."""

from tests.kernel.constructs import in_actions, in_result, in_state

# Variables that are known, and variables that may have no value
in_result("list of a length in a variable", "n = self.step\nb = [0] * (n * n)\nb[action] = 3\nv = sum(b) + len(b)")
in_state("list of a known length", "tuple(b)", "n = len(self.table)\nb = [action] * (n + 1)\nb[0] = 7")
in_result("tuple of a known length", "n = self.step + 2\nv = sum(tuple(i * action for i in range(n)))")
in_result("a table under another name", "t = self.nested\na, b = t[action]\nv = state.m + a * b + t[0][1]")
in_result("a length that changes", "n = 2\nn += action\nb = [0] * n  # here\nv = len(b)", "isn't known beforehand")
in_result("a variable set in a branch", "if state.n < 99: w = state.m\nv = w + 1")
in_result("a variable set in a loop", "for i, c in enumerate(state.cells):\n    if c < 9: at = i\nv = state.m + at + i")
in_result(
    "a variable set together with another",
    "found = False\nfor i in range(4):\n    if state.cells[i] == action:\n        found, at = True, i\n"
    "v = state.m + (at if found else 9) + (found and at > 1)",
)
in_result("a variable that may be unset in a genexp", "if action: k = 2\nv = state.m + sum(c * k for c in state.cells)")

# Tuples, sets and generators
in_result("all and any of a tuple", "v = state.m + all(state.cells) + 2 * any(state.cells) + 4 * all(self.table)")
in_result("all and any of a display", "v = state.m + all((state.m > 2, action)) + 2 * any((action - 1, state.n > 4))")
in_result(
    "all, any and sum of a list", "c = list(state.cells)\nc[0] = action - 1\nv = all(c) + 2 * any(c) + 4 * sum(c)"
)
in_result("next(genexp, default)", "v = state.m + next((c for c in state.cells if c > 1), -1)")
in_result(
    "next(genexp, None)",
    "w = next((i for i, c in enumerate(state.cells) if c == action), None)\nv = 5 if w is None else w",
)
in_result("next(genexp)", "v = state.m + next(c for c in state.cells if c >= 0)")
in_result("next(actions, default)", "v = state.m + next(self.actions(state), 0)")
in_result("next(iter(tuple))", "v = state.m + next(iter(state.cells))")
in_result(
    "next of a variable",
    "g = self.actions(state)\nv = next(g, 3)  # here",
    "write next((x for x in ... if ...), default)",
)
in_result(
    "empty set handed on",
    "v = self.reach(set(), state.m)  # here",
    "make the set inside self.reach",
    more="\ndef reach(self, seen, x):\n    seen.add(x)\n    return len(seen)\n",
)
in_result(
    "set handed on",
    "seen = set()\nseen.add(state.m)\nv = self.reach(seen, action) + len(seen)",
    more="\ndef reach(self, seen, x):\n    seen.add(x)\n    return len(seen)\n",
)
in_actions(
    "an early return before a loop", "if state.n > 4:\n    yield 1\n    return\nwhile True:\n    yield 2\n    return"
)

# Dicts that are known
D = "D = {5: 10, 1: 20, 2: 4, -3: 7}"
FAR = "D = {2: 10, 90000: 20, 1: 4, -80000: 7}"
in_result("dict.items()", "v = state.m\nfor k, x in D.items(): v = v * 3 + k * x", names=D)
in_result("dict.keys() and a dict", "v = state.m\nfor k in D.keys(): v = v * 3 + k\nfor k in D: v = v * 2 + k", names=D)
in_result("dict.values()", "v = state.m + sum(D.values()) + max(D.values()) + len(D)", names=D)
in_result("genexp over dict.items()", "v = sum(k * x for k, x in D.items() if x > action)", names=D)
in_result("dict index", "v = state.m + D[action] + D[5 - (state.m % 2) * 8]", names=D)
in_result("dict index, far keys", "v = state.m + D[action] + D[(state.m % 2) * 90000 + (1 - state.m % 2)]", names=FAR)
in_result("key in dict", "v = state.m + (action in D) + 2 * (state.m % 6 not in D) + 4 * (-3 in D)", names=D)
in_result("dict.get", "v = state.m + D.get(action, 0) + D.get(state.m % 8 - 4, -1) + 9", names=D)
in_result("dict.get without a default", "w = D.get(state.m % 4)\nv = 3 if w is None else w", names=D)
in_result(
    "dict of tuples", "a, b = D[action]\nv = state.m + a + 2 * b + D[action][0]", names="D = {1: (4, 7), 2: (0, 5)}"
)
in_result("dict of unequal tuples", "v = 0\nfor x in D[action]: v = v * 5 + x", names="D = {1: (4, 7), 2: (0, 5, 6)}")
in_result("dict of the game", "v = state.m + self.worth[action]", more="\nworth = {1: 9, 2: 4}\n")
in_result("dict of floats", "v = int(state.m + D[action] * 4)", names="D = {1: 0.5, 2: 0.25}")
in_result("dict of texts, known key", "v = state.m + D['a'] + D[MODE]", names="D = {'a': 3, 'b': 4}\nMODE = 'b'")
in_result("dict of tuples as keys", "v = D[(action, 1)]  # here", "keys aren't ints", "D = {(1, 1): 3, (2, 1): 4}")
in_result("dict made in a rule", "v = {1: 10, 2: 20}[action]  # here", "a dict can't be compiled")
in_result(
    "loop over an IntEnum",
    "v = state.m\nfor k in Kind: v = v * 3 + k\nv += sum(k for k in (Kind.A, Kind.B)) + len(Kind) + Kind.B.value",
    names="class Kind(enum.IntEnum):\n    A = 1\n    B = 5",
)

# Numbers as Python means them
in_result("complement of a bool", "w = action > 1\nv = state.m + ~(state.m > 5) + ~w + 9")
in_result("complement of a float", "v = int(~(state.m / 2))  # here", "an int is needed here")
in_result("power of ints", "v = state.m ** 2 + 2 ** action + (-3) ** action + pow(state.m % 9, action) + 99")
in_result("power of floats", "v = int((state.m / 2) ** 2 + state.m ** 0.5 + 2.0 ** -action * 8)")
in_result("power in place", "v = state.m % 7\nv **= action")
in_result("known powers", "v = state.m + int(2 ** -1 * 8) + int(4 / 3 * 9)")
in_result("pow of three", "v = pow(state.m, action, 7)  # here", "write a ** b % c")
in_result("known bits", "v = state.m + bits.shl(1, 100) + bits.popcount(255) + bits.lsb(8)")
in_result("bits.shl by too much", "v = state.m + bits.shl(state.m, 64)  # here", "shift by 0 to 63")
in_result("a constant with bit 63 added", "v = state.m + TOP  # here", "plywise.bits", "TOP = 1 << 63")
in_result("a constant with bit 63 compared", "v = int(state.m < TOP)  # here", "plywise.bits", "TOP = 1 << 63")
in_result("math.isqrt", "v = math.isqrt(state.m)  # here", "a function of your own")
for name in ("random.randint(1, 6)", "random.random()", "np.random.randint(1, 6)", "DICE.choice((1, 2))"):
    in_result(
        f"chance: {name}",
        f"v = state.m + int({name})  # here",
        "let to_move return CHANCE",
        "import random\nDICE = random.Random(1)",
    )
in_result("None under a name", "v = self.h(NOTHING)", names="NOTHING = None", more="\ndef h(self, x): return 1\n")
