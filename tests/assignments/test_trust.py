"""What is promised about submissions holds: a guard against accidents, and a container for those not trusted."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plywise.cli.commands import import_command
from plywise.cli.commands.assignments.prepare import UNTRUSTED
from plywise.cli.main import app
from tests.assignments.hostile import GOOD

ROOT = Path(__file__).parents[2]
SMALL = """
title = "Week 1"
[[part]]
title = "Figure 5.2"
algorithm = "minimax"
points = 2
tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""


@pytest.fixture
def week(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "week.toml").write_text(SMALL)
    (tmp_path / "submissions").mkdir()
    (tmp_path / "submissions" / "ada.py").write_text(GOOD)
    return tmp_path


@pytest.mark.parametrize("handed_in", ["submissions/ada.py", "submissions"])
def test_grading_says_that_its_guard_is_no_wall(week, handed_in):
    done = CliRunner().invoke(app, ["assignment", "grade", "week.toml", handed_in])
    assert done.exit_code == 0, done.stderr
    assert " ".join(done.stderr.splitlines()[0].split()) == f"plywise: {UNTRUSTED}"
    assert done.stderr.count("no wall") == 1
    assert "no wall" not in done.stdout


def test_data_are_data_alone(week):
    done = CliRunner().invoke(app, ["assignment", "grade", "week.toml", "submissions/ada.py", "--json"])
    assert json.loads(done.stdout)["score"] == 2
    assert UNTRUSTED in done.stderr


def test_it_is_said_before_any_submission_runs(week):
    done = CliRunner().invoke(app, ["assignment", "grade", "week.toml", "missing.py"])
    assert done.exit_code == 1
    assert UNTRUSTED in done.stderr
    done = CliRunner().invoke(app, ["assignment", "tournament", "missing", "--game", "tic-tac-toe"])
    assert done.exit_code == 1
    assert UNTRUSTED in done.stderr


def test_it_is_one_sentence_that_says_what_to_do():
    assert UNTRUSTED.count(".") == 1
    assert UNTRUSTED.endswith("inside a container.")


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/assignments.md", "docs/grading.md"])
def test_pages_send_what_is_not_trusted_into_a_container(page):
    text = " ".join((ROOT / page).read_text("utf-8").replace("*", "").split())
    assert "your rights" in text
    assert "container" in text
    assert "hook" in text or page == "docs/grading.md"  # `plywise grade` has none
    assert "So it finds neither the hidden parts" not in text


def test_the_help_of_grading_says_whose_rights_a_file_has():
    assert "runs with your rights" in " ".join(import_command("grade").__doc__.split())
