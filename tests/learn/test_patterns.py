"""Learning patterns: boards and symmetries that are found, self-play as in its readable twin, and weights that win."""

import contextlib
import math
import signal
import threading
import time
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from plywise import Game, load_game
from plywise.kernel import LearningRates, SelfPlay, WeightTable
from plywise.knowledge.patterns import KnowledgeError, read_cells
from plywise.learn.patterns import (
    LearningPoint,
    PatternLearner,
    PlainSelfPlay,
    are_alike,
    choose_layout,
    find_board,
    find_symmetries,
)
from plywise.rules import SearchError, as_view
from tests.kernel.pattern_games import CoinRows, OwnRows, Rows, RowsByRule, ThreeRows, UnevenRows, states_of_play

RATES = LearningRates(opening=4)


@pytest.mark.parametrize(
    ("spec", "cells", "values", "symmetries"),
    [("tic-tac-toe", 9, 3, 8), ("examples/hex.py:Hex", 49, 3, 2), ("draughts", 32, 5, 1)],
)
def test_boards_in_bits_are_found_by_their_view(spec, cells, values, symmetries):
    game = load_game(spec)
    board = find_board(game)
    assert (len(board.readings), board.values) == (cells, values)
    assert len(find_symmetries(game, board)) == symmetries
    for state in states_of_play(game, 60, seed=5):
        pieces: dict[object, str] = {(cell.x, cell.y): cell.piece for cell in as_view(game.view(state)).cells}
        found = zip(board.spots, read_cells(game, board.readings, values, state), strict=True)
        assert all(bool(pieces[spot]) == bool(cell) for spot, cell in found)


def test_a_tuple_of_small_numbers_is_a_board():
    board = find_board(Rows())
    assert board.readings[3] == ("number", -1, "board", 3)
    assert board.values == 3


def test_the_rule_of_the_game_comes_first():
    board = find_board(RowsByRule())
    assert board.readings == tuple(("rule", i) for i in range(9))
    assert board.values == 4


class Heap(Game):
    """One number, and nothing that looks like a board."""

    class State(NamedTuple):
        matches: int = 9
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for take in (1, 2):
            if take <= state.matches:
                yield take

    def result(self, state, action):
        return self.State(state.matches - action, 1 - state.turn)

    def utility(self, state, player):
        return -1 if player == state.turn else 1


def test_cells_by_rule_are_in_the_order_of_the_view():
    game = load_game("connect-four")
    board = find_board(game)
    assert (board.readings[0], board.values, board.spots[0], board.spots[41]) == (("rule", 0), 4, (0, 0), (6, 5))
    assert len(find_symmetries(game, board)) == 2


def test_without_a_board_it_says_what_to_write():
    with pytest.raises(KnowledgeError, match=r"^The board of heap can't be found .* write `def cells\(self, state\)`"):
        find_board(Heap())


class Dominoes(Game):
    """Each player covers two cells beside each other; whoever can't has lost."""

    class State(NamedTuple):
        board: tuple[int, ...] = (0,) * 16
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for cell in range(15):
            if cell % 4 < 3 and state.board[cell] == 0 and state.board[cell + 1] == 0:
                yield cell

    def result(self, state, action):
        board = list(state.board)
        board[action] = 1 + state.turn
        board[action + 1] = 1 + state.turn
        return self.State(tuple(board), 1 - state.turn)

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def view(self, state):
        return [[".XO"[cell] for cell in state.board[row : row + 4]] for row in range(0, 16, 4)]


@pytest.mark.parametrize(
    ("make", "phases"),
    [
        (lambda: load_game("tic-tac-toe"), 1),  # an action changes one cell: sums come from those before
        (Dominoes, 1),  # it changes two, which one image may look at
        (Rows, 2),  # phases change all weights: sums are added up anew
        (ThreeRows, 1),  # three players have an estimate each
        pytest.param(ThreeRows, 2, marks=pytest.mark.slow),
        pytest.param(CoinRows, 1, marks=pytest.mark.slow),
        (CoinRows, 2),  # a coin says who moves, and the estimate is that of the state before
        (OwnRows, 1),  # both players share their weights
        pytest.param(OwnRows, 2, marks=pytest.mark.slow),
    ],
    ids=["one", "two", "all", "three", "three-phases", "coin", "coin-phases", "shared", "shared-phases"],
)
def test_compiled_self_play_is_the_plain_one(make, phases):
    game = make()
    layout = choose_layout(game)
    layout = replace(layout, patterns=layout.patterns[:8], phases=phases)
    compiled, plain = SelfPlay(game, layout, seed=0), PlainSelfPlay(game, layout, seed=0)
    games = 200 if len(layout.readings) < 10 else 40
    compiled.learn(games, RATES)
    plain.learn(games, RATES)
    numbers = np.frombuffer(compiled.table.numbers, np.float32)
    found = np.column_stack([numbers[: layout.size], numbers[layout.size :].reshape(-1, 2)])
    assert compiled.games == games
    assert np.count_nonzero(plain.table[:, 0]) > 500
    np.testing.assert_allclose(found, plain.table, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("make", "is_shared"),
    [
        (OwnRows, True),
        (UnevenRows, False),  # the rules differ
        (Rows, False),  # cells say whose they are
        (CoinRows, False),
        (lambda: load_game("othello:size=4"), True),
        (lambda: load_game("kalah"), True),
        (lambda: load_game("six-mens-morris"), True),
        (lambda: load_game("breakthrough:width=4,height=5"), False),  # one goes up, the other down
    ],
)
def test_players_share_weights_where_the_rules_treat_them_alike(make, is_shared):
    game = make()
    assert are_alike(game, find_board(game)) == is_shared


def test_the_same_seed_and_games_give_the_same_weights():
    game = load_game("tic-tac-toe")
    one, two, other = (PatternLearner(game, seed=seed) for seed in (1, 1, 2))
    for learner in (one, two, other):
        learner.learn(games=1_200)
    assert one.best == two.best
    assert one.best.weights != other.best.weights


def test_what_is_learned_beats_the_start():
    points: list[LearningPoint] = []
    learner = PatternLearner(load_game("connect-four"), seed=0)
    assert learner.learn(games=4_000, on_point=points.append)
    assert [point.games for point in points] == [1_000, 1_500, 2_250, 3_375, 4_000]
    assert points[-1].against_start.mean > 0.5
    assert learner.best.games > 0


def test_ctrl_c_leaves_the_best_so_far():
    learner = PatternLearner(load_game("tic-tac-toe"))
    calls = []

    def interrupt():
        calls.append(learner.games)
        if learner.games > 1_000:
            raise KeyboardInterrupt

    assert not learner.learn(seconds=60, on_progress=interrupt)
    assert learner.best.games == 1_000
    assert any(learner.best.weights)


def test_ctrl_c_in_compiled_self_play_ends_it_soon():
    learner, interrupted = PatternLearner(load_game("tic-tac-toe")), []

    def interrupt():
        while learner.games == 0:  # on a busy machine, a fixed time may be over before learning begins
            time.sleep(0.01)
        interrupted.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):  # where it came a moment before or after
        assert not learner.learn(seconds=60)
    assert time.perf_counter() - interrupted[0] < 30
    assert learner.games > 0


@pytest.mark.parametrize("make", [ThreeRows, pytest.param(CoinRows, marks=pytest.mark.slow)])
def test_more_players_and_chance_are_learned_too(make):
    learner = PatternLearner(make(), seed=0)
    assert learner.learn(games=4_000)
    score = learner.self_play.contest(WeightTable(learner.layout.size), 2_000, opening=1, seed=7)
    assert score.mean > 5 * score.error > 0
    assert score.games == 2_000 * learner.game.players


class Endless(Rows):
    """Nobody knows what can be won."""

    utility_range = (-math.inf, math.inf)


def test_a_game_without_bounds_is_refused_in_a_sentence():
    with pytest.raises(SearchError, match=r"a finite utility_range: endless isn't like that"):
        PatternLearner(Endless())
