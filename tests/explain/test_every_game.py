"""Every shipped game is explained, from the start and on the way, and in agreement with the analysis."""

import random

import pytest

from plywise import Limit, SearchOptions, load_game
from plywise.agents import decide
from plywise.explain import explain_state
from plywise.games.catalog import PRESETS, TREES, catalog
from plywise.rules import CHANCE, Game, Record
from tests.explain.agreement import contradictions

QUICK = ("backgammon", "chess", "nim", "pig", "three-kings", "three-mens-morris", "tic-tac-toe")
"""One game of each kind; the others are among the slow tests."""
NAMES = sorted(name for name in (*catalog().makers, *PRESETS) if not (TREES / f"{name}.json").exists())


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


def check(game: Game, record: Record, seconds: float = 0.3) -> None:
    explanation = explain_state(game, record.state, history=record.history)
    options = SearchOptions(all_exact=True)
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


@pytest.mark.parametrize(("name", "count"), [("tic-tac-toe", 12), ("nim", 8), ("three-kings", 4), ("pig", 2)])
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
