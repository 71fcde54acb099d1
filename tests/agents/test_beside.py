"""Knowledge beside a game's own file: used where the rules are those, and where it won its match; never in the way."""

from dataclasses import replace
from pathlib import Path

import pytest

from plywise import Agent, Decision, Limit, SearchOptions, Status, load_game
from plywise.agents import Callbacks, choose_plan, knowledge_beside, open_knowledge
from plywise.kernel import rules_fingerprint
from plywise.knowledge.learned import KnowledgeError
from plywise.knowledge.patterns import LearnedPatterns, write_patterns
from tests.kernel.pattern_games import random_patterns

RULES = """
from plywise.games.placing.mnk import MNK

class Rows(MNK):
    best_agent = "alpha-beta:reductions,knowledge=beside"
    name = "rows"
"""
BITS = [("bits", ("stones", 0, i, 1), ("stones", 1, i, 2)) for i in range(9)]


@pytest.fixture
def rows(tmp_path):
    """A game in a file of its own, and what was learned about it beside that file."""
    (tmp_path / "rows.py").write_text(RULES, "utf-8")
    game = load_game(f"{tmp_path / 'rows.py'}:Rows")
    made = random_patterns(game, BITS)
    learned = LearnedPatterns(game.name, rules_fingerprint(game), made.layout, made.weights, match=(3, 0, 1))
    write_patterns(learned, tmp_path / "rows.knowledge")
    return game, learned, tmp_path / "rows.knowledge"


def again(file, **parameters):
    """The game loaded once more: what lies beside it is read once for each."""
    return type(load_game(f"{file.with_suffix('.py')}:Rows"))(**parameters)


def test_what_lies_beside_is_used(rows):
    game, learned, _ = rows
    assert choose_plan(game, Limit(time=1)).options.knowledge == "beside"
    found = open_knowledge("beside", game)
    assert found is not None
    assert found.weights == learned.weights
    assert knowledge_beside(game) is found


def test_other_parameters_are_other_rules(rows):
    _, _, file = rows
    other = again(file, m=4)
    assert open_knowledge("beside", other) is None
    with pytest.raises(KnowledgeError, match="by other rules"):
        open_knowledge(file, other)


@pytest.mark.parametrize("match", [(), (1, 0, 3), (2, 0, 2)])
def test_what_did_not_win_is_left_alone(rows, match):
    _, learned, file = rows
    write_patterns(replace(learned, match=match), file)
    assert knowledge_beside(again(file)) is None


def test_a_damaged_file_is_left_alone(rows):
    _, _, file = rows
    file.write_bytes(file.read_bytes()[:-7])
    assert knowledge_beside(again(file)) is None


def test_a_game_without_a_file_has_nothing_beside_it():
    assert open_knowledge("beside", load_game("nim")) is None


def test_who_names_a_file_gets_that_file(rows):
    game, _, file = rows
    plan = choose_plan(game, Limit(time=1), options=SearchOptions(knowledge=str(file)))
    assert (plan.options.knowledge, plan.options.enhancements) == (str(file), ("reductions",))


def test_none_plays_without_it_and_otherwise_alike(rows):
    game, _, _ = rows
    plan = choose_plan(game, Limit(time=1), options=SearchOptions(knowledge="none"))
    assert (plan.options.knowledge, plan.options.enhancements) == (None, ("reductions",))
    assert open_knowledge("none", game) is None


def test_exact_values_and_proofs_lean_on_nothing_learned(rows):
    game, _, _ = rows
    for options in (SearchOptions(all_exact=True), SearchOptions(prove=True)):
        assert choose_plan(game, Limit(time=1), options=options).options.knowledge is None


def test_an_agent_says_that_it_learned(rows):
    game, _, _ = rows
    state = game.initial()
    heard: list[Decision] = []
    with Agent(game, options=SearchOptions(wait=True)) as agent:
        assert agent.decide(state, limit=Limit(nodes=200), callbacks=Callbacks(heard.append)).learned
    assert heard
    assert all(each.learned for each in heard if each.status is not Status.PROVEN)
    with Agent(game, "auto:knowledge=none", options=SearchOptions(wait=True)) as agent:
        assert not agent.decide(state, limit=Limit(nodes=200)).learned


SHIPPED = sorted(Path(load_game.__code__.co_filename).parent.rglob("*.knowledge"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_knowledge_is_small_and_of_todays_rules(file):
    assert file.stat().st_size <= 3 << 20
    name = file.parent.name if file.stem == "game" else file.stem.replace("_", "-")
    game = load_game(name)
    learned = knowledge_beside(game)
    assert learned is not None
    assert (learned.gain or 0) > 0
    assert "knowledge=beside" in game.best_agent


def test_shipped_files_are_there_and_twelve_megabytes_at_most():
    names = {file.parent.name if file.stem == "game" else file.stem for file in SHIPPED}
    assert {"backgammon", "breakthrough", "connect_four", "kalah", "morris", "othello"} <= names
    assert sum(file.stat().st_size for file in SHIPPED) <= 12 << 20
