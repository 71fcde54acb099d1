"""A tournament of students' agents: good ones are rated, and whoever misbehaves forfeits or does not qualify."""

import pytest

from plywise.agents import parse_spec
from plywise.assignments import find_submissions, hold_tournament
from plywise.games.catalog import load_game
from plywise.matches import MatchOptions
from plywise.protocols import EngineError, ProgramEngine
from plywise.rules import Limit, PlywiseError

AGENTS = {
    "searcher": """
import math

def alpha_beta(game, state, depth, alpha=-math.inf, beta=math.inf):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    if depth == 0:
        return 0, None
    best = None
    for action in game.actions(state):
        value, _ = alpha_beta(game, game.result(state, action), depth - 1, alpha, beta)
        if best is None or (value > best[0] if game.to_move(state) == 0 else value < best[0]):
            best = value, action
    return best
""",
    "endless": "def choose(game, state):\n    while True:\n        pass\n",
    "killer": "import os\n\ndef choose(game, state):\n    os.kill(os.getppid(), 9)\n",
    "late": """
def choose(game, state):
    actions = list(game.actions(state))
    return "nonsense" if len(actions) < 8 else actions[0]
""",
    "empty": "",
}


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tournament")
    (folder / "agents").mkdir()
    for name, text in AGENTS.items():
        (folder / "agents" / f"{name}.py").write_text(text, encoding="utf-8")
    options = MatchOptions(games=2, limit=Limit(time=0.5), opening_plies=0)
    submissions = find_submissions(folder / "agents", "my_agent.py")
    return hold_tournament("tic-tac-toe", submissions, options, folder / "out")


def test_hostile_agents_do_not_qualify(held):
    assert set(held.refused) == {"endless", "killer", "empty"}
    assert "no answer" in held.refused["endless"]
    assert "os.kill is not allowed" in held.refused["killer"]
    assert "choose(game, state)" in held.refused["empty"]


def test_the_rest_is_rated_and_who_fails_later_forfeits(held):
    result = held.result
    assert result.agents == ("late", "searcher")
    assert next(result.agents[each.agent] for each in result.ratings()) == "searcher"
    assert result.totals[0].forfeits == result.totals[0].games == 2
    assert result.totals[1].forfeits == 0
    notes = [note for _, note in result.notes]
    assert all(note.startswith("late forfeits") and "not a legal action" in note for note in notes)
    assert held.to_data()["refused"].keys() == held.refused.keys()


def test_a_program_is_an_agent_like_others():
    assert parse_spec('program:"python my_agent.py"').command == "python my_agent.py"
    with pytest.raises(PlywiseError, match="program:python"):
        parse_spec("program:")


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("no-such-program", "can't be started"),
        ("true", "ended"),
        ("sh -c 'echo hello; sleep 9'", "a line of JSON"),
    ],
)
def test_what_is_wrong_with_a_program_is_said(program, reason):
    game = load_game("tic-tac-toe")
    engine = ProgramEngine(game, program)
    with pytest.raises(EngineError, match=reason):
        engine.choose(game.initial(), Limit(time=0.2), ())
