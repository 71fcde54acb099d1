"""The JavaScript package finds what Python finds with the same kernels: values, statuses, lines, states visited."""

import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from plywise import load_game
from plywise.agents import SearchOptions, choose_plan, compiled_search
from plywise.export import kernel_file
from plywise.export.random_play import played_states
from plywise.kernel import Searcher, TreeSearcher
from plywise.rules import CHANCE, Decision, Game, Limit
from tests.portable.nodes import run_node

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"

RUNNER = Path(__file__).with_name("in_node.mjs")
MB = 4

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules" / "vite").exists(),
    reason="needs Node and the front end's packages",
)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package, built from its sources."""
    folder = tmp_path_factory.mktemp("package")
    vite = ["node_modules/vite/bin/vite.js", "build", "--config", "vite.package.ts", "--outDir", str(folder)]
    ended = run_node(vite, WEB)
    assert ended.returncode == 0, ended.stderr[-3000:]
    return folder / "plywise.js"


def told(decision: Decision) -> dict[str, Any]:
    """Return all that a decision says but for the time it took."""
    names = (
        "action",
        "value",
        "player",
        "status",
        "bound",
        "unit",
        "depth",
        "distance",
        "nodes",
        "leaves",
        "simulations",
    )
    choices = [[c.action, c.value, c.status, c.bound, c.unit, c.distance, c.visits, c.line] for c in decision.choices]
    return {**{name: getattr(decision, name) for name in names}, "line": decision.line, "choices": choices}


def digits(state: Any) -> Any:
    """Return a state with its numbers as digits: JSON's own have 53 bits."""
    return [digits(part) for part in state] if isinstance(state, tuple) else str(int(state))


def ask_rules(game: Game, state: Any) -> list[Any]:
    over = game.is_terminal(state)
    mover = None if over else game.to_move(state)
    offered = list(game.actions(state)) if mover != CHANCE and not over else []
    if mover == CHANCE:
        offered = [outcome for outcome, _ in game.chances(state)]
    after = [digits(game.result(state, action)) for action in offered[:2]]
    return [over, mover, offered, after, game.utility(state, 0) if over else None]


def ask_python(game: Game, algorithm: str, states: list[Any], limit: Limit) -> list[dict[str, Any]]:
    plan = choose_plan(game, Limit(time=1), None, SearchOptions(knowledge="none"))
    searcher: Any
    if algorithm == "alpha-beta":
        switches, tuning = compiled_search(plan.options)
        searcher = Searcher(game, switches, table_mb=MB, tuning=tuning)
        return [told(searcher.decide(state, limit=limit)) for state in states]
    searcher = TreeSearcher(game, options=plan.options.tree, tree_mb=MB, seed=3, reuse=False)
    return [told(searcher.decide(state, limit=limit)) for state in states]


def as_text(answer: Any) -> Any:
    """Return rows of lists with whole numbers as digits, so that both worlds write the same."""
    return json.loads(json.dumps(answer))


def compare(package: Path, cases: list[tuple[str, str, Limit]], folder: Path) -> None:
    """Ask both worlds the same."""
    here, work = [], []
    for number, (spec, algorithm, limit) in enumerate(cases):
        game = load_game(spec)
        file = folder / f"{number}.wasm"
        file.write_bytes(kernel_file(game))
        sampled = list(played_states(game, 25))
        states = [state for state in itertools.islice(sampled, 0, None, 8) if not game.is_terminal(state)]
        asked = {"depth": limit.depth} if limit.depth else {"simulations": limit.simulations, "seed": 3}
        questions = [{"state": digits(state), "asked": asked} for state in states]
        work.append({"file": str(file), "sizes": {"tableMb": MB}, "questions": questions})
        work[-1]["rules"] = [digits(state) for state in sampled]
        rules = [ask_rules(game, state) for state in sampled]
        here.append({"found": ask_python(game, algorithm, states, limit), "rules": rules})
    request = folder / "work.json"
    request.write_text(json.dumps(work), encoding="utf-8")
    ended = run_node([str(RUNNER), str(package), str(request)])
    assert ended.returncode == 0, ended.stderr[-3000:]
    for case, mine, other in zip(cases, here, json.loads(ended.stdout), strict=True):
        assert flat_digits(other["rules"]) == flat_digits(as_text(mine["rules"])), case
        for expected, found in zip(as_text(mine["found"]), other["found"], strict=True):
            assert found == expected, case


def flat_digits(part: Any) -> Any:
    """Return the same with every whole number as its lowest 64 bits."""
    if isinstance(part, list):
        return [flat_digits(each) for each in part]
    is_number = isinstance(part, str) or (isinstance(part, int) and not isinstance(part, bool))
    return int(part) % (1 << 64) if is_number else part


def test_the_same_is_found(package, tmp_path):
    cases = [
        ("connect-four", "alpha-beta", Limit(depth=8)),
        (str(ROOT / "examples" / "tic_tac_toe.py"), "alpha-beta", Limit(depth=4)),
        (str(ROOT / "examples" / "tic_tac_toe.py"), "uct", Limit(simulations=300)),
        ("pig", "uct", Limit(simulations=500)),
    ]
    compare(package, cases, tmp_path)


@pytest.mark.slow
def test_larger_games(package, tmp_path):
    cases = [
        ("tic-tac-toe", "alpha-beta", Limit(depth=9)),
        ("chess", "alpha-beta", Limit(depth=5)),
        ("kalah", "alpha-beta", Limit(depth=7)),
        ("othello", "alpha-beta", Limit(depth=6)),
        ("go:size=5", "uct", Limit(simulations=800)),
        ("mnk:m=4,n=3,k=3,players=3", "uct", Limit(simulations=800)),
    ]
    compare(package, cases, tmp_path)
