"""What all tests share: properties are tried on the same examples every time, however slow the machine."""

from hypothesis import settings

settings.register_profile("plywise", deadline=None, derandomize=True, database=None)
settings.load_profile("plywise")
