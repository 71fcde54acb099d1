"""Games written at random: refused with a clear sentence, or searched compiled exactly as plainly."""

import random
import re

import pytest

from plywise import Limit, RulesError
from plywise.kernel import LoweringError, Searcher, Switches
from plywise.kernel.building import compare
from plywise.rules import Game, Status
from plywise.search import alpha_beta
from tests.kernel.grammar import shrunk, write_game
from tests.kernel.harness import import_text

JARGON = (
    *("Traceback", "TypingError", "nopython", "numba", "Numba", "ply_", "Tuple(", "int64", "Literal[", "array("),
    *("closure__", "undefined", "imprecise", "Invalid use", "getiter", "Failed in"),
)
"""Words that mean nothing to whoever wrote the rules."""

SEEDS, MANY = range(3), range(3, 320)
DEPTHS = range(1, 5)


def verdict(text: str, folder, all_switches: bool = True) -> str:
    """Return the sentence with which a class is refused, or nothing; raises AssertionError where the worlds differ."""
    module = import_text(text, folder, "generated")
    game = module.Generated()
    try:
        searcher = Searcher(game, Switches.none(), table_mb=1, keep=False)
    except (LoweringError, RulesError) as refusal:
        sentence, file = str(refusal), str(module.__file__)
        assert re.search(rf"{re.escape(file)}:\d+: ", sentence), sentence
        assert not [word for word in JARGON if word in sentence.replace(file, "")], sentence
        return sentence
    difference = compare(game, searcher.machine.rules, states=60)
    assert difference is None, str(difference)
    _assert_same_states(game, searcher)
    if all_switches:
        _assert_same_values(game, Searcher(game, Switches().without("any_depth"), table_mb=1, keep=False))
    return ""


def _assert_same_states(game: Game, searcher: Searcher) -> None:
    for state in _starts(game):
        for depth in DEPTHS:
            plain = alpha_beta(game, state, limit=Limit(depth=depth))
            found = searcher.decide(state, limit=Limit(depth=depth))
            told = [(d.nodes, d.leaves, d.value, d.unit, d.action, d.line, d.status) for d in (plain, found)]
            assert told[0] == told[1], f"depth {depth} of {state}: plain {told[0]}, compiled {told[1]}"


def _assert_same_values(game: Game, searcher: Searcher) -> None:
    for state in _starts(game):
        searcher.clear()
        for depth in DEPTHS:
            plain = alpha_beta(game, state, limit=Limit(depth=depth))
            found = searcher.decide(state, limit=Limit(depth=depth))
            if found.depth < depth:  # a proof may come sooner than the twin's
                assert found.status is Status.PROVEN
                plain = alpha_beta(game, state)
            told = [(d.value, d.unit) for d in (plain, found)]
            assert told[0] == told[1], f"depth {depth} of {state}: plain {told[0]}, compiled {told[1]}"


def _starts(game: Game) -> list[object]:
    """The first state, and one that two random plies lead to, where the game lasts so long."""
    chooser, state = random.Random(1), game.initial()
    for _ in range(2):
        after = game.result(state, chooser.choice(list(game.actions(state))))
        if game.is_terminal(after):
            break
        state = after
    return [game.initial(), state]


def check(seed: int, folder, all_switches: bool = True) -> str:
    """Return the verdict on a seed's class; where the worlds differ, fail with the plainest class that shows it."""
    text, expected = write_game(seed)
    try:
        refusal = verdict(text, folder, all_switches)
    except AssertionError as difference:

        def fails(smaller: str) -> bool:
            try:
                verdict(smaller, folder, all_switches)
            except AssertionError:
                return True
            return False

        pytest.fail(f"seed {seed}: {difference}\n{shrunk(seed, fails)}")
    assert refusal or not expected, f"seed {seed} holds {expected} and was not refused"
    return refusal


@pytest.mark.parametrize("seed", SEEDS)
def test_a_written_game_is_refused_or_searched_alike(seed, tmp_path):
    check(seed, tmp_path, all_switches=seed % 4 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
def test_many_written_games_are_refused_or_searched_alike(seed, tmp_path):
    check(seed, tmp_path)


def test_most_written_games_are_lowered():
    """Refusals must stay the exception, or nothing is tried."""
    texts = [write_game(seed) for seed in MANY]
    assert sum(bool(written.refusal) for written in texts) < len(texts) / 5
    assert len({written.text for written in texts}) == len(texts)
