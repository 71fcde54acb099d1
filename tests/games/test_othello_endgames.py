"""Othello to the last disc: FForum's endgames #45 to #49, 24 to 26 squares empty; #40 to #44 are in `test_proofs`.

Run them with `pytest tests/games/test_othello_endgames.py -m slow -s`: each prints its states and CPU time. With what
was learned, the rounds before the proof order the actions better.
"""

import os
import time
from pathlib import Path

import pytest

from plywise import Limit
from plywise.agents.learned import knowledge_beside, pattern_weights
from plywise.games.placing.othello import Othello
from plywise.kernel import Searcher, Switches
from plywise.kernel.patterns import PatternWeights
from plywise.knowledge.patterns import LearnedPatterns
from plywise.rules import Decision, Status

FIRST = 40
"""The number of the file's first position."""


def read_position(number: int) -> tuple[str, dict[str, int]]:
    """Return a position and what each action is worth to the player to move."""
    folder = os.environ.get("PLYWISE_TEST_DATA")
    if not folder:
        pytest.skip("PLYWISE_TEST_DATA names no folder.")
    lines = (Path(folder) / "othello" / "fforum-40-59.obf").read_text(encoding="utf-8").splitlines()
    board, *scores = lines[number - FIRST].split(";")
    worth = (score.split(":") for score in scores if ":" in score)
    return board, {name.strip().lower(): int(discs) for name, discs in worth}


def prove(game: Othello, number: int, patterns: PatternWeights | None = None) -> Decision:
    """Solve a position, print what that took, and check the result."""
    board, worth = read_position(number)
    state = game.parse_state(board)
    # So late no two lines lead to mirror images: to look for them would cost a third of the speed.
    searcher = Searcher(game, Switches().without("distances", "symmetry"), table_mb=1024, patterns=patterns)
    begun = time.process_time()
    decision = searcher.decide(state, limit=Limit(), prove=True)
    seconds = time.process_time() - begun
    how = "with patterns" if patterns else "by evaluate"
    print(f"\n#{number}, {how}: {decision.value:+}, {decision.nodes:,} states, {seconds:,.1f} CPU-s")  # noqa: T201
    assert (decision.value, decision.status) == (max(worth.values()), Status.PROVEN)
    assert worth[game.action_name(state, decision.action)] == decision.value
    return decision


@pytest.mark.slow
@pytest.mark.parametrize("number", [45, 46, 47, 48, 49])
def test_hard_endgames_are_solved(number):
    prove(Othello(empties="winner"), number)


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [range(40, 45), range(45, 50)])
def test_learned_patterns_save_states(numbers):
    # The rules of the file of patterns leave empty squares to nobody: in these positions none stay empty.
    game = Othello()
    learned = knowledge_beside(game)
    assert isinstance(learned, LearnedPatterns)
    patterns = pattern_weights(learned)
    without = sum(prove(game, number).nodes for number in numbers)
    assert sum(prove(game, number, patterns).nodes for number in numbers) < without
