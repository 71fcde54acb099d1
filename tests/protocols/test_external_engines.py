"""Engines of other programs: what they choose is checked, and whatever they do wrong ends in one sentence."""

import shutil
import sys
import time
from pathlib import Path
from typing import Any, cast

import pytest

from plywise.agents import Agent
from plywise.games.catalog import load_game
from plywise.isolation import Dialogue, DialogueError
from plywise.protocols import EngineError, ResignedError
from plywise.rules import Limit, PlywiseError, Status, Unit

BROKEN = Path(__file__).with_name("broken_engine.py")
QUICK = Limit(time=0.1)


def broken(protocol: str, fault: str) -> str:
    return f"{protocol}:{sys.executable} {BROKEN} {protocol} {fault}"


def test_a_uci_engine_plays_and_says_what_it_thinks():
    game = load_game("chess")
    with Agent(game, broken("uci", "none") + "?Skill Level=3") as agent:
        found = agent.decide(limit=QUICK)
        assert game.action_name(game.initial(), found.action) == "e4"
        assert (found.value, found.unit, found.depth, found.nodes) == (31, Unit.EVALUATION, 3, 500)
        assert found.status is Status.HEURISTIC


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("hang", "did not answer in time"),
        ("die", "ended by itself with exit code 3"),
        ("crash", "was ended by the signal SIGSEGV"),
        ("flood", "wrote more than anyone can read"),
        ("long-line", "wrote more than anyone can read"),
        ("illegal", "played 'e2e5', which isn't legal in rnbqkbnr"),
    ],
)
def test_a_uci_engine_that_fails_is_killed_with_a_sentence_and_starts_again(fault, sentence):
    started = time.monotonic()
    with Agent(load_game("chess"), broken("uci", fault)) as agent:
        with pytest.raises(EngineError, match=sentence):
            agent.decide(limit=QUICK)
        process = cast(Any, agent)._player.engine.process
        assert not process.is_running
        agent.new_game()
        assert process.is_running
    assert not process.is_running
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    ("fault", "kind", "sentence"),
    [
        ("resign", ResignedError, "resigned"),
        ("illegal", EngineError, "played 'Z99', which isn't legal"),
        ("junk", EngineError, "which isn't legal"),
        ("refuse", EngineError, "refused `boardsize 9`: unacceptable size"),
        ("die", EngineError, "ended by itself with exit code 3"),
    ],
)
def test_a_gtp_engine_that_fails_or_resigns(fault, kind, sentence):
    with Agent(load_game("go:size=9"), broken("gtp", fault)) as agent, pytest.raises(kind, match=sentence):
        agent.decide(limit=QUICK)


def test_a_gtp_engine_is_told_of_the_game_so_far():
    game = load_game("go:size=9")
    with Agent(game, broken("gtp", "none")) as agent:
        first = game.initial()
        second = game.result(first, game.parse_action(first, "E5"))
        found = agent.decide(second, limit=QUICK, history=[first])
        assert game.action_name(second, found.action) in ("D4", "pass")
        third = game.result(second, found.action)
        agent.decide(game.result(third, game.parse_action(third, "C3")), limit=QUICK, history=[first, second, third])
        with pytest.raises(EngineError, match="plays whole games only"):
            agent.decide(second, limit=QUICK)


@pytest.mark.parametrize(
    ("spec", "game", "sentence"),
    [
        ("uci:no-such-program", "chess", "no-such-program can't be started: is it installed"),
        (broken("uci", "none") + "?Skil=3", "chess", "has no option 'Skil': it has Skill Level"),
        (broken("uci", "none"), "othello", "uci engines play games with UCI's names"),
        (broken("gtp", "none"), "nim", "gtp engines play on a square board"),
    ],
)
def test_what_cannot_be_played_is_said(spec, game, sentence):
    with pytest.raises(PlywiseError, match=sentence):
        Agent(load_game(game), spec).decide(limit=QUICK)


def test_a_dialogue_ends_with_its_program():
    with Dialogue([sys.executable, "-c", "print('hello'); print(input())"]) as talk:
        assert talk.hear(20) == "hello"
        talk.say("there")
        assert talk.hear_until("there", 20) == ["there"]
        with pytest.raises(DialogueError, match="ended by itself with exit code 0"):
            talk.hear(20)


@pytest.mark.skipif(not shutil.which("stockfish") and not Path("/usr/games/stockfish").exists(), reason="no Stockfish")
def test_stockfish_plays_both_sides_of_an_opening():
    game, path = load_game("chess"), shutil.which("stockfish") or "/usr/games/stockfish"
    states = [game.initial()]
    with Agent(game, f"uci:{path}?UCI_Elo=1500") as agent:
        for _ in range(6):
            found = agent.decide(states[-1], limit=Limit(time=0.02), history=states[:-1])
            states.append(game.result(states[-1], found.action))
