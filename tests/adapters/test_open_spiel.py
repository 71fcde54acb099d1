"""OpenSpiel's games searched as ours: their values, compared with known ones and with OpenSpiel's own searches."""

import copy
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

from plywise import CHANCE, CatalogError, NotationError, check_rules, load_game
from plywise.games.catalog import is_installed
from plywise.search import alpha_beta, expectiminimax, max_n

KNOWN = {
    "tic_tac_toe": 0,
    "misere(game=tic_tac_toe())": 0,
    "nim(pile_sizes=1;2;3)": -1,  # Bouton 1901: the sum without carrying is 0
    "nim(pile_sizes=1;2;4)": 1,
    "hex(board_size=3)": 1,  # Nash: who moves first wins, in Hex and in Y
    "y(board_size=3)": 1,
    "havannah(board_size=2)": 1,
    "connect_four(rows=3,columns=3,x_in_row=3)": 0,
    "dots_and_boxes(num_rows=1,num_cols=1)": -1,
    "dots_and_boxes(num_rows=1,num_cols=2)": 0,
}
OTHERS = [
    "clobber(rows=2,columns=3)",
    "clobber(rows=3,columns=4)",
    "breakthrough(rows=4,columns=3)",
    "mnk(m=3,n=3,k=2)",
]
LOOKS_BACK = "oware(num_houses_per_player=2,num_seeds_per_house=2)"
"""It ends when a state repeats, which its text doesn't say."""

DICE = ["pig(winscore=4,diceoutcomes=2,horizon=8)", "pig(winscore=6,diceoutcomes=3,horizon=6)"]


def load(game: str) -> Any:
    return load_game(f"open-spiel:{game}")


@pytest.mark.parametrize("name", [*KNOWN, *OTHERS, LOOKS_BACK])
def test_games_without_chance_have_their_values(name):
    game = load(name if name == LOOKS_BACK else f"{name}:merge=true")
    decision = alpha_beta(game)
    theirs, best = minimax.alpha_beta_search(game.spiel_game)
    assert decision.value == theirs == KNOWN.get(name, theirs)
    assert str(decision.status) == "proven"
    after = game.result(game.initial(), best)
    assert game.is_terminal(after) or alpha_beta(game, after).value in (theirs, -theirs)


@pytest.mark.parametrize("name", DICE)
def test_games_with_dice_have_their_values(name):
    game = load(name)
    theirs, _ = minimax.expectiminimax(game.spiel_game.new_initial_state(), 100, lambda state: 0, 0)
    assert expectiminimax(game).value == pytest.approx(theirs)


def test_a_game_for_one():
    game = load("catch(rows=4,columns=3)")
    assert (game.players, game.utility_sum) == (1, None)
    assert max_n(game).value == 1


@pytest.mark.parametrize("name", [*KNOWN, *OTHERS, *DICE, LOOKS_BACK, "backgammon", "python_tic_tac_toe"])
def test_a_random_game_is_the_same_there(name):
    game, chooser = load(name), Random(name)
    state, position = game.initial(), game.spiel_game.new_initial_state()
    while not position.is_terminal():
        assert not game.is_terminal(state)
        assert game.to_move(state) == position.current_player()
        if position.is_chance_node():
            assert game.to_move(state) == CHANCE
            assert list(game.chances(state)) == position.chance_outcomes()
            action = chooser.choice([outcome for outcome, _ in game.chances(state)])
        else:
            assert game.actions(state) == position.legal_actions()
            action = chooser.choice(game.actions(state))
            named = game.action_name(state, action)
            assert named == " ".join(position.action_to_string(action).split())
            assert game.parse_action(state, named) == action
        before = game.state_name(state)
        following = game.result(state, action)
        assert game.state_name(state) == before, "the state was changed"
        position.apply_action(action)
        state = following
        assert str(state.position) == str(position)
        assert game.parse_state(game.state_name(state)) == state
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in range(game.players)] == position.returns()


def test_orders_of_moves_are_different_states_unless_merged():
    def reach(game: Any, *actions: int) -> Any:
        state = game.initial()
        for action in actions:
            state = game.result(state, action)
        return state

    apart, merged = load("tic_tac_toe"), load("tic_tac_toe:merge=true")
    assert reach(apart, 0, 1, 2) != reach(apart, 2, 1, 0)
    assert reach(merged, 0, 1, 2) == reach(merged, 2, 1, 0)
    assert hash(reach(merged, 0, 1, 2)) == hash(reach(merged, 2, 1, 0))
    assert reach(merged, 0, 1, 2) != reach(merged, 0, 2, 1)


def play_the_same(name: str) -> bool:
    """Whether merged states, met in random games, have the same actions, results and ends."""
    game, chooser = load(f"{name}:merge=true"), Random(name)
    known: dict[Any, Any] = {}
    for _ in range(100):
        state = game.initial()
        while not game.is_terminal(state):
            actions = game.actions(state)
            following = actions, [game.result(state, action) for action in actions]
            if known.setdefault(state, following) != following:
                return False
            state = chooser.choice(following[1])
        returns = state.position.returns()
        if known.setdefault(state, returns) != returns:
            return False
    return True


@pytest.mark.parametrize("name", [*KNOWN, *OTHERS])
def test_merged_states_of_these_games_play_the_same(name):
    assert play_the_same(name)


@pytest.mark.parametrize("name", [LOOKS_BACK, DICE[0]])
def test_merging_is_wrong_where_a_game_looks_back(name):
    assert not play_the_same(name)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_states_can_be_copied(copied):
    game = load("tic_tac_toe")
    state = game.result(game.initial(), 4)
    again = copied(state)
    assert again == state
    assert game.actions(again) == game.actions(state)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("kuhn_poker", "hides something"),
        ("goofspiel", "at the same time"),
        ("mfg_crowd_modelling", "mean-field"),
        ("stones_and_gems", "draws its chances itself"),
        ("misere(game=kuhn_poker())", "hides something"),
        ("no_such_game", "no game called 'no_such_game': choose one of 2048, amazons,"),
        ("", "no game called ''"),
        ("hex(size=3)", "no parameter size: it knows board_size"),
        ("hex(board_size=x)", "can't make"),
        ("hex(board_size=3", "closing bracket"),
        ("hex:size=3", "can't take these parameters"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_one_sentence(name, reason, capfd):
    with pytest.raises(CatalogError, match=reason.replace("(", r"\(")) as raised:
        load(name)
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["9", "4 4", "x", "0 3 1 4 2 5", "-1"])
def test_a_state_that_cannot_be_played_is_refused(text):
    with pytest.raises(NotationError, match="is not a state of tic_tac_toe"):
        load("tic_tac_toe").parse_state(text)


def test_declarations_are_the_types():
    pig = load("pig")
    assert (pig.players, pig.utility_range, pig.utility_sum, pig.has_chance) == (2, (-1, 1), 0, True)
    hex_game = load("hex")
    assert (hex_game.has_chance, hex_game.max_actions, hex_game.name) == (False, 121, "hex")
    assert load("pig(players=3)").players == 3


def test_a_file_may_not_name_one():
    assert not is_installed("open-spiel:tic_tac_toe")


def test_every_game_of_perfect_information_can_be_begun():
    skipped = {"efg_game"}  # needs a file
    begun = 0
    for kind in pyspiel.registered_games():
        if kind.default_loadable and kind.short_name not in skipped:
            try:
                game = load(kind.short_name)
            except CatalogError:
                continue
            state = game.initial()
            assert game.state_name(state) == "start"
            assert game.view(state) is not None
            begun += 1
    assert begun > 40


def test_without_open_spiel_one_sentence_says_what_to_install():
    text = "import sys; sys.modules['pyspiel'] = None; import plywise; plywise.load_game('open-spiel:hex')"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert "CatalogError: Games of OpenSpiel need the extra `open-spiel`: run pip install 'plywise[open-spiel]'" in (
        done.stderr
    )


def test_the_doctor_has_nothing_to_complain_about():
    for name in ("clobber(rows=2,columns=3)", DICE[1]):
        findings = check_rules(load(name)).findings
        assert [(finding.level, finding.check) for finding in findings] == [("warning", "plain-only")], findings
