"""What isn't a regular file is refused with one sentence: nobody waits for a pipe that no one writes to."""

import os

import pytest

from plywise.files import open_file, read_text

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


@pytest.mark.parametrize(
    ("file", "args"),
    [
        ("t/manifest.json", ("probe", "t", "piles=(1,1,1),turn=0", "--game", "nim")),
        ("t/manifest.json", ("verify", "t", "--game", "nim")),
        ("t/manifest.json", ("analyse", "nim", "--tables", "t")),
        ("saved.json", ("play", "--resume", "saved.json")),
        ("tree.json", ("analyse", "tree.json")),
        ("game.py", ("check", "game.py")),
        ("a.json", ("verify", "tic-tac-toe", "a.json")),
        ("m.json", ("analyse", "othello", "--with", "prob-cut", "--models", "m.json")),
        ("own.py", ("grade", "own.py")),
    ],
)
def test_a_pipe_is_refused(plywise, tmp_path, file, args):
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    done = plywise(*args)  # which would wait for two minutes
    assert done.returncode == 1
    assert "error of its own" not in done.stderr
    said = (done.stderr + done.stdout).replace("\n", " ")
    assert "regular file" in said or "no file" in said or "not a file" in said, said


def test_files_are_read_and_others_are_not(tmp_path):
    (tmp_path / "text").write_text("größe", encoding="utf-8")
    assert read_text(tmp_path / "text") == "größe"
    with pytest.raises(IsADirectoryError):
        open_file(tmp_path)
    with pytest.raises(FileNotFoundError):
        open_file(tmp_path / "none")
    with pytest.raises(OSError, match="not a regular file"):
        open_file(os.devnull)


def test_a_text_that_is_too_large_is_not_read(tmp_path):
    (tmp_path / "text").write_text("12345", encoding="utf-8")
    assert read_text(tmp_path / "text", most=5) == "12345"
    with pytest.raises(OSError, match="larger than 0 MB"):
        read_text(tmp_path / "text", most=4)
