"""Depth-first proof-number search answers as a fix-point does, on cycles too, and stores nothing that isn't so."""

import sys
from random import Random

import pytest

from plywise.games.catalog import load_game
from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.mnk import MNK
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.games.tree import Tree
from plywise.rules import Bound, Limit, SearchError, Status
from plywise.search import LimitReachedError, df_pn, dynamic_programming, minimax, proof_number, prove_value_df_pn
from tests.search.graphs import EndlessGraph, Graph, forced, random_graph, worth
from tests.search.small_games import Circle, Countless, Rho
from tests.search.states import played_states
from tests.search.test_proof_number import SMALL, check_question
from tests.search.trees import KINDS, random_root

inside = sys.modules["plywise.search.df_pn"]


def check_value(game, state=None, **options):
    found, plain = prove_value_df_pn(game, state, **options), minimax(game, state)
    assert (found.value, found.player, found.status, found.bound) == (plain.value, plain.player, "proven", "exact")
    if found.action is not None:
        assert {choice.action: choice.value for choice in plain.choices}[found.action] == plain.value


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("places", [1, 1 << 12])
def test_small_games(name, places):
    game = SMALL[name]
    check_value(game, places=places)
    truth = minimax(game).value
    for at_least in (-1, 0, 1, 2, 3, 3.5, 14):
        found = df_pn(game, at_least=at_least, places=places)
        assert (found.value >= at_least) == (truth >= at_least)


@pytest.mark.parametrize("kind", KINDS)
def test_random_trees(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} depth first")
    for _ in range(100):
        game = Tree(random_root(random, leaf, 4), utility_sum=utility_sum)
        check_value(game)
        check_value(game, places=1)


@pytest.mark.parametrize(("game", "plies"), [(TicTacToe(), 4), (ConnectFour(4, 4), 10), (MNK(3, 3, 3), 3)])
def test_states_along_random_games(game, plies):
    for state in played_states(game, 10, plies):
        check_value(game, state)
        check_question(game, state, 0, minimax(game, state).value)


def test_transpositions_save_what_a_tree_proves_again_and_again():
    game = TicTacToe()
    found, tree = prove_value_df_pn(game), proof_number(game)
    assert (found.value, found.status) == (dynamic_programming(game).value, Status.PROVEN)
    assert found.nodes < tree.nodes / 2


def graph_truth(game, player, at_least, cut):
    """Return the states from which an end or a draw worth so much is forced, where the states in `cut` are draws."""
    targets = [() if node in cut else after for node, after in enumerate(game.targets)]
    worths = [0 if node in cut else value for node, value in enumerate(game.worths)]
    cut_down = Graph(targets, game.movers, worths)
    if at_least <= 0:
        return set(range(len(targets))) - forced(cut_down, 1 - player, 1 - at_least)
    return forced(cut_down, player, at_least)


def wrong_entries(seeds, places=64):
    """Count roots and entries of the table that are not as the fix-point says, over all random graphs."""
    wrong_roots = wrong = conditional = 0
    for seed in seeds:
        game = random_graph(Random(seed), size=12)
        for at_least in (1, 0):
            player = game.movers[0]
            proof = inside.DepthFirstProof(game, 0, Limit(), (), at_least, at_least <= 0, places)
            is_yes = proof.answer().value >= at_least
            wrong_roots += is_yes != (0 in graph_truth(game, player, at_least, ()))
            entries = [entry for place in proof.table.entries.values() for entry in place if not entry.found.is_open]
            for entry in entries:
                conditional += bool(entry.path)
                truth = graph_truth(game, player, at_least, set(entry.path))
                wrong += (entry.found.proof == 0) != (entry.key in truth)
    return wrong_roots, wrong, conditional


@pytest.mark.parametrize("places", [64, 1])
def test_on_graphs_with_cycles_every_stored_answer_is_so(places):
    wrong_roots, wrong, conditional = wrong_entries(range(500), places)
    assert (wrong_roots, wrong) == (0, 0)
    assert conditional > 500


def test_a_planted_mistake_about_paths_is_caught(monkeypatch):
    honest = inside.ProofTable.store

    def forget_path(table, entry):
        honest(table, inside.ProofEntry(entry.key, entry.found._replace(first=inside.NOWHERE, last=-1), (), entry.work))

    monkeypatch.setattr(inside.ProofTable, "store", forget_path)
    assert wrong_entries(range(500))[1] > 0


def test_a_planted_mistake_about_what_is_leaned_on_is_caught(monkeypatch):
    monkeypatch.setattr(inside, "above", lambda found, ply: found._replace(first=inside.NOWHERE, last=-1))
    assert wrong_entries(range(500))[1] > 0


def test_values_on_graphs_with_cycles_are_those_of_the_fix_point():
    for seed in range(400):
        game = random_graph(Random(seed), size=14)
        truth = worth(game, 0)
        found = prove_value_df_pn(game, 0)
        assert (found.value, found.status, found.bound) == (truth if game.movers[0] == 0 else -truth, "proven", "exact")


def test_where_play_may_go_on_for_ever_only_forced_ends_are_proven():
    open_questions = 0
    for seed in range(500):
        game = random_graph(Random(seed), EndlessGraph, 10)
        asker = game.movers[0]
        for at_least in (1, 0, -1):
            is_yes, is_no = 0 in forced(game, asker, at_least), 0 in forced(game, 1 - asker, 1 - at_least)
            found = df_pn(game, 0, at_least=at_least)
            if found.status is Status.HEURISTIC:
                assert (is_yes, is_no) == (False, False)
                assert found.stopped_by == inside.ENDLESS
                open_questions += 1
            else:
                assert (found.value >= at_least, found.value < at_least) == (is_yes, is_no)
    assert open_questions > 50
    assert df_pn(Circle()).stopped_by == inside.ENDLESS


def test_what_was_played_counts_as_repeated():
    for seed in range(300):
        game = random_graph(Random(seed), size=10)
        first = next((after for after in game.targets[0] if game.targets[after] and after), None)
        if first is None:
            continue
        found = prove_value_df_pn(game, first, history=[0])
        cut = Graph([(), *game.targets[1:]], game.movers, [0, *game.worths[1:]])
        truth = worth(cut, first)
        assert (found.value, found.status) == (truth if game.movers[first] == 0 else -truth, Status.PROVEN)


def test_three_mens_morris_from_states_near_its_end():
    game = load_game("three-mens-morris")
    for state in played_states(game, 3, plies=12):
        found = df_pn(game, state, limit=Limit(nodes=20_000))
        line_state = state
        for action in found.line:
            assert action in list(game.actions(line_state))
            line_state = game.result(line_state, action)


def test_the_limit_leaves_the_question_open_and_says_so():
    found = df_pn(TicTacToe(), limit=Limit(nodes=200))
    assert (found.status, found.nodes, len(found.choices)) == (Status.HEURISTIC, 200, 9)
    assert found.stopped_by == proof_number(TicTacToe(), limit=Limit(nodes=200)).stopped_by
    assert found.stopped_by == "the limit of 200 states was reached"
    assert df_pn(TicTacToe()).stopped_by == ""
    with pytest.raises(LimitReachedError):
        df_pn(TicTacToe(), limit=Limit(nodes=1))


def test_what_it_refuses():
    with pytest.raises(SearchError, match="leave the depth out"):
        df_pn(Nim(), limit=Limit(depth=3))
    with pytest.raises(SearchError, match="what is legal depends on the states before"):
        df_pn(Rho())
    with pytest.raises(SearchError, match="longer than 300 plies"):
        df_pn(Countless(), 0)
    over = df_pn(Nim(piles=(1,)), Nim(piles=(1,)).parse_state("A(0)"))
    assert (over.action, over.value, over.status, over.bound) == (None, 1, Status.PROVEN, Bound.EXACT)
