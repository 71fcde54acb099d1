"""Every shipped game is explained, from the start and on the way, and in agreement with the analysis."""

import random
from dataclasses import replace

import pytest

from plywise import Limit, SearchOptions, load_game
from plywise.agents import decide
from plywise.agents.algorithms import Engine
from plywise.explain import explain_state, showing
from plywise.explain.prose import write_number
from plywise.games.catalog import TREES, catalog
from plywise.games.shipped import PRESETS
from plywise.rules import CHANCE, Game, Record
from tests.explain.agreement import contradictions

QUICK = ("backgammon", "chess", "nim", "pig", "three-kings", "three-mens-morris", "tic-tac-toe")
"""One game of each kind; the others are among the slow tests."""
NAMES = sorted(
    name
    for name in (*catalog().makers, *PRESETS)
    if not (TREES / f"{name}.json").exists() and not load_game(name).hides
)


def random_records(game: Game, count: int, seed: int) -> list[Record]:
    """Return unfinished games after a few random actions, in which somebody is to act."""
    choices = random.Random(f"{game.name} {seed}")
    records: list[Record] = []
    while len(records) < count:
        record = Record(game)
        for _ in range(choices.randint(1, 14)):
            if record.is_over:
                break
            is_chance = game.to_move(record.state) == CHANCE
            options = [action for action, _ in game.chances(record.state)] if is_chance else list(record.options())
            record.play(choices.choice(options))
        if not record.is_over and game.to_move(record.state) != CHANCE:
            records.append(record)
    return records


def check(game: Game, record: Record, seconds: float = 0.3, engine: Engine = "auto") -> None:
    asked = SearchOptions(engine=engine)
    explanation = explain_state(game, record.state, history=record.history, options=asked)
    options = replace(asked, all_exact=True)
    analysis = decide(game, record.state, history=record.history, limit=Limit(time=seconds), options=options)
    assert contradictions(explanation, analysis) == [], game.state_name(record.state)


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in NAMES]
)
def test_a_game_is_explained_from_the_start_and_on_the_way(name):
    game = load_game(name)
    start = Record(game)
    if game.to_move(start.state) != CHANCE:
        check(game, start)
    for record in random_records(game, 2, seed=1):
        check(game, record)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_words_pictures_and_analysis_of_500_states_never_contradict_each_other(name):
    game = load_game(name)
    for record in random_records(game, -(-500 // len(NAMES)), seed=2):
        check(game, record)


@pytest.mark.parametrize(("name", "count"), [("tic-tac-toe", 4), ("nim", 4), ("three-kings", 2), ("pig", 1)])
def test_words_pictures_and_analysis_of_a_share_of_them_do_not_either(name, count):
    game = load_game(name)
    for record in random_records(game, count, seed=2):
        check(game, record, seconds=0.1)


def test_a_win_at_once_is_what_a_player_should_play():
    game = load_game("tic-tac-toe")
    record = Record(game)
    for name in ("b2", "b1", "c1", "a1"):
        record.play(record.find(name))
    summary = explain_state(game, record.state).summary
    assert summary[0] == "A should play a3."
    assert "The search met a2 first, which wins too, but later than a3." in summary


@pytest.mark.parametrize("engine", ["auto", "plain"])
def test_a_check_is_looked_into_as_deep_in_the_picture_as_in_the_search(engine):
    record = Record(load_game("chess"))
    for name in ("d3", "d6", "g4", "Nf6", "Bd2", "Ne4", "e3", "Nxf2", "Nh3"):
        record.play(record.find(name))
    check(record.game, record, engine=engine)


class Stairs(Game):
    """Climb 400 steps, one or two at a time: not cyclic, and longer than a search without a depth can follow."""

    State = int

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        return [1, 3] if state < 400 else []

    def result(self, state, action):
        return state + action

    def utility(self, state, player):
        return 1 if state % 2 == player else -1


class Crossroads(Stairs):
    """More ways than a shown search has states, and after each of them as many again."""

    def actions(self, state):
        return range(1, 300) if state < 400 else []


@pytest.mark.parametrize("game", [Stairs(), Crossroads()], ids=lambda game: game.name)
@pytest.mark.filterwarnings("ignore::plywise.PlainEngineWarning")
def test_a_depth_is_chosen_where_lines_are_long_or_actions_are_many(game, monkeypatch):
    monkeypatch.setattr(showing, "TOLD", 200)
    explanation = explain_state(game)
    assert explanation.summary[0].startswith("A should play ")
    assert explanation.panes[0].note
    assert explain_state(game, depth=1).panes[0].note == ""


def test_what_is_proven_soon_is_not_called_too_deep_to_show():
    game = load_game("three-mens-morris")
    record = Record(game)
    for name in ("a1", "a2", "b1", "b2"):
        record.play(record.find(name))
    explanation = explain_state(game, record.state, history=record.history)
    assert explanation.summary[0] == "White should play c1."
    assert explanation.panes[0].note == ""


def test_words_name_no_refutation_that_the_picture_leaves_out():
    game = load_game("tic-tac-toe")
    explanation = explain_state(game, depth=3)
    assert contradictions(explanation, decide(game, limit=Limit(depth=3))) == []
    account = explanation.account
    assert account
    assert any(sentence.startswith("c2 looks worse: B answers ") for sentence in account.others)
    assert any(sentence.startswith("Searched by itself, a3 looks worse: ") for sentence in account.others)


def test_a_planted_contradiction_is_seen():
    game = load_game("tic-tac-toe")
    explanation, analysis = explain_state(game, depth=3), decide(game, limit=Limit(depth=3))
    assert explanation.account
    others = tuple(sentence.removeprefix("Searched by itself, ") for sentence in explanation.account.others)
    explanation.account = replace(explanation.account, others=others)
    assert any("is drawn as left out" in each for each in contradictions(explanation, analysis))
    state = game.parse_state("XX1/OO1/3")
    explanation, analysis = explain_state(game, state), decide(game, state)
    assert contradictions(explanation, analysis) == []
    assert contradictions(explanation, replace(analysis, value=-1)) == ["proven 1, and by the analysis -1"]
    assert explanation.account
    explanation.account = replace(explanation.account, choice="A should play a1.")
    assert contradictions(explanation, analysis) == ["'A should play a1.', and the decision is c3"]


def test_nothing_is_not_written_as_a_tiny_number():
    for value in (2.6e-18, -2.6e-18, -0.0):
        assert write_number(value) == "0"
    assert write_number(-0.5) == "−0.5"
