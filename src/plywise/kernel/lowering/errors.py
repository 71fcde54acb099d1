"""What can go wrong between plain rules and compiled ones, each as a sentence with file, line and fix."""

from plywise.rules import PlywiseError


class LoweringError(PlywiseError):
    """A rule uses something that can't be compiled: where it stands, why not, and what to write instead."""

    def __init__(self, file: str, line: int, reason: str, fix: str = "") -> None:
        super().__init__(f"{file}:{line}: {reason}" + (f"; {fix}." if fix else "."))
        self.file, self.line, self.reason, self.fix = file, line, reason, fix


class CacheError(PlywiseError):
    """The folder of compiled rules can't be trusted."""
