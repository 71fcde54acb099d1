"""Models of ProbCut, as `plywise fit-prob-cut` writes them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from plywise.learn.prob_cut import ProbCutFit, ProbCutRow, read_prob_cut, save_prob_cut
from plywise.rules import ShallowModel


def read(file: Path) -> object:
    """Read a file, and hand what it says to the search; without the rules, which instrumenting has changed."""
    return read_prob_cut(file).tuning


def seed() -> bytes:
    """Return a file with two models."""
    rows = tuple(ProbCutRow(ShallowModel(deep, deep - 2, 1.0, 0.5, 2.0), 0.06, 0.05, 40) for deep in (3, 4))
    with TemporaryDirectory() as folder:
        save_prob_cut(ProbCutFit("nim", "0123456789abcdef", "0123456789abcdef", 1.5, rows), Path(folder) / "model.json")
        return (Path(folder) / "model.json").read_bytes()
