"""From a game to a kernel on disk: its rules are lowered here, and compiled by a child process."""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from plywise.kernel.building.child import CompileChild, borrow, give_back
from plywise.kernel.building.compiled import CompiledRules
from plywise.kernel.building.disk import processor, read_kernel
from plywise.kernel.building.kind import CompileError, KernelKind, OnCompile
from plywise.kernel.building.request import make_request
from plywise.kernel.building.text import module_text, rule_entries
from plywise.kernel.lowering import Lowered, LoweringError, lower
from plywise.rules import Game

_background: dict[str, CompileChild] = {}
"""Children that compile a kernel nobody waits for, by its key."""


def compile_kernel(
    game: Game, kind: KernelKind, folder: Path, key: str, on_step: OnCompile | None, is_portable: bool = False
) -> None:
    """Compile a kernel into a folder, if portable as WebAssembly too; raises LoweringError where the rules can't be."""
    child = borrow()  # it imports Numba while the rules are lowered here
    try:
        request = _request(game, kind, _lowered(game, kind), folder, key, is_portable)
    except BaseException:
        give_back(child)
        raise
    _ask(child, request, on_step)


def compile_in_background(game: Game, kind: KernelKind, folder: Path, key: str) -> None:
    """Start compiling a kernel unless that is under way; whoever asks for it next finds it."""
    running = _background.get(key)
    if running is not None and running.is_alive:
        return
    request = _request(game, kind, _lowered(game, kind), folder, key)  # no process for what can't be lowered
    child = _background[key] = CompileChild(request)
    child.leave()


def _lowered(game: Game, kind: KernelKind) -> Lowered:
    return lower(game, checked=kind.checked, tabled=kind.tabled, patterned=kind.patterned)


def compile_lowered(game: Game, lowered: Lowered) -> CompiledRules:
    """Compile rules that were lowered already, and leave nothing on disk."""
    folder = Path(tempfile.mkdtemp(prefix="plywise-"))
    try:
        _ask(borrow(), _request(game, KernelKind("rules"), lowered, folder, "lowered"), None)
        return CompiledRules(game, read_kernel(folder, "lowered", processor()))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _request(game: Game, kind: KernelKind, lowered: Lowered, folder: Path, key: str, is_portable: bool = False) -> Any:
    """Put together what the child needs."""
    text = (kind.text or module_text)(lowered)
    own = rule_entries(lowered, with_perft=kind.is_rules)
    shape = lowered.shape
    about = {
        "game": game.name,
        "kernel": kind.name,
        "rules": {
            "names": sorted(lowered.rules),
            "arity": lowered.arity,
            "fields": list(shape.fields),
            "lengths": [list(lengths) for lengths in shape.lengths],
            "size": shape.size,
            "default_terminal": lowered.default_terminal,
        },
        "asked": kind.asked,
    }
    entries = [*own, *_distinct(kind.entries, own)]
    return make_request(key, str(folder), text, lowered, entries, about, is_portable)


def _distinct(entries: Sequence[tuple[str, int]], own: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    return [entry for entry in entries if entry not in own]


def _ask(child: CompileChild, request: Any, on_step: OnCompile | None, *, again: bool = True) -> None:
    """Have a child compile; one that was interrupted or failed is not asked again."""
    try:
        child.send(request)
        child.wait(on_step)
    except LoweringError:
        give_back(child)
        raise
    except CompileError:
        child.leave()
        if not (again and child.ended_idle):
            raise
        return _ask(CompileChild(), request, on_step, again=False)
    except BaseException:
        child.leave()
        raise
    return give_back(child)
