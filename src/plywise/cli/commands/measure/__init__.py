"""Commands for measuring: speed, what each enhancement is worth, and ProbCut's figures."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.cli.commands.measure.match_report import MatchWatch, draw_match

__all__ = ["MatchWatch", "draw_match"]

__getattr__ = lazy_names(__name__, {"match_report": ("MatchWatch", "draw_match")})
