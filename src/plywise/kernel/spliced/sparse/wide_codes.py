"""Rows of codes of vectors, as `sparse` merges them: 32 bits, whose upper 16 serve while a level is valued."""

from plywise.kernel.spliced.common.supplied import load_int, store_int

CODE_BYTES = 4


def code_in(codes: int, i: int) -> int:
    """Return the code in a place of a row."""
    return load_int(codes, i) & 0xFFFFFFFF


def put_code(codes: int, i: int, code: int) -> None:
    """Write a code to a place of a row."""
    store_int(codes, i, code)
