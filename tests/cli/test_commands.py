"""Each command, run as a user runs it."""

import json
import subprocess

import pytest

from tests.docs.pages import environment


def test_help_lists_every_command(plywise):
    done = plywise("--help")
    assert done.returncode == 0
    for command in ("games", "new", "check", "play", "analyse", "tree"):
        assert command in done.stdout


def test_games_lists_names_and_parameters(plywise):
    done = plywise("games")
    assert "connect-four" in done.stdout
    assert "width=7,height=6" in done.stdout
    rows = json.loads(plywise("games", "--json").stdout)["games"]
    assert {"figure-5.2", "ii-nim", "tic-tac-toe"} <= {row["name"] for row in rows}
    assert all(row["about"] for row in rows)


def test_a_new_game_is_sound_playable_and_analysed(plywise):
    assert plywise("new", "my-game").returncode == 0
    checked = plywise("check", "my-game.py")
    assert checked.returncode == 0, checked.stdout
    assert "nothing to complain about" in checked.stdout
    played = plywise("play", "my-game.py", "--human", "none", "--time", "0.2")
    assert "A wins" in played.stdout
    assert "With best play A wins" in plywise("analyse", "my-game.py").stdout


def test_new_overwrites_nothing(plywise, tmp_path):
    (tmp_path / "mine.py").write_text("precious")
    done = plywise("new", "mine")
    assert done.returncode == 1
    assert "exists already" in done.stderr
    assert (tmp_path / "mine.py").read_text() == "precious"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("1st", "can't be a game's name"),
        ("!", "can't be a game's name"),
        ("", "can't be a game's name"),
        (".", "can't be a game's name"),
        ("..", "can't be a game's name"),
        ("/", "can't be a game's name"),
        ("a:b", "can't be a game's name"),
        ("none", "can't be a game's name"),
        ("my.game", "ends in .py, not in .game"),
        ("no/such/folder/game", "There is no folder no/such/folder"),
        ("/proc/game", "can't be written"),
        ("x" * 300, "can't be written (File name too long)"),
    ],
)
def test_new_refuses_a_name_that_cant_be(plywise, tmp_path, name, sentence):
    done = plywise("new", name)
    assert done.returncode == 1
    assert done.stderr.startswith("plywise: ")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_new_prints_commands_that_can_be_typed(plywise, tmp_path):
    done = plywise("new", "a [b]/my game.py")
    assert "There is no folder a [b]" in done.stderr
    (tmp_path / "a [b]").mkdir()
    done = plywise("new", "a [b]/my game.py")
    assert "plywise check 'a [b]/my game.py'" in done.stdout
    assert "class MyGame(Game)" in (tmp_path / "a [b]" / "my game.py").read_text()


def test_analyse_scores_every_action(plywise):
    data = json.loads(plywise("analyse", "figure-5.2", "--json").stdout)
    assert data["action"] == "a1"
    assert (data["value"], data["status"], data["line"]) == (3, "proven", ["a1", "b1"])
    assert [(choice["action"], choice["value"], choice["bound"]) for choice in data["choices"]] == [
        ("a1", 3, "exact"),
        ("a2", 2, "exact"),
        ("a3", 2, "exact"),
    ]


def test_analyse_says_that_it_did_not_get_through_one_ply(plywise):
    done = plywise("analyse", "chess", "--nodes", "1", "--engine", "plain")
    told = " ".join(done.stdout.split())
    assert "20 actions are open here; the search did not get through them" in told
    assert "No preference" in told
    assert "Not decided" not in told


def test_analyse_keeps_to_its_limits(plywise):
    data = json.loads(plywise("analyse", "connect-four", "--nodes", "2000", "--json").stdout)
    assert data["nodes"] <= 2000
    assert data["status"] == "heuristic"
    assert len(data["choices"]) == 7
    assert json.loads(plywise("analyse", "connect-four", "--depth", "3", "--json").stdout)["depth"] == 3


def test_analyse_of_a_finished_game(plywise):
    done = plywise("analyse", "tic-tac-toe", "--state", "XXX/OO1/3")
    assert done.returncode == 0
    assert "A wins" in done.stdout


def test_analyse_with_chance_and_three_players(plywise):
    assert "3.5" in plywise("analyse", "coin-toss").stdout
    assert "A 1, B 2, C 6" in plywise("analyse", "figure-5.4").stdout
    assert "value to C" in plywise("analyse", "figure-5.4", "--state", "X").stdout


def test_tree_as_picture_and_as_data(plywise):
    assert "a1 ▽ = 3 ◀" in plywise("tree", "figure-5.2").stdout
    data = json.loads(plywise("tree", "figure-5.2", "--json").stdout)
    assert [child["values"][0] for child in data["children"]] == [3, 2, 2]
    boards = plywise("tree", "tic-tac-toe", "--depth", "1", "--boards", "--width", "2").stdout
    assert "X" in boards
    assert "… 7 more" in boards


@pytest.mark.parametrize("spec", ["tic-tac-toe", "coin-toss", "figure-5.4"])
def test_the_legend_of_a_tree_fits_80_columns(plywise, spec):
    signs, values = plywise("tree", spec, "--depth", "1", COLUMNS="80").stdout.splitlines()[-2:]
    assert signs.endswith("■ over   ◀ best")
    assert values.startswith("= by the rules   ")
    assert "values to " in values


def test_tree_that_would_not_end_is_refused(plywise):
    done = plywise("tree", "connect-four", "--depth", "9")
    assert done.returncode == 1
    assert "draw a smaller one" in done.stderr


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("analyse", "chess-with-dragons"), "There is no game called 'chess-with-dragons'"),
        (("analyse", "missing.py"), "There is no file missing.py"),
        (("analyse", "tic-tac-toe", "--state", "XX"), "is not a board of 3 rows of 3 squares"),
        (("analyse", "tic-tac-toe", "--time", "-1"), "Limit(time=-1.0) allows nothing"),
        (("analyse", "connect-four:depth=3"), "it knows width, height"),
        (("play",), "Name a game"),
        (("play", "tic-tac-toe", "--human", "Q"), "'Q' names no seats"),
        (("play", "tic-tac-toe", "--human", ""), "'' names no seats"),
        (("play", "--resume", "nothing.json"), "nothing.json can't be read: No such file or directory."),
        (("play", "--resume", "nothing.json", "--state", "3/3/3"), "leave out --state"),
    ],
)
def test_a_mistake_gives_one_sentence_and_exit_1(plywise, args, sentence):
    done = plywise(*args)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_an_error_in_the_users_rules_names_their_line(plywise, tmp_path):
    plywise("new", "broken")
    text = (tmp_path / "broken.py").read_text().replace("return state.total == GOAL", "return 1 // 0")
    (tmp_path / "broken.py").write_text(text)
    line = text[: text.index("1 // 0")].count("\n") + 1
    done = plywise("analyse", "broken.py")
    assert done.returncode == 1
    assert f"your rules failed at broken.py:{line} in is_terminal: ZeroDivisionError" in done.stderr
    checked = plywise("check", "broken.py")
    assert checked.returncode == 1
    assert f"broken.py:{line}" in checked.stdout


def test_an_error_of_many_lines_is_one_sentence(plywise, tmp_path):
    plywise("new", "broken")
    text = (tmp_path / "broken.py").read_text()
    (tmp_path / "broken.py").write_text(text.replace("return state.turn", 'raise ValueError("one\\ntwo")', 1))
    done = plywise("analyse", "broken.py")
    assert "ValueError: one two." in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [("analyse", "--json"), ("tree", "--json"), ("check", "--json")])
def test_what_rules_print_stays_out_of_the_data(plywise, tmp_path, command):
    plywise("new", "talker")
    text = (tmp_path / "talker.py").read_text().replace("return state.turn", 'print("to_move"); return state.turn')
    (tmp_path / "talker.py").write_text(f'print("loaded")\n{text}')
    done = plywise(command[0], "talker.py", *command[1:])
    assert json.loads(done.stdout)
    assert "loaded" in done.stderr.split()
    if command[0] == "check":  # the doctor reports it once, instead of thousands of lines
        assert "to_move" not in done.stderr.split()
        assert "to_move prints" in done.stdout
    else:
        assert "to_move" in done.stderr.split()


def test_what_rules_print_stays_out_of_counts_and_verdicts(plywise, tmp_path):
    plywise("new", "talker")
    text = (tmp_path / "talker.py").read_text()
    assert plywise("strategy", "talker.py", "--player", "A", "--at-least", "-1", "--out", "talker.json").returncode == 0
    text = text.replace("return state.turn", 'print("to_move"); return state.turn')
    (tmp_path / "talker.py").write_text(f'print("loaded")\n{text}')
    counted = plywise("perft", "talker.py", "2", "--json")
    assert json.loads(counted.stdout)["lines"] > 1
    assert "loaded" in counted.stderr.split()
    verified = plywise("verify", "talker.py", "talker.json", "--json")
    assert json.loads(verified.stdout)["holds"] is True
    assert {"loaded", "to_move"} <= set(verified.stderr.split())


def test_names_with_brackets_are_shown_as_they_are(plywise, tmp_path):
    plywise("new", "brackets")
    named = (tmp_path / "brackets.py").read_text() + (
        "\n    def action_name(self, state, action):\n        return f'x[/6,{action}]:+1:'\n"
    )
    (tmp_path / "brackets.py").write_text(named)
    assert "x[/6,1]:+1:" in plywise("analyse", "brackets.py", "--depth", "2", "--engine", "plain").stdout
    assert "x[/6,1]:+1:" in plywise("tree", "brackets.py").stdout
    played = plywise(
        "play",
        "brackets.py",
        "--time",
        "0.2",
        "--agent",
        "auto:engine=plain",
        typed="actions\nhint\nx[/6,3]:+1:\nquit\n",
    )
    assert "x[/6,1]:+1: x[/6,2]:+1: x[/6,3]:+1:" in played.stdout
    assert "A plays x[/6,3]:+1:" in played.stdout
    assert "B, the engine, plays x[/6," in played.stdout


def test_check_counts_choices(plywise):
    assert "actions on average" in plywise("check", "coin-toss").stdout


def test_check_as_data(plywise):
    data = json.loads(plywise("check", "tic-tac-toe", "--json").stdout)
    assert data["is_sound"]
    assert data["estimates"]["states"] == 5478
    assert data["estimates"]["canonical_states"] == 765


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("plywise ana", "analyse"), ("plywise play tic", "tic-tac-toe"), ("plywise tree my", "my.py")],
)
def test_the_shell_completes_commands_games_and_files(tmp_path, typed, offered):
    (tmp_path / "my.py").touch()
    asked = {"_PLYWISE_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    done = subprocess.run(
        "plywise", cwd=tmp_path, env={**environment(), **asked}, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == [offered]
