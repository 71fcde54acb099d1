"""The levels that come with Plywise are what their files say; the slow tests play all of their matches again."""

from pathlib import Path

import pytest

from plywise import Agent, Limit, SearchOptions, load_game
from plywise.agents import find_levels
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.knowledge.levels import parse_levels
from plywise.matches import MatchOptions, play_match

ROOT = Path(__file__).parents[2]
GAMES, EXAMPLES = ROOT / "src/plywise/games", ROOT / "examples"
SHIPPED = {path: path.parent.name if path.stem == "game" else path.stem for path in sorted(GAMES.rglob("*.levels"))}
SPECS = {name.replace("_", "-"): path for path, name in SHIPPED.items()} | {
    str(path.with_suffix(".py")): path for path in sorted(EXAMPLES.glob("*.levels"))
}
"""The games that have levels, and where these are."""
EACH = pytest.mark.parametrize("spec", SPECS, ids=[Path(spec).stem for spec in SPECS])


def play(game, upper, lower, score, seed):
    """Play a match as `plywise levels` did."""
    plies = 400 if game.cyclic else None
    options = MatchOptions(games=score.games, limit=Limit(time=60), seed=seed, max_plies=plies)
    return play_match(game, [upper, lower], options, workers=1).pairings[0, 1]


@EACH
def test_a_shipped_file_is_of_its_game_and_keeps_its_promise(spec):
    found = find_levels(load_game(spec))
    assert found.is_calibrated
    assert found == parse_levels(SPECS[spec])
    assert [number for number, _ in found.steps] == [*range(2, len(found.levels) + 1)]
    assert all(0.65 <= score.score <= 0.85 and score.games >= 99 for _, score in found.steps)
    assert found.novice is not None
    assert found.novice.lost * 3 >= found.novice.games >= 99
    assert all(level.seconds is not None and level.seconds <= 0.2 for level in found.levels)


def test_tic_tac_toe_has_two_levels_and_the_higher_knows_that_it_is_a_draw():
    game = TicTacToe()
    assert len(find_levels(game).levels) == 2
    decision = Agent(game, "level:2", options=SearchOptions(wait=True)).decide(limit=Limit(time=60))
    assert (decision.value, decision.engine) == (0, "level 2")


@pytest.mark.slow
@EACH
def test_every_level_beats_the_one_below_as_its_file_says(spec):
    game = load_game(spec)
    found = find_levels(game)
    for number, score in found.steps:
        again = play(game, f"level:{number}", f"level:{number - 1}", score, found.seed)
        assert again.estimate.score == pytest.approx(score.score, abs=1e-4)
        assert 0.65 <= again.estimate.score <= 0.85


@pytest.mark.slow
@EACH
def test_level_1_loses_a_third_to_the_novice(spec):
    game = load_game(spec)
    found = find_levels(game)
    assert found.novice is not None
    again = play(game, "level:1", "novice", found.novice, found.seed)
    assert again.losses == found.novice.lost
    assert again.losses * 3 >= again.games
