"""Solving refuses an undeclared cycle before it has written anything, with two states of the cycle."""

import pytest

from plywise import solve_game
from plywise.search.shared import UndeclaredCycleError
from plywise.solve.plan import plan_reachable
from tests.search.test_undeclared_cycles import LateWalkers, Walkers


@pytest.mark.parametrize("game", [Walkers(), Walkers(2_000), LateWalkers()], ids=["six", "two thousand", "late"])
def test_solve_refuses_it_before_anything_is_written(game, tmp_path):
    with pytest.raises(UndeclaredCycleError, match=r"came back to the state .* by way of"):
        solve_game(game, tmp_path / "tables", spec="walkers.py")
    assert not (tmp_path / "tables").exists()
    with pytest.raises(UndeclaredCycleError, match=r"came back to the state .* by way of"):
        plan_reachable(game, "walkers.py")


def test_solve_that_has_begun_looks_again(tmp_path, monkeypatch):
    """A walk at the start that finds nothing stands for a cycle far away."""
    monkeypatch.setattr("plywise.solve.sparse.levels.refuse_cycle", lambda game: None)
    with pytest.raises(UndeclaredCycleError, match=r"came back to the state .* by way of"):
        solve_game(Walkers(), tmp_path / "tables", spec="walkers.py")
    assert not (tmp_path / "tables").exists()
