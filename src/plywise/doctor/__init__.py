"""Checks a user's rules before anyone trusts them.

>>> from plywise.games.nim import Nim
>>> report = check_rules(Nim(piles=(2, 2)))
>>> report.is_sound, report.estimates.states, report.estimates.canonical_states
(True, 14, 9)
"""

from plywise.doctor.examination import check_rules
from plywise.doctor.isolated import check_rules_isolated
from plywise.doctor.report import Compiled, Estimates, Finding, Report

__all__ = ["Compiled", "Estimates", "Finding", "Report", "check_rules", "check_rules_isolated"]
