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
from tests.solve.graph_game import WORTH, Graph


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


class EndsUnnumbered(Graph):
    """Its ends have a tier as all states do, and no index."""

    def index(self, state):
        return -1 if WORTH[state.node] else super().index(state)


def test_ends_without_an_index_count_whatever_their_tier(tmp_path, graph_folder):
    """They were overlooked where the tier is that of the state before: a loss in one ply was called a draw."""
    solve_tiers(EndsUnnumbered(), "graph", (2, 3, 0, 1), tmp_path / "tables")
    tables, others = Tables(EndsUnnumbered(), tmp_path / "tables"), Tables(Graph(), graph_folder)
    assert verify_all(tables).wrong == 0
    states = [Graph.State(node, turn) for node, worth in enumerate(WORTH) if worth == 0 for turn in (0, 1)]
    assert [tables.solved(state) for state in states] == [others.solved(state) for state in states]
