"""The algorithms by name: listed, asked, given enhancements; strategies written and verified; a search graded."""

import json

import pytest


def test_algorithms_are_listed_with_their_promises(plywise):
    told = plywise("algorithms").stdout
    for words in ("star2", "minimax's answer after fewer states", "any", "plain and compiled", "5.2.2"):
        assert words in told


def test_algorithms_for_a_game_mark_the_usual_one(plywise):
    rows = json.loads(plywise("algorithms", "coin-toss", "--json").stdout)
    assert [row["name"] for row in rows if row["is_default"]] == ["expectiminimax"]
    assert "minimax" not in [row["name"] for row in rows]
    assert "expectiminimax *" in plywise("algorithms", "coin-toss").stdout


@pytest.mark.parametrize(
    ("spec", "name", "options", "told"),
    [
        ("figure-5.2", "minimax", (), "With best play"),
        ("figure-5.2", "uct", ("--simulations", "50"), "3 simulations"),
        ("coin-toss", "expectiminimax", ("--engine", "plain"), "3.5"),
        ("figure-5.4", "paranoid", ("--engine", "plain"), "proven"),
        ("tic-tac-toe", "proof-number", ("--engine", "plain"), "With best play it is a draw"),
        ("tic-tac-toe", "df-pn", ("--engine", "plain"), "With best play it is a draw"),
        (
            "tic-tac-toe",
            "df-pn",
            ("--nodes", "300"),
            "Ended without an exact value: the limit of 300 states was reached.",
        ),
        ("tic-tac-toe", "proof-number", ("--memory", "0.01MB"), "the tree of 327 states fills its 0.01 MB"),
        ("tic-tac-toe", "monte-carlo", ("--simulations", "90", "--seed", "2"), "90 simulations"),
        ("pig:goal=4", "value-iteration", (), "proven"),
    ],
)
def test_analyse_by_name(plywise, spec, name, options, told):
    done = plywise("analyse", spec, "--algorithm", name, *options)
    assert done.returncode == 0, done.stderr
    assert told in done.stdout


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--algorithm", "alphabeta"), "There is no algorithm 'alphabeta'"),
        (("--algorithm", "star1"), "star1 is for games with two players and dice: for tic-tac-toe choose minimax"),
        (("--algorithm", "minimax", "--with", "killers"), "minimax takes no enhancements"),
        (("--with", "hope"), "There is no enhancement 'hope': choose among"),
        (("--with", "previous-line"), "previous-line is no switch of the compiled engine: use --engine plain"),
        (("--with", "beam=wide"), "'beam=wide' lacks a figure"),
        (("--with", "killers=3"), "killers takes no figure"),
        (("--with", "prob-cut"), "prob-cut needs models: fit them by `plywise fit-prob-cut`"),
        (("--with", "symmetry", "--engine", "plain"), "symmetry exists only compiled"),
        (("--with", "quiescence", "--engine", "plain"), "tic-tac-toe has no noisy_actions"),
    ],
)
def test_a_choice_that_cant_be_gives_one_sentence(plywise, args, sentence):
    done = plywise("analyse", "tic-tac-toe", "--depth", "3", *args)
    assert done.returncode == 1
    assert sentence in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_enhancements_change_what_is_visited(plywise):
    def nodes(*options):
        told = plywise("analyse", "connect-four", "--depth", "4", "--engine", "plain", "--json", *options)
        return json.loads(told.stdout)["nodes"]

    assert nodes() < nodes("--without", "table", "--without", "killers", "--without", "history")
    assert nodes("--with", "beam=2") < nodes() / 4


def test_a_strategy_is_written_confirmed_and_refuted(plywise, tmp_path):
    assert plywise("strategy", "tic-tac-toe", "--player", "A", "--out", "a.json").returncode == 0
    assert "confirmed" in plywise("verify", "tic-tac-toe", "a.json").stdout
    data = json.loads((tmp_path / "a.json").read_text())
    state = next(state for state in data["replies"] if "O" in state)
    del data["replies"][state]
    (tmp_path / "b.json").write_text(json.dumps(data))
    done = plywise("verify", "tic-tac-toe", "b.json")
    assert done.returncode == 1
    assert f"The strategy has no reply to {state}" in " ".join(done.stdout.split())


def test_a_search_is_graded(plywise, tmp_path):
    (tmp_path / "mine.py").write_text(
        "def minimax(game, state):\n"
        "    if game.is_terminal(state):\n"
        "        return game.utility(state, 0), None\n"
        "    action = next(iter(game.actions(state)))\n"
        "    return minimax(game, game.result(state, action))[0], action\n"
    )
    done = plywise("grade", "mine.py")
    assert done.returncode == 1
    assert "It looks like first move only" in " ".join(done.stdout.split())


def test_a_proof_is_kept_continued_and_exported(plywise, tmp_path):
    kept, out, game = tmp_path / "ttt.proof", tmp_path / "ttt.json", "tic-tac-toe"
    proof = ("--algorithm", "df-pn", "--memory", "1MB", "--checkpoint", str(kept))
    assert "Ended without" in plywise("analyse", game, *proof, "--nodes", "1500").stdout
    assert "continue it with --resume" in " ".join(plywise("analyse", game, *proof).stderr.split())
    assert "is of other state" in plywise("analyse", game, *proof, "--resume", "--state", "X2/3/3").stderr
    data = json.loads(plywise("analyse", game, *proof, "--resume", "--json").stdout)
    assert (data["value"], data["status"], data["stopped_by"]) == (0, "proven", "")
    assert data["nodes"] < 4_000
    done = plywise("strategy", game, "--player", "B", "--memory", "0.01MB", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert "confirmed" in plywise("verify", game, str(out)).stdout


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--memory", "lots"), "'lots' is no size: write a number with MB or GB"),
        (("--resume",), "name its file with --checkpoint"),
        (("--checkpoint", "x.proof"), "--checkpoint is for proofs by df-pn"),
        (("--checkpoint", "x.proof", "--resume", "--algorithm", "df-pn"), "There is no checkpoint x.proof yet"),
    ],
)
def test_what_a_proof_cant_be_given(plywise, args, sentence):
    done = plywise("analyse", "tic-tac-toe", *args)
    assert done.returncode in (1, 2)
    assert sentence in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr
