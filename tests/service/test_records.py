"""Records over HTTP: texts become trees and texts again, and a game may start anywhere."""

import json

import pytest

PGN = '[White "Ana"]\n[Unknown "x"]\n\n{Well} 1. e4 $1 {best} (1. d4 {or} 1... d5 (1... Nf6)) 1... e5 $99 1-0\n'


def bring(client, game, text):
    return client.http.post("/api/records/import", json={"game": game, "text": text})


def take(client, game, form, record):
    return client.http.post("/api/records/export", json={"game": game, "form": form, "record": record})


def test_a_pgn_comes_in_and_goes_out_without_loss(client):
    [game] = bring(client, "chess", PGN).json()["games"]
    assert (game["start"], game["result"], game["tags"]) == ("", "1-0", {"White": "Ana", "Unknown": "x"})
    assert [node["action"] for node in game["nodes"]] == ["", "e4", "e5", "d4", "d5", "Nf6"]
    assert game["nodes"][1] == {"action": "e4", "after": 0, "comment": "best", "signs": [1]}
    written = take(client, "chess", "players", game).json()
    assert written["suffix"] == ".pgn"
    assert PGN.splitlines()[-1] in written["text"]
    assert bring(client, "chess", written["text"]).json()["games"] == [game]
    own = take(client, "chess", "json", game).json()["text"]
    assert json.loads(own)["game"] == "chess"
    assert bring(client, "chess", own).json()["games"] == [game]
    assert take(client, "chess", "moves", game).json() == {"text": "e4, e5", "suffix": ".txt"}


def test_a_game_of_ones_own_has_records_too(client):
    [game] = bring(client, "to-ten", "plus 3, plus 2").json()["games"]
    game["nodes"][1]["comment"] = "so far"
    own = take(client, "to-ten", "players", game).json()
    assert own["suffix"] == ".json"
    assert json.loads(own["text"])["game"] == "to-ten"  # no path of the server
    assert bring(client, "to-ten", own["text"]).json()["games"] == [game]


def test_a_game_may_start_anywhere(client):
    start = "8/8/8/8/8/5k2/4p3/4K3 b - - 0 1"
    [game] = bring(client, "chess", start).json()["games"]
    assert game["start"] == start
    asked = {"game": "chess", "start": start, "actions": ["Kf4"]}
    found = client.http.post("/api/positions", json=asked).json()
    assert found["state"] == "8/8/8/8/5k2/8/4p3/4K3 w - - 1 2"
    refused = client.http.post("/api/positions", json={**asked, "start": "8/8"})
    assert (refused.status_code, refused.json()["code"]) == (409, "illegal")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing in it"),
        ("1. e4\n2. Ke8", "Line 2 of the PGN can't be read: 'Ke8' is not a legal action here"),
        ('{"format": "plywise-record-tree-1"}', "This record is damaged"),
    ],
)
def test_what_is_no_record_is_refused(client, text, sentence):
    refused = bring(client, "chess", text)
    assert refused.status_code == 400
    assert sentence in refused.json()["message"]


def test_a_long_record_fits(client):
    comment = "word " * 40_000
    [game] = bring(client, "chess", f"1. e4 {{{comment}}} *").json()["games"]
    assert len(game["nodes"][1]["comment"]) > 150_000
    assert bring(client, "chess", "x" * (1 << 20)).status_code == 413
    assert client.http.post("/api/positions", json={"game": "x" * (1 << 17)}).status_code == 413


def test_what_is_taken_away_is_checked(client):
    nodes = [{"action": "", "after": -1}, {"action": "e5", "after": 0}]
    refused = take(client, "chess", "players", {"start": "", "nodes": nodes})
    assert "'e5', node 1 of this record" in refused.json()["message"]


def test_a_board_is_set_up_by_its_pieces(client):
    assert client.position("chess").json()["setup_pieces"] == [list("KQRBNP"), list("kqrbnp")]
    assert client.position("tic-tac-toe").json()["setup_pieces"] == []
    asked = {"game": "chess", "pieces": {"e1": "K", "h1": "R", "e8": "k"}, "player": 0}
    found = client.http.post("/api/setups", json=asked)
    assert found.json() == {"start": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}
    refused = client.http.post("/api/setups", json={**asked, "pieces": {"e1": "K"}})
    assert "has 0 kings of Black" in refused.json()["message"]
    for wrong in ({"pieces": {"e1": "Z"}}, {"game": "tic-tac-toe"}, {"player": 7}):
        assert client.http.post("/api/setups", json={**asked, **wrong}).status_code == 400
