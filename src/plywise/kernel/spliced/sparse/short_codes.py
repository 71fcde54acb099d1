"""Rows of codes of 16 bits, as `sparse` merges them: a table of outcomes, or of utilities."""

from plywise.kernel.spliced.common.supplied import load_short, store_short

CODE_BYTES = 2


def code_in(codes: int, i: int) -> int:
    """Return the code in a place of a row."""
    return load_short(codes, i)


def put_code(codes: int, i: int, code: int) -> None:
    """Write a code to a place of a row."""
    store_short(codes, i, code)
