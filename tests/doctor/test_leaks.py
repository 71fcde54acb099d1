"""Each planted leak is found by the right check; the shipped games leak nothing."""

import pytest

from plywise.doctor import check_rules
from plywise.games.catalog import load_game
from plywise.games.shipped import SHIPPED
from tests.doctor import leaking

LEAKS = [
    ("ActionMissing", "hidden-actions", "actions"),
    ("ActionAdded", "hidden-actions", "actions"),
    ("OrderOfActions", "hidden-order", "actions"),
    ("NameOfAction", "hidden-name", "action_name"),
    ("NameOfOthersAction", "hidden-move", "action_name"),
    ("NameToOthers", "hidden-move", "action_name"),
    ("NameOfDeal", "hidden-move", "action_name"),
    ("ViewOfEverything", "view-shows-all", "view"),
    ("ViewOfCard", "hidden-view", "view"),
    ("ViewCaption", "hidden-view", "view"),
    ("ViewMark", "hidden-view", "view"),
    ("ViewCellCount", "hidden-view", "view"),
    ("ViewDice", "hidden-view", "view"),
    ("ViewCellName", "hidden-view", "view"),
    ("ViewAsText", "hidden-view", "view"),
    ("ViewTurn", "hidden-view", "view"),
    ("TurnByCard", "hidden-turn", "to_move"),
    ("EndByCard", "hidden-end", "observe"),
    ("EndingTold", "hidden-ending", "tell_end"),
    ("ClicksByCard", "hidden-clicks", "clicks"),
    ("DealsWrong", "deals", "deals"),
    ("DealsAnothersTurn", "deals", "deals"),
    ("ObservationUnhashable", "observation", "observe"),
    ("ObservationChanges", "observation", "observe"),
]
SMALLER = {"bridge": "bridge:cards=4"}
HIDING = [SMALLER.get(name, name) for name in SHIPPED if load_game(name).hides]


@pytest.mark.parametrize(("leak", "check", "rule"), LEAKS)
def test_a_leak_is_found(leak, check, rule):
    report = check_rules(getattr(leaking, leak)())
    found = [finding for finding in report.findings if finding.check == check and finding.rule == rule]
    assert found, [f"{finding.check}: {finding.what}" for finding in report.findings]
    assert found[0].level == "error"
    assert found[0].fix


@pytest.mark.parametrize("name", [*HIDING, "honest"])
def test_shipped_games_leak_nothing(name):
    report = check_rules(leaking.Honest() if name == "honest" else load_game(name))
    assert [finding.what for finding in report.findings if finding.level == "error"] == []


def test_there_are_enough_of_both():
    assert len(LEAKS) >= 20
    assert {"bridge:cards=4", "kriegspiel", "two-roads"} <= set(HIDING)
