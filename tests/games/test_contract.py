"""The contract, once for all games: whatever the catalog holds is checked here without being named."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from plywise import CHANCE, Game, IllegalActionError, Record, load_game
from plywise.rules import View, as_view
from tests.games.samples import EXAMPLES, SPECS, outcomes, playthrough, sample

MOST_READ = 25
"""Names of a state's actions that are read back; of more, every second one, or every third, ..."""


@pytest.fixture(params=[*SPECS, *EXAMPLES], scope="module")
def sampled(request: pytest.FixtureRequest) -> tuple[Game, list[Any]]:
    return sample(request.param)


def test_states_are_immutable_and_hashable(sampled):
    _, states = sampled
    for state in states:
        assert hash(state) == hash(deepcopy(state))
        assert state == deepcopy(state)
        with pytest.raises(AttributeError):
            setattr(state, state._fields[0], 0)


def test_the_game_starts_in_a_state_of_its_own_kind(sampled):
    game, _ = sampled
    assert isinstance(game.initial(), game.State)
    assert game.initial() == game.initial()


def test_rules_are_pure(sampled):
    game, states = sampled
    attributes = deepcopy(vars(game))
    for state in states:
        before = deepcopy(state)
        first = [(outcome, game.result(state, outcome)) for outcome, _ in outcomes(game, state)]
        again = [(outcome, game.result(state, outcome)) for outcome, _ in outcomes(game, state)]
        assert first == again
        game.view(state), game.canonical(state), game.key(state)
        assert state == before
    assert vars(game) == attributes


def test_the_mover_is_a_player_or_chance(sampled):
    game, states = sampled
    movers = {game.to_move(state) for state in states}
    assert movers <= set(range(game.players)) | {CHANCE}
    assert game.has_chance or CHANCE not in movers


def test_actions_are_unique_and_no_more_than_declared(sampled):
    game, states = sampled
    for state in states:
        actions = [outcome for outcome, _ in outcomes(game, state)]
        assert len(set(actions)) == len(actions)
        assert game.max_actions is None or len(actions) <= game.max_actions


def test_declared_numbers_of_actions_are_theirs(sampled):
    game, states = sampled
    for state in states if game.distinct_actions is not None else ():
        if not game.is_terminal(state) and game.to_move(state) != CHANCE:
            assert all(0 <= action < game.distinct_actions for action in game.playable_actions(state))


def test_probabilities_sum_to_one(sampled):
    game, states = sampled
    for state in states:
        if game.to_move(state) == CHANCE:
            odds = [probability for _, probability in outcomes(game, state)]
            assert sum(odds) == pytest.approx(1)
            assert min(odds) > 0


def test_a_game_goes_on_until_it_is_over(sampled):
    game, states = sampled
    ends = [state for state in states if game.is_terminal(state)]
    assert ends
    for state in states:
        assert game.is_terminal(state) or any(True for _ in outcomes(game, state))


def test_utilities_keep_their_range_and_their_sum(sampled):
    game, states = sampled
    low, high = game.utility_range
    for state in states:
        if game.is_terminal(state):
            utilities = [game.utility(state, player) for player in range(game.players)]
            assert all(low <= utility <= high for utility in utilities)
            assert all(float(utility * game.utility_scale).is_integer() for utility in utilities)
            assert game.utility_sum is None or sum(utilities) == pytest.approx(game.utility_sum)


def test_action_names_are_unique_and_read_back(sampled):
    game, states = sampled
    for state in states:
        record = Record(game, state)
        actions = record.options()
        names = [game.action_name(state, action) for action in actions]
        assert len(set(names)) == len(names)
        some = slice(None, None, 1 + len(names) // MOST_READ)
        names, actions = names[some], actions[some]
        assert [record.find(name) for name in names] == actions
        if game.to_move(state) != CHANCE and not game.is_terminal(state):
            assert [game.parse_action(state, f" {name} ") for name in names] == actions
            with pytest.raises(IllegalActionError, match="choose one of"):
                game.parse_action(state, "no such action")


def test_state_names_read_back(sampled):
    game, states = sampled
    names = [game.state_name(state) for state in states]
    assert len(set(names)) == len(names)
    assert [game.parse_state(name) for name in names] == states
    assert not any("\n" in name for name in names)


def test_what_is_on_the_board_is_data(sampled):
    game, states = sampled
    for state in states:
        view = as_view(game.view(state))
        assert View.from_data(json.loads(json.dumps(view.to_data()))) == view
        assert all(cell.player in (None, *range(game.players)) for cell in view.cells)


def test_a_click_plays_a_legal_action(sampled):
    game, states = sampled
    for state in states:
        clicked = {cell.action for cell in as_view(game.view(state)).cells if cell.action}
        names = (
            set() if game.is_terminal(state) else {game.action_name(state, action) for action in game.actions(state)}
        )
        assert clicked in (set(), names)


def test_estimates_are_limited_and_take_sides(sampled):
    game, states = sampled
    low, high = game.utility_range
    for state in states:
        estimates = [game.evaluate(state, player) for player in range(game.players)]
        if game.evaluates_in_own_unit and game.offers("evaluate"):
            assert estimates[0] == -estimates[1]
            assert abs(estimates[0]) < game.evaluation_limit
        else:
            assert all(low <= estimate <= high for estimate in estimates)


def test_the_canonical_state_plays_the_same(sampled):
    game, states = sampled
    for state in states:
        stand_in = game.canonical(state)
        assert game.canonical(stand_in) == stand_in
        assert game.to_move(stand_in) == game.to_move(state)
        assert game.is_terminal(stand_in) == game.is_terminal(state)
        if game.is_terminal(state):
            for player in range(game.players):
                assert game.utility(stand_in, player) == game.utility(state, player)
        else:
            ahead = {game.canonical(game.result(state, outcome)) for outcome, _ in outcomes(game, state)}
            assert ahead == {game.canonical(game.result(stand_in, outcome)) for outcome, _ in outcomes(game, stand_in)}
        assert game.parse_state(game.state_name(stand_in)) == stand_in


def test_keys_tell_states_apart(sampled):
    """States may share a key only where they differ in a clock: then the same can be played, with keys alike again."""
    game, states = sampled
    alike: dict[Any, Any] = {}
    for state in states:
        if not game.is_terminal(state):
            offered = (
                game.to_move(state),
                [(each, game.key(game.result(state, each))) for each, _ in outcomes(game, state)],
            )
            assert alike.setdefault(game.key(state), offered) == offered
    assert [game.key(deepcopy(state)) for state in states] == [game.key(state) for state in states]


@pytest.mark.parametrize("spec", SPECS)
def test_a_record_of_play_is_read_back(spec):
    game = load_game(spec)
    record = playthrough(game, Random(1))
    again = Record.from_json(record.to_json(spec), load_game(spec))
    assert (again.states, again.actions) == (record.states, record.actions)
    assert again.utilities == record.utilities


@pytest.mark.parametrize("spec", SPECS)
def test_two_games_of_one_spec_agree(spec):
    game, states = sample(spec, playings=3)
    other = load_game(spec)
    assert other.name == game.name
    for state in states:
        assert list(outcomes(other, state)) == list(outcomes(game, state))
