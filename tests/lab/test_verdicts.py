"""Every experiment can fail: a planted number, or a planted false premise, gives another verdict."""

import random
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.games.three_kings import ThreeKings
from plywise.lab.experiments import THEMES, find_experiments, load_experiment
from plywise.lab.experiments.depth import deeper_is_better, forward_pruning, pathology, visibility
from plywise.lab.experiments.opponents import exploiting, suboptimal_min
from plywise.lab.experiments.shared import UniformTree
from plywise.lab.experiments.trees import (
    alpha_beta_leaves,
    deepening_cost,
    dynamic_programming_cost,
    errors_in_texts,
)
from plywise.lab.frame import Experiment, Measurements, Ruling, read_results, write_pages
from plywise.search import Beam
from plywise.search.textbook.cutting_off import alpha_beta
from plywise.search.textbook.minimax import minimax
from tests.lab.ruling import ruling

STORED = Path(__file__).parents[2] / "docs" / "lab"
RESULTS = read_results(STORED)

PLANTED: dict[str, dict[str, float]] = {
    "alpha-beta-leaves": {"best-first counts off the formula": 3},
    "tic-tac-toe-leaves": {"terminal nodes": 400_000},
    "deepening-cost": {"fraction added at the deepest": 2.0},
    "transpositions": {"depth ratio, the largest": 1.0},
    "suboptimal-min": {"games in which MAX got less": 1},
    "plies-in-chess": {"plies in 200 million states, alpha-beta": 4},
    "secure-leads": {"won, three pawns ahead": 0.3},
    "piece-values": {"worth of a bishop": 9},
    "prob-cut": {"score of ProbCut at half the states": 0.64},
    "chess-endings": {"endings whose table erred": 1},
    "solved-games": {"values that are wrong or unproven": 1},
    "expectiminimax-growth": {"counts equal to b^m n^m": 0},
    "td-gammon": {"points a game against the start": -0.5},
    "pathology": {"Pearl's game, more wrong when deeper": -0.1},
    "alliances": {"striking C is better, C strong": 0.0},
    "deeper-is-better": {"": 0.5},
    "chess-branching": {"legal moves, the mean of games": 10},
    "visibility": {"evaluation, first 60% of the game": 0.7, "search of four plies": 0.6},
    "dynamic-programming-cost": {"work over N L, at most": 5},
    "leaving-the-book": {"moves in a book of a million games, extrapolated": 30},
    "forward-pruning": {"missed by a beam of 2": 0},
    "exploiting": {"loss against an optimal MIN": -0.1},
    "backgammon-branching": {"ways to play a roll": 100},
    "errors-in-texts": {"minimax value of n4": 10},
    "half-the-time": {"score with 2 times the states": 0.5},
    "million-nodes": {"plies of minimax in a million nodes": 6},
    "parity-bias": {"choices of an odd depth, without bias": 0.5},
    "monte-carlo-order": {"Monte Carlo at the leaves against pure Monte Carlo": 0.4},
}
"""What is measured instead; the empty name stands for all figures."""


def plant(found: Measurements, name: str) -> Measurements:
    planted = PLANTED[name]
    return found.with_figures(dict.fromkeys(found.figures, planted[""]) if "" in planted else planted)


def test_every_statement_is_an_experiment():
    every = find_experiments()
    assert [each.number for each in every.values()] == list(range(1, 29))
    assert every.keys() == PLANTED.keys() == RESULTS.keys()


def test_pages_and_plots_are_those_of_the_stored_results(tmp_path):
    shutil.copytree(STORED / "results", tmp_path / "results")
    for page in write_pages(tmp_path, find_experiments(), THEMES):
        assert page.read_text("utf-8") == (STORED / page.name).read_text("utf-8"), page.name
    for name, experiment in find_experiments().items():
        plot = STORED / "results" / f"{name}.svg"
        assert experiment.plot(RESULTS[name].measurements) == plot.read_text("utf-8"), name


@pytest.mark.parametrize("name", PLANTED)
def test_planted_numbers_give_another_verdict(name):
    experiment, stored = load_experiment(name), RESULTS[name]
    assert experiment.judge(stored.measurements) == stored.judgement
    assert experiment.judge(plant(stored.measurements, name)).ruling != stored.judgement.ruling


VALUES_DECIDE = {"transpositions", "alpha-beta-leaves"}
"""One looks for a single state that shows it; the other's bars don't decide yet."""
SAMPLED = [
    name for name, each in RESULTS.items() if any(figure.samples for figure in each.measurements.figures.values())
]


def widened(found: Measurements, factor: float) -> Measurements:
    """Return the figures as fewer samples would have given them: the same values with wider error bars."""
    wider = {
        name: replace(
            each,
            low=each.value - factor * (each.value - each.low) if each.samples else each.low,
            high=each.value + factor * (each.high - each.value) if each.samples else each.high,
        )
        for name, each in found.figures.items()
    }
    return replace(found, figures=wider)


@pytest.mark.parametrize("name", SAMPLED)
def test_fewer_samples_never_make_a_statement_hold(name):
    experiment, stored = load_experiment(name), RESULTS[name]
    for factor in (1.5, 3, 10, 1e9):
        ruling = experiment.judge(widened(stored.measurements, factor)).ruling
        assert ruling is not Ruling.HOLDS or stored.judgement.ruling is Ruling.HOLDS


@pytest.mark.parametrize("name", sorted({*SAMPLED} - VALUES_DECIDE))
def test_bars_that_say_nothing_leave_it_undecided(name):
    assert load_experiment(name).judge(widened(RESULTS[name].measurements, 1e30)).ruling is Ruling.UNDECIDED


def test_readers_know_the_texts_by_name():
    for page in STORED.glob("*.md"):
        assert not re.search(r"(?<![\d,.])00[0-4]\b", page.read_text("utf-8")), page.name


@pytest.mark.parametrize("name", PLANTED)
def test_figures_and_curves_can_be_shown(name):
    experiment, found = load_experiment(name), RESULTS[name].measurements
    assert found.curves
    assert any(each.said for each in found.figures.values())
    plot = experiment.plot(found)
    assert plot.count("<polyline") == (len(found.curves) if experiment.axes.joined else 0)


# False premises in what is measured. Settings are small: each takes a second at most.


def test_tic_tac_toe_that_never_ends_early(monkeypatch):
    assert ruling("tic-tac-toe-leaves", {}) is Ruling.HOLDS
    monkeypatch.setattr(TicTacToe, "has_line", lambda self, stones: False)
    assert ruling("tic-tac-toe-leaves", {}) is Ruling.WRONG


def test_alpha_beta_that_prunes_nothing(monkeypatch):
    settings = {"sizes": [[2, 4], [3, 4]], "trees": 4, "chess_states": 0}
    assert ruling("alpha-beta-leaves", settings) is not Ruling.FAILS
    monkeypatch.setattr(alpha_beta_leaves, "alpha_beta", minimax)
    assert ruling("alpha-beta-leaves", settings) is Ruling.FAILS


def test_searches_that_cost_the_same_at_every_depth(monkeypatch):
    settings = {"games": {"connect-four": 4}, "states": 2}
    assert ruling("deepening-cost", settings) is not Ruling.FAILS
    search = alpha_beta
    monkeypatch.setattr(deepening_cost, "alpha_beta", lambda game, state, depth: search(game, state, 2))
    assert ruling("deepening-cost", settings) is Ruling.FAILS


def test_max_that_plays_at_random(monkeypatch):
    settings = {"games": ["random trees"], "plays": 20}
    assert ruling("suboptimal-min", settings) is Ruling.HOLDS
    chooser = random.Random(1)

    def at_random(self: Experiment, game: Any, solved: Any) -> Any:
        return lambda state: chooser.choice(list(game.actions(state)))

    monkeypatch.setattr(suboptimal_min.SuboptimalMin, "maximiser", at_random)
    assert ruling("suboptimal-min", settings) is Ruling.FAILS


def test_dynamic_programming_without_a_table(monkeypatch):
    settings = {"games": ["nim:piles=3-4"]}
    assert ruling("dynamic-programming-cost", settings) is Ruling.HOLDS
    monkeypatch.setattr(dynamic_programming_cost, "solve", lambda game, state, table: minimax(game, state))
    assert ruling("dynamic-programming-cost", settings) is Ruling.FAILS


def test_expectiminimax_that_rolls_no_dice(monkeypatch):
    settings = {"pruned": [[2, 21, 1]], "trees": 2}
    assert ruling("expectiminimax-growth", settings) in (Ruling.MISPRINTED, Ruling.UNDECIDED)
    monkeypatch.setattr(UniformTree, "chances", lambda self, state: [(0, 1.0)])
    assert ruling("expectiminimax-growth", settings) is Ruling.FAILS


def test_boards_whose_squares_are_alike(monkeypatch):
    settings = {"boards": 600}
    assert ruling("pathology", settings) is Ruling.HOLDS
    monkeypatch.setattr(pathology, "_pearl_board", pathology._nau_board)
    assert ruling("pathology", settings) is Ruling.FAILS


def test_kings_who_want_to_lose(monkeypatch):
    assert ruling("alliances", {}) is Ruling.HOLDS
    utility = ThreeKings.utility
    monkeypatch.setattr(ThreeKings, "utility", lambda self, state, player: -utility(self, state, player))
    assert ruling("alliances", {}) is Ruling.FAILS


def test_a_ply_less_instead_of_more(monkeypatch):
    settings = {"games": ["othello:size=6"], "depths": [1], "pairs": 40}
    assert ruling("deeper-is-better", settings) is Ruling.HOLDS
    look = deeper_is_better.DeeperIsBetter.looking
    monkeypatch.setattr(
        deeper_is_better.DeeperIsBetter, "looking", lambda self, game, depth: look(self, game, 3 - depth)
    )
    assert ruling("deeper-is-better", settings) is Ruling.FAILS


def test_estimates_that_are_noise(monkeypatch):
    settings = {"games": ["othello:size=4"], "states": 60}
    assert ruling("visibility", settings) is not Ruling.FAILS
    chooser = random.Random(1)
    monkeypatch.setattr(visibility.Visibility, "estimate", lambda self, game, state, depth: chooser.random())
    assert ruling("visibility", settings) is not Ruling.HOLDS


def test_a_beam_as_wide_as_the_board(monkeypatch):
    settings = {"games": ["connect-four"], "states": 15, "depth": 4}
    assert ruling("forward-pruning", settings) is not Ruling.FAILS
    monkeypatch.setattr(forward_pruning, "Beam", lambda width: Beam(100))
    assert ruling("forward-pruning", settings) is Ruling.UNDECIDED


def test_an_exploiter_who_trusts_nobody(monkeypatch):
    settings = {"trees": 30, "games": []}
    assert ruling("exploiting", settings) is not Ruling.FAILS
    monkeypatch.setattr(exploiting, "_mean", min)
    assert ruling("exploiting", settings) is Ruling.FAILS


def test_pseudo_code_that_is_right(monkeypatch):
    settings = {"placements": 40, "trees": 2}
    assert ruling("errors-in-texts", settings) is Ruling.MISPRINTED
    monkeypatch.setattr(errors_in_texts, "as_printed", lambda game, state, alpha, beta: minimax(game, state)[0])
    assert ruling("errors-in-texts", settings) is Ruling.LIMITED
