"""Each planted defect is found by the right check, with its rule, its place, its state and a fix."""

import threading
from pathlib import Path
from typing import Any

import pytest

from plywise.doctor import Report, check_rules
from tests.doctor import planted

FILE = Path(planted.__file__)
LINES = FILE.read_text().splitlines()

DEFECTS = [
    # defect, check, rule, a word of what is said
    ("MutatesInResult", "mutated-state", "result", "[4, 3, 0] became"),
    ("MutatesInActions", "mutated-state", "actions", "became"),
    (
        "MutatesOwnClass",
        "mutated-state",
        "result",
        "State(left=4, right=3, turn=0) became State(left=3, right=3, turn=1)",
    ),
    ("HashByIdentity", "unequal-state", "", "another hash than its copy"),
    ("EqualityTooWide", "key-clash", "", "compare as equal but differ in player or actions"),
    ("MarkedByObjects", "unequal-state", "", "unequal to its copy"),
    (
        "HoldsDice",
        "unhashable-state",
        "initial",
        "A state of class HoldsDice.State holds a Random, which can't be compared",
    ),
    ("UnequalResults", "changing-answer", "result", "Asked twice"),
    ("MutatesInEvaluate", "mutated-state", "evaluate", "[1, 3, 0]"),
    ("KeyUnhashable", "unhashable-key", "key", "[4, 3, 0]"),
    ("KeyClash", "key-clash", "key", "two states"),
    ("NoActions", "no-actions", "actions", "no action"),
    ("DuplicateActions", "duplicate-actions", "actions", "R1 more than once"),
    ("UnhashableActions", "unhashable-action", "actions", "[0, 1]"),
    ("ActionsForgotten", "no-actions", "actions", "returned None"),
    ("EndlessActions", "endless-actions", "actions", "100,000"),
    ("ManyActions", "many-actions", "actions", "gave 658,008 items in one state"),
    ("RepeatedActions", "many-actions", "actions", "gave 120,000 items in one state, but only 3 different ones"),
    ("CountingActions", "many-actions", "actions", "was not at the end"),
    ("ChangingActions", "changing-answer", "actions", "Asked twice"),
    ("WrongPlayer", "wrong-player", "to_move", "returned 2; the players are 0, 1"),
    ("PlayerForgotten", "wrong-player", "to_move", "returned None"),
    ("ChangingPlayer", "changing-answer", "to_move", "answered"),
    ("ChangingTerminal", "changing-answer", "is_terminal", "True"),
    ("TooManyActions", "max-actions", "actions", "4 actions, more than max_actions = 3"),
    ("PairsAreNoNumbers", "distinct-actions", "actions", "(0, 1), which isn't a whole number below"),
    ("TerminalForgotten", "no-answer", "is_terminal", "None"),
    ("UtilityOutside", "utility-range", "utility", "utility to player 0 is 2, outside utility_range (-1, 1)"),
    ("UtilitySum", "utility-sum", "utility", "add up to 1, not to utility_sum = 0"),
    ("UtilityForgotten", "utility-number", "utility", "None, which isn't a number"),
    ("EvaluationTurned", "evaluation-order", "evaluate", "pairs of terminal states"),
    ("FeaturesDontAddUp", "features", "features", "The features add up to"),
    ("FeaturesNoNumbers", "features", "features", "features returned"),
    ("EvaluationOfMover", "evaluation-viewpoint", "evaluate", "don't add up to 0"),
    ("EvaluationLimit", "evaluation-limit", "evaluate", "evaluation_limit 3"),
    ("EvaluationRange", "evaluation-range", "evaluate", "outside utility_range (-1, 1)"),
    ("EvaluationForgotten", "evaluation-number", "evaluate", "None"),
    ("CanonicalValue", "canonical-value", "canonical", "worth"),
    ("CanonicalPlayer", "canonical-changes", "canonical", "player to move is 1"),
    ("CanonicalOther", "canonical-type", "canonical", "which is a list; the state it was given is a State"),
    ("CanonicalMovesOn", "canonical-moves-on", "canonical", "itself canonical"),
    ("BoundsTooNarrow", "value-bounds", "value_bounds", "proves -1 to player 0"),
    ("RestOfNothing", "rest-value", "rest", "banked says 1"),
    ("NoisyStranger", "noisy-actions", "noisy_actions", "which actions doesn't"),
    ("NoisyTwice", "noisy-actions", "noisy_actions", "offers one twice"),
    ("PlayoutStranger", "playout-actions", "playout_actions", "which actions doesn't"),
    ("PassKeepsTurn", "pass-turn", "pass_turn", "the same player moves"),
    ("Circle", "undeclared-cycle", "result", "comes up again"),
    ("StandingStill", "undeclared-cycle", "result", "one ply before"),
    ("NeverOver", "endless-game", "actions", "2,000 plies"),
    ("JumpedOver", "endless-game", "is_terminal", "none of its 42 states is terminal"),
    ("NameClash", "action-name-clash", "action_name", "both named take 1"),
    ("NameOnTwoLines", "action-name", "action_name", "isn't a text on one line"),
    ("ParsesOther", "action-round-trip", "parse_action", "the name of (1, 1), gives (0, 1)"),
    ("StateNameLossy", "state-round-trip", "state_name", "instead of"),
    ("StateUnparsed", "state-round-trip", "parse_state", "'4+3:0'"),
    ("StateNameNoText", "state-name", "state_name", "4, which isn't a text"),
    ("ViewHides", "view-mismatch", "view", "look the same"),
    ("ViewRagged", "view-data", "view", "unequal length"),
    ("ViewRaises", "raised", "view", "KeyError: 3"),
    ("ProbabilitySum", "probability-sum", "chances", "add up to 0.9"),
    ("ProbabilityZero", "probability", "chances", "the probability 0.0"),
    ("OutcomesTwice", "duplicate-outcomes", "chances", "outcome 0 more than once"),
    ("NoPairs", "no-chances", "chances", "instead of a pair"),
    ("ChanceUnwritten", "unwritten-rule", "chances", "has no chances"),
    ("Raises", "raised", "result", "KeyError: 2"),
    ("Exits", "raised", "utility", "SystemExit: 3"),
]
OF_DECLARATIONS = [
    ("RepetitionAlone", "repetition", "repetition", "not declared cyclic"),
    ("NoPlayers", "players", "players", "players is 0"),
    ("RangeReversed", "utility-range", "utility_range", "(1, -1)"),
    ("SumImpossible", "utility-sum", "utility_sum", "utility_sum is 5"),
    ("ScaleHalf", "utility-scale", "utility_scale", "0.5"),
    ("LimitNegative", "evaluation-limit", "evaluation_limit", "-1"),
    ("RepetitionWord", "repetition", "repetition", "'lost'"),
    ("NoState", "no-state", "initial", "nowhere to start"),
    ("StateWithoutDefaults", "raised", "initial", "missing 3 required"),
    ("UnwrittenRule", "unwritten-rule", "actions", "has no actions"),
]
PLACES = [
    # defect, the text of the line that the finding points to, as written below the class
    ("MutatesInResult", "def result"),
    ("MutatesInActions", "def actions"),
    ("MarkedByObjects", "class State(NamedTuple):"),
    ("DuplicateActions", "def actions"),
    ("WrongPlayer", "def to_move"),
    ("UtilityOutside", "def utility"),
    ("EvaluationTurned", "def evaluate"),
    ("CanonicalValue", "def canonical"),
    ("ViewRagged", "def view"),
    ("ProbabilitySum", "def chances"),
    ("Raises", "return state._replace"),
    ("ViewRaises", "return [row"),
    ("Exits", "raise SystemExit"),
    ("NoPlayers", "players = 0"),
    ("ScaleHalf", "utility_scale: Any"),
    ("NoState", "class NoState"),
]


def report_on(defect: str) -> Report:
    return check_rules(getattr(planted, defect)())


def line_of(defect: str, text: str) -> int:
    start = next(number for number, line in enumerate(LINES) if line.startswith(f"class {defect}("))
    return next(number for number, line in enumerate(LINES[start:], start + 1) if text in line)


def found_by(report: Report, check: str) -> Any:
    found = [finding for finding in report.findings if finding.check == check]
    assert found, [finding.what for finding in report.findings]
    return found[0]


def test_the_sound_game_gets_no_complaint():
    for game in (planted.Sound(), planted.Race(), planted.Dice(), planted.ViewGenerated(), planted.Members()):
        assert check_rules(game).findings == ()


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (planted.Lists, "States are of type list, so Plywise compares them by what they hold."),
        (planted.Arrays, "States are of type ndarray, so Plywise compares them by what they hold."),
        (planted.OwnClass, "States of class State compare by identity, so Plywise compares them by their fields."),
    ],
)
def test_states_that_their_class_does_not_compare_are_fine_and_noted(game, said):
    report = check_rules(game())
    assert report.is_sound
    noted = found_by(report, "compared-by-parts")
    assert noted.level == "note"
    assert noted.what == said


@pytest.mark.parametrize(("defect", "check", "rule", "said"), DEFECTS, ids=[defect for defect, *_ in DEFECTS])
def test_defect_is_found(defect, check, rule, said):
    report = report_on(defect)
    finding = found_by(report, check)
    assert not report.is_sound
    assert finding.level == "error"
    assert finding.rule == rule
    assert said in finding.what
    assert finding.fix
    assert finding.state
    assert str(FILE.name) in finding.where


@pytest.mark.parametrize(
    ("defect", "check", "said"),
    [
        ("EvaluationHalfRight", "evaluation-order", "pairs of finished games as their utilities do, below 90%"),
        ("EvaluationOfNoise", "evaluation-correlation", "with how 200 random games ended, below +0.20"),
        ("EvaluationSlow", "evaluation-cost", "times as long as actions and one result, above 5"),
    ],
)
def test_what_the_book_asks_of_an_evaluation_is_a_warning(defect, check, said):
    report = report_on(defect)
    found = found_by(report, check)
    assert report.is_sound
    assert (found.level, found.rule) == ("warning", "evaluate")
    assert said in found.what
    assert found.fix
    assert found.where.endswith(f"planted.py:{line_of(defect, 'def evaluate')}")


@pytest.mark.parametrize(("defect", "check", "rule", "said"), OF_DECLARATIONS, ids=[row[0] for row in OF_DECLARATIONS])
def test_bad_declaration_is_found(defect, check, rule, said):
    finding = found_by(report_on(defect), check)
    assert (finding.level, finding.rule) == ("error", rule)
    assert said in finding.what
    assert finding.fix


@pytest.mark.parametrize(("defect", "text"), PLACES)
def test_finding_points_to_the_line(defect, text):
    check = next(row[1] for row in [*DEFECTS, *OF_DECLARATIONS] if row[0] == defect)
    where = found_by(report_on(defect), check).where
    assert where.endswith(f"planted.py:{line_of(defect, text)}")


@pytest.mark.parametrize(
    ("defect", "check", "level"),
    [
        ("UtilityScale", "utility-scale", "warning"),
        ("NeedlesslyCyclic", "no-cycle", "note"),
        ("StateUnreadable", "state-unreadable", "note"),
        ("MixedForms", "mixed-actions", "warning"),
        ("IdlePlayer", "idle-player", "warning"),
        ("Dealt", "open-information", "note"),
        ("JumpedOverMostly", "endless-game", "warning"),
        ("JumpedOverFarAway", "endless-game", "warning"),
    ],
)
def test_milder_findings(defect, check, level):
    report = report_on(defect)
    finding = found_by(report, check)
    assert finding.level == level
    assert finding.fix
    assert report.is_sound


def test_harmless_habits_are_not_worth_a_word():
    """Actions offered after the end, which no search asks for; states that can't be typed in, where none has a name."""
    assert check_rules(planted.ActionsAtTerminal()).findings == ()
    checks = {finding.check for finding in check_rules(planted.OwnClass()).findings}
    assert checks == {"compared-by-parts", "plain-only"}


@pytest.mark.parametrize("defect", [row[0] for row in DEFECTS])
def test_one_defect_makes_a_short_report(defect):
    assert len(report_on(defect).findings) <= 3


def test_a_rule_that_can_not_be_compared_does_not_get_out():
    report = report_on("EqualityRaises")
    assert not report.is_sound
    assert "no comparing" in report.findings[0].what


def test_rules_can_be_examined_off_the_main_thread():
    reports: list[Report] = []
    thread = threading.Thread(target=lambda: reports.append(report_on("WrongPlayer")))
    thread.start()
    thread.join()
    assert reports[0].findings[0].check == "wrong-player"


def test_a_wide_choice_is_not_called_endless():
    finding = report_on("ManyActions").findings[0]
    assert "endless" not in finding.check + finding.what + finding.fix
    assert "declare max_actions = 658008" in finding.fix
    assert "1,024" in finding.fix


def test_nothing_is_hidden_and_the_note_says_so():
    finding = found_by(report_on("Dealt"), "open-information")
    assert "Without `observe`, every player sees the whole state." in finding.what
    for page in ("README.md", "docs/writing-a-game.md"):
        text = " ".join((FILE.parents[2] / page).read_text(encoding="utf-8").replace("*", "").split())
        assert "Every player sees the whole state, unless" in text
        assert "observe" in text


def test_what_was_not_checked_is_said():
    report = report_on("WrongPlayer")
    assert "canonical states" in report.skipped
    assert report.estimates is None
    assert check_rules(planted.Sound()).skipped == ()


def test_a_finding_shows_the_board():
    finding = found_by(report_on("UtilityOutside"), "utility-range")
    assert finding.view is not None
    assert len(finding.view.cells) == 8
