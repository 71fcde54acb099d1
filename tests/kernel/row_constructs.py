"""More of the table of constructs: boards of rows, and lists of rows while they are edited."""

from textwrap import dedent, indent

from tests.kernel.constructs import WORKS, construct

STATE = """
class State(NamedTuple):
    n: int = 0
    m: int = 1
    board: tuple = ((0, 2, 1), (1, 0, 2))
    turn: int = 0
EMPTY = ((0, 0, 0), (0, 0, 0))
def is_terminal(self, state): return state.n >= 9
"""


def in_rows(name: str, body: str, board: str = "state.board", expected: str = WORKS, more: str = "") -> None:
    """A construct in `result` that computes `v`, or a new board of two rows of three."""
    start = "v = state.m\n" if "v = " not in body else ""
    end = (
        ""
        if "return self.State" in body
        else f"\nreturn self.State(state.n + action, v % 1000, {board}, 1 - state.turn)"
    )
    text = "def result(self, state, action):\n" + indent(start + dedent(body).strip("\n") + end, "    ") + "\n"
    construct(f"rows: {name}", "result", STATE + text + dedent(more), expected)


B = "b = [list(row) for row in state.board]\n"
BACK = "tuple(tuple(row) for row in b)"

# Reading
in_rows("two indices", "v = state.m + state.board[1][action] + state.board[action - 1][0]")
in_rows("negative indices", "v = state.m + state.board[-1][-action] + state.board[-action][0]")
in_rows("loop over rows", "v = 0\nfor row in state.board:\n    for x in row: v = v * 3 + x")
in_rows(
    "enumerate", "v = 0\nfor r, row in enumerate(state.board):\n    for c, x in enumerate(row): v += x * (r + 2 * c)"
)
in_rows("row in a variable", "row = state.board[action - 1]\nv = row[0] + 5 * row[2] + len(row) + len(state.board)")
in_rows("unpack a row", "a, b, c = state.board[action - 1]\nv = a + 3 * b + 9 * c")
in_rows("unpack the rows", "top, bottom = state.board\nv = sum(top) + 7 * bottom[1]")
in_rows("zip of rows", "v = 0\nfor a, b in zip(state.board[0], state.board[1]): v += a * b")
in_rows("columns by zip(*)", "v = 0\nfor i, column in enumerate(zip(*state.board)): v += i * sum(column) + column[0]")
in_rows("reversed rows", "v = 0\nfor row in reversed(state.board): v = v * 5 + row[0]")
in_rows("sum of counts", "v = sum(row.count(2) for row in state.board)")
in_rows("any and all", "v = any(0 in row for row in state.board) + 2 * all(x < 2 for row in state.board for x in row)")
in_rows("rows compared", "v = (state.board[0] == (0, 2, 1)) + 2 * (state.board[0] < state.board[1])")
in_rows("boards compared", "v = (state.board == self.EMPTY) + 2 * (state.board != ((0, 2, 1), (1, 0, 2)))")
in_rows(
    "row in a board", "v = ((1, 0, 2) in state.board) + 2 * state.board.index((1, 0, 2)) + state.board.count((0, 0, 0))"
)
in_rows("min, max, sum, sorted of a row", "w = state.board[1]\nv = min(w) + 3 * max(w) + 9 * sum(w) + sorted(w)[1]")
in_rows(
    "slices",
    "v = sum(state.board[1][1:]) + len(state.board[:1]) + sum(state.board[0][::-1]) + sum(state.board[0][action:])",
)
in_rows("column in a list", "q = [row[action] for row in state.board]\nv = q[0] + 3 * q[1]")
in_rows("helper takes a row", "v = self.h(state.board[1], 2)", more="\ndef h(self, row, k): return row[k] + len(row)\n")
in_rows(
    "helper takes a board",
    "v = self.h(state.board)",
    more="\ndef h(self, b): return sum(x for row in b for x in row)\n",
)
in_rows("helper returns a row", "v = self.h(state)[2]", more="\ndef h(self, s): return s.board[1]\n")
in_rows(
    "range over a row",
    "v = 0\nfor r in range(len(state.board)):\n    for c in range(len(state.board[0])): v += c * state.board[r][c]",
)
in_rows("row of two kinds", "row = state.board[0] if action == 1 else (1, 1, 2)\nv = row[2] + row[0]")
in_rows("outside a row", "v = self.EMPTY[1][0] + (state.board[0][2] if action < 3 else state.board[0][3])")

# Editing
in_rows("lists of rows", B + "b[action - 1][0] += 3", BACK)
in_rows("tuple(map(tuple))", B + "b[0][action] = 7", "tuple(map(tuple, b))")
in_rows("tuple([tuple(row)])", B + "b[0][action] = 7", "tuple([tuple(row) for row in b])")
in_rows("list(map(list))", "b = list(map(list, state.board))\nb[1][-1] = action", BACK)
in_rows("row[:]", "b = [row[:] for row in state.board]", "tuple(b)")
in_rows("[*row]", "b = [[*row] for row in state.board]\nb[1][1] = action", BACK)
in_rows("swap of two cells", B + "b[0][0], b[1][action] = b[1][action], b[0][0]", BACK)
in_rows("chain of stores", B + "b[0][0] = b[1][1] = v = action", BACK)
in_rows("row of a list edited", B + "row = b[action - 1]\nrow[1] = 5\nv = b[action - 1][1]", BACK)
in_rows("loop edits rows", B + "for r, row in enumerate(b):\n    row[r] += 1\n    b[r][2] = sum(row)", BACK)
in_rows("helper edits", B + "self.put(b, 1, action)", BACK, more="\ndef put(self, b, r, c): b[r][c] += 2\n")
in_rows("helper edits a row", B + "self.put(b[1], action)", BACK, more="\ndef put(self, row, c): row[c] += 2\n")
in_rows(
    "lists of rows read",
    B + "v = sum(map_ for row in b for map_ in row) + b[0].count(0) + len(b) + len(b[0]) + max(b[1])",
    BACK,
)
in_rows("new rows", "b = [[0] * 3 for _ in range(2)]\nb[1][action] = 4", BACK)
in_rows("rows by two comprehensions", "b = [[x + 1 for x in row] for row in state.board]\nb[0][0] = 4", BACK)
in_rows("rows by ranges", "b = [[state.board[1 - r][c] for c in range(3)] for r in range(2)]\nb[0][0] = 4", BACK)
in_rows("copy of a list of rows", B + "c = [list(row) for row in b]\nc[0][0] = 9", BACK)
in_rows(
    "list of tuples",
    "b = list(state.board)\nrow = list(b[action - 1])\nrow[0] = 6\nb[action - 1] = tuple(row)",
    "tuple(b)",
)
in_rows(
    "list of tuples keeps old rows",
    "b = list(state.board)\nold = b[0]\nb[0] = (7, 7, 7)\nv = old[1] + b[0][1]",
    "tuple(b)",
)
in_rows("rows change places", "b = list(state.board)\nb[0], b[1] = b[1], b[0]", "tuple(b)")
in_rows("one row edited", "row = list(state.board[1])\nrow[action] = 8", "(state.board[0], tuple(row))")
in_rows("row replaced by slices", "new = (1, action, 2)", "state.board[:1] + (new,) + state.board[2:]")
in_rows(
    "row replaced by computed slices",
    "r = action - 1\nnew = (1, action, 2)",
    "state.board[:r] + (new,) + state.board[r + 1:]",
)
in_rows("fresh row into lists", B + "b[action - 1] = [0] * 3", BACK)

# Building
in_rows("tuples by two genexps", "", "tuple(tuple(x + 1 for x in row) for row in state.board)")
in_rows("rows chosen", "r = action - 1", "tuple((1, 2, 3) if i == r else row for i, row in enumerate(state.board))")
in_rows("mirrored", "", "tuple(row[::-1] for row in state.board)")
in_rows("upside down", "", "state.board[::-1]")
in_rows("ranges", "", "tuple(tuple(state.board[1 - r][c] for c in range(3)) for r in range(2))")
in_rows("constant", "", "self.EMPTY")
in_rows("literal", "", "((action, 0, 0), (0, 0, state.n))")
in_rows("repeated", "", "((0,) * 3,) * 2")
in_rows("turned twice", "", "tuple(zip(*zip(*state.board)))")
in_rows(
    "_replace", "return self.State(1, 1)._replace(n=state.n + action, board=state.board[::-1], turn=1 - state.turn)"
)
in_rows(
    "helper returns a board", "", "self.h(state.board)", more="\ndef h(self, b): return tuple(row[::-1] for row in b)\n"
)

# What a loop keeps from one turn to the next
STEP = """
def grow(self, b, k):
    rows = [list(row) for row in b]
    rows[k % 2][k % 3] += k + 1
    return tuple(tuple(row) for row in rows)
"""
in_rows(
    "best of a loop",
    "best = state.board\nfor k in range(4):\n    after = self.grow(state.board, k)\n"
    "    if sum(after[0]) < 5: best = after",
    "best",
    more=STEP,
)
in_rows(
    "before and after",
    "old = new = state.board\nfor k in range(5):\n    old, new = new, self.grow(old, k)\n"
    "v = sum(new[0]) + 3 * sum(old[1])",
    "old",
    more=STEP,
)
in_rows(
    "states change places",
    "s = state\nt = self.State(1, 2, self.grow(state.board, 1), 0)\n"
    "for k in range(3 + action):\n    s, t = t, s._replace(board=self.grow(s.board, k))\nv = s.board[0][0]",
    "t.board",
    more=STEP,
)
in_rows(
    "row kept after its loop",
    "b = state.board\nlast = b[0]\nk = 0\nwhile k < 4:\n    b = self.grow(b, k)\n    v = last[0]\n"
    "    for row in b:\n        b = self.grow(b, k)\n        if row[0] % 2 == 0: last = row\n"
    "    k += 1\nv += 7 * last[1] + row[2]",
    "b",
    more=STEP,
)
in_rows(
    "actions while the state changes",
    "s = state\nfor k in range(3):\n    for a in self.actions(s):\n"
    "        s = s._replace(board=self.grow(s.board, a + k), n=s.n + a % 2)\nv = sum(s.board[0]) + sum(s.board[1])",
    "s.board",
    more=STEP
    + "\ndef actions(self, state):\n    for row in state.board:\n        if row[0] % 2 == 0: yield 1\n    yield 2\n",
)
in_rows(
    "boards in a list",
    "q = [self.grow(state.board, k) for k in range(3)]\nv = 0\nfor b in q: v = v * 7 + b[0][0] + b[1][1]",
    more=STEP,
)
in_rows(
    "pair of a value and a board",
    "best = (0, state.board)\nfor k in range(4):\n    b = self.grow(best[1], k)\n"
    "    if b[0][0] >= best[0]: best = (b[0][0], b)\nv = best[0]",
    "best[1]",
    more=STEP,
)

# What is refused
in_rows("another width", "", "((0, 1), (1, 0))", "a tuple of 2 rows of 3 ints is needed")
in_rows("flat for rows", "", "(0, 1, 2)", "a tuple of 2 rows of 3 ints is needed")
in_rows("float in a row", B + "b[0][0] = state.m / 2  # here", BACK, "use // or int()")
in_rows(
    "float in rows that are built", "", "tuple(tuple(x / 2 for x in row) for row in state.board)", "only tuples of ints"
)
in_rows("tuple of lists", B, "tuple(b)", "would hold lists")
in_rows("list for a tuple", B, "b", "a list")
in_rows("one row many times", "b = [[0] * 3] * 2  # here\nb[0][0] = 1", BACK, "one list under several names")
in_rows("rows shared", B + "b[0] = b[1]  # here", BACK, "give it a copy")
in_rows("rows of lists change places", B + "b[0], b[1] = b[1], b[0]  # here", BACK, "give it a copy")
in_rows("list as a row", B + "c = [1, 2, 3]\nc[0] = 2\nb[0] = c  # here\nv = len(tuple(c))", BACK, "give it a copy")
in_rows("cell of a tuple", "b = list(state.board)\nb[0][1] = 3  # here", "tuple(b)", "are tuples")
in_rows("row replaced while it has a name", B + "row = b[0]\nb[0] = [0] * 3  # here\nv = row[0]", BACK, "another name")
in_rows(
    "rows replaced in their loop",
    "b = list(state.board)\nfor r, row in enumerate(b):  # here\n    b[r] = (row[1], 0, row[0])\n    v += row[0]",
    "tuple(b)",
    "run over range",
)
in_rows("number among rows", B + "v = 0 in b  # here", BACK, "ask each row")
in_rows("rows sorted", "b = list(state.board)\nb.sort()", "tuple(b)", "can't be sorted")
in_rows("row appended", B + "b.append([0, 0, 0])  # here", BACK, "append")
in_rows("second name for rows", B + "c = b  # here\nc[0][0] = 3", BACK, "a second name")
in_rows(
    "list of rows returned",
    "b = self.h(state.board)",
    "tuple(tuple(row) for row in b)",
    "doesn't outlive",
    more="\ndef h(self, t):\n    b = [list(row) for row in t]\n    b[0][0] = 1\n    return b\n",
)
in_rows("unequal rows", "", "tuple((0,) * r for r in range(2))", "can't be applied")
