"""Which lines of a rule take its time: known slow constructs, found in its source, and how often each line runs.

How often is counted in the plain rule on sampled states. Compiled lines can't be counted, but their number of runs is
the same; what one run costs is not known, so the line is a good guess, and is called one.
"""

import ast
import inspect
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any, NamedTuple

from plywise.doctor.watch import LISTED
from plywise.parsing import parse

SETS = (
    "a set takes memory and hashes each item",
    "mark what was seen in an int instead: seen |= 1 << square, and seen >> square & 1 to ask",
)
LISTS = (
    "a list that grows takes memory each time",
    "keep squares as bits of an int (found |= 1 << square), or do the work in the loop that finds them",
)
TUPLES = (
    "a tuple is built again at each step",
    "change an int's bits, or make one list, edit it, and make the tuple once at the end",
)
COPIES = ("a copy is made at each step", "make it once before the loop")
TRIALS = (
    "actions are tried out by playing them",
    "work out from the state itself what is legal, such as from attacked squares kept as bits",
)
RULES = ("result", "actions", "is_terminal")


class Construct(NamedTuple):
    """Something slow on a line: what it is, and what to write instead."""

    line: int
    what: str
    fix: str


@dataclass(frozen=True, slots=True)
class SlowLine:
    """A line that probably takes much of a rule's time; without a known construct, the one that runs most often."""

    file: str
    line: int
    runs: float
    """How often it runs for one state."""
    construct: Construct | None


def find_slow_lines(ask: Callable[[Any], Any], states: Sequence[Any], files: set[str]) -> list[SlowLine]:
    """Ask a plain rule about states and return its slowest lines, as far as that can be known, one of each kind.

    Where nothing is known to be slow, it is the line that runs most often; none where no line ran.
    """
    runs, codes = count_lines(ask, states, files)
    known = {(code.co_filename, each.line): each for code in codes for each in constructs(code)}
    by_runs = sorted(runs, key=lambda place: -runs[place])
    kinds = {known[place].what: place for place in reversed(by_runs) if place in known}
    places = sorted(kinds.values(), key=lambda place: -runs[place]) or by_runs[:1]
    return [SlowLine(*place, runs[place] / len(states), known.get(place)) for place in places]


def count_lines(
    ask: Callable[[Any], Any], states: Sequence[Any], files: set[str]
) -> tuple[Counter[tuple[str, int]], list[CodeType]]:
    """Count how often each line of some files runs, and list the functions that ran."""
    runs: Counter[tuple[str, int]] = Counter()
    codes: dict[CodeType, None] = {}

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        codes.setdefault(frame.f_code)
        if event == "line":
            runs[frame.f_code.co_filename, frame.f_lineno] += 1
        return trace

    former = sys.gettrace()
    sys.settrace(trace)
    try:
        for state in states:
            ask(state)
    finally:
        sys.settrace(former)
    return runs, list(codes)


def constructs(code: CodeType) -> Iterator[Construct]:
    """Find what is known to be slow in a function's source; nothing where that can't be read."""
    try:
        lines, first = inspect.getsourcelines(code)
        tree = parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError, ValueError):
        return
    ast.increment_lineno(tree, max(first, 1) - 1)
    own = _returned(tree) if code.co_name in LISTED else set()
    yield from _in_node(tree, False, own, code.co_name)


def _in_node(node: ast.AST, is_loop: bool, own: set[str], function: str) -> Iterator[Construct]:
    """Look at a node and all below it; `own` are lists that compiled rules keep no list for."""
    found = _judge(node, is_loop, own, function)
    if found:
        yield Construct(getattr(node, "lineno", 0), *found)
    inner = is_loop or isinstance(node, ast.For | ast.While)
    for child in ast.iter_child_nodes(node):
        yield from _in_node(child, inner, own, function)


def _judge(node: ast.AST, is_loop: bool, own: set[str], function: str) -> tuple[str, str] | None:
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset")):
            return SETS
        case ast.Call(func=ast.Attribute(attr="add" | "discard")):
            return SETS
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend" | "insert")):
            return None if name in own else LISTS
        case ast.Call(func=ast.Name(id="list" | "sorted" | "tuple"), args=[_]) if is_loop:
            return COPIES
        case ast.BinOp(op=ast.Add(), left=ast.Tuple()) | ast.BinOp(op=ast.Add(), right=ast.Tuple()):
            return TUPLES
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=rule)) if rule in RULES and is_loop:
            return TRIALS if rule != function and function in (*LISTED, "is_terminal") else None
    return None


def _returned(tree: ast.AST) -> set[str]:
    """Return the names of variables that are returned: what a rule lists in one, compiled code stores in place."""
    returns = (node.value for node in ast.walk(tree) if isinstance(node, ast.Return))
    return {value.id for value in returns if isinstance(value, ast.Name)}
