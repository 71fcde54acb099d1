"""Finds levels of strength for a game, each about three to one against the one below, by matches."""

from plywise.calibration.axis import StrengthAxis, make_axis
from plywise.calibration.calibrating import Calibration, CalibrationOptions, CalibrationStep
from plywise.calibration.curve import StrengthCurve

__all__ = [
    "Calibration",
    "CalibrationOptions",
    "CalibrationStep",
    "StrengthAxis",
    "StrengthCurve",
    "make_axis",
]
