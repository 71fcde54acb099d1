"""`plywise learn`: the same seed gives the same file, a run goes on as if it had never stopped, and agents take it."""

from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from plywise import Limit, PlywiseError, SearchOptions, decide, load_game
from plywise.agents import UciThinker
from plywise.cli.commands.measure.learn import learn
from plywise.cli.commands.play.analyse import analyse
from plywise.cli.screen import find_knowledge
from plywise.kernel import rules_fingerprint
from plywise.knowledge.patterns import read_patterns, write_patterns
from plywise.protocols import UciOptions


@pytest.fixture(scope="module")
def app():
    made = typer.Typer()
    made.command()(learn)
    return made


def run(app, *args):
    done = CliRunner().invoke(app, ["tic-tac-toe", "--match", "0", *map(str, args)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def test_the_same_seed_gives_the_same_file_that_agents_take(app, tmp_path):
    one, two = tmp_path / "one.knowledge", tmp_path / "two.knowledge"
    shown = run(app, "--out", one, "--games", 1_500, "--seed", 5)
    run(app, "--out", two, "--games", 1_500, "--seed", 5)
    assert one.read_bytes() == two.read_bytes()
    assert "against the best so far" in shown
    assert "tic-tac-toe: 1,500 games, 9 images of 3 patterns, 8 symmetries." in shown
    options = SearchOptions(knowledge=one, wait=True)
    assert decide(load_game("tic-tac-toe"), limit=Limit(depth=2), options=options).learned
    analysing = typer.Typer()
    analysing.command()(analyse)
    done = CliRunner().invoke(analysing, ["tic-tac-toe", "--knowledge", str(one), "--depth", "2", "--json"])
    assert '"learned": true' in done.output
    with pytest.raises(PlywiseError, match=r"was learned for tic-tac-toe, by other rules than those of chess"):
        UciThinker(load_game("chess"), "auto", one).agent_for(UciOptions(), wants_all=False)


def test_a_run_that_was_stopped_goes_on(app, tmp_path):
    whole, parts = tmp_path / "whole.knowledge", tmp_path / "parts.knowledge"
    run(app, "--out", whole, "--games", 1_500)
    run(app, "--out", parts, "--games", 1_000)
    run(app, "--out", parts, "--games", 500, "--resume")
    assert parts.read_bytes() == whole.read_bytes()
    beside = parts.with_name("parts.knowledge.training")
    assert beside.read_bytes() == whole.with_name("whole.knowledge.training").read_bytes()


def test_a_damaged_training_file_is_refused(app, tmp_path):
    out = tmp_path / "x.knowledge"
    run(app, "--out", out, "--games", 50)
    beside = out.with_name("x.knowledge.training")
    content = beside.read_bytes()
    for damaged in (content[:-20], content.replace(b'"games": ', b'"games": 1'), b"", content[5:]):
        beside.write_bytes(damaged)
        with pytest.raises(PlywiseError, match=r"is damaged, or belongs to other rules: leave out --resume"):
            run(app, "--out", out, "--games", 50, "--resume")
    beside.unlink()
    with pytest.raises(PlywiseError, match=r"can't be read \(No such file or directory\): leave out --resume"):
        run(app, "--out", out, "--games", 50, "--resume")


def test_minutes_or_games(app, tmp_path):
    with pytest.raises(PlywiseError, match="Give --minutes above 0, or --games, not both"):
        run(app, "--out", tmp_path / "x", "--games", 5, "--minutes", 1)


def test_only_the_match_of_a_file(app, tmp_path):
    out = tmp_path / "x.knowledge"
    run(app, "--out", out, "--games", 50)
    game = load_game("tic-tac-toe")
    learned = read_patterns(out, game, rules_fingerprint(game))
    shown = run(app, "--out", out, "--games", 0, "--resume", "--match", 2, "--time", 0.01)
    assert "Against playing without it: " in shown
    assert "against the start" not in shown
    after = read_patterns(out, game, rules_fingerprint(game))
    assert sum(after.match) == 2
    assert after.weights == learned.weights
    with pytest.raises(PlywiseError, match="--games 0 only plays the match of a file: give --resume"):
        run(app, "--out", out, "--games", 0, "--match", 2)


RULES = """from plywise.games.placing.tic_tac_toe import TicTacToe


class Mine(TicTacToe):
    pass
"""


def test_a_match_says_whether_it_helps_and_only_what_helps_is_used_unasked(app, tmp_path, capsys):
    rules, out = tmp_path / "mine.py", tmp_path / "mine.knowledge"
    rules.write_text(RULES)
    done = CliRunner().invoke(app, [str(rules), "--out", str(out), "--games", "500", "--match", "2", "--time", "0.01"])
    assert done.exit_code == 0, done.output
    game = load_game(str(rules))
    learned = read_patterns(out, game, rules_fingerprint(game))
    assert sum(learned.match) == 2
    for match, is_used, words in (
        ((7, 0, 3), True, "Estimates are those of"),
        ((3, 4, 3), False, "didn't beat playing without it"),
        ((), False, "was never tried in a match"),
    ):
        write_patterns(replace(learned, match=match), out)
        assert (find_knowledge(f"{rules}:Mine", game) is not None) == is_used
        assert words in capsys.readouterr().err
    rules.write_text(RULES.replace("pass", "players = 2\n\n    def utility(self, state, player):\n        return 0"))
    assert find_knowledge(str(rules), load_game(str(rules))) is None
    assert "learn it again. Until then it isn't used." in capsys.readouterr().err
