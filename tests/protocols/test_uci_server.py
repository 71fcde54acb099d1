"""`plywise uci`: what a chess program may say, and what it hears."""

import queue
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import chess
import chess.engine
import pytest

from plywise.agents import UciThinker
from plywise.games.catalog import load_game
from plywise.protocols import GoCommand, UciServer
from plywise.rules import Choice, Decision, Status

MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


class Program:
    """A chess program's side of the conversation."""

    def __init__(self) -> None:
        game = load_game("chess")
        self.heard: queue.Queue[str] = queue.Queue()
        self.said: queue.Queue[str | None] = queue.Queue()
        self.server = UciServer(game, "Plywise", lambda: UciThinker(game, "auto"), self.heard.put)
        self.thread = threading.Thread(target=self.server.serve, args=(iter(self.said.get, None),), daemon=True)
        self.thread.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            self.said.put(line)

    def hear_until(self, start: str, seconds: float = 60) -> list[str]:
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            lines.append(self.heard.get(timeout=seconds))
        return lines


@pytest.fixture
def program() -> Iterator[Program]:
    made = Program()
    made.say("uci", "isready")
    made.hear_until("readyok")
    yield made
    made.say("quit")
    made.thread.join(20)
    assert not made.thread.is_alive()


def test_it_introduces_itself():
    program = Program()
    program.say("uci")
    lines = program.hear_until("uciok")
    assert lines[0] == "id name Plywise"
    assert {"Hash", "Threads", "Ponder", "MultiPV"} <= {line.split()[2] for line in lines if line.startswith("option")}
    program.say("quit")


def test_a_mate_is_found_and_told_in_moves(program):
    """Only a search that leaves nothing out proves a mate; the settings that play best find it without a proof."""
    program.say(f"position fen {MATE_IN_TWO}", "go depth 6")
    lines = program.hear_until("bestmove")
    assert lines[-1].split()[:2] == ["bestmove", "a1a6"]
    assert any("score cp 30000" in line for line in lines)
    program.say("setoption name MultiPV value 2", "go depth 6")
    assert any("score mate 2" in line for line in program.hear_until("bestmove"))


def test_infinite_waits_for_stop_even_where_all_is_known(program):
    program.say(f"position fen {MATE_IN_TWO}", "go infinite")
    with pytest.raises(queue.Empty):
        program.hear_until("bestmove", seconds=1.5)
    program.say("stop")
    assert program.hear_until("bestmove", 5)[-1].startswith("bestmove a1a6")


def test_several_lines(program):
    program.say("setoption name MultiPV value 3", "position startpos moves e2e4", "go depth 4")
    lines = program.hear_until("bestmove")
    last = [line for line in lines if line.startswith("info depth 4 ")][-3:]
    assert [line.split()[4] for line in last] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in last}) == 3


def test_a_choice_among_some(program):
    program.say("position startpos", "go depth 4 searchmoves a2a3 h2h3")
    assert program.hear_until("bestmove")[-1].split()[1] in ("a2a3", "h2h3")


def test_a_search_stopped_before_it_came_to_the_allowed_ones_answers_with_one():
    """What CI found: `stop` straight after `go infinite searchmoves` was answered by no move at all."""
    game = load_game("chess")
    state = game.initial()
    first, *_, last = game.actions(state)
    looked_at = Decision(first, 10, 0, Status.HEURISTIC, choices=(Choice(first, 10, status=Status.HEURISTIC),))
    found = UciThinker(game, "auto").among(looked_at, (last,))
    assert (found.action, found.line, found.status, found.depth) == (last, (last,), Status.HEURISTIC, 0)
    assert UciThinker(game, "auto").among(looked_at, (last, first)).action == first


def test_pondering_ends_with_a_hit_or_a_stop(program):
    program.say("position startpos moves e2e4 e7e5", "go ponder wtime 2000 btime 2000")
    with pytest.raises(queue.Empty):
        program.hear_until("bestmove", seconds=0.7)
    program.say("ponderhit")
    program.hear_until("bestmove", 5)
    program.say("go ponder movetime 100")
    time.sleep(0.2)
    program.say("stop")
    program.hear_until("bestmove", 5)


def test_clocks_are_kept(program):
    program.say("position startpos")
    for clock in ("wtime 300 btime 300", "wtime 60 btime 60", "wtime 1000 btime 1000 movestogo 1", "movetime 100"):
        started = time.monotonic()
        program.say(f"go {clock}")
        program.hear_until("bestmove", 5)
        assert time.monotonic() - started < 2


@pytest.mark.parametrize(
    "line",
    ["", "nonsense", "go", "position", "position fen x", "position startpos moves e2e5", "setoption", "go depth x",
     "setoption name Hash value many", "setoption name Hash value 0", "ponderhit", "stop", "position startpos moves"],
)  # fmt: skip
def test_what_makes_no_sense_does_no_harm(program, line):
    program.say(line, "stop", "position startpos", "go nodes 500")
    assert program.hear_until("bestmove")[-1] != "bestmove 0000"


def test_no_action_is_0000(program):
    program.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3")
    assert program.hear_until("bestmove")[-1] == "bestmove 0000"


def test_python_chess_plays_a_game_with_it():
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-m", "plywise", "uci"], timeout=120) as engine:
        engine.configure({"Hash": 16})
        while not board.is_game_over() and board.ply() < 12:
            found: Any = engine.play(board, chess.engine.Limit(time=0.05), info=chess.engine.INFO_SCORE)
            assert found.move in board.legal_moves
            assert "score" in found.info
            board.push(found.move)
        assert engine.analyse(board, chess.engine.Limit(nodes=5000), multipv=2)[1]["multipv"] == 2


@pytest.mark.parametrize("number", ["²", "--5", "9" * 400, "9" * 5_000, "x"])
def test_what_is_no_number_is_passed_over(number):
    assert GoCommand.parse(["movetime", number, "depth", "3"]).numbers == {"depth": 3}
    heard: list[str] = []
    game = load_game("chess")
    UciServer(game, "Plywise", lambda: UciThinker(game, "auto"), heard.append).serve(
        [f"setoption name Hash value {number}"]
    )
    assert heard == [f"info string hash takes a number from 1 to 65536, not '{number}'."]
