"""`--tables` of analyse and play: what tables tell is shown without a search."""

import json
import shutil
from pathlib import Path

import pytest

from plywise import load_game
from plywise.knowledge.solved.manifest.manifest import render
from plywise.solve import solve_game, solve_tiers

RULES = str(Path(__file__).parents[1] / "solve" / "graph_game.py")


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The tables of the graph's lower layer."""
    folder = tmp_path_factory.mktemp("graph") / "tables"
    game = load_game(RULES)
    solve_tiers(game, RULES, game.parse_tier("low"), folder)
    return str(folder)


def won_state():
    """A state of the lower layer, by name, that plain Python finds won in three plies."""
    game = load_game(RULES)

    def wins(state, plies):
        if game.is_terminal(state):
            return game.utility(state, state.turn) > 0
        after = [game.result(state, action) for action in game.actions(state)]
        return any(loses(then, plies - 1) for then in after)

    def loses(state, plies):
        if game.is_terminal(state):
            return game.utility(state, state.turn) < 0
        return plies > 0 and all(wins(game.result(state, action), plies - 1) for action in game.actions(state))

    states = [type(game.initial())(node, 0) for node in range(60, 120)]
    return next(game.state_name(state) for state in states if wins(state, 3) and not wins(state, 1))


def test_analyse_tells_what_tables_know(plywise, tables):
    state = won_state()
    data = json.loads(plywise("analyse", RULES, "--state", state, "--tables", tables, "--json").stdout)
    assert (data["status"], data["by_table"], data["value"], data["distance"]) == ("proven", True, 1, 3)
    assert len(data["line"]) == 3
    shown = plywise("analyse", RULES, "--state", state, "--tables", tables).stdout
    assert "By table, with best play A wins in 3 plies." in shown
    assert "known by table" in shown
    assert "plies" in shown


def test_a_search_above_the_tables_says_how_many_they_told(plywise, tables):
    done = plywise("analyse", RULES, "--depth", "6", "--tables", tables, "--engine", "compiled")
    assert "of them known by table" in done.stdout, done.stdout


def test_play_by_table(plywise, tables):
    shown = plywise("play", RULES, "--human", "none", "--state", won_state(), "--tables", tables).stdout
    assert "(proven by table, value 1 to A)" in shown
    assert "A wins" in shown


def test_a_folder_that_holds_no_tables(plywise, tmp_path):
    done = plywise("analyse", RULES, "--tables", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def copy_changed(folder, to, **changes):
    """Copy a folder of tables with another manifest, whose checksums are right."""
    shutil.copytree(folder, to)
    data = json.loads((to / "manifest.json").read_bytes()) | changes
    content = {name: part for name, part in data.items() if name not in ("build", "checksum", "build_checksum")}
    (to / "manifest.json").write_bytes(render(content, data["build"]))


@pytest.mark.parametrize("named", ["dl/evil.py", "dl/evil.py/", "dl/evil.py/.:Nim", "dl/tree.json", "nim.py:Nim"])
@pytest.mark.parametrize("command", [("probe", "copy", "A(3,4,5)"), ("verify", "copy")])
def test_a_folder_may_not_have_files_of_rules_run(plywise, tables, tmp_path, named, command):
    (tmp_path / "dl").mkdir()
    for file in (tmp_path / "dl" / "evil.py", tmp_path / "nim.py"):
        file.write_text("from pathlib import Path\nPath('ran').touch()\nfrom plywise.games.nim import Nim\n")
    copy_changed(tables, tmp_path / "copy", game=named)
    done = plywise(*command)
    assert done.returncode == 1
    assert "if you trust it, name it yourself with --game." in " ".join(done.stderr.split())
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("packing", [[], [[0, 1]], [[0, 1]] * 100_000])
def test_a_manifest_that_packs_other_states_is_refused(plywise, tmp_path, packing):
    solve_game(load_game("nim:piles=2-2"), tmp_path / "tables")
    copy_changed(tmp_path / "tables", tmp_path / "copy", packing=packing)
    done = plywise("probe", "copy", "A(2,2)")
    assert done.returncode == 1
    assert "don't use it, or build the tables" in " ".join(done.stderr.split())


GROWING = """
from typing import NamedTuple
from plywise import Game

class Growing(Game):
    class State(NamedTuple):
        code: int = 1
        ply: int = 0
    def to_move(self, state): return state.ply % 2
    def actions(self, state): return (1, 2)
    def result(self, state, action): return self.State(state.code * 31 + action + 7, state.ply + 1)
    def is_terminal(self, state): return state.ply >= 14
    def utility(self, state, player): return 1 if (state.code % 3 == 0) == (player == 0) else -1
"""


def test_states_with_numbers_too_large_for_a_table_are_refused(plywise, tmp_path):
    (tmp_path / "growing.py").write_text(GROWING)
    done = plywise("solve", "growing.py", "--out", "tables")
    assert done.returncode == 1
    said = " ".join(done.stderr.split())
    assert "No table can hold growing: in one of its states" in said
    assert "doesn't fit 64 bits. Split it over several fields." in said
