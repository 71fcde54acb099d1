"""Weights of features: they can be set, fitted and printed; compiled search follows them, and a file knows its game."""

import json
import math
import random
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from plywise import Game, Limit, load_game
from plywise.agents import SearchOptions, decide, weighed_game
from plywise.cli.commands.measure.fit_weights import fit_weights_command
from plywise.cli.commands.rules.features import features
from plywise.kernel import LoweringError, Searcher, rules_fingerprint
from plywise.knowledge.learned import KnowledgeError
from plywise.knowledge.weights import FittedWeights, parse_weights, read_weights, with_weights, write_weights
from plywise.learn import random_states
from plywise.learn.weights import Playing, WeightsProgress, chances, fit_weights, regress, sample_play
from plywise.learn.weights import sample as sampling
from plywise.rules import PlywiseError, SearchError

WEIGHED = ("chess", "draughts", "othello", "breakthrough", "nine-mens-morris")
QUICK = Playing(1, (1, 3), 4)


class Race(Game):
    """Take one or two of twelve; whoever has taken more wins. What is left over is a feature without a meaning."""

    weights = {"taken": 1, "left over": 5}

    class State(NamedTuple):
        left: int = 12
        lead: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for take in (1, 2):
            if take <= state.left:
                yield take

    def result(self, state, action):
        sign = 1 if state.turn == 0 else -1
        return self.State(state.left - action, state.lead + sign * action, 1 - state.turn)

    def utility(self, state, player):
        won = (state.lead > 0) - (state.lead < 0)
        return won if player == 0 else -won

    def amounts(self, state, player):
        return (state.lead, 0) if player == 0 else (-state.lead, 0)


@pytest.mark.parametrize("spec", WEIGHED)
def test_estimates_are_weights_times_amounts(spec):
    game = load_game(spec)
    other = with_weights(game, {name: 1.5 * weight + 2 for name, weight in game.weights.items()})
    for state in random_states(game, 40, seed=5):
        for player in (0, 1):
            for each in (game, other):
                pairs = zip(each.weights.values(), each.amounts(state, player), strict=True)
                total = sum(weight * amount for weight, amount in pairs)
                assert total == pytest.approx(each.evaluate(state, player), abs=2 if spec == "chess" else 1e-9)
                assert sum(each.features(state, player).values()) == pytest.approx(each.evaluate(state, player))


@pytest.mark.parametrize("spec", ["chess", "draughts"])
def test_compiled_search_follows_the_weights(spec):
    game: Any = load_game(spec)
    other = with_weights(game, {name: 2 * weight + 1 for name, weight in game.weights.items()})
    searcher = Searcher(other)
    for state in random_states(game, 20, seed=6):
        if not list(game.noisy_actions(state)):
            for action in game.actions(state):
                rules = searcher.machine.rules
                after = game.result(state, action)
                assert rules.evaluate(after, 0) == other.evaluate(after, 0)


def test_a_game_without_evaluate_has_one_by_its_weights():
    game = Race()
    state = game.State(5, 3, 0)
    assert game.offers("evaluate")
    assert (game.evaluate(state, 0), game.evaluate(state, 1)) == (3, -3)
    assert game.features(state, 1) == {"taken": -3, "left over": 0}
    assert Searcher(game).decide(limit=Limit(depth=1)).action == 2
    backwards = with_weights(game, {"taken": -1, "left over": 0})
    assert Searcher(backwards).decide(limit=Limit(depth=1)).action == 1


def test_weights_of_other_names_are_refused():
    with pytest.raises(KnowledgeError, match="aren't the features of draughts, because of 'queens'"):
        with_weights(load_game("draughts"), {**load_game("draughts").weights, "queens": 1})
    with pytest.raises(KnowledgeError, match="nim has no weights"):
        with_weights(load_game("nim"), {})


# Regression


def test_regression_finds_the_weights_that_made_the_results():
    lots = np.random.default_rng(7)
    amounts = lots.normal(size=(20_000, 3)) * [1, 5, 0.2]
    truth = np.array([0.8, -0.1, 2.0])
    results = lots.random(20_000) < chances(amounts, truth)
    fit = regress(amounts, results, np.arange(20_000))
    assert np.all(np.abs(fit.weights - truth) < 4 * fit.errors)
    assert np.all(fit.errors < [0.05, 0.01, 0.2])


def test_errors_count_games_and_not_states():
    """Nine copies of each state are no news: the errors stay, though a count of states would make them a third."""
    lots = np.random.default_rng(8)
    amounts = lots.normal(size=(900, 2))
    results = lots.random(900) < chances(amounts, [0.5, 1.0])
    once = regress(amounts, results, np.arange(900))
    nine = regress(np.repeat(amounts, 9, axis=0), np.repeat(results, 9), np.repeat(np.arange(900), 9))
    assert nine.weights == pytest.approx(once.weights, rel=1e-3)
    assert nine.errors == pytest.approx(once.errors, rel=1e-2)
    alone = regress(np.repeat(amounts, 9, axis=0), np.repeat(results, 9), np.arange(8100))
    assert alone.errors == pytest.approx(once.errors / 3, rel=0.05)


def test_intervals_hold_the_truth_as_often_as_they_say():
    lots = np.random.default_rng(9)
    held = 0
    for _ in range(200):
        amounts = lots.normal(size=(300, 1))
        fit = regress(amounts, lots.random(300) < chances(amounts, [0.7]), np.arange(300))
        held += abs(fit.weights[0] - 0.7) < 1.96 * fit.errors[0]
    assert 0.95 - 4 * math.sqrt(0.95 * 0.05 / 200) < held / 200 <= 1


def test_a_certain_win_ends_too():
    fit = regress([[1.0], [2.0], [-1.0]], [1, 1, 0], range(3))
    assert math.isfinite(fit.weights[0])
    assert fit.weights[0] > 1


# Self-play


def test_weights_are_found_from_nothing():
    game = Race()
    fit = fit_weights(game, games=150, rounds=2, playing=QUICK, from_nothing=True)
    assert fit.fitted.weights["taken"] > 3 * fit.fitted.errors["taken"] > 0
    assert fit.fitted.weights["left over"] == 5  # it never came up
    assert fit.fitted.games > 100
    again = fit_weights(game, games=150, rounds=2, playing=QUICK, from_nothing=True)
    assert again.fitted == fit.fitted


def test_the_same_seed_plays_the_same_games_and_plainly_too(monkeypatch):
    game = Race()
    compiled = list(sample_play(game, 20, QUICK, seed=3))
    assert compiled == list(sample_play(game, 20, QUICK, seed=3)) != list(sample_play(game, 20, QUICK, seed=4))

    def refuse(*_, **__):
        raise LoweringError("rules.py", 1, "no")

    monkeypatch.setattr(sampling, "Searcher", refuse)
    assert len(list(sample_play(game, 20, QUICK, seed=3))) == 20


def test_deeper_searches_have_a_say():
    playing = replace(QUICK, deeper=2)
    states = [state for states in sample_play(Race(), 40, playing) for state in states]
    assert any(state.value is not None for state in states)
    fit = fit_weights(Race(), games=60, playing=playing, share=0.5)
    assert fit.fitted.weights["taken"] > 0


def test_draughts_learns_that_men_are_worth_something():
    fit = fit_weights(load_game("draughts"), games=40, playing=Playing(2, (6, 20), 8), seed=1)
    assert fit.fitted.weights["men"] > 0
    assert set(fit.fitted.errors) == set(load_game("draughts").weights)


def test_what_can_not_be_fitted_is_refused():
    with pytest.raises(PlywiseError, match="nim has no features to weigh"):
        fit_weights(load_game("nim"))
    with pytest.raises(PlywiseError, match="are too few to fit to"):
        fit_weights(Race(), games=3, playing=QUICK)
    with pytest.raises(SearchError, match="without dice"):
        next(sample_play(load_game("backgammon"), 1, QUICK))


def test_ctrl_c_ends_with_the_games_so_far():
    def stop(progress: WeightsProgress) -> None:
        if progress.done == 50:
            raise KeyboardInterrupt

    fit = fit_weights(Race(), games=1000, playing=QUICK, on_progress=stop)
    assert fit.is_stopped
    assert 20 < fit.fitted.games <= 50


# The file, and who takes it


@pytest.fixture
def fitted(tmp_path):
    game = load_game("draughts")
    weights = {name: weight + 0.25 for name, weight in game.weights.items()}
    errors = dict.fromkeys(weights, 1.5)
    fit = FittedWeights("draughts", rules_fingerprint(game), weights, errors, 120.0, 50, 400)
    write_weights(fit, tmp_path / "draughts.weights")
    return fit, tmp_path / "draughts.weights"


def test_a_file_comes_back_as_it_was_and_knows_its_rules(fitted):
    fit, path = fitted
    assert read_weights(path, load_game("draughts"), fit.rules) == fit
    with pytest.raises(KnowledgeError, match="was fitted for draughts, by other rules than those of othello"):
        weighed_game(load_game("othello"), path)


def test_damaged_files_are_refused(fitted):
    _, path = fitted
    whole = json.loads(path.read_text())
    damages = [{**whole, "weights": {"men": "many"}}, {**whole, "weights": 3}, {**whole, "errors": {"men": None}}]
    damages += [{**whole, "odds_unit": math.inf}, {key: part for key, part in whole.items() if key != "games"}]
    for damaged in damages:
        path.write_text(json.dumps(damaged))
        with pytest.raises(KnowledgeError, match="is damaged"):
            parse_weights(path)
    path.write_text("{}")
    with pytest.raises(KnowledgeError, match="is no file of"):
        parse_weights(path)
    with pytest.raises(KnowledgeError, match="can't be read"):
        parse_weights(path.parent / "missing")


def test_agents_take_weights(tmp_path):
    game = load_game("othello")
    lots = random.Random(1)
    state = game.initial()
    for _ in range(6):
        state = game.result(state, lots.choice(list(game.actions(state))))
    fit = FittedWeights("othello", rules_fingerprint(game), dict.fromkeys(game.weights, 1.0), {}, 1.0, 1, 1)
    path = tmp_path / "othello.weights"
    write_weights(fit, path)
    options = SearchOptions(engine="plain", weights=path)
    found = decide(game, state, limit=Limit(depth=1), algorithm="alpha-beta", options=options)
    after = game.result(state, found.action)
    assert found.value == sum(game.amounts(after, game.to_move(state)))


def test_the_commands(tmp_path):
    app = typer.Typer()
    app.command("fit-weights")(fit_weights_command)
    app.command("features")(features)
    file = tmp_path / "breakthrough.weights"
    asked = ["fit-weights", "breakthrough", "--out", str(file), "--games", "30", "--depth", "1"]
    printed = CliRunner().invoke(app, asked)
    assert printed.exit_code == 0
    assert "own weight" in printed.stdout
    assert "pawns" in printed.stdout
    weights = parse_weights(file).weights
    shown = CliRunner().invoke(app, ["features", "breakthrough", "--weights", str(file), "--json"])
    data = json.loads(shown.stdout)
    assert data["weights"] == {name: round(weight) for name, weight in weights.items()}
    assert set(data["amounts"][0]) == set(weights)
    plain = CliRunner().invoke(app, ["features", "breakthrough", "--state", "8/8/1X6/8/5O2/8/2X5/1X6 X"])
    assert [line.split() for line in plain.stdout.splitlines() if line.startswith("pawns")] == [
        ["pawns", "100", "+2", "200"]
    ]
