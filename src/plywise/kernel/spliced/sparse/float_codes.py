"""Rows of expected values, as `sparse` merges them: a float64 is its own code, and NaN is none."""

from plywise.kernel.spliced.common.supplied import load_float, store_float

CODE_BYTES = 8


def code_in(codes: int, i: int) -> float:
    """Return the value in a place of a row."""
    return load_float(codes, i)


def put_code(codes: int, i: int, code: float) -> None:
    """Write a value to a place of a row."""
    store_float(codes, i, code)
