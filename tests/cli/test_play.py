"""Playing at the terminal: actions, hints, undo, save and resume, chance."""

import json
from random import Random

import pytest

from plywise.agents import Agent, Clock, TimeControl
from plywise.cli.commands.play import session
from plywise.cli.commands.play.session import Session
from plywise.cli.screen import console
from plywise.games.catalog import load_game
from plywise.rules import Limit, Record

ROUND = """
from typing import NamedTuple
from plywise import Game

class Round(Game):
    cyclic = True
    class State(NamedTuple):
        turn: int = 0
    def to_move(self, state):
        return state.turn
    def actions(self, state):
        return [0]
    def result(self, state, action):
        return self.State(1 - state.turn)
    def is_terminal(self, state):
        return False
    def utility(self, state, player):
        return 0
"""


def test_a_person_plays_asks_undoes_and_errs(plywise):
    done = plywise("play", "tic-tac-toe", "--time", "0.2", typed="actions\nhint\nz9\nb2\nundo\nhelp\nquit\n")
    assert "a1 b1 c1 a2 b2 c2 a3 b3 c3" in done.stdout
    assert "'z9' is not a legal action here" in done.stdout
    assert "A plays b2" in done.stdout
    assert done.stdout.rstrip().endswith("Left the game.")


def test_the_engine_never_loses_tic_tac_toe(plywise):
    done = plywise("play", "tic-tac-toe", "--time", "1", "--state", "X2/1O1/2X", "--human", "none")
    assert "It is a draw" in done.stdout


def test_end_of_input_leaves_the_game(plywise):
    done = plywise("play", "nim", typed="")
    assert done.returncode == 0
    assert "Left the game." in done.stdout


def test_save_and_resume(plywise, tmp_path):
    plywise("play", "nim:piles=1-2", "--time", "0.2", typed="A1\nsave game.json\nquit\n")
    saved = json.loads((tmp_path / "game.json").read_text())
    assert saved["game"] == "nim:piles=1-2"
    assert saved["actions"][0] == "A1"
    done = plywise("play", "--resume", "game.json", "--human", "none", "--time", "0.2")
    assert "wins" in done.stdout


EVIL = """
from pathlib import Path
Path("ran").touch()
from plywise.games.nim import Nim as Base
class Nim(Base): pass
"""


@pytest.mark.parametrize("named", ["dl/evil.py", "dl/evil.py/", "dl/evil.py/.:Nim", "./dl/evil.py:Nim", "dl/tree.json"])
def test_a_saved_game_may_not_have_files_of_rules_run(plywise, tmp_path, named):
    (tmp_path / "dl").mkdir()
    (tmp_path / "dl" / "evil.py").write_text(EVIL)
    content = {"format": "plywise-record-1", "game": named, "initial": "A(3,4,5)", "actions": []}
    (tmp_path / "game.json").write_text(json.dumps(content))
    done = plywise("play", "--resume", "game.json", "--human", "none")
    assert done.returncode == 1
    assert "name it yourself with plywise play GAME --resume game.json" in " ".join(done.stderr.split())
    assert not (tmp_path / "ran").exists()


def test_a_game_of_ones_own_is_resumed_by_its_name(plywise, tmp_path):
    (tmp_path / "mine.py").write_text(EVIL)
    done = plywise(
        "play", "mine.py", "--time", "0.1", "--agent", "auto:engine=plain", typed="A1\nsave game.json\nquit\n"
    )
    assert "Continue with: plywise play mine.py --resume game.json" in done.stdout
    done = plywise(
        "play", "mine.py", "--resume", "game.json", "--human", "none", "--time", "0.1", "--agent", "auto:engine=plain"
    )
    assert "wins" in done.stdout


def test_save_overwrites_only_saved_games(plywise, tmp_path):
    (tmp_path / "precious.txt").write_text("precious")
    done = plywise("play", "nim", typed="save precious.txt\nsave\nsave no/such/place.json\nquit\n")
    assert "A file of games ends in .json" in done.stdout
    assert "Say where" in done.stdout
    assert "can't be written" in done.stdout
    assert (tmp_path / "precious.txt").read_text() == "precious"


def test_a_save_that_fails_does_not_end_the_game(plywise, tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\x00\xfe")
    (tmp_path / "folder").mkdir()
    names = ("folder", "x" * 300, "binary", "nul\0", "/dev/zero", "my game.json")
    done = plywise("play", "nim", typed="".join(f"save {name}\n" for name in names) + "quit\n")
    assert "folder is not a file" in done.stdout
    assert "can't be written: File name too long." in done.stdout.replace("\n", " ")
    assert "binary can't be read: it is not text." in done.stdout
    assert "can't be written: embedded null byte." in done.stdout
    assert "/dev/zero is not a file" in done.stdout
    assert "plywise play --resume 'my game.json'" in done.stdout
    assert done.stdout.endswith("Left the game.\n")


def test_resuming_a_finished_game_says_how_it_ended(plywise, tmp_path):
    plywise("play", "ii-nim", typed="save game.json\nquit\n")
    saved = json.loads((tmp_path / "game.json").read_text())
    (tmp_path / "game.json").write_text(json.dumps({**saved, "actions": ["A2", "B2"]}))
    done = plywise("play", "--resume", "game.json")
    assert done.returncode == 0
    assert done.stdout.startswith("This game is over already.\n")
    assert done.stdout.splitlines()[-1] in ("A wins.", "B wins.")


def test_the_engine_says_what_kind_of_value_it_means(plywise):
    done = plywise("play", "connect-four:width=6", "--time", "0.2", "--human", "B", typed="quit\n")
    assert "(heuristic, evaluation " in done.stdout
    done = plywise("play", "connect-four", "--time", "0.2", "--human", "B", typed="quit\n")
    assert "(heuristic, learned, evaluation " in done.stdout
    done = plywise("play", "tic-tac-toe", "--time", "1", "--state", "X2/1O1/2X", "--human", "A", typed="quit\n")
    assert "(proven, value 0 to B)" in done.stdout


def test_bytes_that_are_no_text_are_refused_kindly(plywise):
    done = plywise("play", "nim", typed="größe\nquit\n", PYTHONIOENCODING="ascii")
    assert "is not a legal action here" in done.stdout
    assert done.stdout.endswith("Left the game.\n")


def test_a_damaged_record_is_refused_kindly(plywise, tmp_path):
    (tmp_path / "game.json").write_text(
        '{"format": "plywise-record-1", "game": "nim", "initial": "A(3,4,5)", "actions": ["Z9"]}'
    )
    done = plywise("play", "--resume", "game.json")
    assert done.returncode == 1
    assert "Action 1 of the record can't be played" in done.stderr


def test_chance_is_drawn_from_the_seed(plywise):
    def outcome(seed):
        return plywise("play", "coin-toss", "--human", "none", "--seed", seed, "--time", "0.2").stdout

    assert outcome("1") == outcome("1")
    assert {"heads" in outcome(str(seed)) for seed in range(6)} == {True, False}


def test_three_players(plywise):
    done = plywise("play", "figure-5.4", "--human", "none", "--time", "0.2")
    assert "A 1, B 2, C 6" in done.stdout


def test_a_game_without_an_end_is_stopped_with_a_sentence(plywise, tmp_path):
    (tmp_path / "round.py").write_text(ROUND)
    done = plywise("play", "round.py", "--human", "none", "--time", "0.02", "--agent", "auto:engine=plain")
    assert done.returncode == 1
    assert "The same state came up 5 times" in done.stderr
    assert "after 8 plies" in done.stderr
    assert "repetition = 'draw'" in done.stderr
    dice = ROUND.replace("return state.turn", "return -1") + "    def chances(self, state):\n        yield 0, 1.0\n"
    (tmp_path / "dice.py").write_text(dice)
    done = plywise("play", "dice.py", "--human", "none", "--time", "0.02", "--agent", "auto:engine=plain")
    assert done.returncode == 1
    assert "not over after 2,000 plies" in done.stderr


def test_an_agent_a_clock_and_giving_up(plywise):
    done = plywise("play", "nim", "--agent", "random:seed=4", "--clock", "60+1", typed="A1\nresign\n")
    assert done.returncode == 0
    assert "A (1:00; B 1:00) to play:" in done.stdout
    assert "B, the engine, plays" in done.stdout
    assert done.stdout.endswith("A resigns.\n")


@pytest.mark.parametrize(
    ("spec", "human", "seats"),
    [
        ("chess", "A", "You are White, and the engine is Black.\n"),
        ("mnk:m=3,n=3,k=3,players=3", "B", "You are B, and the engine is A and C.\n"),
        ("chess", "AB", ""),
    ],
)
def test_what_is_said_first_fits_a_screen_of_80_columns(plywise, spec, human, seats):
    shown = plywise("play", spec, "--human", human, "--agent", "random", typed="quit\n", COLUMNS="80").stdout
    help_ = shown.partition("\n\n")[0]
    assert len(help_.splitlines()) == 7 + bool(seats)
    assert max(map(len, help_.splitlines())) < 80
    assert seats.strip() in help_
    assert ("You are" in shown) is bool(seats)


class Typing:
    """A person who takes ten seconds for whatever they type, and time as it passes for them."""

    def __init__(self, *texts):
        self.texts, self.now, self.asked = iter(texts), 0.0, []

    def input(self, prompt):
        self.now += 10
        self.asked.append(str(prompt))
        return next(self.texts)

    def perf_counter(self):
        return self.now


def sit_down(monkeypatch, typing, clock):
    game = load_game("nim")
    monkeypatch.setattr(console, "input", typing.input)
    monkeypatch.setattr(session, "time", typing)
    clocks = [Clock(TimeControl.parse(clock)) for _ in range(2)]
    agent = Agent(game, "random:seed=4")
    Session("nim", Record(game), {0}, Random(0), agent, Limit(time=1), clocks).run()
    return clocks


def test_a_clock_runs_over_commands_and_slips(monkeypatch, capsys):
    typing = Typing("hint", "actions", "nonsense", "A1", "help", "undo", "quit")
    clocks = sit_down(monkeypatch, typing, "90+5")
    left = ["1:30", "1:20", "1:10", "1:00", "0:55", "0:45", "0:35"]  # five seconds more after the action only
    others = ["1:30"] * 4 + ["1:35"] * 3
    assert typing.asked == [f"A ({mine}; B {other}) to play: " for mine, other in zip(left, others, strict=True)]
    assert clocks[1].left == 95


def test_time_that_runs_out_over_commands_ends_the_game(monkeypatch, capsys):
    typing = Typing("actions", "actions", "actions")
    sit_down(monkeypatch, typing, "25/move")
    assert len(typing.asked) == 3
    assert capsys.readouterr().out.endswith("A's time is up: A has lost.\n")


def test_thinking_ahead_does_not_change_the_game(plywise):
    done = plywise("play", "connect-four", "--ponder", "--time", "0.1", typed="4\n4\nquit\n")
    assert done.stdout.count("Red, the engine, plays") == 2


def test_chess_is_saved_as_chess_players_do(plywise, tmp_path):
    done = plywise("play", "chess", "--agent", "random", typed="e4\nsave game.pgn\nquit\n")
    assert "(.json or .pgn)" in done.stdout
    assert "1. e4" in (tmp_path / "game.pgn").read_text()
    done = plywise("play", "--resume", "game.pgn", typed="quit\n")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--agent", "stockfisch"), "There is no agent 'stockfisch'"),
        (("--clock", "soon"), "'soon' is not a clock"),
        (("--clock", "60", "--time", "1"), "leave out --time, or --clock"),
        (("--agent", "uci:stockfish"), "uci engines play games with UCI's names"),
    ],
)
def test_agents_and_clocks_that_are_refused(plywise, args, sentence):
    done = plywise("play", "nim", *args)
    assert done.returncode == 1
    assert sentence in done.stderr.replace("\n", " ")


def test_a_saved_game_cannot_steer_the_terminal(plywise, tmp_path):
    saved = {"format": "plywise-record-1", "game": "tic-tac-toe", "initial": "3/3/3", "actions": ["\x1b]0;x\x07\x9b2J"]}
    (tmp_path / "game.json").write_text(json.dumps(saved))
    done = plywise("play", "--resume", "game.json")
    assert r"'\x1b]0;x\x07\x9b2J' is not a legal action here" in done.stderr
    assert not set(done.stdout + done.stderr) & {"\x1b", "\x07", "\x9b"}
