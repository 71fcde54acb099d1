"""Tiers without an index are refused before anything is solved, and a table without states is no proof."""

import numpy as np
import pytest

from plywise.agents.tables import Tables
from plywise.games.catalog import load_game
from plywise.kernel import rules_fingerprint
from plywise.knowledge.solved import SolvedFolder, SolvedTableError
from plywise.rules import SearchError
from plywise.solve import find_components
from plywise.solve.dense import solve_tiers
from plywise.solve.indexed import unindexed_tiers
from plywise.solve.verify import verify_all
from tests.solve.graph_game import Graph


class Unindexed(Graph):
    """Its index is never written."""

    def index(self, state):
        return -1


def test_a_tier_without_an_index_is_refused_by_name(tmp_path):
    with pytest.raises(SearchError) as refused:
        solve_tiers(Unindexed(), "graph", (2, 3), tmp_path / "tables")
    assert str(refused.value) == (
        "unindexed has no index yet for low a, low b: none of its 120 slots holds a state. "
        "Solve other tiers, or complete `index` and `unindex`."
    )
    assert not (tmp_path / "tables" / "unfinished.json").exists()


@pytest.mark.parametrize(
    ("spec", "text"), [("chess", "KRPvKP"), ("draughts", "4"), ("nine-mens-morris", "18"), ("six-mens-morris", "12")]
)
def test_tiers_with_an_index_are_found_to_have_one(spec, text):
    """Those of chess with a pawn that may be taken in passing hold few states, at regular distances."""
    game = load_game(spec)
    assert unindexed_tiers(game, find_components(game, game.parse_tier(text))) == []


def test_a_table_without_states_isnt_verified(tmp_path):
    """The index that says each slot is empty is the one at fault: all slots look right."""
    game = Unindexed()
    writer = SolvedFolder.create(tmp_path / "tables", game="graph", fingerprint=rules_fingerprint(game))
    for tier in (2, 3):
        writer.write_table(game.tier_name(tier), tier, np.zeros(game.tier_size(tier), np.uint8))
    writer.finish()
    with pytest.raises(SolvedTableError, match="The table low a holds no state in any of its 120 slots, so nothing"):
        verify_all(Tables(game, tmp_path / "tables"))


def test_states_are_compared_with_a_count_that_needs_no_index(graph_folder, monkeypatch):
    monkeypatch.setattr(Graph, "count_states", lambda self, text: 60 if text != "low b" else 61, raising=False)
    with pytest.raises(SolvedTableError, match="low b holds 60 states, and graph counts 61 without its index"):
        verify_all(Tables(Graph(), graph_folder))
