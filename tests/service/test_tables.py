"""Solved tables in the service: what they tell comes with outcome and distance for every action."""

import pytest

from plywise import load_game
from plywise.rules import CatalogError
from plywise.solve import solve_tiers
from plywise.tasks import analysis, offer

RULES = "tests/solve/graph_game.py"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graph") / "tables"
    game = load_game(RULES)
    solve_tiers(game, RULES, game.parse_tier("high"), folder)
    return str(folder)


def test_tables_go_to_the_game_they_name(tables):
    assert offer(["nim", RULES], [tables]).tables == {RULES: tables}
    with pytest.raises(CatalogError, match="isn't offered"):
        offer(["nim"], [tables])


def test_an_analysis_tells_what_tables_know(tables):
    told = []
    found = analysis(lambda kind, content: told.append(kind), RULES, [], 1.0, None, None, "plain", tables)
    decision = found["decision"]
    assert (decision["by_table"], decision["status"], len(decision["choices"])) == (True, "proven", 3)
    assert all((choice["distance"] is None) == (choice["value"] == 0) for choice in decision["choices"])
    assert told == []
