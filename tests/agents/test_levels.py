"""Levels of strength: they choose by temperature, repeat by their seeds, and refuse files that aren't theirs."""

import json
import re
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import pytest

from plywise import Agent, Game, Limit, PlywiseError, SearchOptions, Status, load_game
from plywise.agents import default_levels, find_levels, identify_rules, levels_file, parse_spec
from plywise.agents.players import LevelPlayer
from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.knowledge.learned import KnowledgeError
from plywise.knowledge.levels import GameLevels, Level, LevelScore, LevelSettings, parse_levels, write_levels
from plywise.rules import Lots

PLAIN = SearchOptions(engine="plain")
MATCH = LevelScore(0.75, 0.68, 0.82, 100, 20)
RULES = """
from plywise.games.placing.mnk import MNK

class Rows(MNK):
    name = "rows"
"""


class Prizes(Game):
    """One action of four, each worth what `evaluate` says; nobody wins at once."""

    max_actions = 4

    class State(NamedTuple):
        taken: int = -1
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield from range(4)

    def result(self, state, action):
        return self.State(action, 1 - state.turn)

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0

    def evaluate(self, state, player):
        worth = (0, 1, 2, 10)[state.taken]
        return worth if player != state.turn else -worth


class Losses(Game):
    """One action, which loses by 1, 2 or 3: all of it is proven, and only the first is the best."""

    utility_range, max_actions = (-3, 3), 3

    class State(NamedTuple):
        lost: int = 0

    def to_move(self, state):
        return 0

    def actions(self, state):
        yield from range(1, 4)

    def result(self, state, action):
        return self.State(action)

    def is_terminal(self, state):
        return state.lost > 0

    def utility(self, state, player):
        return -state.lost if player == 0 else state.lost


def chosen(spec, game, times, seed=5):
    agent = Agent(game, spec, options=replace(PLAIN, seed=seed))
    return [agent.decide(limit=Limit(time=60)).action for _ in range(times)]


def test_temperature_chooses_by_the_distance_of_values():
    counts = Counter(chosen("level:depth=1,temperature=0.5,spread=4", Prizes(), 500))
    weights = [2.718281828 ** ((worth - 10) / 2) for worth in (0, 1, 2, 10)]
    expected = [500 * weight / sum(weights) for weight in weights]
    assert all(abs(counts[action] - expected[action]) < 5 * expected[action] ** 0.5 + 3 for action in range(4))


def test_without_temperature_the_best_is_played():
    assert {*chosen("level:depth=1,spread=1", Prizes(), 50)} == {3}


def test_seeds_repeat():
    spec = "level:depth=1,temperature=3,spread=2"
    assert chosen(spec, Prizes(), 40, seed=1) == chosen(spec, Prizes(), 40, seed=1)
    assert chosen(spec, Prizes(), 40, seed=1) != chosen(spec, Prizes(), 40, seed=2)


@pytest.mark.parametrize("settings", ["depth=1,temperature=50", "depth=2,temperature=50"])
def test_a_win_at_once_is_never_missed(settings):
    game = ConnectFour(width=5, height=4)
    state = game.initial()
    for column in (0, 1, 0, 1, 0, 1):
        state = game.result(state, column)
    for seed in range(20):
        agent = Agent(game, f"level:{settings}", options=replace(PLAIN, seed=seed))
        decision = agent.decide(state, limit=Limit(time=60))
        assert (decision.action, decision.value, decision.status) == (0, 1, Status.PROVEN)


def test_a_loss_at_once_is_avoided_by_who_looks_two_plies_ahead():
    game = ConnectFour(width=5, height=4)
    state = game.initial()
    for column in (0, 1, 0, 1, 0):
        state = game.result(state, column)
    for seed in range(20):
        agent = Agent(game, "level:depth=2,temperature=50", options=replace(PLAIN, seed=seed))
        assert agent.decide(state, limit=Limit(time=60)).action == 0


def test_a_choice_that_is_not_the_best_found_claims_nothing():
    agent = Agent(Losses(), "level:depth=1,temperature=50,spread=1", options=PLAIN)
    found = {(decision.action, decision.status) for decision in (agent.decide(limit=Limit(time=60)) for _ in range(40))}
    assert found == {(1, Status.PROVEN), (2, Status.HEURISTIC), (3, Status.HEURISTIC)}


def test_simulations_leave_alone_what_loses_at_once():
    game = Nim(piles=(2, 3))  # who takes the last match loses: three plies show that all but one action does
    for seed in range(10):
        agent = Agent(game, "level:depth=3,simulations=2,temperature=50", options=replace(PLAIN, seed=seed))
        decision = agent.decide(limit=Limit(time=60))
        assert game.action_name(game.initial(), decision.action) == "B1"


def test_a_decision_names_its_level():
    decision = Agent(Nim(), "level:2", options=PLAIN).decide(limit=Limit(time=60))
    assert decision.engine == "level 2"
    assert decision.status is Status.HEURISTIC


def test_a_level_that_a_game_lacks_is_refused_in_one_sentence():
    count = len(find_levels(Nim()).levels)
    with pytest.raises(PlywiseError, match=f"nim has {count} levels, and no level 99: choose 1 to {count}"):
        Agent(Nim(), "level:99")
    with pytest.raises(PlywiseError, match="no level 0"):
        Agent(Nim(), "level:0")


@pytest.mark.parametrize(
    "text",
    ["level:", "level:x", "level:depth=x", "level:speed=3", "level:3,deep", "level:3,file=", "level:temperature=1"],
)
def test_what_names_no_level_is_refused(text):
    with pytest.raises(PlywiseError):
        parse_spec(text)


@pytest.mark.parametrize("settings", [{"depth": 0}, {"nodes": -1}, {"depth": 1, "temperature": -1}, {}])
def test_what_is_no_limit_is_refused(settings):
    with pytest.raises(PlywiseError):
        LevelSettings(**settings)


@pytest.mark.parametrize("game", [TicTacToe(), Nim(), Prizes(), ConnectFour(width=5, height=4)])
def test_default_levels_are_ascending_and_not_calibrated(game):
    levels = default_levels(game)
    assert not levels.is_calibrated
    assert 2 <= len(levels.levels) <= 10
    counts = [each.settings.nodes or each.settings.simulations or 0 for each in levels.levels]
    assert counts == sorted(counts)


# Files


@pytest.fixture
def rows(tmp_path):
    """A game in a file of its own, and its levels beside that file."""
    (tmp_path / "rows.py").write_text(RULES, "utf-8")
    game = load_game(f"{tmp_path / 'rows.py'}:Rows")
    settings = (LevelSettings(depth=1, temperature=0.5), LevelSettings(nodes=700))
    levels = (Level(settings[0], None, 0.001), Level(settings[1], MATCH, 0.002))
    made = GameLevels(game.name, identify_rules(game), "alpha-beta", 2.5, levels, 3, MATCH, MATCH, 0.1)
    write_levels(made, tmp_path / "rows.levels")
    return game, made, tmp_path / "rows.levels"


def test_what_is_written_is_read(rows):
    game, made, file = rows
    assert levels_file(game) == file
    assert find_levels(game) == parse_levels(file) == made
    player = Agent(game, "level:2")._player
    assert isinstance(player, LevelPlayer)
    assert player.settings == LevelSettings(nodes=700)


def test_a_file_of_other_rules_is_refused_where_it_is_named_and_ignored_beside_the_game(rows):
    game, _, file = rows
    other = type(game)(m=4)
    assert not find_levels(other).is_calibrated
    with pytest.raises(KnowledgeError, match="by other rules than those of"):
        find_levels(other, file)
    with pytest.raises(KnowledgeError, match="by other rules"):
        Agent(other, f"level:1,file={file}")


def test_a_damaged_file_is_refused_or_ignored(rows):
    game, _, file = rows
    text = file.read_text("utf-8")
    lots, refusals = Lots(1), list[str]()
    for _ in range(60):
        at = lots.below(len(text))
        file.write_text(text[:at] + '%[{9"-'[lots.below(6)] + text[at + 1 :], "utf-8")
        try:
            parse_levels(file)
        except KnowledgeError as error:
            refusals.append(str(error))
    assert len(refusals) > 20
    assert all(re.search("is damaged|is no file of", refusal) for refusal in refusals)
    file.write_text(text[: len(text) // 2], "utf-8")
    assert not find_levels(type(game)()).is_calibrated


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("spread", 0),
        ("spread", float("nan")),
        ("levels", []),
        ("levels", [{"depth": 1}] * 11),
        ("levels", [{"depth": 1.5}]),
        ("levels", [{"nodes": 1 << 60}]),
        ("levels", ["x"]),
        ("novice", {"score": 2, "low": 0, "high": 1, "games": 1, "lost": 0}),
        ("game", 7),
        ("seed", -1),
    ],
)
def test_figures_that_cannot_be_are_refused(rows, name, value):
    _, _, file = rows
    data = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**data, name: value}), "utf-8")
    with pytest.raises(KnowledgeError, match="is damaged"):
        parse_levels(file)
