"""An enhancement has one name, however it is written: as people do, or as a field of `Switches`."""

import pytest

import plywise
from plywise import Limit
from plywise.agents.algorithms.enhancement_options import make_switches, turn_off, turn_on
from plywise.games.catalog import load_game
from plywise.kernel import Switches
from plywise.rules import PlywiseError


@pytest.mark.parametrize("name", Switches.names())
def test_every_switch_is_known_by_both_spellings(name):
    spellings = {name, name.replace("_", "-")}
    for spelling in spellings:
        assert turn_off([spelling]) == [name.replace("_", "-")]
        assert not getattr(make_switches(turn_on([]), turn_off([spelling])), name)
        if name != "prob_cut":  # which needs models
            figure = "=8" if name == "parity" else ""
            assert getattr(make_switches(turn_on([spelling + figure]), ()), name)


def test_figures_go_with_both_spellings():
    assert turn_on(["null_move=3"]) == turn_on(["null-move=3"])
    with pytest.raises(PlywiseError, match="prob-cut needs models"):
        turn_on(["prob_cut"])


def test_a_search_takes_both_spellings():
    game = load_game("connect-four:width=4,height=4")
    one, two = (
        plywise.decide(game, limit=Limit(depth=4), options=plywise.SearchOptions(engine="plain", enhancements=[name]))
        for name in ("evaluation-order", "evaluation_order")
    )
    assert (one.value, one.nodes) == (two.value, two.nodes)


def test_what_is_no_enhancement_is_named_as_it_was_typed():
    with pytest.raises(PlywiseError, match="There is no enhancement 'no_such'"):
        turn_on(["no_such"])
