"""One file with all that JavaScript needs to play a game: compiled rules and search, and figures beside them.

The file is a WebAssembly module. Two sections of its own are added, which a browser ignores:

| section | what is in it |
|---|---|
| plywise | JSON: the manifest, the game's figures, and those of the search |
| plywise.next | a whole second module of this kind, which searches where the first one proves nothing |
"""

import json
import math
from pathlib import Path
from typing import Any

from plywise.agents import SearchOptions, choose_plan, compiled_search
from plywise.export.errors import ExportError
from plywise.export.random_play import played_states
from plywise.files import write_whole
from plywise.kernel import LoweringError, Searcher, TreeSearcher
from plywise.kernel.alpha_beta import search_driver
from plywise.kernel.building import MAX_HISTORY, KernelKind, OnCompile, build_portable, noted_kinds
from plywise.kernel.lowering import leaves
from plywise.kernel.twins import tree_driver
from plywise.rules import Game, Limit, Scale

FORMAT = 1
SECTION, NEXT_SECTION = "plywise", "plywise.next"
NEEDED = ("game", "kernel", "entries", "layout", "errors", "rules", "stack", "compared")
"""What of a manifest is needed to run a kernel."""

SAMPLED = 500
"""In how many states of random play it is looked how large the numbers of a state become."""

NATIVE_MB = 1
"""The searchers that are made here only for their figures have small tables."""


def export_kernel(game: Game, path: Path, on_step: OnCompile | None = None) -> int:
    """Write a game's kernel file, and return its size; raises ExportError where the rules can't be compiled."""
    content = kernel_file(game, on_step)
    write_whole(path, content)
    return len(content)


def kernel_file(game: Game, on_step: OnCompile | None = None) -> bytes:
    """Return a game's kernel file; raises ExportError where the rules can't be compiled."""
    plan = choose_plan(game, Limit(time=1), None, SearchOptions(knowledge="none"))
    names = [stage.algorithm.name for stage in plan.stages]
    try:
        modules = [_module(game, name, plan.options, on_step) for name in names if name == "alpha-beta"]
        if names[-1] != "alpha-beta":
            modules.append(_module(game, "uct", plan.options, on_step))
    except LoweringError as error:
        raise ExportError(f"{game.name} has no kernel, because its rules can't be compiled: {error}") from error
    content = modules[-1]
    for module in reversed(modules[:-1]):
        content = module + section(NEXT_SECTION, content)
    return content


def _module(game: Game, algorithm: str, options: SearchOptions, on_step: OnCompile | None) -> bytes:
    """Return one search of a game, with what drives it in a section of its own."""
    kind, driver = _driven(game, algorithm, options, on_step)
    manifest, code = build_portable(game, kind, on_step)
    said = manifest.to_data()
    needed = {name: said[name] for name in NEEDED}
    data = {"format": FORMAT, "manifest": needed, "game": game_data(game), "driver": driver}
    return code + section(SECTION, json.dumps(data, separators=(",", ":")).encode())


def _driven(
    game: Game, algorithm: str, options: SearchOptions, on_step: OnCompile | None
) -> tuple[KernelKind, dict[str, Any]]:
    """Return which kernel a search needs, and the figures that drive it."""
    with noted_kinds() as kinds:
        if algorithm == "alpha-beta":
            switches, tuning = compiled_search(options)
            driver = search_driver(Searcher(game, switches, table_mb=NATIVE_MB, tuning=tuning, on_step=on_step))
        else:
            driver = tree_driver(TreeSearcher(game, options=options.tree, on_step=on_step))
    return kinds[0], driver


def game_data(game: Game) -> dict[str, Any]:
    """Return what JavaScript must know of a game beside its compiled rules."""
    if not all(map(math.isfinite, game.utility_range)):
        raise ExportError(f"Declare a finite utility_range for {game.name}: a search without Python relies on it.")
    scale = Scale(game)
    return {
        "name": game.name,
        "players": game.players,
        "player_names": [game.name_of(player) for player in range(game.players)],
        "utility_range": list(game.utility_range),
        "utility_sum": game.utility_sum,
        "draw_utility": game.draw_utility,
        "evaluation_limit": game.evaluation_limit,
        "repetition": game.repetition,
        "repetition_count": game.repetition_count,
        "most_history": MAX_HISTORY,
        "stretched": scale.stretched,
        "ranked": scale.ranked,
        "initial": [str(int(cell)) for cell in leaves(tuple(game.initial()))],
        "forms": field_forms(game),
    }


def field_forms(game: Game) -> list[str]:
    """Return how JavaScript has each field of a state: as numbers, or, where they hold many bits, as bigints.

    A bigint has no sign unless one was seen. Random play decides; what is larger than any number seen is never cut off.

    >>> from plywise.games.placing.connect_four import ConnectFour
    >>> field_forms(ConnectFour())
    ['unsigned', 'unsigned']
    """
    lows: list[int] = []
    highs: list[int] = []
    for state in played_states(game, SAMPLED):
        rows = [[int(cell) for cell in leaves((field,))] or [0] for field in tuple(state)]
        lows = [min(low, *row) for low, row in zip(lows or [0] * len(rows), rows, strict=True)]
        highs = [max(high, *row) for high, row in zip(highs or [0] * len(rows), rows, strict=True)]
    forms = []
    for low, high in zip(lows, highs, strict=True):
        is_small = low >= -(1 << 31) and high < 1 << 32
        forms.append("number" if is_small else "signed" if low < 0 else "unsigned")
    return forms


def section(name: str, content: bytes) -> bytes:
    """Return a custom section of a WebAssembly module.

    >>> section("a", b"bc")
    b'\\x00\\x04\\x01abc'
    """
    said = name.encode()
    body = _leb128(len(said)) + said + content
    return b"\0" + _leb128(len(body)) + body


def _leb128(number: int) -> bytes:
    digits = bytearray()
    while number >= 128:
        digits.append(number & 127 | 128)
        number >>= 7
    digits.append(number)
    return bytes(digits)
