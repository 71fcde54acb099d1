"""Boards as data: which games can be one file, and that the others are refused with the reason."""

import pytest

from plywise import load_game
from plywise.export import ExportError, boards
from plywise.export.cells import key_of
from plywise.export.kernel_file import field_forms, section
from plywise.export.random_play import played_states
from plywise.kernel.lowering import leaves
from plywise.rules import view_of


@pytest.fixture(autouse=True)
def _few_states(monkeypatch):
    monkeypatch.setattr(boards, "SAMPLED", 2_000)
    monkeypatch.setattr(boards, "NAMED", 2)
    monkeypatch.setattr(boards, "MOST_STATES", 1_000)


def test_a_small_game_is_written_down_whole():
    game = load_game("nim")
    data, sentence = boards.package_boards(game)
    assert data["form"] == "table"
    assert "all 232 states" in sentence
    said, offered, faces = data["rows"][",".join(str(cell) for cell in leaves(tuple(game.initial())))]
    assert [data["options"][number][1] for number in offered] == [
        game.action_name(game.initial(), action) for action in game.actions(game.initial())
    ]
    shown = [data["faces"][number][0] for number in faces]
    assert shown == [cell.piece for cell in view_of(game, game.initial()).cells]
    assert data["words"][said][0] == view_of(game, game.initial()).caption


def test_cells_follow_from_bits_on_states_that_were_not_tried():
    game = load_game("connect-four")
    data, sentence = boards.package_boards(game)
    assert data["form"] == "cells"
    assert "not proven" in sentence
    for state in played_states(game, 60, seed=9):
        numbers = [int(cell) for cell in leaves(tuple(state))]
        for cell, (kind, place, with_mover, faces) in zip(view_of(game, state).cells, data["sources"], strict=True):
            key = key_of(kind, place, numbers, game.to_move(state) if with_mover else None)
            assert faces[key] == [cell.piece, cell.player]


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("kalah", "caption"),
        ("breakthrough", "is called"),
        ("backgammon", "isn't what its rules call an action"),
    ],
)
def test_others_are_refused_with_the_reason(spec, reason):
    with pytest.raises(ExportError, match=reason):
        boards.package_boards(load_game(spec))


def test_how_javascript_has_the_fields_of_a_state():
    assert field_forms(load_game("connect-four")) == ["unsigned", "unsigned"]
    assert set(field_forms(load_game("tic-tac-toe"))) == {"number"}


def test_a_section_says_its_length():
    assert section("plywise", b"x" * 200)[:4] == b"\x00\xd0\x01\x07"
