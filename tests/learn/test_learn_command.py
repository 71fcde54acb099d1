"""`plywise learn`: the same seed gives the same file, a run goes on as if it had never stopped, and agents take it."""

import pytest
import typer
from typer.testing import CliRunner

from plywise import Limit, PlywiseError, SearchOptions, decide, load_game
from plywise.agents import UciThinker
from plywise.cli.commands.measure.learn import learn
from plywise.cli.commands.play.analyse import analyse
from plywise.protocols import UciOptions


@pytest.fixture(scope="module")
def app():
    made = typer.Typer()
    made.command()(learn)
    return made


def run(app, *args):
    done = CliRunner().invoke(app, ["tic-tac-toe", *map(str, args)])
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
    assert "tic-tac-toe: 1,500 games, 8 images of 2 patterns, 8 symmetries." in shown
    options = SearchOptions(knowledge=one, wait=True)
    assert decide(load_game("tic-tac-toe"), limit=Limit(depth=2), options=options).learned
    analysing = typer.Typer()
    analysing.command()(analyse)
    assert '"learned": true' in run(analysing, "--knowledge", one, "--depth", 2, "--json")
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
