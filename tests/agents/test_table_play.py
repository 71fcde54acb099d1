"""Decisions by solved tables: those of plain Python on small graphs, and mate with bishop and knight."""

import json
import pickle
from random import Random
from typing import Any

import pytest

import plywise
from plywise import Limit, Status
from plywise.agents import decide_by_tables, open_tables
from plywise.games.chess import Chess
from plywise.kernel import Searcher, Switches
from plywise.knowledge.solved import SolvedTableError
from plywise.rules import SearchError
from plywise.solve import solve_tiers
from tests.solve.graphs import solve_plainly
from tests.solve.test_passes import random_walk

CHESS: Any = Chess()
NODES, LAYER = 40, 14
UPPER = range(2 * LAYER, NODES)
"""The nodes of the last layer."""


@pytest.fixture(scope="module", params=[1, 2])
def walk(request, tmp_path_factory):
    """A walk on a graph, its tables, and what plain Python finds."""
    game = random_walk(request.param, NODES, LAYER)
    folder = tmp_path_factory.mktemp("walk") / "tables"
    solve_tiers(game, "walk", tuple(range(6)), folder)
    return game, open_tables(folder, game), solve_plainly(game)


def told(tables, state, history=()):
    """The decision that tables tell, where they do."""
    decision = decide_by_tables(tables, state, history)
    assert decision is not None
    return decision


def states_of(game):
    states = [game.State(node, turn) for node in range(game.nodes) for turn in (0, 1)]
    return [state for state in states if not game.is_terminal(state)]


def worth(game, known, state, player):
    """Outcome and plies to a player, by plain Python."""
    outcome, plies = known.get(state, (0, 0))
    return (outcome if state.turn == player else -outcome), plies if outcome else None


def test_decisions_are_those_of_plain_python(walk):
    game, tables, known = walk
    for state in states_of(game):
        decision = plywise.decide(game, state, options=plywise.SearchOptions(tables=tables))
        assert (decision.value, decision.distance) == worth(game, known, state, state.turn)
        assert (decision.status, decision.by_table, decision.player) == (Status.PROVEN, True, state.turn)
        assert {choice.action for choice in decision.choices} == set(game.actions(state))
        for choice in decision.choices:
            value, plies = worth(game, known, game.result(state, choice.action), state.turn)
            assert (choice.value, choice.distance) == (value, None if plies is None else plies + 1)
            assert choice.status is Status.PROVEN
        best = next(choice for choice in decision.choices if choice.action == decision.action)
        assert (best.value, best.distance, best.line) == (decision.value, decision.distance, decision.line)


def test_lines_are_played_to_the_end(walk):
    game, tables, _ = walk
    for state in states_of(game):
        decision = told(tables, state)
        after = state
        for action in decision.line:
            after = game.result(after, action)
        if decision.distance is None:
            assert len(decision.line) == 1
        else:
            assert (len(decision.line), game.is_terminal(after)) == (decision.distance, True)
            assert game.utility(after, state.turn) == decision.value


def test_what_is_over_is_left_to_the_rules(walk):
    game, tables, _ = walk
    state = next(game.State(node) for node in range(game.nodes) if game.is_terminal(game.State(node)))
    assert decide_by_tables(tables, state) is None
    assert (
        plywise.decide(game, state, limit=Limit(depth=1), options=plywise.SearchOptions(tables=tables)).action is None
    )


def look(game, known, state, depth, farther):
    """Plain minimax to a depth, with tables of the lower layers; outcome and plies to player 0, (0, 0) if not known."""
    if game.is_terminal(state) or state.node < 2 * LAYER:
        outcome, plies = worth(game, known, state, 0)
        return outcome, 0 if plies is None else plies if game.is_terminal(state) else plies + farther
    if depth == 0:
        return 0, 0
    after = [look(game, known, game.result(state, action), depth - 1, farther) for action in game.actions(state)]
    counted = [(outcome, plies + 1 if outcome else 0) for outcome, plies in after]
    return (max if state.turn == 0 else min)(counted, key=lambda found: found[0] * (10_000 - found[1]))


@pytest.mark.parametrize("farther", [0, 1000])
def test_the_compiled_search_asks_tables_before_it_looks_deeper(walk, farther):
    game, tables, known = walk
    codes = {entry.tier: tables.folder.table(entry.name).working() for entry in tables.manifest.tables}
    given = [(tier, put_off(codes[tier], farther) if farther else codes[tier]) for tier in (3, 1, 0, 2)]
    searcher = Searcher(game, Switches().without("any_depth"), tables=given, table_mb=1)
    probes = 0
    for node in UPPER:
        state = game.State(node, node % 2)
        if game.is_terminal(state):
            continue
        for depth in (1, 2, 4):
            searcher.clear()
            decision = searcher.decide(state, limit=Limit(depth=depth), all_exact=True)
            outcome, plies = look(game, known, state, decision.depth, farther)
            assert game.value_to(state.turn, decision.value) == outcome
            if decision.status is Status.PROVEN and outcome:
                assert decision.distance == plies
            probes += decision.probes
    assert probes > 30


def put_off(codes, plies):
    """The same codes in 16 bits, wins and losses so many plies farther away."""
    wide = codes.astype("uint16")
    wide[codes >= 129] += (1 << 15) - 129
    wide[codes >= 2] += plies
    return wide


def test_a_game_without_an_index_is_refused(walk):
    with pytest.raises(SearchError, match="has no tier"):
        Searcher(plywise.load_game("tic-tac-toe"), tables=[(0, None)])


# Chess


@pytest.fixture(scope="module")
def endings(tmp_path_factory):
    """King and rook against king."""
    return solved(tmp_path_factory, "KRvK")


@pytest.fixture(scope="module")
def four_men(tmp_path_factory):
    """King, bishop and knight against king."""
    return solved(tmp_path_factory, "KBNvK")


def solved(tmp_path_factory, tiers):
    folder = tmp_path_factory.mktemp("chess") / "tables"
    solve_tiers(CHESS, "chess", CHESS.parse_tier(tiers), folder)
    return open_tables(folder, CHESS)


def won_states(tables, men, count, seed):
    """Random states of an ending that are won for White, to move."""
    lots, tier = Random(seed), CHESS.parse_tier(f"{men} w")[0]
    found = 0
    while found < count:
        index = lots.randrange(CHESS.tier_size(tier))
        state = CHESS.unindex(tier, index)
        if (CHESS.tier(state), CHESS.index(state)) != (tier, index):
            continue
        decision = decide_by_tables(tables, state)
        if decision is not None and decision.value == 1:
            found += 1
            yield state, decision.distance


def mate(tables, state, plies):
    """Let both sides play by table; a ply less is left after each, and at the end it is mate."""
    history: list[Any] = []
    for left in range(plies, 0, -1):
        decision = plywise.decide(CHESS, state, history=history, options=plywise.SearchOptions(tables=tables))
        assert (decision.by_table, decision.distance) == (True, left)
        history.append(state)
        state = CHESS.result(state, decision.action)
    assert CHESS.is_terminal(state)
    assert CHESS.utility(state, 0) == 1


def test_a_rook_mates_in_the_least_moves(endings):
    for state, plies in won_states(endings, "KRvK", 10, 1):
        mate(endings, state, plies)


@pytest.mark.slow
def test_bishop_and_knight_mate_from_a_hundred_states(four_men):
    for state, plies in won_states(four_men, "KBNvK", 100, 2):
        mate(four_men, state, plies)


@pytest.mark.parametrize("left", [-1, 0])
def test_a_clock_that_runs_out_first_is_no_win(endings, left):
    fen = "8/8/8/4k3/8/8/8/KR6 w - -"
    plies = told(endings, CHESS.parse_state(f"{fen} 0 1")).distance or 0
    state = CHESS.parse_state(f"{fen} {100 - plies - left} 1")
    if left < 0:
        assert decide_by_tables(endings, state) is None
    else:
        mate(endings, state, plies)


def test_what_was_played_counts(endings):
    state = CHESS.parse_state("8/8/8/4k3/8/8/8/KR6 w - - 0 1")
    decision = told(endings, state)
    nearer = CHESS.result(state, decision.action)
    assert decide_by_tables(endings, state, [nearer, state, nearer]) is None
    worst = max(decision.choices, key=lambda choice: choice.distance or 0)
    farther = CHESS.result(state, worst.action)
    again = told(endings, state, [farther, state, farther])
    repeated = next(choice for choice in again.choices if choice.action == worst.action)
    assert (again.action, repeated.value, repeated.distance) == (decision.action, 0, None)


def test_a_decision_by_table_says_so_and_comes_back_whole(endings):
    state = CHESS.parse_state("k7/8/K7/8/4R3/8/8/8 b - - 0 1")
    decision = told(endings, state)
    assert decision.describe(CHESS, state).startswith("Kb8: value -1 to player B, proven by table; line Kb8 ")
    assert pickle.loads(pickle.dumps(decision)) == decision
    data = json.loads(json.dumps(decision.to_data(CHESS, state)))
    assert (data["by_table"], data["distance"], data["status"]) == (True, decision.distance, "proven")
    assert [choice["distance"] for choice in data["choices"]] == [choice.distance for choice in decision.choices]


def test_tables_of_other_rules_are_refused(walk):
    _, tables, _ = walk
    with pytest.raises(SolvedTableError, match="other rules of walk"):
        open_tables(tables.folder.place.name, CHESS)
