"""The compiled depth-first proof-number search against its readable twin, and on thousands of graphs with cycles."""

import functools
import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest

from plywise.games.catalog import load_game
from plywise.kernel.twins import Checkpoints, DfPnSearcher, proven_strategy
from plywise.knowledge import Strategy, check_strategy
from plywise.rules import Limit, SearchError, Status
from plywise.search import df_pn, prove_value_df_pn
from tests.kernel.search_games import DrawnRounds, Rounds, SuperRounds, Thicket, random_rounds
from tests.search.states import played_states

GAMES = {
    "tic-tac-toe": (0, 4),
    "nim:piles=1-2-3": (0, 2),
    "connect-four:width=4,height=4": (6, 8),
    "hex:size=3": (0, 2),
    "figure-5.2": (0,),
}
"""Each game, and after how many random plies to ask."""


@functools.cache
def searcher(name, table_mb=16):
    own = {"thicket": Thicket, "rounds": Rounds, "drawn rounds": DrawnRounds}
    return DfPnSearcher(own[name]() if name in own else load_game(name), table_mb=table_mb)


def said(decision):
    choices = [(c.action, c.value, c.status, c.bound, c.line) for c in decision.choices]
    answer = (decision.action, decision.value, decision.player, decision.status, decision.bound, decision.line)
    return *answer, choices, decision.nodes, decision.leaves, decision.depth, decision.stopped_by


def check_twins(kernel, state, limit, at_least):
    kernel.asked = None
    plain = df_pn(kernel.game, state, limit=limit, at_least=at_least)
    assert said(kernel.decide(state, limit=limit, at_least=at_least)) == said(plain)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_answers_after_the_same_states(name):
    kernel = searcher(name)
    for plies in GAMES[name]:
        for state in played_states(kernel.game, 2, plies) if plies else [kernel.game.initial()]:
            for at_least in (None, 0, 2.5):
                check_twins(kernel, state, Limit(nodes=10_000), at_least)


def test_the_same_answers_on_random_trees():
    kernel = searcher("thicket")
    for seed in range(40):
        for at_least in (None, 0.5, 0.3):
            check_twins(kernel, kernel.game.State(seed=seed), Limit(nodes=3_000), at_least)


@pytest.mark.parametrize("name", ["rounds", "drawn rounds"])
def test_the_same_answers_on_random_graphs(name):
    kernel = searcher(name)
    for seed in range(150):
        for at_least in (None, 0, 1, -1):
            check_twins(kernel, random_rounds(kernel.game, seed), Limit(nodes=3_000), at_least)


def forced(game, root, player, at_least):
    """Return whether a player can force an end worth so much, however long it takes: a fix-point over all nodes."""
    nodes = [root._replace(node=node) for node in range(6)]
    won = {state for state in nodes if game.is_terminal(state) and game.utility(state, player) >= at_least}
    while True:
        more = set()
        for state in nodes:
            if not game.is_terminal(state):
                after = [game.result(state, action) in won for action in game.actions(state)]
                more |= {state} if (any if game.to_move(state) == player else all)(after) else set()
        if more <= won:
            return root in won
        won |= more


def check_graphs(kernel, seeds):
    game = kernel.game
    for seed in seeds:
        root = random_rounds(game, seed)
        player = game.to_move(root)
        for at_least in (1, 0, 2):
            kernel.asked = None
            found = kernel.decide(root, at_least=at_least)
            is_no = forced(game, root, 1 - player, 1 - at_least)
            is_yes = not is_no if game.repetition == "draw" and at_least <= 0 else forced(game, root, player, at_least)
            if game.repetition is None and not is_yes and not is_no:
                assert (found.status, "for ever" in found.stopped_by) == (Status.HEURISTIC, True)
            else:
                assert found.status is not Status.HEURISTIC
                assert (found.value >= at_least) == is_yes


@pytest.mark.parametrize("name", ["rounds", "drawn rounds"])
@pytest.mark.parametrize("table_mb", [1, 0.001])
def test_on_graphs_with_cycles_answers_are_those_of_a_fix_point(name, table_mb):
    check_graphs(searcher(name, table_mb), range(300))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rounds", "drawn rounds"])
@pytest.mark.parametrize("table_mb", [1, 0.001])
def test_on_thousands_of_graphs(name, table_mb):
    check_graphs(searcher(name, table_mb), range(300, 5_000))


@pytest.mark.parametrize("table_mb", [16, 0.01])
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four:width=4,height=4"])
def test_a_table_that_forgets_most_answers_the_same(name, table_mb):
    kernel = searcher(name, table_mb)
    kernel.asked = None
    found = kernel.prove_value()
    assert (found.value, found.status) == (0, Status.PROVEN)
    assert kernel.filled <= 1


def test_limits_are_kept_as_the_twin_keeps_them():
    kernel = searcher("tic-tac-toe")
    for nodes in (2, 5, 10, 11, 57, 1024, 1025, 1500):
        check_twins(kernel, None, Limit(nodes=nodes), None)


def test_a_search_that_was_stopped_continues():
    kernel = searcher("connect-four:width=4,height=4")
    kernel.asked = None
    whole = kernel.decide()
    kernel.asked, nodes = None, 0
    while (found := kernel.decide(limit=Limit(nodes=5_000))).status is Status.HEURISTIC:
        nodes += found.nodes
        assert nodes < 3 * whole.nodes
    assert (found.value, found.bound) == (whole.value, whole.bound)


def checkpointed(path, resume=True, name="connect-four:width=4,height=4", table_mb=4):
    return DfPnSearcher(load_game(name), table_mb=table_mb, checkpoints=Checkpoints(path, resume))


def test_a_checkpoint_resumes_in_another_process(tmp_path):
    path, game = tmp_path / "four.proof", load_game("connect-four:width=4,height=4")
    whole, rounds, nodes = prove_value_df_pn(game), 0, 0
    while (found := checkpointed(path).prove_value(limit=Limit(nodes=15_000))).status is not Status.PROVEN:
        rounds, nodes = rounds + 1, nodes + found.nodes
        assert rounds < 30
    assert rounds > 2
    assert (found.value, found.bound, found.status) == (whole.value, whole.bound, whole.status)


def test_a_search_in_slices_answers_as_one_does(tmp_path):
    game = load_game("connect-four:width=5,height=4")
    points = Checkpoints(tmp_path / "five.proof", every=0.05)
    heard: list[Any] = []
    sliced = DfPnSearcher(game, table_mb=16, checkpoints=points)
    found = sliced.decide(on_progress=heard.append)
    assert (found.value, found.bound) == (0, "upper")
    assert points.path.stat().st_size > 16 << 20
    assert all(progress.numbers and progress.nodes <= found.nodes for progress in heard)
    again = DfPnSearcher(game, table_mb=16, checkpoints=Checkpoints(points.path, resume=True)).decide()
    assert (again.value, again.nodes < 100) == (0, True)


def test_checkpoints_that_do_not_fit_are_refused(tmp_path):
    path = tmp_path / "four.proof"
    checkpointed(path).decide(limit=Limit(nodes=1_000))
    good = path.read_bytes()
    for other, message in (
        (checkpointed(path, name="connect-four:width=4,height=5"), "is of other rules"),
        (checkpointed(path, name="tic-tac-toe"), "is of other game"),
        (checkpointed(path, table_mb=8), "table of another size"),
    ):
        with pytest.raises(SearchError, match=message):
            other.decide(limit=Limit(nodes=1_000))
    with pytest.raises(SearchError, match="is of other state"):
        checkpointed(path).decide(load_game("connect-four:width=4,height=4").parse_state("4/4/4/X3"))
    middle = len(good) // 2
    for bad, message in (
        (good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :], "is damaged"),
        (good[:-40], "cut short"),
        (good + b"more", "too long"),
        (b"something else\n" + good, "is no checkpoint"),
        (good[:40], "is no checkpoint"),
        (good[:16] + b"[" * 60_000 + b"\n", "is damaged"),
        (good[:16] + b'{"bytes": 1e400}\n', "is of other"),
        (b"", "is no checkpoint"),
    ):
        path.write_bytes(bad)
        with pytest.raises(SearchError, match=message):
            checkpointed(path).decide(limit=Limit(nodes=1_000))
    path.write_bytes(good)
    assert checkpointed(path).decide(limit=Limit(nodes=1_000)).nodes == 1_000


def test_a_checkpoint_may_say_anything_and_nothing_of_it_is_executed(tmp_path):
    path = tmp_path / "four.proof"
    checkpointed(path).decide(limit=Limit(nodes=1_000))
    magic, line, rest = path.read_bytes().split(b"\n", 2)
    header = json.loads(line)
    for name, value in (("enough", "x"), ("too_little", 1 << 70), ("filled", None), ("at_least", [1])):
        told = magic + b"\n" + json.dumps({**header, name: value}).encode() + b"\n" + rest[:-32]
        path.write_bytes(told + hashlib.sha256(told).digest())
        assert checkpointed(path).prove_value(limit=Limit(nodes=2_000)).nodes <= 2_000


def test_three_mens_morris_is_a_win_with_any_table():
    game = load_game("three-mens-morris")
    for table_mb in (4, 0.01):
        found = DfPnSearcher(game, table_mb=table_mb).decide(limit=Limit(time=60))
        assert (found.value, found.status, game.action_name(game.initial(), found.action)) == (1, Status.PROVEN, "b2")


@pytest.mark.parametrize(("spec", "player", "at_least"), [("hex:size=3", 0, 1), ("tic-tac-toe", 1, 0)])
@pytest.mark.parametrize("table_mb", [4, 0.001])
def test_a_proof_is_exported_as_a_strategy_that_the_checker_confirms(spec, player, at_least, table_mb):
    game = load_game(spec)
    replies = proven_strategy(DfPnSearcher(game, table_mb=table_mb), player=player, at_least=at_least)
    claim = Strategy.of(game, game.initial(), player, at_least, replies)
    assert check_strategy(game, claim).holds
    other = next(iter(claim.replies))
    assert not check_strategy(game, replace(claim, replies={**claim.replies, other: "nowhere"})).holds


def test_strategies_that_cannot_be():
    for arguments, message in (
        ({"player": 1, "at_least": 1}, "B can't force 1"),
        ({"player": 2, "at_least": 0}, "has no player 2"),
        ({"player": 1, "at_least": 0, "limit": Limit(nodes=50)}, "the limit of 50 states was reached before"),
    ):
        with pytest.raises(SearchError, match=message):
            proven_strategy(searcher("tic-tac-toe", 1), **arguments)
    with pytest.raises(SearchError, match="no strategy of it is exported"):
        proven_strategy(searcher("rounds", 1), player=0, at_least=0)


@pytest.mark.slow
def test_hex_5x5_is_a_win_and_its_strategy_is_confirmed():
    game = load_game("hex:size=5")
    replies = proven_strategy(DfPnSearcher(game, table_mb=256), player=0, at_least=1)
    assert check_strategy(game, Strategy.of(game, game.initial(), 0, 1, replies)).holds


def test_what_it_refuses():
    with pytest.raises(SearchError, match="no forbidden repetition"):
        DfPnSearcher(SuperRounds())
    with pytest.raises(SearchError, match="leave the depth out"):
        searcher("tic-tac-toe").decide(limit=Limit(depth=3))
    with pytest.raises(SearchError, match="can't be"):
        DfPnSearcher(load_game("tic-tac-toe"), table_mb=0)
    over = searcher("nim:piles=1-2-3").decide(load_game("nim:piles=1-2-3").parse_state("A(0,0,0)"))
    assert (over.action, over.value, over.status) == (None, 1, Status.PROVEN)
