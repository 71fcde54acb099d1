"""What stands around every game written at random: constants, functions, and a class to derive from."""

HEAD = """import enum
import math
from typing import NamedTuple

from plywise import Game, bits

LIMIT = 6
MODE = "fast"
TABLE = (3, -1, 4, 1, -5)
ROWS = ((1, 2), (0, -3), (4, 5))
RAGGED = ((1,), (2, 3), (4, 0, 6))
MASKS = {1, 2, 5, 8}
LONG = tuple(i * i % 13 for i in range(40))
NAMED = {"a": 1}


class Kind(enum.IntEnum):
    LOW = 1
    HIGH = 3


def mix(a, b=1, *, k=3):
    return (a * k + b) % 17


def pair(a):
    return a % 3, a // 2 % 5


class Base(Game):
    WEIGHTS = (2, -1, 3, 1)
    LIMIT = 4

    def helper(self, number):
        if number < 0:
            return -number % 7
        return number % 5

    @staticmethod
    def squash(number):
        return number % 8 - 4

    @property
    def double(self):
        return self.step * 2

    def bounded(self, number, least=0, most=5):
        return max(least, min(most, number))

    def descend(self, number):
        return 1 if number <= 0 else number + self.descend(number - 2)

    def is_even(self, number):
        return number % 2 == 0
"""
