"""Codes say what was put into them, in every type."""

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.knowledge.solved import Meaning, Solved, SolvedTableError
from plywise.knowledge.solved.codes import LONGEST, decode, encode


@given(st.sampled_from([-1, 1]), st.sampled_from(["uint8", "uint16"]), st.data())
def test_outcomes_come_back(outcome, dtype, data):
    distance = data.draw(st.integers(0, LONGEST[dtype]))
    assert decode(encode(outcome, distance, dtype), dtype) == Solved(outcome, distance)


def test_every_byte_is_one_outcome_or_empty():
    solved = [each for each in map(decode, range(256)) if each]
    assert decode(0) is None
    assert solved[0] == Solved(0)
    assert len(set(solved)) == 255
    assert [encode(int(each.value), each.distance or 0) for each in solved] == list(range(1, 256))


def test_extremes_of_each_type():
    assert (encode(-1, 126), encode(1, 0), encode(1, 126)) == (128, 129, 255)
    assert (encode(-1, 32765, "uint16"), encode(1, 0, "uint16")) == (32767, 32768)
    with pytest.raises(SolvedTableError, match="127 doesn't fit uint8"):
        encode(1, 127)


@given(st.integers(-100, 100), st.integers(1, 4))
def test_utilities_come_back(scaled, scale):
    meaning = Meaning("utility", lowest=-100, scale=scale)
    code = meaning.encode(scaled / scale)
    assert 2 <= code <= 202
    assert meaning.decode(code) == Solved(scaled / scale)
    assert meaning.decode(0) is None


def test_a_utility_between_two_codes_is_refused():
    with pytest.raises(SolvedTableError, match=r"utility 0\.5 has no code"):
        Meaning("utility").encode(0.5)
    with pytest.raises(SolvedTableError, match="utility -1 has no code"):
        Meaning("utility").encode(-1)


def test_values_are_their_own_codes():
    meaning = Meaning("value")
    assert meaning.decode(meaning.encode(0.25), "float64") == Solved(0.25)
    assert meaning.decode(math.nan, "float64") is None


@pytest.mark.parametrize("wrong", [{"kind": "score"}, {"scale": 0}, {"lowest": 0.5}])
def test_meanings_that_mean_nothing_are_refused(wrong):
    with pytest.raises(SolvedTableError):
        Meaning(**wrong)


def test_reading_needs_neither_numpy_nor_zarr():
    program = "import plywise.knowledge.solved, sys; print({'numpy', 'zarr', 'urllib.request'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "set()\n"
