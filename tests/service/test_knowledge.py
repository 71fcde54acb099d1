"""Learned knowledge in the service: it goes to the game that it was learned for, and its estimates are told as such."""

import pytest

from plywise import PlywiseError, load_game
from plywise.kernel import rules_fingerprint
from plywise.knowledge.patterns import LearnedPatterns, PatternLayout, write_patterns
from plywise.tasks import analysis, offer

READINGS = tuple(("bits", ("stones", 0, cell, 1), ("stones", 1, cell, 2)) for cell in range(9))
MIDDLE = 5  # a row has a free bit at its end


@pytest.fixture
def file(tmp_path):
    """What says that whoever holds the middle of a board of 3x3 has won almost."""
    game = load_game("tic-tac-toe")
    layout = PatternLayout(READINGS, 3, ((MIDDLE,),), (tuple(range(9)),))
    weights = [0, 4096, -4096, 0, -4096, 4096]
    packed = b"".join(weight.to_bytes(2, "little", signed=True) for weight in weights)
    write_patterns(LearnedPatterns(game.name, rules_fingerprint(game), layout, packed), tmp_path / "x.knowledge")
    return tmp_path / "x.knowledge"


def test_knowledge_goes_to_the_game_it_was_learned_for(file):
    offered = offer(["nim", "tic-tac-toe"], knowledge=[str(file)])
    assert offered.aids("tic-tac-toe") == {"tables": None, "knowledge": str(file)}
    assert offered.aids("nim") == {"tables": None, "knowledge": None}
    with pytest.raises(PlywiseError, match="learned for tic-tac-toe, which isn't offered: name that game too"):
        offer(["nim"], knowledge=[str(file)])


def test_knowledge_of_other_rules_is_refused(file, tmp_path):
    rules = tmp_path / "mine.py"
    text = "from plywise.games.placing.tic_tac_toe import TicTacToe as Own\n\n\nclass TicTacToe(Own):\n"
    rules.write_text(text + "    def utility(self, state, player):\n        return -Own.utility(self, state, player)\n")
    with pytest.raises(PlywiseError, match="by other rules"):
        offer([str(rules)], knowledge=[str(file)])


def test_an_analysis_estimates_by_what_was_learned(file):
    def ask(knowledge):
        return analysis(lambda *_: None, "tic-tac-toe", [], 5.0, 1, None, "plain", None, knowledge)["decision"]

    told, plain = ask(str(file)), ask(None)
    assert told["action"] == "b2"
    assert told["status"] == "heuristic"
    assert told["value"] != plain["value"]
