"""What an estimate is made of, printed."""

import json


def test_features_add_up_to_the_estimate(plywise):
    data = json.loads(plywise("features", "othello", "--state", "8/8/2O5/3OX3/3XO3/8/8/7X X", "--json").stdout)
    assert [sum(shares.values()) for shares in data["features"]] == data["evaluate"]
    assert data["features"][0]["corners"] == 30


def test_features_are_a_table(plywise):
    told = plywise("features", "othello").stdout
    for words in ("places to go", "corners", "weight", "amount", "evaluate", "to A"):
        assert words in told


def test_a_game_without_an_estimate_is_told_so(plywise):
    done = plywise("features", "nim")
    assert done.returncode == 1
    assert "nim has no evaluate, so there is nothing to take apart" in done.stderr
