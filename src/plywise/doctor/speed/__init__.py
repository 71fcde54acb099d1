"""How fast compiled rules are, which rule and line takes the time, and what to write instead."""

from plywise.doctor.speed.check import check_speed
from plywise.doctor.speed.plain import plain_speed, tell_cost

__all__ = ["check_speed", "plain_speed", "tell_cost"]
