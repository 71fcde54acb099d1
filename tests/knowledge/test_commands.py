"""`plywise strategy` writes what `plywise verify` confirms; a corrupted file is refuted with its line drawn."""

import json

import pytest
from typer.testing import CliRunner

from plywise.cli.main import app
from plywise.knowledge import Strategy
from plywise.rules import PlywiseError


def run(*args):
    return CliRunner().invoke(app, [*map(str, args)])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "draw.json"
    written = run("strategy", "tic-tac-toe", "--player", "B", "--out", path)
    assert written.exit_code == 0
    assert "B gets at least 0" in written.output
    return path


def test_what_was_written_is_confirmed(file):
    verified = run("verify", "tic-tac-toe", file)
    assert verified.exit_code == 0
    assert "confirmed" in verified.output
    assert json.loads(run("verify", "tic-tac-toe", file, "--json").output)["holds"] is True


def test_a_corrupted_reply_is_refuted_with_its_line_and_board(file):
    data = json.loads(file.read_text(encoding="utf-8"))
    data["replies"]["3/1X1/3"] = "b1"
    file.write_text(json.dumps(data), encoding="utf-8")
    verified = run("verify", "tic-tac-toe", file)
    assert verified.exit_code == 1
    assert "refuted  by the line: b2 b1" in verified.output
    assert " 2  · X ·" in verified.output
    assert "The strategy has no reply to" in verified.output
    found = json.loads(run("verify", "tic-tac-toe", file, "--json").output)
    assert (found["holds"], found["line"][:2]) == (False, ["b2", "b1"])


def test_players_and_claims_that_there_are_not(tmp_path):
    no_seat = run("strategy", "tic-tac-toe", "--player", "C", "--out", tmp_path / "none.json")
    assert isinstance(no_seat.exception, PlywiseError)
    assert str(no_seat.exception) == "'C' is not a player of tic-tac-toe: name one of A B."
    too_much = run("strategy", "tic-tac-toe", "--player", "0", "--at-least", "1", "--out", tmp_path / "none.json")
    assert "can't force 1" in str(too_much.exception)
    assert not (tmp_path / "none.json").exists()


@pytest.mark.parametrize("claim", ["nan", "inf", "-inf"])
def test_a_claim_that_is_no_number_is_refused(tmp_path, claim):
    refused = run("strategy", "nim", "--player", "A", "--at-least", claim, "--out", tmp_path / "none.json")
    assert f"--at-least {claim} is no utility" in str(refused.exception)


def test_where_nothing_can_be_written_nothing_is_searched(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "plywise.cli.commands.tables.strategy.contingent_strategy", lambda *_, **__: pytest.fail("it searched")
    )
    for out, sentence in (
        (tmp_path / "no" / "nim.json", f"There is no folder {tmp_path / 'no'}: make it, or write nim.json elsewhere."),
        (tmp_path, f"{tmp_path} is a folder: name a file in it"),
    ):
        refused = run("strategy", "nim", "--player", "A", "--out", out)
        assert isinstance(refused.exception, PlywiseError)
        assert sentence in str(refused.exception)


def test_a_file_that_fails_in_the_end_is_named(tmp_path):
    with pytest.raises(PlywiseError, match=r"nim\.json can't be written \(No such file or directory\)"):
        Strategy("nim", "A(1,2)", 0, 1, {}).write(tmp_path / "no" / "nim.json")
