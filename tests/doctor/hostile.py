"""Games that hang, crash, exit or eat memory: to be examined apart only."""

import ctypes
import itertools
import os
import time

from tests.doctor.planted import Sound


class Loops(Sound):
    def actions(self, state):
        while state.left == 2:
            pass
        return super().actions(state)


class LoopsDeaf(Sound):
    def result(self, state, action):
        while state.left == 2:
            try:
                time.sleep(0.01)
            except BaseException:
                continue
        return super().result(state, action)


class LoopsInC(Sound):
    def utility(self, state, player):
        return max(itertools.repeat(1))


class Sleeps(Sound):
    def evaluate(self, state, player):
        time.sleep(1000)


class Slow(Sound):
    def result(self, state, action):
        time.sleep(0.003)
        return super().result(state, action)


class EatsMemory(Sound):
    def result(self, state, action):
        hoard = []
        while state.left == 2:
            hoard.append(bytearray(1 << 24))
        return super().result(state, action)


class Leaves(Sound):
    def is_terminal(self, state):
        if state.left == 0:
            os._exit(7)
        return False


class Segfaults(Sound):
    def to_move(self, state):
        if state.left == 1:
            ctypes.string_at(0)
        return state.turn


class Prints(Sound):
    def to_move(self, state):
        print("thinking", "hard")  # noqa: T201
        return state.turn


class SleepsAtSetUp(Sound):
    def __init__(self):
        time.sleep(1000)


class ExitsAtSetUp(Sound):
    def __init__(self):
        raise SystemExit(0)
