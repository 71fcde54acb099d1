"""A match on disk: no game lost or doubled, whatever stops it, and the same games and counts when it goes on."""

import json
import random
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from plywise.executors import Done, InProcess, Lost
from plywise.games.catalog import load_game
from plywise.matches import Match, MatchFolder, MatchOptions, SequentialTest, play_match
from plywise.matches.folder import GAMES, HEADER, read_line, write_line
from plywise.matches.results import GameResult
from plywise.matches.running import check_travels
from plywise.rules import Limit, PlywiseError, RecordError

ROOT = Path(__file__).parents[2]
OPTIONS = MatchOptions(games=20, limit=Limit(nodes=30), seed=4)
AGENTS = ["random", "minimax"]


def play(out, options=OPTIONS, agents=AGENTS, hire=None, **more):
    if hire is not None:
        return Match(load_game("tic-tac-toe"), agents, options).run(out, hire)
    return play_match(load_game("tic-tac-toe"), agents, options, workers=1, out=out, **more)


def timeless(result):
    """Return the games without what a clock says."""
    return [replace(result.games[number], seconds=()) for number in sorted(result.games)]


@pytest.fixture(scope="module")
def whole():
    return play(None)


class StoppedError(Exception):
    pass


def stop_after(games):
    def look(progress):
        if len(progress.result.games) - progress.before >= games:
            raise StoppedError

    return look


@pytest.mark.parametrize("stops", [(1,), (7, 1, 5), (19,)])
def test_a_stopped_match_goes_on_to_the_same_games_and_counts(tmp_path, whole, stops):
    for games in stops:
        with pytest.raises(StoppedError):
            play(tmp_path, on_progress=stop_after(games))
    result = play(tmp_path)
    assert timeless(result) == timeless(whole)
    assert result.pairings[0, 1].counts == whole.pairings[0, 1].counts
    lines = (tmp_path / GAMES).read_bytes().splitlines()
    assert len(lines) == 20
    assert {read_line(line + b"\n").number for line in lines} == {*range(20)}  # type: ignore[union-attr]
    before = (tmp_path / GAMES).read_bytes()
    assert timeless(play(tmp_path)) == timeless(whole)
    assert (tmp_path / GAMES).read_bytes() == before


def test_a_torn_last_line_is_played_again(tmp_path, whole):
    play(tmp_path)
    content = (tmp_path / GAMES).read_bytes()
    last = content.rstrip(b"\n").rfind(b"\n") + 1
    for cut in sorted({last + 1, (last + len(content)) // 2, len(content) - 1}):
        (tmp_path / GAMES).write_bytes(content[:cut])
        assert timeless(play(tmp_path)) == timeless(whole)
        assert len((tmp_path / GAMES).read_bytes().splitlines()) == 20


def test_damage_in_the_middle_is_refused_with_the_line(tmp_path):
    play(tmp_path)
    content = (tmp_path / GAMES).read_bytes()
    chooser = random.Random(1)
    for _ in range(20):
        place = chooser.randrange(content.rstrip(b"\n").rfind(b"\n"))
        damaged = bytearray(content)
        damaged[place] ^= 1 << chooser.randrange(8)
        line = content[:place].count(b"\n") + 1
        (tmp_path / GAMES).write_bytes(damaged)
        with pytest.raises(RecordError, match=rf"Line ({line}|{line + 1}) of .* is damaged"):
            play(tmp_path)


def test_a_game_that_is_there_twice_is_refused(tmp_path):
    play(tmp_path)
    content = (tmp_path / GAMES).read_bytes()
    (tmp_path / GAMES).write_bytes(content + content.splitlines(keepends=True)[3])
    with pytest.raises(RecordError, match=r"Line 21 of .* is damaged"):
        play(tmp_path)


@pytest.mark.parametrize(
    ("change", "name"),
    [({"seed": 5}, "seed"), ({"limit": Limit(nodes=31)}, "limit"), ({"opening_plies": 3}, "opening plies")],
)
def test_another_match_is_not_mixed_in(tmp_path, change, name):
    play(tmp_path)
    with pytest.raises(PlywiseError, match=f"holds another match .its {name}: "):
        play(tmp_path, replace(OPTIONS, **change))
    with pytest.raises(PlywiseError, match=r"its agents: \['random', 'minimax'\]"):
        play(tmp_path, agents=["random", "random"])


def test_a_match_can_become_longer(tmp_path, whole):
    play(tmp_path, replace(OPTIONS, games=6))
    assert timeless(play(tmp_path)) == timeless(whole)
    assert timeless(play(tmp_path, replace(OPTIONS, games=6))) == timeless(whole)[:6]


def test_two_processes_do_not_write_one_match(tmp_path):
    terms = Match(load_game("tic-tac-toe"), AGENTS, OPTIONS).terms()
    first = MatchFolder(tmp_path, terms)
    with pytest.raises(PlywiseError, match="Another process plays the match"):
        MatchFolder(tmp_path, terms)
    first.close()
    MatchFolder(tmp_path, terms).close()


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / GAMES).write_text("mine\n")
    with pytest.raises(PlywiseError, match=r"holds games without match\.json"):
        play(tmp_path)
    (tmp_path / HEADER).write_text("{}")
    with pytest.raises(PlywiseError, match="isn't a match's"):
        play(tmp_path)
    (tmp_path / HEADER).write_text("{")
    with pytest.raises(PlywiseError, match="can't be read"):
        play(tmp_path)
    assert (tmp_path / GAMES).read_text() == "mine\n"


def test_every_byte_of_a_line_counts():
    game = GameResult(
        3, 1, (0, 1), "7", ("a", "é"), 1, (1, -1), "rules", decisions=(1, 0), seconds=(0.25, 0.0), nodes=(9, 0)
    )
    line = write_line(game)
    assert read_line(line) == game
    assert json.loads(line)["actions"] == ["a", "é"]
    for place in range(len(line) - 1):
        changed = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
        assert read_line(changed) is None
    assert read_line(b"[]\n") is None


def test_rules_that_were_changed_meanwhile_are_another_game(tmp_path):
    text = (ROOT / "examples" / "tic_tac_toe.py").read_text(encoding="utf-8")
    mine = tmp_path / "mine.py"
    mine.write_text(text, encoding="utf-8")
    play_match(partial(load_game, str(mine)), AGENTS, OPTIONS, workers=1, out=tmp_path / "games")
    mine.write_text(text.replace("range(9)", "reversed(range(9))"), encoding="utf-8")
    with pytest.raises(PlywiseError, match=r"holds another match .its rules: "):
        play_match(partial(load_game, str(mine)), AGENTS, OPTIONS, workers=1, out=tmp_path / "games")


def test_a_game_that_no_other_process_could_load_is_refused_before_anything_starts(tmp_path):
    shutil.copy(ROOT / "examples" / "tic_tac_toe.py", tmp_path / "mine.py")
    with pytest.raises(PlywiseError, match=r"can't be handed to other processes: give a function that loads it"):
        play_match(load_game(str(tmp_path / "mine.py")), AGENTS, OPTIONS, workers=2)
    check_travels(load_game("tic-tac-toe"))


def test_two_processes_play_what_one_does(tmp_path, whole):
    assert timeless(play_match(load_game("tic-tac-toe"), AGENTS, OPTIONS, workers=2)) == timeless(whole)


# Lost workers, and tests that end a match


class Losing(InProcess):
    """Loses every third task once, and gives the others back in a strange order."""

    def run_unordered(self, tasks):
        waiting = list(tasks)
        random.Random(len(waiting)).shuffle(waiting)
        for number, task in enumerate(waiting):
            if number % 3 == 2 and len(waiting) > 5:
                yield task, Lost(0, "its machine is gone")
            else:
                yield from super().run_unordered([task])


def test_lost_games_are_played_again_and_the_order_does_not_matter(whole):
    result = play(None, hire=Losing)
    assert timeless(result) == timeless(whole)
    assert result.to_data()["pairings"] == whole.to_data()["pairings"]


def test_a_game_that_always_loses_its_worker_ends_the_match(tmp_path):
    class Hopeless(InProcess):
        def run_unordered(self, tasks):
            for task in tasks:
                yield (task, Lost(0, "it ate all memory")) if task.shard == 9 else next(super().run_unordered([task]))

    with pytest.raises(PlywiseError, match=r"3 workers died in game 9 of the match: it ate all memory\."):
        play(tmp_path, hire=Hopeless)
    assert len((tmp_path / GAMES).read_bytes().splitlines()) == 19


def test_a_sequential_test_ends_at_the_same_game_in_any_order(tmp_path):
    options = replace(OPTIONS, games=400, sprt=SequentialTest(-300, -100))
    straight = play(tmp_path, options)
    assert straight.test.verdict
    assert straight.is_over
    assert 4 < len(straight.games) == 2 * straight.test.units < 400

    class Shuffled(InProcess):
        def run_unordered(self, tasks):
            waiting = list(tasks)[:100]
            random.Random(2).shuffle(waiting)
            for task in waiting:
                ((_, outcome),) = super().run_unordered([task])
                assert isinstance(outcome, Done)
                yield task, outcome

    shuffled = play(None, options, hire=Shuffled)
    assert timeless(shuffled) == timeless(straight)
    assert shuffled.test == straight.test
    assert timeless(play(tmp_path, options)) == timeless(straight)


@pytest.mark.parametrize(
    "changed",
    [
        {"seats": (0, 7)},
        {"seats": (0,)},
        {"unit": 3},
        {"number": -1},
        {"number": True},
        {"utilities": (0.0,)},
        {"seconds": (1e308, 1e308)},
        {"nodes": ("x", "y")},
        {"opening_plies": 99},
        {"forfeited": 2},
        {"end": "never"},
        {"initial": 5},
    ],
)
def test_a_game_that_no_match_wrote_is_refused_though_its_checksum_is_right(tmp_path, changed):
    play(tmp_path)
    lines = (tmp_path / GAMES).read_bytes().splitlines(keepends=True)
    game = read_line(lines[0])
    assert game is not None
    (tmp_path / GAMES).write_bytes(b"".join([write_line(replace(game, **changed)), *lines[1:]]))
    with pytest.raises(RecordError, match="remove"):
        play(tmp_path)
