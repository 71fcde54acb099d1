"""Reports find what was planted: an advantage and its correction, luck and skill; solved games are reported exactly."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plywise.games.catalog import load_game
from plywise.matches.results import GameResult
from plywise.report import ReportOptions, ReportProgress, RulesReport, RulesVariant, report_rules
from plywise.report.drama import follow_games
from plywise.report.replaying import action_kind, replay
from plywise.report.solved import report_exactly, solve_game_wholly, solve_plainly, tabled
from plywise.rules import Limit, PlywiseError
from plywise.search import solve_states
from tests.report.planted import Coins, Digits

PLAIN = "auto:engine=plain"
QUICK = ReportOptions(
    games=40, agent=PLAIN, stronger=Limit(nodes=300), weaker=Limit(nodes=20), opening_games=0, solve_states=0
)
HEXAPAWN = str(Path(__file__).parents[2] / "examples" / "hexapawn.py")


@pytest.fixture(scope="module")
def coins():
    """The game with its planted advantage, and corrected."""
    return report_rules([RulesVariant("plain", Coins), RulesVariant("bonus", partial(Coins, 7))], QUICK, workers=1)


def test_a_planted_advantage_and_its_correction_differ_outside_the_error_bars(coins):
    plain, corrected = (each.strengths["stronger"].measures["first"] for each in coins.variants)
    assert plain.low > 0.6
    assert corrected.high < plain.low
    (difference,) = (
        each for each in coins.comparisons[0].differences if (each.key, each.strength) == ("first", "stronger")
    )
    assert difference.is_seen
    assert difference.contrast.high < 0
    assert difference.contrast.games_needed <= 40


def test_rules_that_are_the_same_show_no_difference():
    variants = [RulesVariant("one", Coins), RulesVariant("two", partial(Coins, 0))]
    report = report_rules(variants, replace(QUICK, games=10), workers=1)
    assert not any(each.is_seen for each in report.comparisons[0].differences)
    assert [each.contrast.value for each in report.comparisons[0].differences] == [0] * len(
        report.comparisons[0].differences
    )


@pytest.fixture(scope="module")
def digits():
    """Pure luck, and real choice."""
    variants = [RulesVariant("luck", partial(Digits, False)), RulesVariant("choice", partial(Digits, True))]
    return report_rules(variants, replace(QUICK, games=60, stronger=Limit(nodes=30), weaker=Limit(nodes=6)), workers=1)


def test_luck_is_told_from_skill(digits):
    luck, choice = (each.pairs["random"] for each in digits.variants)
    assert luck.score.value == 0.5
    assert luck.same_seat.low > 0.8
    assert luck.stronger_twice.value == luck.weaker_twice.value == 0
    assert choice.score.low > 0.5
    assert choice.same_seat.high < luck.same_seat.low
    assert choice.stronger_twice.low > choice.weaker_twice.high


def test_a_report_is_repeatable(coins):
    again = report_rules([RulesVariant("plain", Coins)], QUICK, workers=1)
    assert again.variants[0].all_measures() == coins.variants[0].all_measures()


class SlowCoins(Coins):
    """Coins whose rules burn ten milliseconds for each action."""

    def result(self, state, action):
        until = time.process_time() + 0.01
        while time.process_time() < until:
            pass
        return super().result(state, action)


def test_a_first_look_takes_some_seconds_whatever_rules_cost():
    class SeenError(Exception):
        pass

    parts: list[RulesReport] = []

    def see(part: RulesReport) -> None:
        parts.append(part)
        raise SeenError

    began = time.process_time()
    with pytest.raises(SeenError):
        report_rules(SlowCoins(), workers=1, on_part=see)
    assert time.process_time() - began < 15
    (variant,) = parts[0].variants
    assert not parts[0].is_whole
    assert (variant.best.strength, variant.best.games > 20) == ("random", True)
    assert "in random play" in parts[0].to_html()


def test_parts_are_reports_on_better_and_better_games():
    options = replace(QUICK, games=8, opening_games=4)
    parts: list[RulesReport] = []
    told: list[ReportProgress] = []
    whole = report_rules(Digits(), options, workers=1, on_part=parts.append, on_progress=told.append)
    strengths = [part.variants[0].best.strength for part in parts]
    assert list(dict.fromkeys(strengths)) == ["random", "quick", "weaker", "stronger"]
    assert all("<svg" in part.to_html() and part.to_data()["is_whole"] is False for part in parts)
    assert whole.is_whole
    assert list(whole.variants[0].strengths) == ["stronger", "weaker"]
    assert not any(note in whole.variants[0].notes for note in parts[-1].variants[0].notes[:1])
    assert told[-1].known.startswith("A scores ")
    assert any(each.left for each in told)


def test_a_page_holds_everything_and_no_script(coins):
    page = coins.to_html()
    assert "<script" not in page
    assert page.count("<svg") == 10
    assert "first player&#x27;s score" in page
    assert " style=" not in page


def test_data_has_error_bars_and_games(coins):
    data = coins.to_data()
    for rules in data["rules"]:
        for strength in rules["strengths"].values():
            assert all(each["low"] <= each["value"] <= each["high"] for each in strength["measures"].values())
            assert all(each["games"] > 0 for each in strength["measures"].values())
    assert data["comparisons"][0]["differences"]


def test_a_report_is_continued_from_its_folder(tmp_path):
    options = ReportOptions(games=8, agent=PLAIN, stronger=Limit(nodes=50), weaker=Limit(nodes=5), solve_states=0)
    first = report_rules(Coins(), options, workers=1, out=tmp_path)
    lines = (tmp_path / "rules-0" / "skill" / "games.jsonl").read_bytes()
    (tmp_path / "rules-0" / "skill" / "games.jsonl").write_bytes(b"".join(lines.splitlines(keepends=True)[:3]))
    again = report_rules(Coins(), options, workers=1, out=tmp_path)
    assert again.variants[0].all_measures() == first.variants[0].all_measures()


def test_what_no_report_can_be_made_of_is_refused():
    with pytest.raises(PlywiseError, match="twice"):
        report_rules([RulesVariant("one", Coins), RulesVariant("one", Coins)], QUICK, workers=1)
    with pytest.raises(PlywiseError, match="4 games at least"):
        ReportOptions(games=2)
    with pytest.raises(PlywiseError, match="Both strengths need a limit"):
        ReportOptions(stronger=Limit(nodes=5))


# Solved games


def plain_solution(spec: str) -> Any:
    """The values of a small game."""
    return solve_plainly(load_game(spec), 10_000)


@pytest.mark.parametrize("spec", [HEXAPAWN, "nim:piles=3-4", "connect-four:width=4,height=3", "tic-tac-toe"])
def test_a_game_solved_plainly_has_the_values_of_dynamic_programming(spec):
    game = load_game(spec)
    solution = solve_plainly(game, 50_000)
    assert solution is not None
    assert solution.values == solve_states(game)


def test_hexapawn_is_won_by_whoever_moves_second():
    exact = report_exactly(plain_solution(HEXAPAWN))
    assert (exact.states, exact.value, exact.distance) == (135, -1, 6)
    assert [(each.name, each.value) for each in exact.openings] == [("a1-a2", -1), ("b1-b2", -1), ("c1-c2", -1)]


def test_the_report_on_hexapawn_agrees_with_its_solution():
    options = ReportOptions(games=20, agent=PLAIN, stronger=Limit(nodes=500), weaker=Limit(nodes=10))
    (found,) = report_rules(partial(load_game, HEXAPAWN), options, workers=1).variants
    strong = found.strengths["stronger"]
    assert found.exact is not None
    assert found.exact.value == -1
    assert strong.measures["first"].value == 0
    assert strong.measures["mistakes"].value == 0
    assert [each.score and each.score.value for each in found.first_actions] == [0, 0, 0]


def test_tables_say_the_same_as_the_plain_solution(tmp_path, monkeypatch):
    game = load_game("tic-tac-toe")
    monkeypatch.setattr(tabled, "MOST_PLAIN", 100)
    solution = solve_game_wholly(game, 10_000, tmp_path / "tables")
    assert isinstance(solution, tabled.TableSolution)
    plain = plain_solution("tic-tac-toe")
    assert solution.states == plain.states
    for state in list(plain.known.values())[::50]:
        if not game.is_terminal(state):
            assert solution.actions(state) == plain.actions(state)
    found: Any = report_exactly(solution)
    truth: Any = report_exactly(plain)
    assert (found.value, found.openings, found.longest) == (truth.value, truth.openings, truth.longest)
    assert found.only.low < truth.only.value < found.only.high


def test_a_game_that_is_too_large_is_not_solved(tmp_path):
    assert solve_game_wholly(load_game("connect-four"), 5_000, tmp_path / "tables") is None
    assert solve_game_wholly(load_game("tic-tac-toe"), 0, tmp_path / "tables") is None


def test_a_game_with_cycles_is_solved_from_its_end():
    game = load_game("three-kings")
    solution = solve_plainly(game, 20_000)
    if solution is not None:
        for state in list(solution.known.values())[::97]:
            if not game.is_terminal(state):
                best = max(each.value for each in solution.actions(state))
                assert game.value_to(game.to_move(state), solution.values[game.key(state)]) == best


@pytest.mark.slow  # pytest -m slow tests/report/test_report.py
def test_the_report_on_connect_four_5x4_agrees_with_its_solution():
    options = ReportOptions(games=100, opening_games=100)
    variant = RulesVariant("5x4", partial(load_game, "connect-four:width=5,height=4"))
    (found,) = report_rules([variant], options).variants
    assert found.exact is not None
    assert (found.exact.states, found.exact.value) == (3_945_711, 0)
    assert [each.name for each in found.exact.openings if each.is_best] == ["2", "3", "4"]
    strong, weak = (found.strengths[name].measures for name in ("stronger", "weaker"))
    assert strong["mistakes"].high < weak["mistakes"].low
    assert strong["first"].low <= 0.5 <= strong["first"].high
    assert strong["draws"].value > weak["draws"].value


# What games tell


def played(leads: str, utilities: tuple[int, int]) -> GameResult:
    """A game in which player 0 was ahead (+), behind (-), or neither (0)."""
    steps = {"+": 0.8, "-": -0.8, "0": 0.0}
    kinds = "u" * len(leads)
    actions = tuple("x" for _ in leads)
    return GameResult(
        0, 0, (0, 1), "", actions, 0, utilities, "rules", leads=tuple(steps[each] for each in leads), lead_kinds=kinds
    )


def test_when_a_game_is_decided_and_how_often_the_lead_changes():
    games = [played("++++++++++", (1, -1))] * 20 + [played("----------", (-1, 1))] * 20
    early, late, drawn = follow_games([*games, played("++--++----", (-1, 1)), played("+-+-", (0, 0))])[-3:]
    assert early.decided == 0
    assert (late.decided, late.lead_changes, late.is_comeback) == (0.6, 3, True)
    assert (drawn.is_decisive, drawn.lead_changes) == (False, 3)


def test_an_action_that_is_never_chosen_is_counted():
    game = load_game("tic-tac-toe")
    result = GameResult(0, 0, (0, 1), game.state_name(game.initial()), ("a1", "b2", "c3"), 0, (0, 0), "rules")
    found = replay(game, [result])
    assert (found.names["a1"].open, found.names["a1"].chosen) == (1, 1)
    assert (found.names["a2"].open, found.names["a2"].chosen) == (3, 0)
    assert found.lengths == [3]
    assert [sum(each) for each in found.by_ply.values()] == [9, 8, 7]


@pytest.mark.parametrize(
    ("name", "kind"), [("O-O", "O-O"), ("e8=Q+", "□=Q"), ("13/8 6/5", "□/□ □/□"), ("pass", "pass")]
)
def test_kinds_of_actions(name, kind):
    assert action_kind(name) == kind
