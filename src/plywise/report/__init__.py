"""What a maker wants to know of a set of rules: measured between competent agents, exact where solved."""

from plywise.report.comparing import MeasuredDifference, RulesComparison
from plywise.report.gathering import OnReport, ReportProgress, RulesVariant
from plywise.report.measures import MEASURES, FirstAction, PairsReport, StrengthReport, VariantReport
from plywise.report.options import STRENGTHS, STRONGER, WEAKER, ReportOptions, tell_limit
from plywise.report.reporting import RulesReport, report_rules

__all__ = [
    "MEASURES",
    "STRENGTHS",
    "STRONGER",
    "WEAKER",
    "FirstAction",
    "MeasuredDifference",
    "OnReport",
    "PairsReport",
    "ReportOptions",
    "ReportProgress",
    "RulesComparison",
    "RulesReport",
    "RulesVariant",
    "StrengthReport",
    "VariantReport",
    "report_rules",
    "tell_limit",
]
