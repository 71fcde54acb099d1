"""Playing by learned knowledge: by options, specs and both engines, never as a proof, and only by its own rules."""

import pytest

from plywise import Agent, Limit, PlywiseError, SearchOptions, Status, decide, load_game
from plywise.agents import choose_plan, parse_spec
from plywise.agents.learned import open_knowledge
from plywise.kernel import rules_fingerprint
from plywise.knowledge.patterns import LearnedPatterns, write_patterns
from plywise.rules import TreeOptions
from tests.kernel.pattern_games import random_patterns

BITS = [("bits", ("stones", 0, i, 1), ("stones", 1, i, 2)) for i in range(9)]


@pytest.fixture(scope="module")
def game():
    return load_game("tic-tac-toe")


@pytest.fixture(scope="module")
def file(game, tmp_path_factory):
    made = random_patterns(game, BITS)
    path = tmp_path_factory.mktemp("knowledge") / "tic-tac-toe.knowledge"
    write_patterns(LearnedPatterns(game.name, rules_fingerprint(game), made.layout, made.weights), path)
    return path


def test_both_engines_decide_alike(game, file):
    compiled, plain = (
        decide(game, limit=Limit(depth=2), options=SearchOptions(knowledge=file, engine=engine))
        for engine in ("compiled", "plain")
    )
    assert (compiled.engine, plain.engine) == ("compiled", "plain")
    assert compiled.learned
    assert plain.learned
    assert compiled.status is plain.status is Status.HEURISTIC
    assert compiled.value == pytest.approx(plain.value, abs=1e-12)
    assert ", heuristic, learned; line" in compiled.describe(game)


def test_a_proof_is_not_learned(game, file):
    decision = decide(game, limit=Limit(depth=9), options=SearchOptions(knowledge=file, wait=True))
    assert (decision.status, decision.value, decision.learned) == (Status.PROVEN, 0, False)


def test_an_agent_reads_the_file_once(game, file):
    with Agent(game, f"auto:knowledge={file}", options=SearchOptions(wait=True)) as agent:
        file_free = agent.decide(limit=Limit(depth=1))
        assert file_free.learned
        again = agent.decide(game.result(game.initial(), file_free.action), limit=Limit(depth=1))
        assert again.learned


def test_auto_with_knowledge_simulates_where_the_game_estimates_nothing(file):
    hex_board = load_game("examples/hex.py")
    for limit in (Limit(time=1), Limit(nodes=1000), Limit(simulations=1000)):
        plan = choose_plan(hex_board, limit, None, SearchOptions(knowledge=file))
        assert [stage.algorithm.name for stage in plan.stages] == ["uct"]
        assert plan.options.tree == TreeOptions(exploration=0.1, rave=300, fpu=0.2, trust=100)
    plan = choose_plan(hex_board, Limit(depth=3), None, SearchOptions(knowledge=file))
    assert [stage.algorithm.name for stage in plan.stages] == ["alpha-beta"]


def test_auto_with_knowledge_is_alpha_beta_where_the_game_estimates(file):
    plan = choose_plan(load_game("connect-four"), Limit(time=1), None, SearchOptions(knowledge=file))
    assert [stage.algorithm.name for stage in plan.stages] == ["alpha-beta"]
    assert parse_spec(f"alpha-beta:knowledge={file},reductions").options.knowledge == str(file)


@pytest.mark.parametrize(
    ("limit", "options"),
    [
        (Limit(depth=3), {}),
        (Limit(), {}),
        (Limit(time=1), {"all_exact": True}),
        (Limit(time=1), {"prove": True}),
        (Limit(time=1), {"without": ["killers"]}),
    ],
)
def test_who_asks_for_something_exact_gets_alpha_beta(file, limit, options):
    plan = choose_plan(load_game("tic-tac-toe"), limit, None, SearchOptions(knowledge=file, **options))
    assert [stage.algorithm.name for stage in plan.stages] == ["alpha-beta"]


def test_knowledge_of_other_rules_is_refused(file):
    other = load_game("connect-four")
    with pytest.raises(PlywiseError, match="by other rules than those of connect-four: learn it again"):
        Agent(other, "auto", options=SearchOptions(knowledge=file))
    assert open_knowledge(None, other) is None


@pytest.mark.parametrize(
    ("algorithm", "spec", "instead"),
    [
        ("proof-number", "tic-tac-toe", "name alpha-beta or uct"),
        ("minimax", "tic-tac-toe", "name alpha-beta or uct"),
        ("star2", "backgammon", "name expectiminimax"),
        ("star2", "pig", "name uct"),
        ("max-n", "mnk:m=3,n=3,k=3,players=3", "name uct"),
    ],
)
def test_algorithms_that_make_no_use_of_it_say_so(file, algorithm, spec, instead):
    with pytest.raises(PlywiseError, match=f"makes no use of learned knowledge: leave it out, or {instead}"):
        choose_plan(load_game(spec), Limit(time=1), algorithm, SearchOptions(knowledge=file))
