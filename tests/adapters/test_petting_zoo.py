"""Games of ours as PettingZoo environments: PettingZoo's own tests, and what those don't ask."""

import re
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from plywise import CHANCE, Game, PlywiseError, load_game
from plywise.adapters.petting_zoo import PlywiseEnv, env
from plywise.rules import IllegalActionError, RulesError

GAMES = [
    "connect-four",
    "tic-tac-toe",
    "nim",
    "kalah:pits=3,seeds=3",
    "breakthrough:width=5,height=5",
    "mnk:m=3,n=3,k=3,players=3",
    "three-kings",
    "pig:goal=20",
    "dice-race",
    "backgammon",
    "go:size=4",
    "three-mens-morris",
]
"""With two players and with three, with dice, passes, several moves in a row, repetitions, actions that are pairs."""

pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask:UserWarning")


@pytest.mark.parametrize("spec", GAMES)
def test_petting_zoo_finds_nothing_wrong(spec, capsys):
    api_test(env(spec), num_cycles=300)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("spec", GAMES)
def test_the_same_seed_is_the_same_game(spec):
    seed_test(lambda: env(spec), num_cycles=100)


@pytest.mark.parametrize("spec", ["connect-four", "backgammon", "three-kings", "three-mens-morris"])
def test_boards_are_drawn(spec, capsys):
    render_test(lambda render_mode: env(spec, render_mode=render_mode))
    assert capsys.readouterr().out


def play(environment: Any, chooser: Random) -> tuple[list[Any], dict[str, float]]:
    """Play at random; return the states of the game, and what each agent got in all."""
    totals: dict[str, float] = {}
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, _ = environment.last()
        totals[agent] = totals.get(agent, 0) + reward
        is_over = termination or truncation
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        environment.step(None if is_over else chooser.choice(legal))
    return environment.unwrapped.record.states, totals


@pytest.mark.parametrize("spec", GAMES)
def test_games_end_with_the_utilities_of_the_rules(spec):
    environment, chooser = env(spec), Random(spec)
    game = environment.unwrapped.game
    for seed in range(3):
        environment.reset(seed=seed)
        states, totals = play(environment, chooser)
        record = environment.unwrapped.record
        assert record.is_over
        assert totals == {f"player_{player}": utility for player, utility in enumerate(record.utilities)}
        for before, action, after in zip(states, record.actions, states[1:], strict=False):
            assert after == game.play_action(before, action)


@pytest.mark.parametrize("spec", GAMES)
def test_the_mask_is_what_the_rules_offer_to_who_is_to_move(spec):
    environment = env(spec).unwrapped
    game, chooser = environment.game, Random(spec)
    environment.reset(seed=3)
    while not environment.record.is_over:
        state = environment.record.state
        assert game.to_move(state) == environment.possible_agents.index(environment.agent_selection)
        masks = {agent: environment.observe(agent)["action_mask"] for agent in environment.agents}
        mine = masks.pop(environment.agent_selection)
        assert not any(mask.any() for mask in masks.values())
        options = environment.record.options()
        if game.distinct_actions is None:
            assert np.flatnonzero(mine).tolist() == list(range(len(options)))
        else:
            assert np.flatnonzero(mine).tolist() == sorted(options)
        environment.step(chooser.choice(np.flatnonzero(mine).tolist()))


def test_what_is_observed_is_the_whole_state():
    environment = env("connect-four")
    environment.reset()
    environment.step(3)
    rows = environment.observe("player_1")["observation"]
    state = environment.unwrapped.record.state
    assert [sum(int(bit) << i for i, bit in enumerate(row)) for row in rows] == list(state)


def test_a_board_of_64_squares_is_observed_to_its_last_bit():
    environment = PlywiseEnv("breakthrough")
    mine, theirs, turn = environment.see_bits(environment.game.initial(), 0)
    assert (mine[:16].all(), mine[16:].any(), theirs[48:].all(), theirs[:48].any(), turn.any()) == (1, 0, 1, 0, 0)


def test_dice_fall_by_their_odds_and_by_the_seed():
    environment, rolls = env("dice-race:sides=4"), []
    for seed in range(400):
        environment.reset(seed=seed)
        rolls.append(environment.unwrapped.record.state.roll)
    assert all(60 < rolls.count(side) < 140 for side in (1, 2, 3, 4))
    environment.reset(seed=7)
    first = environment.unwrapped.record.state
    environment.reset()
    environment.reset(seed=7)
    assert environment.unwrapped.record.state == first


def test_a_new_game_without_a_seed_goes_on_with_the_dice():
    environment = env("pig")
    environment.reset(seed=1)
    games = []
    for _ in range(5):
        environment.step(1)
        games.append(environment.unwrapped.record.states[2].pot)
        environment.reset()
    assert len(set(games)) > 1


def test_an_illegal_action_loses(capsys):
    environment = env("pig")
    environment.reset(seed=1)
    environment.step(0)  # nothing to hold
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards["player_0"] == 0
    environment = env("connect-four:width=1,height=2")
    environment.reset()
    with pytest.raises(IllegalActionError, match="mask allows"):
        environment.unwrapped.step(1)


def test_a_game_can_be_cut_short():
    environment = env("pig", max_cycles=4)
    environment.reset(seed=1)
    _, totals = play(environment, Random(1))
    assert len([state for state in environment.unwrapped.record.states if not state.rolling]) == 5
    assert set(totals.values()) == {0}


def test_actions_are_numbered_as_they_are_offered_if_asked():
    environment = env("othello", numbering="offered")
    environment.reset()
    mask = environment.observe("player_0")["action_mask"]
    assert np.flatnonzero(mask).tolist() == [0, 1, 2, 3]
    environment.step(1)
    game = environment.unwrapped.game
    assert environment.unwrapped.record.actions == [list(game.actions(game.initial()))[1]]


class Words(Game):
    """Say yes or no; yes wins. States are texts."""

    State = str

    def to_move(self, state):
        return 0

    def actions(self, state):
        return ["yes", "no"] if not state else []

    def result(self, state, action):
        return action

    def utility(self, state, player):
        return 1 if (state == "yes") == (player == 0) else -1


def test_states_that_are_no_numbers_need_an_observation_of_their_own():
    with pytest.raises(RulesError, match="max_actions"):
        PlywiseEnv(Words())
    with pytest.raises(RulesError, match="observe=your function"):
        PlywiseEnv(Words(), most_actions=2)
    environment = env(Words(), most_actions=2, observe=lambda state, player: np.array([len(state), 7], np.int16))
    api_test(environment, num_cycles=10)
    environment.reset()
    environment.step(0)
    assert environment.rewards == {"player_0": 1, "player_1": -1}


def test_too_few_numbers_for_actions_are_noticed():
    environment = PlywiseEnv("othello", numbering="offered", most_actions=2)
    environment.reset()
    with pytest.raises(RulesError, match="beyond the 2 numbers"):
        environment.observe("player_0")


def test_without_petting_zoo_one_sentence_says_what_to_install():
    text = "import sys; sys.modules['pettingzoo'] = None; import plywise.adapters; import plywise.adapters.petting_zoo"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert re.search(r"PlywiseError: .*pip install 'plywise\[pettingzoo\]'", done.stderr)


def test_importing_plywise_needs_neither_library():
    text = """
import sys
for name in ("pettingzoo", "gymnasium", "pyspiel", "open_spiel"):
    sys.modules[name] = None
import plywise, plywise.adapters
plywise.load_game("nim")
plywise.list_games()
"""
    subprocess.run([sys.executable, "-c", text], check=True)


def test_chance_is_no_agent():
    environment = env("backgammon")
    environment.reset(seed=5)
    game = environment.unwrapped.game
    assert game.to_move(environment.unwrapped.record.states[0]) == CHANCE
    assert environment.possible_agents == ["player_0", "player_1"]


def test_an_unknown_game_is_one_sentence():
    with pytest.raises(PlywiseError, match="no game called"):
        env("no-such-game")
    assert load_game("nim").distinct_actions is None
