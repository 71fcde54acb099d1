"""Looks are checked when they are made, go through data unchanged, and boards of text can be clicked."""

import pytest

from plywise import Look, load_game
from plywise.games.catalog import TREES, catalog
from plywise.games.shipped import PRESETS
from plywise.rules import RulesError, View, view_of
from plywise.rules.text_boards import find_changes, with_names, with_owners


def board(*rows: str) -> View:
    return with_names(View.from_rows(rows), "bottom")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (("chess",), "A look has no board 'chess': choose among squares, chequered,"),
        (("squares", "stars"), "A look has no pieces 'stars': choose among signs, chessmen,"),
        (("squares", "discs", ("pink",)), "A look has no colour 'pink': choose among white, black,"),
        (("squares", "discs", (), "ice"), "A look has no ground 'ice': choose among wood, green,"),
        (("hexagons", "stones", (), "", (), (0, 1)), "A look has four sides, or none: say whose the top"),
    ],
)
def test_an_unknown_word_is_refused_with_those_that_there_are(fields, told):
    with pytest.raises(RulesError, match=told):
        Look(*fields)


def test_views_go_through_data_unchanged():
    look = Look("squares", "discs", ("black", "white"), "green", sides=(0, 1, 0, 1))
    view = View.from_rows(["X.", ".O"], caption="late", dice=(3, 4), turn="X to move")
    view = View(view.cells, view.caption, view.edges, view.dice, look, view.turn)
    assert View.from_data(view.to_data()) == view


@pytest.mark.parametrize(
    ("before", "after", "clicks"),
    [
        (("..", ".."), ("..", "X."), ("a1",)),
        (("X.", ".."), ("..", ".X"), ("a2", "b1")),
        (("XO", ".."), ("..", ".X"), ("a2", "b1")),
        ((".OX", "..."), ("XXX", "..."), ("a2",)),
        (("XX", ".."), ("..", "XX"), ()),
        (("X.", ".."), ("X.", ".."), ()),
        (("X.", ".."), ("X.", "OO"), ()),
    ],
    ids=["placed", "moved", "moved and captured", "placed and turned", "two moved", "nothing", "two placed"],
)
def test_what_changes_says_what_to_click(before, after, clicks):
    assert find_changes(board(*before), board(*after)) == clicks


@pytest.mark.parametrize(
    ("name", "first"),
    [("hex", ".0.6."), ("brandubh", "a7"), ("reversi_for_three", ".0.6."), ("three_way_four", ".0.5.")],
)
def test_every_action_of_a_text_board_can_be_clicked(name, first):
    """Names are shown only where the game's notation means the same by them."""
    game = load_game(f"examples/{name}.py")
    state = game.initial()
    for _ in range(6):
        view = view_of(game, state)
        assert view.cells[0].name == first
        named = {cell.name for cell in view.cells}
        clicks = [game.clicks(state, action) for action in game.actions(state)]
        assert all(cells and set(cells) <= named for cells in clicks)
        assert len(set(clicks)) == len(clicks)
        state = game.result(state, next(iter(game.actions(state))))


@pytest.mark.parametrize(
    ("rows", "owners"), [(["X.O"], [0, None, 1]), (["BA."], [1, 0, None]), (["BK."], [None, None, None])]
)
def test_pieces_that_name_their_player_are_theirs(rows, owners):
    view = View.from_rows(rows, names=[["a", "b", "c"]])
    assert [cell.player for cell in with_owners(view, 2).cells] == owners


def test_every_game_that_players_know_has_a_look_and_colours_for_all():
    names = [name for name in (*catalog().makers, *PRESETS) if not (TREES / f"{name}.json").exists()]
    for name in names:
        game = load_game(name)
        view = view_of(game, game.initial())
        assert not view.cells or not view.look.is_plain or name == "three-kings", name
        assert len(view.look.colours) in (0, game.players), name
        assert len(game.player_names) in (0, game.players), name
