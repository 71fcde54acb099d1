"""How fast compiled rules are, which rule and line takes the time, and what to write instead."""

from plywise.doctor.speed.check import check_speed

__all__ = ["check_speed"]
