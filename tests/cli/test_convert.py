"""`plywise convert`: games keep their actions in every form."""

import json

import pytest

PGN = '[Event "Casual"]\n\n1. e4 e5 {open} (1... c5 2. Nf3) 2. Nf3 Nc6 *\n\n1. d4 d5 1/2-1/2\n'


def test_there_and_back(plywise, tmp_path):
    (tmp_path / "a.pgn").write_text(PGN)
    done = plywise("convert", "a.pgn", "b.jsonl")
    assert done.stdout == "b.jsonl: 2 games, 8 actions.\n"
    first, second = [json.loads(line) for line in (tmp_path / "b.jsonl").read_text().splitlines()]
    assert (first["game"], first["tags"]) == ("chess", {"Event": "Casual"})
    assert [node["action"] for node in second["nodes"]] == ["", "d4", "d5"]
    assert plywise("convert", "b.jsonl", "c.pgn").returncode == 0
    written = (tmp_path / "c.pgn").read_text()
    assert "1. e4 e5 {open} (1... c5 2. Nf3) 2. Nf3 Nc6 *" in written
    assert '[Event "Casual"]' in written


@pytest.mark.parametrize(
    ("name", "text", "other"),
    [("a.sgf", "(;GM[1]SZ[5]KM[0];B[cc];W[];B[])", "b.json"), ("a.pdn", "1. 11-15 23-19 *", "b.json")],
)
def test_other_games(plywise, tmp_path, name, text, other):
    (tmp_path / name).write_text(text)
    assert plywise("convert", name, other).returncode == 0
    assert plywise("convert", other, f"again{name[1:]}").returncode == 0
    assert plywise("convert", f"again{name[1:]}", "third.json").returncode == 0
    assert (tmp_path / "third.json").read_text() == (tmp_path / other).read_text()


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("a.pgn", "b.txt"), "A file of games ends in .json"),
        (("a.pgn", "b.sgf"), ".sgf is for go"),
        (("a.pgn", "b.json"), "A .json file holds one game, not 2"),
        (("none.pgn", "b.jsonl"), "none.pgn can't be read: No such file"),
        (("a.pgn", "a.pgn"), "a.pgn is there already"),
        (("bad.pgn", "b.jsonl"), "bad.pgn: Line 1 of the PGN can't be read"),
    ],
)
def test_what_is_refused(plywise, tmp_path, args, sentence):
    (tmp_path / "a.pgn").write_text(PGN)
    (tmp_path / "bad.pgn").write_text("1. e5")
    done = plywise("convert", *args)
    assert done.returncode == 1
    assert sentence in done.stderr.replace("\n", " ")
    assert (tmp_path / "a.pgn").read_text() == PGN
