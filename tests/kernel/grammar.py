"""Whole games written at random, in the contract's shape and in the ways users write.

One seed is one class: `write_game(seed)`. Each of its parts is drawn from a Random of its own, so that a class that
shows a disagreement can be made smaller part by part: `shrunk(seed, fails)`.
"""

import random
from collections.abc import Callable, Collection
from textwrap import indent
from typing import NamedTuple

from tests.kernel.phrases import Phrases, Scope
from tests.kernel.surroundings import HEAD

OPTIONAL = ("is_terminal", "evaluate", "key", "canonical", "rank", "helper", "max_actions")
CELLS = 4
"""How many cells the field `cells` has."""


class Written(NamedTuple):
    """A game's text, and words of the refusal it must meet, or none."""

    text: str
    refusal: str


class Plan(NamedTuple):
    """What is drawn for a whole class: the form of its actions and the length of the game."""

    seed: int
    arity: int
    plies: int
    scale: int
    evaluates: bool
    plain: Collection[str]

    def phrases(self, part: str) -> Phrases:
        """Return what draws one part: nothing that is drawn elsewhere changes it."""
        return Phrases(random.Random(f"{self.seed} {part}"))


def write_game(seed: int, plain: Collection[str] = ()) -> Written:
    """Write the class of a seed; the parts named in `plain` are written as plainly as can be, or left out."""
    chooser = random.Random(seed)
    arity = chooser.choice((0, 0, 2, 3))
    plan = Plan(seed, arity, chooser.randint(5, 7), chooser.choice((1, 1, 2)), chooser.random() < 0.7, frozenset(plain))
    forbidden_in = chooser.choice(("actions", "result", "utility", "to_move")) if chooser.random() < 0.12 else ""
    parts, refusal = [_declarations(plan)], ""
    for name, write in RULES.items():
        if name in plan.plain and name in OPTIONAL:
            continue
        lines, words = write(plan, name == forbidden_in)
        refusal = refusal or words
        parts.append("\n".join(lines))
    body = "\n\n".join(indent(part, "    ") for part in parts if part)
    return Written(f"{HEAD}\n\nclass Generated(Base):\n{body}\n", refusal)


def shrunk(seed: int, fails: Callable[[str], bool]) -> str:
    """Return the plainest class of a seed that still fails."""
    plain: tuple[str, ...] = ()
    for part in RULES:
        if fails(write_game(seed, (*plain, part)).text):
            plain = (*plain, part)
    return write_game(seed, plain).text


def _declarations(plan: Plan) -> str:
    phrases = plan.phrases("declarations")
    most = 3 / plan.scale
    lines = ["LIMIT = 5", f"utility_range = ({-most:g}, {most:g})", f"utility_scale = {plan.scale}"]
    lines += ["max_actions = 4"] if "max_actions" not in plan.plain and phrases.chance(0.5) else []
    start = ", ".join(str(phrases.chooser.randint(0, 5)) for _ in range(CELLS))
    lines += ["", "class State(NamedTuple):", "    ply: int = 0", "    a: int = 3"]
    lines += [f"    cells: tuple[int, ...] = ({start})", "    b: int = -2", "    spare: int = 0"]
    lines += ["", "def __init__(self, step=2):", "    self.step = step", "    self.table = (1, step, -4)"]
    return "\n".join(lines)


def _scope(plan: Plan, *more: str) -> Scope:
    return Scope(("state.a", "state.b", "state.ply", *more), (("state.cells", CELLS), ("TABLE", 5)))


def _body(plan: Plan, part: str, scope: Scope, bad: bool, most: int = 2) -> tuple[Phrases, list[str], Scope, str]:
    """Draw the statements with which a rule begins; the forbidden one, where asked for, is the last of them."""
    phrases, lines, words = plan.phrases(part), list[str](), ""
    if part not in plan.plain:
        for _ in range(phrases.chooser.randint(0, most)):
            scope = phrases.computing(scope, lines)
    if bad:
        words = phrases.forbidden(scope, lines)
    return phrases, lines, scope, words


def _def(signature: str, lines: list[str]) -> list[str]:
    return [f"def {signature}:", *(f"    {line}" if line else line for line in lines)]


def _helper(plan: Plan, bad: bool) -> tuple[list[str], str]:
    """A helper of the base class, overridden and calling up."""
    phrases = plan.phrases("helper")
    inner = phrases.pick("super().helper(number) + 1", "super().helper(number + self.LIMIT)", "Base.squash(number)")
    return (_def("helper(self, number)", [f"return {inner}"]) if phrases.chance(0.5) else []), ""


def _to_move(plan: Plan, bad: bool) -> tuple[list[str], str]:
    phrases, lines, scope, words = _body(plan, "to_move", _scope(plan), bad, 1)
    a = phrases.number(scope, 1)
    who = phrases.pick(
        "state.ply % 2", "state.ply & 1", f"({a}) % 2", f"int({phrases.condition(scope)})", "1 - state.ply % 2"
    )
    if phrases.chance(0.3):
        lines += [f"if {phrases.condition(scope)}:", "    return 1"]
    return _def(
        "to_move(self, state)", [*lines, f"return {'state.ply % 2' if 'to_move' in plan.plain else who}"]
    ), words


def _actions(plan: Plan, bad: bool) -> tuple[list[str], str]:
    """One to four actions, none once the game has lasted long enough."""
    phrases, lines, scope, words = _body(plan, "actions", _scope(plan), bad, 1)
    count = (
        "2" if "actions" in plan.plain else phrases.pick(f"{phrases.number(scope, 1)} % 3 + 1", "3", "1 + len(ROWS[0])")
    )
    test = phrases.condition(scope.with_number("m"), 1)
    form = {0: "{m}", 2: "({m}, {m} % 2)", 3: "({m}, 1, {m} * 2)"}[plan.arity]
    each, last = form.format(m="m"), form.format(m="3")
    over = f"state.ply >= {plan.plies}"
    styles = [
        f"if {over}:\n    return\nfor m in range({count}):\n    yield {each}",
        f"if not {over}:\n    yield {last}\n    for m in range({count}):\n        if {test}:\n            yield {each}",
        f"if {over}:\n    return []\nreturn [{each} for m in range({count})]",
        f"moves = []\nif {over}:\n    return moves\nfor m in range({count}):\n    moves.append({each})\nreturn moves",
        f"return [{each} for m in range({count}) if not {over}]",
        f"if {over}:\n    return []\nreturn self.offered(state, {count})",
        f"if {over}:\n    return\nyield from self.each(state, {count})",
        f"if {over}:\n    return []\n"
        f"moves = [{last}]\nmoves += [{each} for m in range({count}) if {test}]\nreturn moves",
        f"m = 0 if {over} else {count}\nwhile m:\n    m -= 1\n    yield {each}",
        f"return ({each} for m in range(0 if {over} else {count}))",
    ]
    if plan.arity == 0:
        styles += [
            f"if {over}:\n    return []\nreturn range({count})",
            f"if {over}:\n    return\nyield from range({count})",
            f"return list(range({count})) if state.ply < {plan.plies} else []",
            f"mask = 0 if {over} else 1 << {count} | 1\nwhile mask:\n    yield bits.lsb(mask)\n    mask &= mask - 1",
            f"for m, cell in enumerate(state.cells):\n    if not {over} and (m == 1 or {test}):\n        yield m",
        ]
    chosen = phrases.chooser.choice(styles if "actions" not in plan.plain else styles[:1])
    found = _def("actions(self, state)", [*lines, *chosen.split("\n")])
    found += ["", *_def("offered(self, state, count)", [f"return [{each} for m in range(count)]"])]
    return [*found, "", *_def("each(self, state, count)", ["for m in range(count):", f"    yield {each}"])], words


def _result(plan: Plan, bad: bool) -> tuple[list[str], str]:
    style = plan.phrases("style")
    opening, numbers = list[str](), tuple[str, ...](["action"])
    if plan.arity:
        names = ("row", "column", "depth")[: plan.arity]
        unpacked = style.chance(0.5)
        opening = [f"{', '.join(names)} = action"] if unpacked else []
        numbers = names if unpacked else tuple(f"action[{i}]" for i in range(plan.arity))
    phrases, lines, scope, words = _body(plan, "result", _scope(plan, *numbers), bad, 3)
    deep = 0 if "result" in plan.plain else 2
    a, b, c, spare = (phrases.number(scope, deep) for _ in range(4))
    at = f"({phrases.number(scope, deep // 2)}) % {CELLS}"
    edits = (
        f"cells = list(state.cells)\ncells[{at}] = ({c}) % 9",
        f"cells = list(state.cells)\ncells[{at}] += 1\ncells[-1] -= cells[0] > 4\ncells[0] %= 8",
        f"cells = [*state.cells]\nat = {at}\ncells[0], cells[at] = cells[at], cells[0]",
        f"cells = [(c + {numbers[0]}) % 7 for c in state.cells]\ncells[{at}] = 0",
        "cells = tuple((c * 2 + i) % 9 for i, c in enumerate(state.cells))",
        f"at = {at}\ncells = state.cells[:at] + (({c}) % 6,) + state.cells[at + 1:]",
        "cells = state.cells[1:] + state.cells[:1]",
        f"cells = (({c}) % 5, *state.cells[1:])",
        "cells = sorted(state.cells)",
        f"cells = list(state.cells)\nfor i in range({CELLS}):\n    if {phrases.condition(scope.with_number('i'))}:\n"
        "        cells[i] = (cells[i] + i) % 9",
    )
    edit = phrases.chooser.choice(edits if "result" not in plan.plain else edits[:1])
    kept = "cells" if edit.startswith(("cells = tuple", "at =", "cells = state", "cells = ((")) else "tuple(cells)"
    a, b, spare = f"({a}) % 50", f"({b}) % 40 - 20", f"({spare}) % 8"
    make = phrases.pick(
        f"self.State(state.ply + 1, {a}, {kept}, {b}, {spare})",
        f"state._replace(ply=state.ply + 1, a={a}, cells={kept}, b={b}, spare={spare})",
        f"self.State(ply=state.ply + 1, a={a}, b={b}, cells={kept}, spare={spare})",
        f"state._replace(ply=state.ply + 1, cells={kept}, b={b})",
        f"Generated.State(state.ply + 1, {a}, {kept}, spare={spare}, b={b})",
        f"type(state)(state.ply + 1, {a}, {kept}, {b}, {spare})",
    )
    if phrases.chance(0.3) and "result" not in plan.plain:
        lines += [f"if {phrases.condition(scope)}:", "    return state._replace(ply=state.ply + 1, a=1 - state.a % 4)"]
    return _def("result(self, state, action)", [*opening, *lines, *edit.split("\n"), f"return {make}"]), words


def _is_terminal(plan: Plan, bad: bool) -> tuple[list[str], str]:
    phrases = plan.phrases("is_terminal")
    if phrases.chance(0.4):
        return [], ""
    scope = _scope(plan)
    style = phrases.pick(
        f"return state.ply >= {plan.plies}",
        f"return state.ply >= {plan.plies} or (state.ply > 2 and {phrases.condition(scope)})",
        f"if state.ply < 2:\n    return False\nreturn {phrases.condition(scope)} or state.ply >= {plan.plies}",
        "return not any(True for _ in self.actions(state))",
        "for _ in self.actions(state):\n    return False\nreturn True",
    )
    return _def("is_terminal(self, state)", style.split("\n")), ""


def _utility(plan: Plan, bad: bool) -> tuple[list[str], str]:
    phrases, lines, scope, words = _body(plan, "utility", _scope(plan), bad)
    worth = f"({phrases.number(scope, 0 if 'utility' in plan.plain else 2)}) % 7 - 3"
    divided = {1: "", 2: " / 2"}[plan.scale]
    ends = (
        f"worth = ({worth}){divided}\nreturn worth if player == 0 else -worth",
        f"worth = ({worth}){divided}\nif player == 1:\n    return -worth\nreturn worth",
        f"worth = {worth}\nreturn (worth, -worth)[player]{divided}",
        f"return (1 - 2 * player) * ({worth}){divided}",
        f"if {phrases.condition(scope)}:\n    return 0\nreturn ({worth}){divided} * (1 if player == 0 else -1)",
    )
    return _def("utility(self, state, player)", [*lines, *phrases.chooser.choice(ends).split("\n")]), words


def _evaluate(plan: Plan, bad: bool) -> tuple[list[str], str]:
    if not plan.evaluates:
        return [], ""
    phrases, lines, scope, _ = _body(plan, "evaluate", _scope(plan), False)
    number = phrases.number(scope)
    worth = phrases.pick(f"({number}) % 100 - 50", f"(({number}) % 100 - 50) / 4", f"0.5 * (({number}) % 9)")
    lines += [f"worth = {worth}", "return worth if player == 0 else -worth"]
    return _def("evaluate(self, state, player)", lines), ""


def _key(plan: Plan, bad: bool) -> tuple[list[str], str]:
    phrases = plan.phrases("key")
    packed = (
        "packed = (state.ply * 64 + state.a) * 64 + state.b + 20\nfor cell in state.cells:\n    packed = packed * 64"
    )
    style = phrases.pick(
        "",
        f"{packed} + cell + 9\nreturn packed",
        "return (state.ply, state.a, state.b, *state.cells)",
        "return (state.ply, state.a, state.b) + state.cells",
        "return state.ply, state.cells, state.a, state.b",
        "return state",
        "return state.ply, state.a, state.b, state.cells[0], state.cells[1], state.cells[2], state.cells[3]",
    )
    return (_def("key(self, state)", style.split("\n")) if style else []), ""


def _canonical(plan: Plan, bad: bool) -> tuple[list[str], str]:
    """No rule reads the field `spare`, so states that differ there only are equivalent."""
    style = plan.phrases("canonical").pick(
        "",
        "return state._replace(spare=0)",
        "other = 7 - state.spare\nif other < state.spare:\n    return state._replace(spare=other)\nreturn state",
        "return self.State(state.ply, state.a, state.cells, state.b, min(state.spare, 7 - state.spare))",
        "return min(state, state._replace(spare=7 - state.spare))",
    )
    return (_def("canonical(self, state)", style.split("\n")) if style else []), ""


def _rank(plan: Plan, bad: bool) -> tuple[list[str], str]:
    phrases = plan.phrases("rank")
    if phrases.chance(0.5):
        return [], ""
    scope = _scope(plan, *(["action"] if not plan.arity else ["action[0]", "action[1]"]))
    lines: list[str] = []
    scope = phrases.computing(scope, lines)
    return _def("rank(self, state, action)", [*lines, f"return {phrases.number(scope)}{phrases.pick('', ' / 2')}"]), ""


RULES: dict[str, Callable[[Plan, bool], tuple[list[str], str]]] = {
    "helper": _helper,
    "to_move": _to_move,
    "actions": _actions,
    "result": _result,
    "is_terminal": _is_terminal,
    "utility": _utility,
    "evaluate": _evaluate,
    "key": _key,
    "canonical": _canonical,
    "rank": _rank,
}
"""Who writes each rule, or leaves an optional one out."""
