"""Kernels that a page brings along: there is no compiler, so each game has those that it was exported with."""

from collections.abc import Iterator
from contextlib import contextmanager

from plywise.kernel.building.disk import Kernel
from plywise.kernel.building.kind import KernelKind
from plywise.rules import Game
from plywise.surroundings import IN_PAGE

CAN_COMPILE = not IN_PAGE
"""Whether rules can be compiled here."""

_carried: dict[int, tuple[Game, list[Kernel]]] = {}
"""Games, by identity, with their kernels."""


def carry_kernel(game: Game, kernel: Kernel) -> None:
    """Let this very game be searched by a kernel that was made from its rules elsewhere."""
    _carried.setdefault(id(game), (game, []))[1].append(kernel)


def carried_kernel(game: Game, kind: KernelKind) -> Kernel | None:
    """Return the kernel that a game was given for what is asked."""
    if id(game) not in _carried:
        return None
    asked = kind.asked
    return next((kernel for kernel in _carried[id(game)][1] if kernel.manifest.asked == asked), None)


_noting: list[list[KernelKind]] = []


@contextmanager
def noted_kinds() -> Iterator[list[KernelKind]]:
    """Note which kernels are asked for meanwhile: a page that does the same will ask for the same."""
    noted: list[KernelKind] = []
    _noting.append(noted)
    try:
        yield noted
    finally:
        _noting.remove(noted)


def note_kind(kind: KernelKind) -> None:
    """Tell whoever notes it that a kernel was asked for."""
    for noted in _noting:
        if kind.asked not in [each.asked for each in noted]:
            noted.append(kind)
