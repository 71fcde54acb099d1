"""A network taught by self-play: as in its readable twin, by the true gradient, the same every time, and stronger."""

import random
from typing import Any

import numpy as np
import pytest

from plywise import CHANCE, Limit, PlywiseError, SearchOptions, Status, decide, load_game
from plywise.games.backgammon import Backgammon
from plywise.kernel import NetworkRates, NetworkSelfPlay, NetworkTable, TurnSearcher, rules_fingerprint
from plywise.knowledge.network import LearnedNetwork, NetworkLayout, hidden_and_outputs, layout_for, look_ahead
from plywise.learn.network import NetworkLearner, PlainNetworkSelfPlay, first_weights, flipped
from plywise.learn.patterns import LearningPoint
from plywise.rules import SearchError
from tests.learn.sprint import Sprint

RATES = NetworkRates(rate=0.2, settling=50, trace=0.6)
HIDDEN = {"Sprint": 128, "Backgammon": 8}
"""As many units as the command takes, so that the small game is compiled only once."""


def states_of_play(game, count, seed):
    """Return states in which a player is to move, from games played at random."""
    chosen = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        state = game.initial()
        while not game.is_terminal(state) and len(found) < count:
            by_chance = game.to_move(state) == CHANCE
            options = [outcome for outcome, _ in game.chances(state)] if by_chance else list(game.actions(state))
            if not by_chance and chosen.random() < 0.1:
                found.append(state)
            state = game.result(state, chosen.choice(options))
    return found


def layout_of(game):
    return layout_for(game, HIDDEN[type(game).__name__])


def random_network(game, seed=3):
    layout = layout_of(game)
    weights = np.random.default_rng(seed).uniform(-0.5, 0.5, layout.size).astype("<f4")
    return LearnedNetwork(game.name, rules_fingerprint(game), layout, weights.tobytes())


def compiled_after(game, games, seed):
    layout = layout_of(game)
    play = NetworkSelfPlay(game, layout, seed=seed)
    play.table.numbers[:] = memoryview(first_weights(layout, seed).tobytes()).cast("f")
    play.learn(games, RATES)
    return np.frombuffer(play.table.numbers, np.float32).copy()


@pytest.mark.parametrize(("game", "games"), [(Sprint(), 200), (Backgammon(), 1)], ids=["sprint", "backgammon"])
def test_self_play_learns_as_its_readable_twin_does(game, games):
    layout = layout_of(game)
    plain = PlainNetworkSelfPlay(game, layout, first_weights(layout, 4), seed=4)
    plain.learn(games, RATES)
    compiled = compiled_after(game, games, 4)
    assert np.abs(compiled - first_weights(layout, 4)).max() > 0.01
    np.testing.assert_allclose(compiled, plain.weights, atol=1e-4)


def test_a_step_follows_the_gradient():
    layout = NetworkLayout(6, 3, 4, -2, 2)
    start = np.random.default_rng(1).uniform(-1, 1, layout.size).astype(np.float32)
    inputs, goal = [(1, 1.0), (4, 0.5)], np.array([1.0, 0.7, 0.2, 0.0])
    play = PlainNetworkSelfPlay(Sprint(), layout, start.copy())
    play._move(inputs, goal, np.float32(0.01))

    def loss(weights):
        _, outputs = hidden_and_outputs(layout, weights, inputs)
        return -float(np.sum(goal * np.log(outputs) + (1 - goal) * np.log(1 - outputs)))

    for place in range(layout.size):
        step = np.zeros(layout.size)
        step[place] = 1e-5
        slope = (loss(start + step) - loss(start - step)) / 2e-5
        assert play.weights[place] - start[place] == pytest.approx(
            -0.01 * slope, rel=0.02, abs=2e-6
        )  # sigmoid is approximated


def test_outputs_of_the_other_player_mean_the_same():
    layout, said = NetworkLayout(1, 1, 6, -3, 3), np.array([1, 0.9, 0.6, 0.6, 0.2, 0.05])
    expected = layout.lowest + layout.step * said.sum()
    assert layout.lowest + layout.step * flipped(said).sum() == pytest.approx(-expected)
    assert flipped(flipped(said)) == pytest.approx(said)


def test_the_same_seed_gives_the_same_weights_whether_or_not_it_was_stopped():
    whole, parts, other = (NetworkLearner(Sprint(), seed=seed) for seed in (5, 5, 6))
    whole.learn(games=2_000)
    parts.learn(games=700)
    parts_left = parts.training
    again = NetworkLearner(Sprint(), known=parts.best)
    again.resume(parts_left)
    again.learn(games=1_300)
    other.learn(games=2_000)
    assert again.games == whole.games == 2_000
    assert again.training.numbers.tobytes() == whole.training.numbers.tobytes()
    assert again.training.random == whole.training.random
    assert other.training.numbers.tobytes() != whole.training.numbers.tobytes()


def test_what_was_learned_beats_the_start():
    learner = NetworkLearner(Sprint(), seed=7)
    points: list[LearningPoint] = []
    learner.learn(games=3_000, on_point=points.append)
    score = learner.self_play.contest(learner._start, 1_000, 99)
    assert score.mean > 4 * score.error
    assert points[-1].games == 3_000
    assert learner.best.games == max(point.games for point in points if point.is_best)


def test_a_contest_with_itself_is_even():
    layout = layout_of(Sprint())
    play, rival = NetworkSelfPlay(Sprint(), layout), NetworkTable(layout.size)
    score = play.contest(rival, 2_000, 1)
    assert abs(score.mean) < 4 * score.error
    assert score.games == 4_000


@pytest.mark.parametrize(
    ("game", "counts"), [(Sprint(), (30, 30)), (Backgammon(), (6, 1))], ids=["sprint", "backgammon"]
)
def test_compiled_look_ahead_agrees_with_its_readable_twin(game, counts):
    network = random_network(game)
    searcher = TurnSearcher(game, network.layout, network.weights, margin=0.1)
    for turns, count in zip((1, 2), counts, strict=True):
        for state in states_of_play(game, count, seed=turns):
            plain = look_ahead(game, state, network, turns, margin=0.1)
            found = searcher.decide(state, limit=Limit(depth=turns))
            values = {choice.action: choice.value for choice in plain.choices}
            assert {choice.action: pytest.approx(choice.value, abs=1e-4) for choice in found.choices} == values
            assert (found.player, found.status) == (plain.player, Status.HEURISTIC)


def test_agents_decide_by_a_network():
    game = Sprint()
    learner = NetworkLearner(game, seed=1)
    learner.learn(games=3_000)
    options = SearchOptions(knowledge=learner.best, wait=True)
    state = game.State(5, 9, 0, 1)
    decision = decide(game, state, limit=Limit(depth=2), options=options)
    assert decision.action == 1  # push: the other would win by any roll
    assert (decision.status, decision.learned, decision.depth) == (Status.HEURISTIC, True, 2)
    plain = SearchOptions(knowledge=learner.best, engine="plain")
    assert decide(game, state, limit=Limit(depth=2), options=plain).value == pytest.approx(decision.value, abs=1e-4)
    start = decide(game, limit=Limit(depth=1), options=options)
    assert start.action is None
    assert 0 < start.value < 1
    with pytest.raises(PlywiseError, match="makes no use of learned knowledge: leave it out, or name expectiminimax"):
        decide(game, state, algorithm="star2", options=options)


def test_games_that_have_no_inputs_are_refused():
    with pytest.raises(SearchError, match="has no rule `inputs` with an `input_count`: write both"):
        NetworkLearner(load_game("pig"))
    with pytest.raises(SearchError, match="is for two players, a constant sum and dice: tic-tac-toe isn't like that"):
        NetworkLearner(load_game("tic-tac-toe"))


def test_an_input_out_of_range_is_an_error():
    class Outside(Sprint):
        input_count = 12

    with pytest.raises(PlywiseError, match=r"inputs names a number outside 0\.\.11"):
        NetworkSelfPlay(Outside(), layout_for(Outside(), 8)).learn(50, RATES)


def test_backgammon_names_each_input_once_and_the_same_for_both_players():
    game = Backgammon()
    for state in states_of_play(game, 200, seed=8):
        named = dict(game.inputs(state, state.turn))
        assert len(named) == len(list(game.inputs(state, state.turn)))
        assert all(0 <= number < game.input_count and 0 < abs(value) <= 7.5 for number, value in named.items())
        swapped = state._replace(mine=state.theirs, theirs=state.mine, turn=1 - state.turn)
        assert dict(game.inputs(swapped, state.turn)) == named
        assert (min(named) >= 196) == (not game.meet(state))
