"""Sparse tables: counts and values of Connect Four and others against published ones, and games of one's own."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plywise.games.catalog import load_game
from plywise.kernel.tables import Packing, Sparse, find_packing
from plywise.knowledge.solved import SolvedFolder
from plywise.knowledge.solved.codes import Solved
from plywise.rules import RulesError
from plywise.solve.sparse import in_order, solve_sparse, unique
from plywise.solve.sparse.keys import found_in
from tests.solve.graphs import Walk, solve_plainly
from tests.solve.test_passes import random_walk

COUNTS = {"4x4": (161_029, 0), "5x4": (3_945_711, 0), "4x5": (1_706_255, 0), "6x3": (2_087_325, None)}
LARGE = {"5x5": (69_763_700, 0), "6x4": (94_910_577, -1), "4x6": (15_835_683, 0)}
"""Connect Four, width x height: states that can be reached, and the value to the first player (Tromp, Boeck)."""

PLIES_5X4 = [
    *(1, 5, 25, 95, 345, 1_070, 3_230, 8_325, 20_088, 43_505, 86_420, 157_205, 257_372, 388_167, 509_374, 620_337),
    *(619_592, 559_523, 385_184, 222_080, 63_768),
]


def value_of_start(folder: SolvedFolder, game) -> float:
    return solved_in(folder, game.initial()).value


def solved_in(folder: SolvedFolder, state: Any) -> Solved:
    lows, bits = zip(*folder.manifest.packing, strict=True)
    slot = folder.table("all").find(Packing(lows, bits).key(state))
    assert slot is not None
    solved = folder.table("all").solved(slot)
    assert solved is not None
    return solved


def check_connect_four(board: str, states: int, value: int | None, path: Path) -> dict[str, Any]:
    width, height = map(int, board.split("x"))
    spec = f"connect-four:width={width},height={height}"
    build = solve_sparse(load_game(spec), spec, path, threads=2)
    folder = SolvedFolder.open(path)
    assert folder.table("all").entry.states == states
    if value is not None:
        assert value_of_start(folder, load_game(spec)) == value
    return build


@pytest.mark.parametrize("board", COUNTS)
def test_connect_four_counts_and_values_are_the_published_ones(board, tmp_path):
    build = check_connect_four(board, *COUNTS[board], tmp_path / "tables")
    assert board != "5x4" or build["levels"] == PLIES_5X4


@pytest.mark.slow
@pytest.mark.parametrize("board", LARGE)
def test_larger_connect_four_too(board, tmp_path):
    build = check_connect_four(board, *LARGE[board], tmp_path / "tables")
    assert build["states_per_cpu_second"] >= 1_000_000


@pytest.mark.parametrize(("pits", "seeds", "value"), [(3, 2, 4), (2, 3, -2), (4, 1, 2)])
def test_kalah_has_its_published_margins(pits, seeds, value, tmp_path):
    spec = f"kalah:pits={pits},seeds={seeds}"
    game = load_game(spec)
    solve_sparse(game, spec, tmp_path / "tables")
    assert value_of_start(SolvedFolder.open(tmp_path / "tables"), game) == value


@pytest.mark.parametrize(
    ("most_edges", "widths"),
    [(1 << 30, None), (10, None), (1 << 30, (40, 40))],
    ids=["back along the edges", "looking again", "keys of two words"],
)
def test_a_game_of_ones_own_with_cycles_is_solved(most_edges, widths, tmp_path, monkeypatch):
    if widths:
        monkeypatch.setattr("plywise.solve.sparse.levels.find_packing", lambda game: Packing((0, 0), widths))
    monkeypatch.setattr("plywise.solve.sparse.found_states.MOST_EDGES", most_edges)
    whole = random_walk(2)
    game = Walk(whole.ways, whole.ends, whole.again, whole.layer)
    game.start = start = max(range(game.nodes), key=lambda node: len(_reached(game, node)))
    solve_sparse(game, "walk", tmp_path / "tables", threads=2)
    folder, known = SolvedFolder.open(tmp_path / "tables"), solve_plainly(game)
    states = _reached(game, start)
    assert folder.table("all").entry.states == len(states)
    for state in states:
        solved = solved_in(folder, state)
        outcome, plies = known.get(state, (0, None))
        assert (solved.value, solved.distance) == (outcome, None if outcome == 0 else plies)


def test_states_followed_in_many_waves_have_the_table_that_looking_again_gives(tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.solve.sparse.work.RANGE", 50)
    monkeypatch.setattr("plywise.solve.sparse.found_states.WAVE", 200)
    builds = []
    for most_edges in (1 << 30, 1000):
        monkeypatch.setattr("plywise.solve.sparse.found_states.MOST_EDGES", most_edges)
        game, path = load_game("three-mens-morris"), tmp_path / str(most_edges)
        levels = solve_sparse(game, "three-mens-morris", path, threads=2)["levels"]
        folder = SolvedFolder.open(path)
        assert (sum(levels), value_of_start(folder, game)) == (folder.table("all").entry.states, 1)
        files = [file for file in sorted((path / "all").rglob("*")) if file.is_file()]
        builds.append((levels, [(file.relative_to(path), file.read_bytes()) for file in files]))
    assert builds[0] == builds[1]


@pytest.mark.slow
def test_six_mens_morris_is_a_draw_of_so_many_states(tmp_path):
    game = load_game("six-mens-morris")
    solve_sparse(game, "six-mens-morris", tmp_path / "tables", threads=2)
    folder = SolvedFolder.open(tmp_path / "tables")
    assert folder.table("all").entry.states == 42_372_745  # published with brianhliou's game-solver
    assert value_of_start(folder, game) == game.draw_utility


def _reached(game: Walk, node: int) -> set[Any]:
    found = {game.State(node, 0)}
    waiting = list(found)
    while waiting:
        state = waiting.pop()
        after = set() if game.is_terminal(state) else {game.result(state, action) for action in game.actions(state)}
        waiting += after - found
        found |= after
    return found


def test_a_packing_that_is_too_narrow_is_widened(tmp_path, monkeypatch):
    narrow = Packing((1, 2), (3, 3))  # an empty board is below both
    monkeypatch.setattr("plywise.solve.sparse.levels.find_packing", lambda game: narrow)
    check_connect_four("4x4", *COUNTS["4x4"], tmp_path / "tables")


def test_keys_and_states_are_each_others():
    game = load_game("kalah:pits=4,seeds=3")
    packing = find_packing(game)
    sparse = Sparse(game, packing, keep=False)
    lots, state = random.Random(1), game.initial()
    while not game.is_terminal(state):
        assert sparse.unpack(packing.key(state)) == state
        state = game.result(state, lots.choice(list(game.actions(state))))


def test_keys_of_several_words_are_sorted_and_found():
    first, second = np.array([[1, 2], [3, 0]]), np.array([[1, 1], [3, 0]])
    both = np.concatenate([first, second])
    keys, codes = in_order(both, np.array([5, 6, 7, 6], np.uint16))
    assert (keys.tolist(), codes.tolist()) == ([[1, 1], [1, 2], [3, 0]], [7, 5, 6])
    assert found_in(keys, np.array([[0, 9], [1, 2], [3, 1]]), 2).tolist() == [False, True, False]
    assert unique([second, first], 2).tolist() == keys.tolist()
    with pytest.raises(RulesError, match="two values"):
        in_order(both, np.array([5, 6, 7, 8], np.uint16))


@pytest.mark.parametrize("bits", [62, 40])
def test_keys_are_sorted_with_their_codes(bits):
    """Where a key has room for its code, and where not; and where one that comes twice has two codes."""
    lots = np.random.default_rng(bits)
    keys = np.unique(lots.integers(0, 1 << bits, 100_000))
    codes = (keys % 1009 + (keys & 1) * 32768).astype(np.uint16)
    order = lots.permutation(np.append(np.arange(len(keys)), 7))
    found, found_codes = in_order(keys[order].reshape(-1, 1), codes[order])
    assert np.array_equal(found[:, 0], keys)
    assert np.array_equal(found_codes, codes)
    changed = codes[order]
    changed[0] += 1
    changed[np.flatnonzero(order == 7)[0]] += 1
    with pytest.raises(RulesError, match="two values"):
        in_order(keys[order].reshape(-1, 1), changed)
