"""Kernels as WebAssembly in Pyodide find exactly what machine code finds here: states, values, lines and visits."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from plywise import load_game
from plywise.games.catalog import list_games
from plywise.kernel import LoweringError, compile_rules
from plywise.kernel.building import build_portable, noted_kinds
from tests.portable import trials
from tests.portable.nodes import run_node

RUNNER = Path(__file__).with_name("in_pyodide.mjs")
PYODIDE = Path(__file__).parents[2] / "web" / "node_modules" / "pyodide"

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not PYODIDE.exists(), reason="needs Node and the front end's packages"
)


def both(specs: dict[str, list[str]], folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the trials of some games find here, and what they find in Pyodide."""
    here: dict[str, Any] = {}
    work: list[Any] = []
    for spec, names in specs.items():
        game = load_game(spec)
        with noted_kinds() as kinds:
            here[spec] = json.loads(json.dumps(trials.try_all(spec, names)))
        kernels = []
        for number, kind in enumerate(kinds):
            manifest, code = build_portable(game, kind)
            key = f"{len(work)}-{number}"
            (folder / f"{key}.o").write_bytes(code)
            (folder / f"{key}.json").write_text(manifest.to_json(), encoding="utf-8")
            kernels.append([str(folder), key])
        work.append({"spec": spec, "names": names, "kernels": kernels})
    request = folder / "work.json"
    request.write_text(json.dumps(work), encoding="utf-8")
    ended = run_node([str(RUNNER), str(request)])
    assert ended.returncode == 0, ended.stderr[-3000:]
    return here, json.loads(ended.stdout)


def test_the_same_is_found(tmp_path):
    here, there = both({"connect-four:width=5,height=4": ["alpha-beta", "perft"]}, tmp_path)
    assert there == here


@pytest.mark.slow
def test_the_same_is_found_by_simulations_and_with_dice(tmp_path):
    here, there = both({"connect-four:width=5,height=4": ["uct"], "pig": ["expectation"]}, tmp_path)
    assert there == here


@pytest.mark.slow
def test_the_same_is_found_with_lists_that_grow_and_by_three_players(tmp_path):
    """Go has lists that grow: `pytest -m slow tests/portable -k grow`."""
    here, there = both({"go:size=5": ["uct"], "mnk:m=4,n=3,k=3,players=3": ["vectors"]}, tmp_path)
    assert there == here


@pytest.mark.slow
@pytest.mark.parametrize("spec", [spec for spec in list_games() if not load_game(spec).hides])
def test_every_shipped_game(spec, tmp_path):
    """All that suits a game: `pytest -m slow tests/portable`, some twenty minutes."""
    game = load_game(spec)
    try:
        compile_rules(game)
    except LoweringError as error:
        pytest.skip(f"is searched plainly: {error}")
    here, there = both({spec: list(trials.trials(game))}, tmp_path)
    assert there == here
