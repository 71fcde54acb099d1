"""The compiled searches of a site's games, those that the page will ask for, as WebAssembly; and what was learned."""

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from plywise.agents import Agent, knowledge_beside, takes_network
from plywise.export.errors import ExportError
from plywise.kernel.building import CompileError, build_portable, noted_kinds
from plywise.rules import PlywiseError
from plywise.tasks import find_game, options_for

FOLDER = "kernels"
LEARNED = "knowledge"


def find_learned(specs: Mapping[str, str]) -> dict[str, Path]:
    """Return, by the ids of games, the files of knowledge that lie beside the user's own, as `plywise serve` uses them.

    Networks stay out: they need NumPy, which a page doesn't have.
    """
    files = {game_id: Path(spec.partition(":")[0]).with_suffix(".knowledge") for game_id, spec in specs.items()}
    own = {game_id: file for game_id, file in files.items() if file.is_file()}
    games = {game_id: find_game(specs[game_id]) for game_id in own}
    return {
        game_id: file
        for game_id, file in own.items()
        if not takes_network(games[game_id]) and knowledge_beside(games[game_id]) is not None
    }


@dataclass
class SiteKernels:
    """Kernels by the ids of games, as files; and for games that have none, why."""

    files: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    """The names of each game's kernels: each is a .wasm and a .json."""
    plain: dict[str, str] = field(default_factory=dict)


def make_kernels(specs: Mapping[str, str], learned: Mapping[str, Path], on_step: Callable[[str], None]) -> SiteKernels:
    """Compile what searches each game in a page; raises ExportError where WebAssembly can't be linked."""
    if importlib.util.find_spec("ziglang") is None:
        raise ExportError(
            "Compiled searches are linked by Zig: run `pip install plywise[export]`, or export with --plain."
        )
    made = SiteKernels()
    for game_id, spec in specs.items():
        on_step(f"compiling {game_id}")
        try:
            _add(made, game_id, spec, learned.get(game_id))
        except (CompileError, ExportError):
            raise
        except PlywiseError as error:  # the rules can't be compiled, or what suits the game has no compiled form
            made.plain[game_id] = str(error)
    return made


def _add(made: SiteKernels, game_id: str, spec: str, learned: Path | None) -> None:
    game = find_game(spec)
    options = options_for(spec, None, None if learned is None else str(learned))
    with noted_kinds() as kinds:
        Agent(game, options=replace(options, engine="compiled")).warm_up()
    names = []
    for kind in kinds:
        manifest, code = build_portable(game, kind)
        name = f"{FOLDER}/{kind.name}-{manifest.object_sha256[:16]}"
        made.files[f"{name}.wasm"] = code
        made.files[f"{name}.json"] = manifest.to_json().encode()
        names.append(name)
    if names:
        made.names[game_id] = names
