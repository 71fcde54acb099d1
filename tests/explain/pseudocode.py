"""Runs the pseudo-code that the player shows: a line of Python for each of its lines, and nothing in between.

What the pseudo-code leaves out is added where it is said: the game, what is there before the loop, Star1's sums.
"""

import re
import sys
from math import inf
from typing import Any, TypeAlias

from plywise.rules import CHANCE, MAX, Game

Reached: TypeAlias = list[tuple[int, Any]]
"""The numbers of the lines that were run, one after the other, and in which state."""

WORDS = {
    "−∞": "-inf",
    "+∞": "inf",
    "≥": ">=",
    "≤": "<=",
    " · ": " * ",
    "every utility": "every_utility(state)",
    "utility to me": "utility(state)",
    "for each action:": "for action in game.actions(state):",
    "for each outcome, probability:": "for outcome, probability in game.chances(state):",
    "return the best found": "return best_of(state, seen)",
    "vector[mover] > best[mover]": "best is None or vector[mover(state)] > best[mover(state)]",
    "known += probability * found": "known, rest = known + probability * found, rest - probability",
}
"""Words of the pseudo-code, and what they are in Python."""
PATTERNS = {
    r"^(\w+)\((.*)\):$": r"def \1(\2, best=None, seen=(), known=0.0, rest=1.0):",
    r"\bif (MAX|chance) moves:": r"if moves(state, '\1'):",
    r"^( +)(MAX|MIN|me|others): ": r"\1if moves(state, '\2'): ",
    r", window\)": ", *window(α, β, known, rest, probability))",
    r"^( +)(found = (?:star1|paranoid).*α, β\))$": r"\1\2; seen += (found,)",
}


def in_python(code: list[str]) -> str:
    """Translate pseudo-code, line by line."""
    lines, chosen = list[str](), "action"
    for shown in code:
        chosen = "outcome" if "each outcome" in shown else "action" if "each action" in shown else chosen
        lines.append(_translate(shown, chosen))
    return "\n".join(lines) + "\n"


def _translate(line: str, chosen: str) -> str:
    for said, meant in WORDS.items():
        line = line.replace(said, meant)
    for pattern, meant in {r"\(result\b(?!\()": f"(result(state, {chosen})", **PATTERNS}.items():
        line = re.sub(pattern, meant, line)
    return line


def run_code(code: list[str], game: Game, me: int = MAX) -> tuple[Any, Reached]:
    """Run pseudo-code from the start of a game, values to one player; return the value, and which lines were run."""

    def moves(state: Any, who: str) -> bool:
        mover = game.to_move(state)
        return {"MAX": mover == me, "me": mover == me, "chance": mover == CHANCE}.get(who, mover != me)

    def window(alpha: float, beta: float, known: float, rest: float, probability: float) -> tuple[float, float]:
        worst, best = game.utility_bounds
        low = (alpha - known - (rest - probability) * best) / probability
        high = (beta - known - (rest - probability) * worst) / probability
        return max(low, worst), min(high, best)

    def known_of(choose: Any) -> Any:
        return lambda *values: choose(value for value in values if value is not None)

    space = {
        "game": game,
        "inf": inf,
        "moves": moves,
        "window": window,
        "result": game.result,
        "terminal": game.is_terminal,
        "mover": game.to_move,
        "max": known_of(max),
        "min": known_of(min),
        "utility": lambda state: game.utility(state, me),
        "every_utility": lambda state: tuple(game.utility(state, player) for player in range(game.players)),
        "best_of": lambda state, seen: (max if game.to_move(state) == me else min)(seen),
        "least": game.utility_bounds[0],
        "greatest": game.utility_bounds[1],
    }
    exec(compile(in_python(code), "pseudo-code", "exec"), space)
    reached: Reached = []

    def watch(frame: Any, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != "pseudo-code":
            return None
        if event in ("call", "line"):
            reached.append((frame.f_lineno - 1, frame.f_locals["state"]))
        return watch

    start = space[code[0].partition("(")[0]]
    before = sys.gettrace()
    sys.settrace(watch)
    try:
        value = start(game.initial(), *((-inf, inf) if "β" in code[0] else ()))
    finally:
        sys.settrace(before)
    return value, reached
