"""What can be wrong with a folder of solved tables."""

from plywise.rules import PlywiseError


class SolvedTableError(PlywiseError):
    """A folder holds no solved tables that can be used here, or is asked for what it lacks."""


class DamagedTableError(SolvedTableError):
    """Bytes aren't those that were written: a flipped bit, a cut file, or someone else's doing."""

    def __init__(self, where: str, fault: str) -> None:
        super().__init__(f"{where} is damaged ({fault}): copy or build the folder again.")
