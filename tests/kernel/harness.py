"""Compiling one rule at a time, which keeps many small tests quick."""

import importlib.util
import itertools
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from plywise import Game
from plywise.kernel import CompiledRules, Lowered
from plywise.kernel.building import compile_lowered, same
from plywise.kernel.lowering import OFFERING, Lowering, Mode, offered_in

numbers = itertools.count()


class SomeRules(Lowering):
    """Lowers certain rules only, and whatever they call."""

    def only(self, *rules: str) -> Lowered:
        for rule in rules:
            counted = rule.endswith("_count")
            mode = Mode.COUNT if counted else Mode.FILL if rule in OFFERING else Mode.PLAIN
            method = getattr(self.game, rule.removesuffix("_count"))
            self.program.rules[rule] = self.function(method, mode, rule)
        return self.program


def compile_one(game: Game, *rules: str, checked: bool = False) -> CompiledRules:
    """Compile certain rules of a game and leave nothing on disk."""
    lowered = SomeRules(game, checked).only(*rules)
    return compile_lowered(game, lowered)


def import_text(text: str, folder: Path, name: str = "case") -> ModuleType:
    """Import a text as a module of its own, from a file."""
    name = f"{name}_{next(numbers)}"
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def disagreement(game: Game, compiled: CompiledRules, rule: str, states: int = 30) -> str:
    """Ask one rule in both worlds along lines of play; say what differs."""
    state: Any = game.initial()
    for step in range(states):
        offered = offered_in(game, state)
        arguments: list[tuple[Any, ...]] = [()]
        if rule == "result":
            arguments = [(action,) for action in offered]
        if rule == "utility":
            arguments = [(player,) for player in range(game.players)]
        for given in arguments:
            plain = getattr(game, rule)(state, *given)
            plain = list(plain) if rule in OFFERING else plain
            found = getattr(compiled, rule)(state, *given)
            if not same(plain, found):
                return f"{rule}{given} of {state}: plain {plain}, compiled {found}"
        state = game.result(state, offered[step % len(offered)]) if offered else game.initial()
    return ""


def perft(game: Game, state: Any, depth: int) -> int:
    """Count lines of play of exactly so many actions, plainly."""
    if depth == 0:
        return 1
    return sum(perft(game, game.result(state, action), depth - 1) for action in offered_in(game, state))
