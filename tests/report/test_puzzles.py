"""Puzzles: exactly one action keeps the value, and solved tables say so too."""

from typing import Any

import pytest

from plywise.agents import open_tables
from plywise.games.catalog import load_game
from plywise.report.puzzles import PuzzleOptions, find_puzzles
from plywise.report.solved import solve_plainly
from plywise.rules import PlywiseError
from plywise.search import solve_states
from plywise.solve import solve_tiers

SMALL = "connect-four:width=4,height=3"


@pytest.fixture(scope="module")
def small():
    """A small Connect Four with its values, from dynamic programming."""
    game = load_game(SMALL)
    return game, solve_states(game)


def best_by_table(game, values, state):
    """The actions that keep the value, and the value, to the player to move."""
    player = game.to_move(state)
    worth = {
        action: game.value_to(player, values[game.key(game.result(state, action))]) for action in game.actions(state)
    }
    best = max(worth.values())
    return [action for action, value in worth.items() if value == best], best


@pytest.mark.parametrize(("states", "source"), [(50_000, "solved"), (0, "search")])
def test_puzzles_of_connect_four_agree_with_its_solution(small, states, source):
    game, values = small
    options = PuzzleOptions(count=3, engine="plain", solve_states=states, play_nodes=100, proof_nodes=500)
    puzzles = find_puzzles(game, options)
    assert len(puzzles) == 3
    for puzzle in puzzles:
        assert puzzle.source == source
        assert best_by_table(game, values, puzzle.state) == ([puzzle.action], puzzle.value)
        assert puzzle.depth is None or puzzle.depth >= 2
    assert [puzzle.depth or 99 for puzzle in puzzles] == sorted(puzzle.depth or 99 for puzzle in puzzles)


def test_puzzles_are_repeatable_different_and_as_far_from_the_end_as_the_solution_says(small):
    game, _ = small
    options = PuzzleOptions(count=2, engine="plain", play_nodes=100, least_depth=1, seed=5)
    first, again = (find_puzzles(game, options) for _ in range(2))
    assert [puzzle.to_data() for puzzle in first] == [puzzle.to_data() for puzzle in again]
    assert len({game.key(game.canonical(puzzle.state)) for puzzle in first}) == 2
    solution: Any = solve_plainly(game, 50_000)
    for puzzle in first:
        known = {each.action: each for each in solution.actions(puzzle.state)}
        assert known[puzzle.action].distance == puzzle.distance


def test_dice_are_refused():
    with pytest.raises(PlywiseError, match="without dice"):
        find_puzzles(load_game("pig"))


@pytest.mark.slow  # pytest -m slow tests/report/test_puzzles.py
@pytest.mark.parametrize(("ending", "depth"), [("KRvK", 1), ("KPvK", 2)])
def test_puzzles_of_chess_endings_agree_with_the_tables(tmp_path, ending, depth):
    game = load_game("chess")
    solve_tiers(game, "chess", game.parse_tier(ending), tmp_path / "tables")
    tables: Any = open_tables(tmp_path / "tables", game)
    puzzles = find_puzzles(game, PuzzleOptions(count=10, tables=tables, seed=1, least_depth=depth))
    assert len(puzzles) == 10
    for puzzle in puzzles:
        options = tables.options(puzzle.state)
        best = [each for each in options if each.solved.value == options[0].solved.value]
        assert [each.action for each in best] == [puzzle.action]
        assert puzzle.source == "table"


@pytest.mark.slow
def test_puzzles_of_connect_four_5x4_agree_with_its_tables(tmp_path):
    from plywise.solve import solve_game

    game = load_game("connect-four:width=5,height=4")
    solve_game(game, tmp_path / "tables")
    tables: Any = open_tables(tmp_path / "tables", game)
    by_search = find_puzzles(game, PuzzleOptions(count=20, solve_states=0))
    by_table = find_puzzles(game, PuzzleOptions(count=20, tables=tables))
    assert {puzzle.source for puzzle in by_search} == {"search"}
    assert {puzzle.source for puzzle in by_table} == {"table"}
    for puzzle in [*by_search, *by_table]:
        options = tables.options(puzzle.state)
        assert [each.action for each in options if each.solved.value == options[0].solved.value] == [puzzle.action]
