"""Inputs that are read without fault, from which fuzzing and mutation begin; and some that never are."""

import json
import tempfile
from pathlib import Path

from tests.knowledge.solved_samples import write_sample

FENS = (
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3\ndxe3",
    "8/P7/8/8/8/5k2/8/4K3 w - - 149 9999\na8=Q",
)
PGNS = (
    '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 {why} Nc6 (2... Nf6) 3. Qh5 $1 Nf6?? 4. Qxf7# 1-0\n',
    '[SetUp "1"]\n[FEN "8/P7/8/8/8/5k2/8/4K3 w - - 0 1"]\n\n1. a8=Q+ ; so\n% no\nKf4 *\n\n[White "y"]\n\n1/2-1/2\n',
)
PDNS = (
    '[Event "x"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 *\n',
    '[FEN "W:WK3,22:B18,K30"]\n\n1. 22x15 {so} 30-26 (1... 30-25) 0-1\n',
)
SGFS = (
    "(;GM[1]FF[4]SZ[9]KM[7.5]AB[cc]AW[gg]PL[W];W[dd];B[ee];W[];B[])",
    "(;GM[1]SZ[5]RU[Chinese]C[a\\]b:c];B[aa](;W[bb];B[tt])(;W[cc]))",
)
TREES = (
    json.dumps({"about": "x", "tree": {"children": [[3, 12], {"chance": [[0.5, 1], [0.5, {"utility": [2, -2]}]]}]}}),
    json.dumps([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
)
STRATEGY = json.dumps(
    {
        "format": "plywise strategy 1",
        "game": "tic-tac-toe",
        "state": "3/3/3",
        "player": 1,
        "at_least": 0,
        "replies": {"3/1X1/3": "a3", "X2/3/3": "b2"},
    }
)
REQUESTS = (
    json.dumps({"type": "analyse", "id": 1, "game": "tic-tac-toe", "actions": ["b2", "a1"], "seconds": 0.5}),
    json.dumps({"type": "analyse", "id": 2, "game": "chess", "actions": ["e4"], "algorithm": "alpha-beta", "depth": 3}),
    json.dumps({"type": "analyse", "id": 3, "game": "backgammon", "actions": []}),
    json.dumps({"type": "stop", "id": 1 << 53}),
)
SPECS = (
    "othello:size=6",
    "nim:piles=3-4-5,misere=false",
    "mnk:m=3,n=3,k=3,players=3",
    "go:size=4,komi=0.5,superko=false",
    "six-mens-morris",
    "three-kings:armies=(4,4,11),strikes=9",
    "figure-5.2",
)
AGENTS = (
    "auto:threads=2",
    "alpha-beta:null-move,no-killers",
    "uct:exploration=0.7,rave=300",
    "table:some/folder",
    "random",
    "uci:stockfish?UCI_Elo=2000&Threads=2",
    'gtp:"gnugo --mode gtp"',
)
CLOCKS = ("0.5/move", "60+0.5", "5:00", "40/90:00+30", "40/300")
GAMES = (
    "backgammon",
    "breakthrough:width=5,height=5",
    "chess",
    "connect-four:width=5,height=4",
    "dice-race",
    "draughts",
    "go:size=5",
    "kalah",
    "mnk:m=5,n=4,k=4",
    "mnk:m=3,n=3,k=3,players=3",
    "morris:men=9",
    "morris:men=3",
    "nim:piles=3-4-5",
    "othello:size=6",
    "pig",
    "three-kings",
    "tic-tac-toe",
)
HOSTILE = (b"", b"\0", b"\xff\xfe", b"9" * 5_000, b"[" * 10_000, b'{"a":' * 3_000, b"(" * 10_000, b"\xed\xa0\x80")
"""What any parser may meet: too deep, too long, not UTF-8."""


def manifest() -> bytes:
    """Return the manifest of a folder with a table of each sort."""
    with tempfile.TemporaryDirectory() as folder:
        write_sample(Path(folder) / "tables")
        return (Path(folder) / "tables" / "manifest.json").read_bytes()
