"""One game after the other: openings, seats, dice, forfeits, caps, adjudication; and what a record of it holds."""

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plywise.matches.seating
from plywise.agents import Agent, TimeControl
from plywise.games.catalog import load_game
from plywise.matches import MatchOptions, play_match
from plywise.matches.openings import Openings, ends_at_once, read_opening, read_openings, usual_plies
from plywise.matches.results import GameResult
from plywise.matches.schedule import Schedule, make_lineups
from plywise.protocols import EngineError
from plywise.rules import Decision, Limit, PlywiseError, Record, SearchError, Status

ROOT = Path(__file__).parents[2]
QUICK = Limit(nodes=50)


def played(spec, agents, **options):
    options.setdefault("limit", QUICK)
    return play_match(load_game(spec), agents, MatchOptions(**options), workers=1)


class Planted:
    """An agent that plays the first action a few times, and then gets into trouble; not when it is tried out."""

    learns = False

    def __init__(self, game, trouble, well=1):
        self.game, self.trouble, self.asked, self.well = game, trouble, 0, well

    def warm_up(self):
        pass

    def close(self):
        pass

    def decide(self, state=None, *, limit=None, clock=None, history=()):
        self.asked += 1
        action = next(iter(self.game.actions(state)))
        if self.asked > self.well and state != self.game.initial():
            action = self.trouble(state, action)
        return Decision(action, 0, self.game.to_move(state), Status.HEURISTIC)


@pytest.fixture
def plant(monkeypatch):
    """Let a spec name an agent of the test."""
    known: dict[str, Any] = {}
    make = plywise.matches.seating.make_agent

    def planted(game, spec, seed=0):
        return known[spec](game) if spec in known else make(game, spec, seed)

    monkeypatch.setattr("plywise.matches.running.check_spec", lambda spec: None)

    monkeypatch.setattr(plywise.matches.seating, "make_agent", planted)
    return known


def hang(state, action):
    time.sleep(0.05)
    return action


def raising(error):
    def trouble(state, action):
        raise error

    return trouble


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (raising(EngineError("the engine 'x' died: exit code 3.")), "the engine 'x' died: exit code 3."),
        (raising(SearchError("it has no answer.")), "it has no answer."),
        (lambda state, action: 99, "it played 100, which isn't legal in "),
        (lambda state, action: None, "it played nothing, which isn't legal in "),
        (hang, "it took "),
    ],
)
def test_an_agent_in_trouble_forfeits_that_game_and_the_match_goes_on(plant, monkeypatch, trouble, reason):
    monkeypatch.setattr("plywise.matches.playing.MARGIN", 0.02)
    plant["planted"] = lambda game: Planted(game, trouble)
    result = played("connect-four", ["random", "planted"], games=6, limit=Limit(time=0.01))
    assert [total.forfeits for total in result.totals] == [0, 6]
    assert result.pairings[0, 1].wins == 6
    for number, game in result.games.items():
        seat = number % 2 ^ 1
        assert (game.end, game.forfeited, game.utilities[seat]) == ("forfeit", seat, -1)
        assert game.note.startswith(f"planted forfeits as player {'AB'[seat]}: {reason}")
        assert game.note.endswith(".")
    assert len(result.notes) == 6


def test_a_clock_that_runs_out_loses_the_game(plant):
    plant["planted"] = lambda game: Planted(game, hang)
    options = MatchOptions(games=4, clock=TimeControl(0.08, 0.001))
    result = play_match(load_game("connect-four"), ["random", "planted"], options, workers=1)
    assert result.pairings[0, 1].wins == 4
    assert result.notes
    for number, note in result.notes:
        assert note.startswith(f"planted forfeits as player {'BA'[number % 2]}: The clock (0.08+0.001) ran out by 0.")
    calm = play_match(
        load_game("tic-tac-toe"), ["random", "minimax"], replace(options, clock=TimeControl(60)), workers=1
    )
    assert calm.notes == []


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("die", "ended by itself with exit code 3"),
        ("hang", "did not answer in time"),
        ("flood", "wrote more than anyone can read"),
        ("illegal", "which isn't legal in"),
    ],
)
def test_a_broken_engine_of_another_program_forfeits_and_the_match_goes_on(fault, reason):
    broken = f"uci:{sys.executable} {ROOT / 'tests' / 'protocols' / 'broken_engine.py'} uci {fault}"
    result = played("chess", ["random", broken], games=2, limit=Limit(time=0.05))
    assert result.pairings[0, 1].wins == 2
    assert all(reason in note for _, note in result.notes)
    assert result.totals[1].forfeits == 2


def test_an_engine_that_does_not_start_is_refused_at_once():
    with pytest.raises(PlywiseError, match="no-such-program"):
        played("chess", ["random", "uci:no-such-program"], games=2)


def test_agents_are_closed_after_each_game(plant):
    made = []

    class Closing(Agent):
        def __init__(self, game):
            super().__init__(game, "random")
            made.append(self)
            self.is_closed = False

        def close(self):
            self.is_closed = True

    plant["closing"] = Closing
    played("nim", ["random", "closing"], games=4)
    assert len(made) >= 4
    assert all(each.is_closed for each in made)


def test_an_error_of_the_rules_is_no_forfeit(plant):
    plant["planted"] = lambda game: Planted(game, raising(ZeroDivisionError("planted")))
    with pytest.raises(SearchError, match=r"Game 0 can't be played: planted\."):
        played("connect-four", ["random", "planted"], games=2)


def test_a_forfeit_among_three_is_lost_to_both_others(plant):
    plant["planted"] = lambda game: Planted(game, raising(EngineError("gone")), 0)
    plant["still"] = lambda game: Planted(game, lambda state, action: action)
    result = played("three-kings", ["still", "planted", "random"], games=6, opening_plies=1)
    forfeits = [game for game in result.games.values() if game.end == "forfeit"]
    assert forfeits
    for game in forfeits:
        worst = game.utilities[game.forfeited]
        assert all(each > worst for seat, each in enumerate(game.utilities) if seat != game.forfeited)


def test_a_game_without_end_is_a_draw_with_a_note():
    result = played("three-mens-morris", ["random", "random"], games=2, max_plies=3)
    assert {game.end for game in result.games.values()} == {"length"}
    assert result.notes[0] == (0, "Counted as a draw after 3 plies.")
    assert result.pairings[0, 1].draws == 2
    assert MatchOptions().most_plies(load_game("chess")) == 1_000
    assert MatchOptions().most_plies(load_game("nim")) is None


def test_a_game_ends_where_both_have_proven_the_same():
    options = {"games": 6, "opening_plies": 4, "limit": Limit(nodes=5_000)}
    whole = played("tic-tac-toe", ["minimax", "minimax"], **options)
    short = played("tic-tac-toe", ["minimax", "minimax"], **options, adjudicate=True)
    assert {game.end for game in short.games.values()} == {"adjudicated"}
    assert short.mean_plies < whole.mean_plies
    for number, game in whole.games.items():
        assert short.games[number].utilities == game.utilities
    with pytest.raises(PlywiseError, match="unlike pig"):
        played("pig", ["auto", "random"], games=2, adjudicate=True)


def test_a_game_ends_where_solved_tables_say_how(plant):
    """One agent's tables are enough; one agent's search isn't."""

    class Knowing(Planted):
        def decide(self, state=None, *, limit=None, clock=None, history=()):
            found = super().decide(state, limit=limit, history=history)
            return replace(found, value=1, status=Status.PROVEN, by_table=self.trouble)

    plant["table"] = lambda game: Knowing(game, True, 1000)
    plant["search"] = lambda game: Knowing(game, False, 1000)
    by_table = played("connect-four", ["random", "table"], games=4, adjudicate=True)
    assert {game.end for game in by_table.games.values()} == {"adjudicated"}
    assert by_table.pairings[0, 1].losses == 4
    alone = played("connect-four", ["random", "search"], games=4, adjudicate=True)
    assert {game.end for game in alone.games.values()} == {"rules"}
    disputed = played("connect-four", ["search", "search"], games=4, adjudicate=True)
    assert {game.end for game in disputed.games.values()} == {"rules"}


# Openings


def test_openings_are_distinct_undecided_and_follow_from_seed_and_number():
    game = load_game("connect-four")
    openings, again = Openings(game, seed=7), Openings(game, seed=7)
    assert openings.plies == 4
    drawn = [openings[number] for number in range(200)]
    assert again[199] == drawn[199]
    records = [opening.begin(game) for opening in drawn]
    assert len({game.canonical(record.state) for record in records}) == 200
    assert not any(record.is_over or ends_at_once(record) for record in records)
    assert Openings(game, seed=8)[0] != drawn[0]


def test_a_game_with_few_openings_uses_them_again_and_the_report_says_so():
    openings = Openings(load_game("nim:piles=1-2"), plies=1)
    assert len({openings[number] for number in range(20)}) == 3
    result = played("nim:piles=1-2", ["random", "random"], games=20, opening_plies=1)
    assert (result.distinct_openings, result.rounds) == (3, 10)
    with pytest.raises(PlywiseError, match="No game of nim goes on after 9 plies: choose fewer"):
        Openings(load_game("nim:piles=1-2"), plies=9)[0]


@pytest.mark.parametrize(
    ("spec", "plies"), [("chess", 4), ("othello", 6), ("tic-tac-toe", 2), ("nim:piles=1-2", 1), ("backgammon", 4)]
)
def test_as_many_plies_as_suit_the_game(spec, plies):
    assert usual_plies(load_game(spec)) == pytest.approx(plies, abs=2)


def test_openings_of_a_file_are_states_or_actions():
    game = load_game("tic-tac-toe")
    texts = read_openings("# mine\n\nXO1/3/3\na1 c3\n  b2,a1\n")
    first, second, third = (read_opening(game, text) for text in texts)
    assert game.state_name(first.begin(game).state) == "XO1/3/3"
    assert second.actions == ("a1", "c3")
    assert third.actions == ("b2", "a1")
    for text, sentence in (("a1 a1", "neither a state of tic-tac-toe nor actions"), ("XXX/OO1/3", "The game is over")):
        with pytest.raises(PlywiseError, match=sentence):
            read_opening(game, text)
    result = played("tic-tac-toe", ["random", "random"], games=8, openings=texts)
    starts = [game.initial for game in result.games.values()]
    assert [start == "XO1/3/3" for start in starts] == [True, True, False, False, False, False, True, True]


# Seats and seeds


def test_games_are_paired_with_swapped_sides():
    schedule = Schedule(3, 2, 4, Openings(load_game("nim"), plies=1), 0, gauntlet=False)
    games = [schedule.game(number) for number in range(schedule.games)]
    assert len(games) == 12
    assert [game.seats for game in games[:6]] == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert (one.opening, one.dice, one.unit) == (two.opening, two.dice, two.unit)
        assert len({*one.seeds, *two.seeds}) == 4
    assert len({game.dice for game in games}) == 6
    longer = Schedule(3, 2, 40, Openings(load_game("nim"), plies=1), 0, gauntlet=False)
    assert [longer.game(number) for number in range(12)] == games


@pytest.mark.parametrize(
    ("agents", "players", "gauntlet", "lineups"),
    [
        (2, 2, False, [(0, 1)]),
        (4, 2, True, [(0, 1), (0, 2), (0, 3)]),
        (3, 3, False, [(0, 1, 2)]),
        (4, 3, True, [(0, 1, 2), (0, 1, 3), (0, 2, 3)]),
        (2, 3, False, [(0, 1, 0), (1, 0, 1)]),
        (2, 4, False, [(0, 1, 0, 1)]),
    ],
)
def test_who_meets_whom(agents, players, gauntlet, lineups):
    assert make_lineups(agents, players, gauntlet) == lineups


def test_three_players_rotate_through_the_seats(plant):
    plant["minimum"] = lambda game: Planted(game, lambda state, action: action)
    result = played("three-kings", ["random", "minimum", "random"], games=6)
    assert result.agents == ("random", "minimum", "random (2)")
    seats = [result.games[number].seats for number in range(3)]
    assert seats == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len(result.units) == 2
    assert {rating.agent for rating in result.ratings()} == {0, 1, 2}


@pytest.mark.parametrize(
    ("spec", "dealt"), [("kuhn-poker", 2), ("small-whist", 11), ("liars-dice", 2), ("leduc-poker", 2)]
)
def test_games_of_a_pair_have_the_same_deal_from_exchanged_seats(spec, dealt):
    result = played(spec, ["random", "random"], games=6)
    deals = [games.actions[:dealt] for _, games in sorted(result.games.items())]
    seats = [games.seats for _, games in sorted(result.games.items())]
    assert deals[0::2] == deals[1::2]
    assert all(one == two[::-1] for one, two in zip(seats[0::2], seats[1::2], strict=True))
    assert len({tuple(deal) for deal in deals}) > 1


def test_games_of_a_pair_have_the_same_dice():
    result = played("pig", ["random", "random"], games=2)
    game = load_game("pig")
    rolls: list[list[str]] = []
    for number in (0, 1):
        record = Record(game)
        rolls.append([])
        for name in result.games[number].actions:
            if game.to_move(record.state) < 0:
                rolls[-1].append(name)
            record.play(record.find(name))
    shared = min(map(len, rolls))
    assert shared > 10
    assert rolls[0][:shared] == rolls[1][:shared]


@pytest.mark.parametrize("spec", ["connect-four", "backgammon", "three-kings", "othello", "go:size=5"])
def test_a_record_can_be_played_again(spec):
    game = load_game(spec)
    result = played(spec, ["random", "random"], games=game.players, seed=3)
    for each in result.games.values():
        text = json.dumps({"format": "plywise-record-1", "game": spec} | each.to_data())
        record = Record.from_json(text, game)
        assert record.is_over
        assert record.utilities == each.utilities
        assert GameResult.from_data(json.loads(json.dumps(each.to_data()))) == each


def test_the_same_match_has_the_same_games():
    def games(**options):
        found = played("othello", ["random", "minimax"], games=2, limit=Limit(nodes=20), **options).games
        return [replace(game, seconds=()) for game in found.values()]

    assert games(seed=5) == games(seed=5) != games(seed=6)


@pytest.mark.parametrize(
    ("spec", "agents", "options", "sentence"),
    [
        ("nim", ["auto"], {}, "A match needs two agents at least"),
        ("nim", ["auto", "random"], {"games": 5}, "5 games don't work out, 6 do"),
        ("three-kings", ["auto", "random"], {"games": 4}, "played 3 times, once from each seat"),
        ("nim", ["auto", "random", "uct"], {"sprt": True}, "compares two agents, not 3"),
        ("nim", ["auto", "rondom"], {}, "There is no agent 'rondom': did you mean random"),
        ("nim", ["random", "star2"], {}, "star2 is for games with two players and dice"),
        ("nim", ["human", "random"], {}, "People don't play matches"),
        ("nim", ["auto", "random"], {"clock": TimeControl(1)}, "a limit for each action or a clock, not both"),
        ("nim", ["auto", "random"], {"games": 0}, "one game at least"),
        ("nim", ["auto", "random"], {"opening_plies": -1}, "0 plies or more"),
        ("nim", ["auto", "random"], {"max_plies": 0}, "one ply at least"),
    ],
)
def test_what_is_no_match_is_refused_in_a_sentence(spec, agents, options, sentence):
    from plywise.matches import SequentialTest

    if "sprt" in options:
        options = options | {"sprt": SequentialTest()}
    with pytest.raises(PlywiseError, match=sentence):
        played(spec, agents, **({"games": 6} | options))
