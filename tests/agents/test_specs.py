"""Agents and clocks as people type them."""

import pytest

from plywise.agents import Clock, OutOfTimeError, TimeControl, complete_spec, parse_spec
from plywise.agents.algorithms import choose_plan
from plywise.games.catalog import load_game
from plywise.rules import Limit, PlywiseError, TreeOptions


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("auto", {}),
        ("auto:threads=2,seed=7", {"threads": 2, "seed": 7}),
        ("alpha-beta:null-move,reductions", {"enhancements": ("null-move", "reductions")}),
        ("alpha-beta:no-null-move,no-killers,table-mb=8", {"without": ("null-move", "killers"), "table_mb": 8.0}),
        ("alpha-beta:beam=4", {"enhancements": ("beam=4",)}),
        ("uct:exploration=0.3,rave=50", {"tree": TreeOptions(exploration=0.3, rave=50)}),
        ("table:some/where", {"tables": "some/where"}),
        ("random:seed=3", {"seed": 3}),
    ],
)
def test_settings(text, fields):
    options = parse_spec(text).options
    assert {name: getattr(options, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("text", "command", "options"),
    [
        ("uci:stockfish", "stockfish", ()),
        (
            "uci:/usr/games/stockfish?UCI_Elo=2000&Hash=16",
            "/usr/games/stockfish",
            (("UCI_Elo", "2000"), ("Hash", "16")),
        ),
        ("uci:stockfish?Skill Level=3", "stockfish", (("Skill Level", "3"),)),
        ('gtp:"gnugo --mode gtp"', "gnugo --mode gtp", ()),
        ("gtp:gnugo --mode gtp --level 1", "gnugo --mode gtp --level 1", ()),
    ],
)
def test_programs(text, command, options):
    spec = parse_spec(text)
    assert (spec.command, spec.engine_options) == (command, options)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("alpha-betta", "There is no agent 'alpha-betta': did you mean alpha-beta?"),
        ("", "There is no agent '': `plywise agents` lists"),
        (
            "uct:null-move",
            "uct has no setting 'null-move': it takes bias, engine, exploration, fpu, "
            "knowledge, margin, rave, seed, threads, trust and weights",
        ),
        ("alpha-beta:nonsense", "There is no enhancement 'nonsense'"),
        ("auto:threads=many", "'threads=many' can't be read: write a whole number after the equals sign"),
        ("auto:threads=0", "A search runs on 1 thread at least, not 0"),
        ("alpha-beta:table-mb=0", "A table of 0 MB can't be had"),
        ("uci:", "Name the program, such as uci:stockfish"),
        ("uci:stockfish?Elo", "'Elo' is no list of options"),
        ("table:", "Say which tables"),
        ("auto:engine=fast", "There is no engine 'fast'"),
    ],
)
def test_what_is_refused(text, sentence):
    with pytest.raises(PlywiseError, match=sentence.replace("?", r"\?")):
        parse_spec(text)


def test_completion():
    assert complete_spec("u") == ["uci:", "uct"]
    assert complete_spec("alpha-beta:null-move,no-ki") == ["alpha-beta:null-move,no-killers"]
    assert complete_spec("uci:sto") == []


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("0.5/move", TimeControl(0.5, is_fixed=True)),
        ("60", TimeControl(60)),
        ("5:00+3", TimeControl(300, 3)),
        ("40/90:00+30", TimeControl(5400, 30, 40)),
    ],
)
def test_clocks(text, control):
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize("text", ["", "soon", "-3", "0", "1e9", "0/60", "60+", "60+-1", "inf", "5:0", "0/move"])
def test_clocks_that_are_refused(text):
    with pytest.raises(PlywiseError, match="write it like 60"):
        TimeControl.parse(text)


def test_a_period_begins_again_after_its_moves():
    clock = Clock(TimeControl.parse("2/10"))
    clock.spend(6)
    clock.spend(3)
    assert (clock.left, clock.moves_left) == (11, 2)
    with pytest.raises(OutOfTimeError, match=r"The clock \(2/10\) ran out by 1\.00 s"):
        clock.spend(12)


@pytest.mark.parametrize("text", ["60", "60+1", "40/60", "1/5", "0.5/move"])
def test_no_decision_takes_more_than_is_left(text):
    clock = Clock(TimeControl.parse(text))
    for _ in range(300):
        allotted = clock.allot()
        assert 0 < allotted.soft <= allotted.hard < clock.left
        clock.spend(allotted.hard)


def test_auto_is_what_suits_the_game():
    def algorithms(spec: str) -> list[str]:
        return [stage.algorithm.name for stage in choose_plan(load_game(spec), Limit(time=1)).stages]

    assert algorithms("connect-four") == ["alpha-beta"]
    assert algorithms("nim") == ["alpha-beta", "uct"]
    assert algorithms("pig") == ["star2"]
    assert algorithms("three-kings") == ["max-n"]
