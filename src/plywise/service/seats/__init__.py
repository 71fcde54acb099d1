"""Games that hide something, under way: the record stays here, and each seat gets its own view by its token."""

from plywise.service.seats.sitting import PERSON, Sitting
from plywise.service.seats.sittings import Sittings

__all__ = ["PERSON", "Sitting", "Sittings"]
