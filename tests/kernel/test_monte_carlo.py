"""Compiled playouts and UCT draw the readable twin's lots: the same visits, values, lines; proofs, threads, limits."""

import math
import threading
import time
from dataclasses import replace
from functools import cache, partial
from random import Random

import pytest

from plywise import Limit, load_game
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.games.tree import Tree
from plywise.kernel import Playouts, Progress, TreeSearcher
from plywise.kernel.running import ThreadGroup
from plywise.kernel.twins import playouts
from plywise.rules import RulesError, SearchError, Status
from plywise.search import alpha_beta, minimax, uct
from plywise.search.shared import playouts as _playouts
from tests.kernel.search_games import DrawnRounds, ThirdTimeRounds, random_rounds
from tests.search.trees import random_vector_node, vector_worth

NAMES = ("tic-tac-toe", "connect-four:width=5,height=4", "dice", "three")


@cache
def game_of(name):
    if name == "dice":
        return Tree(random_vector_node(Random("dice for uct"), 2, 7, chance=0.4, sum_zero=True))
    if name == "three":
        return Tree(random_vector_node(Random("three for uct"), 3, 8, chance=0.2), players=3, utility_sum=None)
    if name == "rounds":
        return DrawnRounds()
    return load_game(name)


@cache
def searcher_of(name):
    return TreeSearcher(game_of(name), tree_mb=16)


def without_time(decision):
    return replace(decision, seconds=0, leaves=0)


def without_lines(decision):
    """Lines end earlier where a state was proven by repetitions or at the horizon, and its children weren't kept."""
    choices = tuple(replace(choice, line=()) for choice in decision.choices)
    return replace(without_time(decision), line=(), depth=0, choices=choices)


def test_the_twins_have_the_same_figures():
    assert _playouts.LONGEST == playouts.LONGEST


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("simulations", [1, 2, 10, 100, 1_500])
def test_visits_are_those_of_the_readable_twin(name, simulations):
    game, limit = game_of(name), Limit(simulations=simulations)
    for seed in (0, 1, -5, 1 << 63):
        plain = uct(game, limit=limit, seed=seed)
        compiled = searcher_of(name).decide(limit=limit, seed=seed)
        assert [choice.visits for choice in compiled.choices] == [choice.visits for choice in plain.choices]
        assert without_time(compiled) == without_time(plain)


def test_other_states_and_limits_too():
    game, searcher = game_of("tic-tac-toe"), searcher_of("tic-tac-toe")
    for name in ("X1O/1O1/X2", "X2/1O1/3", "XX1/OO1/3"):
        state = game.parse_state(name)
        for limit in (Limit(), Limit(depth=3, simulations=200), Limit(nodes=300)):
            plain, compiled = uct(game, state, limit=limit), searcher.decide(state, limit=limit)
            same = without_lines if limit.depth else without_time
            assert same(compiled) == same(plain)


def assert_rounds_agree(game, searcher):
    """Compare the twins on graphs with cycles, with and without a state of the past."""
    limit = Limit(simulations=200)
    for seed in range(12):
        state = random_rounds(game, seed)
        for history in ([], *([game.result(state, action)] for action in game.actions(state))):
            plain = uct(game, state, limit=limit, history=history, seed=seed)
            compiled = searcher.decide(state, limit=limit, history=history, seed=seed)
            assert without_lines(compiled) == without_lines(plain)
            assert compiled.line == plain.line[: len(compiled.line)]


def test_repetitions_and_history_count():
    assert_rounds_agree(game_of("rounds"), searcher_of("rounds"))


@pytest.mark.slow
def test_a_draw_at_the_third_time_is_an_estimate():
    game = ThirdTimeRounds()
    assert_rounds_agree(game, TreeSearcher(game, tree_mb=4))


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four:width=5,height=4"])
def test_run_to_proof_it_finds_the_value(name):
    game, searcher = game_of(name), searcher_of(name)
    random = Random(f"{name} to proof")
    for _ in range(20):
        state = game.initial()
        for _ in range(random.randint(2, 5) if name == "tic-tac-toe" else 9):
            if not game.is_terminal(state):
                state = game.result(state, random.choice(list(game.actions(state))))
        reference, found = alpha_beta(game, state, all_exact=True), searcher.decide(state, limit=Limit())
        assert (found.status, found.value) == ("proven", reference.value)
        worth = {choice.action: choice.value for choice in reference.choices}
        assert all(choice.value == worth[choice.action] for choice in found.choices if choice.status == "proven")


def test_vectors_and_means_are_proven():
    three, dice = (searcher_of(name).decide(limit=Limit(simulations=10**6)) for name in ("three", "dice"))
    assert three.values == vector_worth(random_vector_node(Random("three for uct"), 3, 8, chance=0.2))
    worth = vector_worth(random_vector_node(Random("dice for uct"), 2, 7, chance=0.4, sum_zero=True))
    assert dice.values == pytest.approx([float(part) for part in worth], abs=1e-12)
    assert three.status is dice.status is Status.PROVEN


def test_a_full_tree_goes_on_without_new_records():
    searcher = TreeSearcher(game_of("connect-four:width=5,height=4"), tree_mb=0.01)
    decision = searcher.decide(limit=Limit(simulations=20_000))
    assert decision.simulations == 20_000 == sum(choice.visits for choice in decision.choices)
    assert int(searcher.blocks[0][searcher.machine.layout.USED]) <= len(searcher.tree)
    with pytest.raises(SearchError, match="give it more"):
        TreeSearcher(game_of("connect-four:width=5,height=4"), tree_mb=0.0001)


def test_threads_share_the_simulations_and_agree_on_proofs():
    game = game_of("connect-four:width=5,height=4")
    together = TreeSearcher(game, tree_mb=16, threads=3)
    decision = together.decide(limit=Limit(simulations=1_000))
    assert decision.simulations == 1_000 == sum(choice.visits for choice in decision.choices)
    state = game.parse_state("5/1XO2/OXOX1/XOXOX")
    proven = together.decide(state, limit=Limit())
    assert (proven.status, proven.value) == ("proven", minimax(game, state).value)
    with pytest.raises(SearchError, match="1 to 256 threads"):
        TreeSearcher(game, threads=0)


def test_time_is_kept_and_a_search_can_be_stopped_and_watched():
    searcher = searcher_of("connect-four")
    overshoots: list[float] = []
    seen: list[Progress] = []
    for _ in range(7):
        decision = searcher.decide(limit=Limit(time=0.05))
        overshoots.append(decision.seconds - 0.05)
    assert sorted(overshoots)[3] < 0.5  # a machine may be busy; a limit that isn't kept overshoots by far more
    timer = threading.Timer(0.6, searcher.stop)
    timer.start()
    started = time.perf_counter()
    stopped = searcher.decide(limit=Limit(time=60), on_progress=seen.append)
    assert time.perf_counter() - started < 30
    assert stopped.status is Status.HEURISTIC
    assert 0 < seen[0].simulations < stopped.simulations


def test_ctrl_c_ends_the_threads_and_leaves_the_answer():
    searcher = searcher_of("connect-four")

    def interrupt(progress):
        raise KeyboardInterrupt

    before = threading.active_count()
    decision = searcher.decide(limit=Limit(time=60), on_progress=interrupt)
    assert threading.active_count() == before
    assert decision.simulations == searcher.simulations > 0
    assert decision.action == max(decision.choices, key=lambda choice: choice.visits).action
    assert searcher.decide(limit=Limit(simulations=10)).simulations == 10


def test_ctrl_c_before_the_first_simulation_is_raised_on(monkeypatch):
    def interrupt(*arguments, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr(ThreadGroup, "run", interrupt)
    for ask in (partial(searcher_of("tic-tac-toe").decide, limit=Limit(simulations=9)), Playouts(TicTacToe()).run):
        with pytest.raises(KeyboardInterrupt):
            ask()


def test_ctrl_c_leaves_the_playouts_so_far(monkeypatch):
    run = ThreadGroup.run

    def interrupt(group, works, *arguments, **named):
        run(group, works)
        raise KeyboardInterrupt

    playouts = Playouts(TicTacToe())
    whole = playouts.run(count=50)
    monkeypatch.setattr(ThreadGroup, "run", interrupt)
    assert playouts.run(count=50).means == whole.means


def test_what_does_not_fit_is_refused():
    with pytest.raises(SearchError, match="give 0 or more"):
        TreeSearcher(game_of("tic-tac-toe"), exploration=-1)
    for name, figure in {"max_actions": 65_536, "players": 127}.items():
        game = TicTacToe()
        setattr(game, name, figure)
        with pytest.raises(SearchError, match="at most 65,535 actions a state and 126 players"):
            TreeSearcher(game)
    endless = TicTacToe()
    endless.utility_range = (-math.inf, math.inf)
    with pytest.raises(SearchError, match="Declare a finite utility_range for tic-tac-toe"):
        TreeSearcher(endless)


def node(player, *children):
    return {"player": player, "children": list(children)}


TWICE = node(0, node(0, 1, -1), node(0, node(1, 0, 0), node(1, 0, 0)))
"""MAX moves twice in a row, and one of its first actions makes room for a win."""


def test_a_player_who_moves_twice_gives_no_win_back():
    search = _playouts.PlayoutSearch(Tree(TWICE), None, (), 0, decisive=True)
    outcomes = [search.play_out(Tree.State(), 0)[0] for _ in range(100)]
    assert 30 < outcomes.count(1) < 70
    assert outcomes.count(-1) == 0
    game = Tree(node(1, TWICE, TWICE))
    searcher = TreeSearcher(game, tree_mb=1)
    values = set()
    for seed in range(20):
        for simulations in (1, 2, 4):
            limit = Limit(simulations=simulations)
            plain, compiled = uct(game, limit=limit, seed=seed), searcher.decide(limit=limit, seed=seed)
            assert without_time(compiled) == without_time(plain)
            values.add(compiled.choices[0].value)
    assert -1 in values


# Playouts


def test_playouts_are_those_of_the_readable_twin():
    game = game_of("connect-four:width=5,height=4")
    playouts = Playouts(game)
    state = game.initial()
    for seed in (0, 9):
        search = _playouts.PlayoutSearch(game, None, (), seed)
        plain = [search.play_out(state, 0) for _ in range(200)]
        summary = playouts.run(state, 200, seed)
        assert summary.playouts == 200
        assert summary.means == tuple(sum(column) / 200 for column in zip(*plain, strict=True))
        assert summary.length == search.nodes / 200
        assert summary.rate > 0
    with pytest.raises(SearchError, match="the game is over"):
        playouts.run(game.parse_state("5/5/OOO2/XXXX1"))


def test_playouts_of_dice():
    game = game_of("dice")
    search = _playouts.PlayoutSearch(game, None, (), 4)
    plain = [search.play_out(game.initial(), 0) for _ in range(500)]
    means = [sum(column) / 500 for column in zip(*plain, strict=True)]
    assert Playouts(game).run(count=500, seed=4).means == pytest.approx(means, abs=1e-12)


@pytest.mark.slow
def test_errors_of_the_rules_say_where():
    class Wild(TicTacToe):
        def utility(self, state, player):
            return 7

    with pytest.raises(RulesError, match="utility"):
        TreeSearcher(Wild(), tree_mb=4).decide(limit=Limit(simulations=100))
