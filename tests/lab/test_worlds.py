"""Experiments that measure the compiled engine, in worlds made for the purpose: with a false premise each one fails.

Engines, games and learners are replaced, so that nothing is compiled: what an experiment makes of what it sees is what
is tested here, from the observation to the verdict.
"""

import itertools
import math
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import plywise.learn.weights
from plywise.games.chess import Chess
from plywise.games.chess.evaluation import KINDS
from plywise.games.nim import Nim
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.knowledge.network import LearnedNetwork, turn_ends
from plywise.lab.experiments.depth import (
    half_the_time,
    million_nodes,
    monte_carlo_order,
    parity_bias,
    plies_in_chess,
    prob_cut,
    transpositions,
)
from plywise.lab.experiments.knowledge import chess_endings, leaving_the_book, secure_leads, td_gammon
from plywise.lab.experiments.knowledge.piece_values import SelfTaughtChess
from plywise.lab.experiments.opponents import backgammon_branching
from plywise.lab.experiments.shared import PlayedChess, play_pair
from plywise.lab.experiments.trees import chess_branching
from plywise.lab.frame import Ruling
from plywise.learn.weights import PlayedState
from tests.lab.ruling import ruling


@pytest.mark.parametrize(("deeper", "expected"), [(2.0, Ruling.HOLDS), (1.0, Ruling.FAILS)])
def test_a_table_that_remembers_nothing(deeper, expected, monkeypatch):
    def depth(self: Any, state: Any, nodes: int, *without: str) -> int:
        return 6 if without else int(6 * deeper)

    monkeypatch.setattr(transpositions.Transpositions, "depth", depth)
    assert ruling("transpositions", {"nodes": [1], "middle_games": 1}) is expected


class Growing:
    """A search whose states grow by some factor with every ply."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def clear(self) -> None:
        pass

    def decide(self, state: Any, limit: Any, on_depth: Any) -> Any:
        for depth in range(1, 8):
            on_depth(SimpleNamespace(depth=depth, nodes=round(self.factor**depth)))
        return SimpleNamespace(nodes=1e9)


@pytest.mark.parametrize(("factor", "expected"), [(6, Ruling.LIMITED), (35, Ruling.FAILS)])
def test_a_search_of_chess_that_prunes_nothing(factor, expected, monkeypatch):
    """What is said of people isn't measured, so that this statement holds within limits at best."""
    monkeypatch.setattr(plies_in_chess, "time", SimpleNamespace(process_time=itertools.count().__next__))
    monkeypatch.setattr(plies_in_chess, "chess_rivals", lambda: (Growing(factor), Growing(factor)))
    monkeypatch.setattr(
        plies_in_chess, "chess_searcher", lambda *without: Growing(factor if "null_move" in without else factor - 2)
    )
    monkeypatch.setattr(plies_in_chess, "play_pair", lambda *_: 1.0)
    assert ruling("plies-in-chess", {"nodes": 200_000_000, "states": 2}) is expected


@pytest.mark.parametrize(
    ("says", "games", "expected"),
    [(2.0, 600, Ruling.HOLDS), (0.5, 2000, Ruling.LIMITED), (2.0, 40, Ruling.UNDECIDED), (0.0, 600, Ruling.FAILS)],
)
def test_leads_that_say_nothing_of_who_wins(says, games, expected, monkeypatch):
    def play_chess(depth: int, chooser: random.Random) -> PlayedChess:
        lead = chooser.choice((0.0, 1.0, 2.0, 3.0)) * chooser.choice((-1, 1))
        wins = chooser.random() < 1 / (1 + math.exp(-says * lead))
        return PlayedChess([0] * 4, [lead] * 4, [True] * 4, float(wins))

    monkeypatch.setattr(secure_leads, "play_chess", play_chess)
    assert ruling("secure-leads", {"games": games}) is expected


@pytest.mark.parametrize(("bishop", "expected"), [(3.0, Ruling.HOLDS), (7.0, Ruling.FAILS)])
def test_games_that_bishops_decide(bishop, expected, monkeypatch):
    worth = np.array([1.0, 3.0, bishop, 5.0, 9.0])

    def sample_play(game: Any, games: int, playing: Any, seed: int) -> Any:
        chooser = random.Random(seed)
        for number in range(games):
            amounts = [float(chooser.randint(-1, 1)) for _ in KINDS]
            wins = chooser.random() < 1 / (1 + math.exp(-float(worth @ amounts)))
            yield [PlayedState(number, tuple(amounts), float(wins))]

    fitted = SimpleNamespace(fitted=SimpleNamespace(weights=SelfTaughtChess.weights))
    monkeypatch.setattr(plywise.learn.weights, "sample_play", sample_play)
    monkeypatch.setattr(plywise.learn.weights, "fit_weights", lambda *_, **__: fitted)
    assert ruling("piece-values", {"courses": 4, "games": 6000}) is expected


class OneChoice:
    """Each of two players chooses once, and whoever chose "a" alone wins."""

    cyclic, repetition = False, None

    def initial(self) -> str:
        return ""

    def to_move(self, state: str) -> int:
        return len(state)

    def is_terminal(self, state: str) -> bool:
        return len(state) == 2

    def result(self, state: str, action: str) -> str:
        return state + action

    def utility(self, state: str, player: int) -> int:
        return (state[player] == "a") - (state[1 - player] == "a")


def choosing(action: str) -> Any:
    decide = lambda *_, **__: SimpleNamespace(depth=1, action=action)  # noqa: E731
    return SimpleNamespace(game=OneChoice(), clear=lambda: None, decide=decide)


@pytest.mark.parametrize(("cutting", "regular", "expected"), [("a", "b", Ruling.HOLDS), ("b", "a", Ruling.FAILS)])
def test_cuts_that_lose(cutting, regular, expected, monkeypatch):
    monkeypatch.setattr(prob_cut, "load_game", lambda spec: OneChoice())
    monkeypatch.setattr(
        prob_cut, "play_pair", lambda game, one, other, _, chooser: play_pair(game, one, other, 0, chooser)
    )
    monkeypatch.setattr(prob_cut, "_searchers", lambda *_: (choosing(cutting), choosing(regular)))
    assert ruling("prob-cut", {"pairs": 40}) is expected


def plays_at_even(expected_score: float) -> Any:
    """Return a way to play pairs of games in which the first player wins as often as that."""
    return lambda *given: float(given[-1].random() < expected_score)


@pytest.mark.parametrize(
    ("score", "pairs", "expected"),
    [
        (0.95, 400, Ruling.HOLDS),
        (0.62, 400, Ruling.LIMITED),
        (0.3, 400, Ruling.FAILS),
        (0.62, 6, Ruling.UNDECIDED),
    ],
)
def test_time_that_makes_no_difference(score, pairs, expected, monkeypatch):
    monkeypatch.setattr(half_the_time, "chess_rivals", lambda: (choosing("a"), choosing("b")))
    monkeypatch.setattr(half_the_time, "play_pair", plays_at_even(score))
    assert ruling("half-the-time", {"pairs": {"2": pairs}}) is expected


@pytest.mark.parametrize(
    ("branching", "score", "pairs", "expected"),
    [
        (35, 1.0, 40, Ruling.HOLDS),
        (35, 0.6, 100, Ruling.LIMITED),
        (35, 0.9, 10, Ruling.UNDECIDED),
        (6, 1.0, 40, Ruling.FAILS),
    ],
)
def test_trees_that_a_million_nodes_exhaust(branching, score, pairs, expected, monkeypatch):
    monkeypatch.setattr(million_nodes, "chess_rivals", lambda: (choosing("a"), choosing("b")))
    monkeypatch.setattr(million_nodes, "play_pair", plays_at_even(score))
    monkeypatch.setattr(million_nodes, "_middle_game", lambda chooser: None)
    monkeypatch.setattr(
        million_nodes,
        "nodes_by_depth",
        lambda state: [branching**depth for depth in range(1, 10 if branching < 9 else 6)],
    )
    assert ruling("million-nodes", {"pairs": pairs}) is expected


@pytest.mark.parametrize(
    ("plain", "biased", "score", "expected"),
    [
        (0.9, 0.5, 0.9, Ruling.HOLDS),
        (0.9, 0.5, 0.2, Ruling.LIMITED),
        (0.9, 0.95, 0.9, Ruling.LIMITED),
        (0.52, 0.5, 0.9, Ruling.UNDECIDED),
        (0.2, 0.5, 0.9, Ruling.FAILS),
    ],
)
def test_turns_that_are_worth_nothing(plain, biased, score, expected, monkeypatch):
    monkeypatch.setattr(parity_bias.ParityBiasEffect, "searchers", lambda *_: (None, choosing("a"), choosing("b")))
    monkeypatch.setattr(parity_bias, "random_states", lambda game, count, seed: [None] * count)
    monkeypatch.setattr(parity_bias, "_best_gain", lambda game, state: 1.0)
    monkeypatch.setattr(
        parity_bias, "_choices", lambda *given: (given[-1].random() < plain, given[-1].random() < biased)
    )
    monkeypatch.setattr(parity_bias, "play_pair", plays_at_even(score))
    assert ruling("parity-bias", {"states": 200, "pairs": 60}) is expected


@pytest.mark.parametrize(
    ("score", "pairs", "expected"),
    [(0.8, 100, Ruling.HOLDS), (0.5, 20, Ruling.UNDECIDED), (0.2, 100, Ruling.FAILS)],
)
def test_leaves_that_playouts_say_nothing_of(score, pairs, expected, monkeypatch):
    monkeypatch.setattr(monte_carlo_order, "_compiled", lambda spec: (None, None, None))
    monkeypatch.setattr(monte_carlo_order.MonteCarloOrder, "player", lambda *_: None)
    monkeypatch.setattr(monte_carlo_order, "play_pair", plays_at_even(score))
    assert ruling("monte-carlo-order", {"pairs": pairs}) is expected


class CountingPlayouts:
    """Playouts that say how many there were."""

    def __init__(self) -> None:
        self.done = 0

    def run(self, state: Any, count: int, seed: int) -> Any:
        self.done += count
        return SimpleNamespace(means=(0.0, 0.0))


def test_all_who_play_out_keep_to_their_number():
    """And each sees a win in one, by whatever the playouts say."""
    game, chooser = TicTacToe(), random.Random(1)
    state = game.parse_state("XX1/OO1/3")
    for leaves in (False, True):
        sampler: Any = CountingPlayouts()
        choose = (
            monte_carlo_order.SampledLeaves(game, sampler, 200, chooser).choose
            if leaves
            else monte_carlo_order._average(game, sampler, 200, chooser)
        )
        assert game.action_name(state, choose(state, ())) == "c3"
        sampler.done = 0
        for _ in range(10):
            choose(game.initial(), ())
        assert 1500 <= sampler.done <= 2500


def test_boards_that_are_not_mirrored(monkeypatch):
    assert ruling("chess-endings", {"tiers": []}) is Ruling.LIMITED
    turned = chess_endings._turned
    monkeypatch.setattr(chess_endings, "_turned", lambda pair, turn: turned(pair, turn & 3))
    assert ruling("chess-endings", {"tiers": []}) is Ruling.WRONG


def test_nim_that_nobody_wins(monkeypatch):
    settings = {"plain": ["nim:piles=2-2"], "tables": []}
    assert ruling("solved-games", settings) is Ruling.LIMITED
    monkeypatch.setattr(Nim, "utility", lambda self, state, player: 0)
    assert ruling("solved-games", settings) is Ruling.FAILS


def test_chess_in_which_only_kings_move(monkeypatch):
    played = PlayedChess([Chess().parse_state("8/8/4k3/8/8/4K3/8/8 w - - 0 1")] * 9)
    monkeypatch.setattr(chess_branching, "play_chess", lambda *_: played)
    assert ruling("chess-branching", {"games": 2, "states": 1}) is Ruling.FAILS


@pytest.mark.parametrize(("ways", "expected"), [(3, Ruling.LIMITED), (1000, Ruling.FAILS)])
def test_openings_that_are_never_alike(ways, expected, monkeypatch):
    def opening(game: Any, chooser: random.Random) -> list[int]:
        line = tuple(chooser.randrange(ways) for _ in range(40))
        return [hash(line[: ply + 1]) for ply in range(40)]

    monkeypatch.setattr(leaving_the_book, "opening", opening)
    assert ruling("leaving-the-book", {"games": 1500}) is expected


@pytest.mark.parametrize(("most", "expected"), [(10_000, Ruling.UNDECIDED), (3, Ruling.FAILS)])
def test_rolls_that_leave_no_choice(most, expected, monkeypatch):
    """Two games are too few to say that there are about 20."""
    monkeypatch.setattr(backgammon_branching, "turn_ends", lambda *given: list(turn_ends(*given))[:most])
    monkeypatch.setattr(backgammon_branching, "LONGEST", 25)
    monkeypatch.setattr(LearnedNetwork, "expect", lambda *_: 0.0)
    assert ruling("backgammon-branching", {"games": 2}) is expected


@pytest.mark.slow
def test_a_network_that_learns_nothing(monkeypatch):
    """Compiles self-play of backgammon: pytest tests/lab/test_worlds.py -m slow"""
    settings = {"points": [100, 900], "pairs": 100}
    assert ruling("td-gammon", settings) is not Ruling.FAILS
    monkeypatch.setattr(td_gammon.SelfTaughtBackgammon, "teach", lambda *_: None)
    assert ruling("td-gammon", settings) is Ruling.FAILS
