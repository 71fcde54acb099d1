"""`plywise gtp`: what a Go program may say, and what it hears."""

from typing import Any

import pytest

from plywise.agents import GtpPlayer, SearchOptions
from plywise.games.catalog import load_game
from plywise.protocols import GtpServer
from plywise.rules import Limit


def make_game(size: int | None, komi: float | None) -> Any:
    return load_game(f"go:size={size or 5},komi={0.5 if komi is None else komi:g}")


def make_server() -> GtpServer:
    limit, options = Limit(simulations=50), SearchOptions(wait=True)
    return GtpServer("Plywise", "1", make_game, lambda game: GtpPlayer(game, "uct", limit, options))


def ask(server: GtpServer, *lines: str) -> list[str]:
    heard: list[str] = []
    server.serve(lines, heard.append)
    assert all(answer.endswith("\n") for answer in heard)
    return [answer.strip() for answer in heard]


def test_a_conversation():
    heard = ask(
        make_server(),
        "1 protocol_version",
        "boardsize 3",
        "7 play B B2  # the middle",
        "play w a1",
        "showboard",
        "undo",
        "showboard",
        "known_command genmove",
        "known_command dance",
        "final_score",
        "quit",
        "name",
    )
    assert heard[:3] == ["=1 2", "=", "=7"]
    assert heard[4:] == [
        "= 3/1X1/O2 X",
        "=",
        "= 3/1X1/3 O",
        "= true",
        "= false",
        "= B+8.5",
        "=",
    ]


def test_a_move_is_made_and_remembered():
    server = make_server()
    heard = ask(server, "genmove b", "genmove w", "list_commands")
    assert all(answer.startswith("= ") for answer in heard)
    assert len(server.record.actions) == 2
    assert "final_score" in heard[2].split()


def test_a_colour_out_of_turn_means_that_the_other_passed():
    server = make_server()
    ask(server, "play b a1", "play b a2")
    assert server.record.action_names == ["A1", "pass", "A2"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "? unknown command"),
        ("play b", "? play is followed by a colour and a point."),
        ("play red a1", "? A colour is b, black, w or white."),
        ("play b z9", "? illegal move"),
        ("boardsize many", "? boardsize is followed by a number, such as 19."),
        ("komi much", "? komi is followed by a number."),
        ("undo", "? cannot undo"),
        ("time_settings 1 2", "? 3 numbers are wanted here."),
        ("time_left b x 3", "? 2 numbers are wanted here."),
    ],
)
def test_what_cannot_be_done_is_said(line, answer):
    assert ask(make_server(), line) == [answer]


def test_sizes_that_there_are_not_are_refused():
    assert ask(make_server(), "boardsize 99")[0].startswith("? ")


def test_time_is_kept():
    limit, options = Limit(time=60), SearchOptions(wait=True)
    server = GtpServer("Plywise", "1", make_game, lambda game: GtpPlayer(game, "uct", limit, options))
    heard = ask(server, "time_settings 0 1 5", "genmove b", "time_left w 1 5", "genmove w")
    assert all(answer.startswith("=") for answer in heard)


@pytest.mark.parametrize("number", ["²", "-5", "9" * 5_000, ""])
def test_a_size_that_is_no_number_is_refused(number):
    assert ask(make_server(), f"boardsize {number}") == ["? boardsize is followed by a number, such as 19."]
