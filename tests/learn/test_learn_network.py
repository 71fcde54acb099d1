"""`plywise learn` of a game with dice: a network, the same for the same seed, resumed as if it had never stopped."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from plywise import Agent, Limit
from plywise.cli.commands.measure.learn import learn
from plywise.cli.screen import find_knowledge
from plywise.kernel import rules_fingerprint
from plywise.knowledge.network import read_network
from tests.learn.sprint import Sprint

SPEC = f"{Path(__file__).with_name('sprint.py')}:Sprint"


@pytest.fixture(scope="module")
def app():
    made = typer.Typer()
    made.command()(learn)
    return made


def run(app, *args, match=0):
    done = CliRunner().invoke(app, [SPEC, "--match", str(match), *map(str, args)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def test_the_same_seed_gives_the_same_file_and_a_run_goes_on(app, tmp_path):
    whole, parts = tmp_path / "whole.knowledge", tmp_path / "parts.knowledge"
    shown = run(app, "--out", whole, "--games", 1_500, "--seed", 3)
    assert "1,500 games, a network of 20 inputs, 128 hidden units and 4 outputs." in shown
    run(app, "--out", parts, "--games", 1_000, "--seed", 3)
    run(app, "--out", parts, "--games", 500, "--resume")
    assert parts.read_bytes() == whole.read_bytes()
    beside = parts.with_name("parts.knowledge.training")
    assert beside.read_bytes() == whole.with_name("whole.knowledge.training").read_bytes()


def test_a_match_is_kept_in_the_file_and_agents_take_it(app, tmp_path):
    file = tmp_path / "sprint.knowledge"
    shown = run(app, "--out", file, "--games", 500, "--time", 0.01, match=4)
    assert "Against playing without it:" in shown
    learned = read_network(file, Sprint(), rules_fingerprint(Sprint()))
    assert sum(learned.match) == 4
    agent = Agent(Sprint(), f"auto:knowledge={file}")
    decision = agent.decide(Sprint.State(5, 9, 0, 1), limit=Limit(time=0.2))
    assert decision.learned
    rules = tmp_path / "sprint.py"
    rules.write_text(Path(SPEC.partition(":")[0]).read_text())
    found = find_knowledge(f"{rules}:Sprint", Sprint())
    assert found is None or found == learned
