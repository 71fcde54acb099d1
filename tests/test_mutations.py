"""Files that may come from anybody, mutated: each is read, or refused in one sentence, soon and without much memory."""

import json
import random
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plywise import Record, load_game
from plywise.games.chess.pgn import read_pgn
from plywise.games.draughts.pdn import read_pdn
from plywise.games.go.sgf import read_sgf
from plywise.games.tree import Tree
from plywise.knowledge import Strategy, check_strategy
from plywise.knowledge.solved.entries import parse_manifest
from plywise.knowledge.solved.manifest import render
from plywise.rules import PlywiseError
from tests.knowledge.solved_samples import write_sample

SECONDS, MEGABYTES = 2.0, 200
CHESS, NIM, TIC_TAC_TOE = load_game("chess"), load_game("nim:piles=1-2"), load_game("tic-tac-toe")
FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
PGN = '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 {why} Nc6 (2... Nf6) 3. Qh5 $1 Nf6?? 4. Qxf7# 1-0\n'
PDN = '[Event "x"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 *\n'
SGF = "(;GM[1]FF[4]SZ[9]KM[7.5]AB[cc]AW[gg]PL[W];W[dd];B[ee];W[];B[])"
TREE = json.dumps({"about": "x", "tree": {"children": [[3, 12], {"chance": [[0.5, 1], [0.5, {"utility": [2, -2]}]]}]}})
JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1 << 70,
    1e308,
    "",
    "x" * 999,
    [],
    {},
    [[[[]]]],
    "../../etc/passwd",
    "\0",
    "1" * 5000,
)
LETTERS = 'abcdefgh12345678NBRQKPnbrqkpwxo/-=+#:O.*!?$(){}[];,"\\\n\t%½é٣\x00𝔸'


class Format(NamedTuple):
    """What is mutated and how it is read; `is_json` texts also have values replaced inside."""

    text: str
    read: Callable[[str, Path], object]
    is_json: bool = False
    seal: Callable[[dict[str, Any]], str] = json.dumps


def by_file(read: Callable[[Path], object]) -> Callable[[str, Path], object]:
    def through_file(text: str, folder: Path) -> object:
        (folder / "file.json").write_text(text, encoding="utf-8", errors="surrogatepass")
        return read(folder / "file.json")

    return through_file


def sealed(data: dict[str, Any]) -> str:
    """Write a manifest with checksums that are right, so that what it says is looked at."""
    content = {name: part for name, part in data.items() if name not in ("build", "checksum", "build_checksum")}
    return render(content, data["build"] if isinstance(data.get("build"), dict) else {}).decode()


@pytest.fixture(scope="module")
def formats(tmp_path_factory):
    folder = tmp_path_factory.mktemp("formats")
    write_sample(folder / "tables")
    record = Record(NIM)
    record.play(record.options()[0])
    strategy: dict[str, Any] = {
        "format": "plywise strategy 1",
        "game": "tic-tac-toe",
        "state": "3/3/3",
        "player": 1,
        "at_least": 0,
    }
    strategy["replies"] = {"3/1X1/3": "a3", "X2/3/3": "b2"}
    return {
        "fen": Format(FEN, lambda text, _: CHESS.parse_state(text)),
        "pgn": Format(PGN, lambda text, _: read_pgn(text)),
        "pdn": Format(PDN, lambda text, _: read_pdn(text)),
        "sgf": Format(SGF, lambda text, _: read_sgf(text)),
        "tree": Format(TREE, by_file(Tree.from_file), is_json=True),
        "record": Format(record.to_json(), lambda text, _: Record.from_json(text, NIM), is_json=True),
        "strategy": Format(
            json.dumps(strategy), by_file(lambda file: check_strategy(TIC_TAC_TOE, Strategy.read(file))), is_json=True
        ),
        "manifest": Format(
            (folder / "tables" / "manifest.json").read_text(encoding="utf-8"),
            lambda text, _: parse_manifest(text.encode("utf-8", "surrogatepass"), "manifest.json"),
            is_json=True,
            seal=sealed,
        ),
    }


def mutated_text(lots: random.Random, text: str) -> str:
    """Change a text at some places: put something in, take something out, double a part."""
    for _ in range(lots.choice([1, 1, 2, 3, 8, 40])):
        start, end = sorted(lots.randrange(len(text) + 1) for _ in range(2))
        piece = "".join(lots.choices(LETTERS, k=lots.choice([1, 1, 2, 5])))
        text = lots.choice(
            [
                text[:start] + piece + text[start:],
                text[:start] + piece + text[start + len(piece) :],
                text[:start] + text[start + 1 :],
                text[:end] + text[start:] if len(text) < 5_000 else text,
            ]
        )
    return text


def mutated_value(lots: random.Random, value: Any) -> Any:
    """Put junk in some place of a value of JSON."""
    if not isinstance(value, list | dict) or not value or lots.random() < 0.15:
        return lots.choice(JUNK)
    place = lots.choice(list(value) if isinstance(value, dict) else range(len(value)))
    changed = value.copy()
    if lots.random() < 0.1:
        del changed[place]
    else:
        changed[place] = mutated_value(lots, value[place])
    return changed


def mutate(lots: random.Random, form: Format) -> str:
    if not form.is_json or lots.random() < 0.3:
        return mutated_text(lots, form.text)
    data = mutated_value(lots, json.loads(form.text))
    return form.seal(data) if isinstance(data, dict) else json.dumps(data)


@pytest.mark.parametrize("count", [300, pytest.param(5_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["fen", "pgn", "pdn", "sgf", "tree", "record", "strategy", "manifest"])
def test_mutations_are_read_or_refused(name, count, formats, tmp_path):
    form, lots = formats[name], random.Random(f"{name} {count}")
    form.read(form.text, tmp_path)
    sentences: list[str] = []
    before, refused, slowest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 0, 0.0
    for _ in range(count):
        text = mutate(lots, form)
        begun = time.process_time()
        try:
            form.read(text, tmp_path)
        except PlywiseError as error:
            refused += 1
            sentences.append(str(error).replace(text, ""))
        slowest = max(slowest, time.process_time() - begun)
    assert refused > count // 20
    assert [sentence for sentence in sentences if "\n" in sentence] == []
    assert slowest < SECONDS
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < MEGABYTES
