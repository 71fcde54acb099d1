"""A board's symmetries, found by playing: a game and its mirror image side by side.

Under a symmetry the images of the states that may follow one state are those that may follow its image, the same
player moves, and the game ends with the same utility. A wrong one survives a few hundred plies hardly ever; if it does,
patterns that differ share their weights, and estimates are a little worse.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from plywise.knowledge.patterns import read_cells
from plywise.learn.patterns.finding_cells import Board
from plywise.rules import Game

GAMES = 3
"""How many games are played with each candidate."""

LONGEST_PLAY = 60
"""Plies after which a game is taken to go alike to its end."""

Map: TypeAlias = tuple[int, ...]
Spot: TypeAlias = tuple[float, float]


def find_symmetries(game: Game, board: Board, seed: int = 0) -> tuple[Map, ...]:
    """Return the ways to turn and mirror a board under which the rules stay the same, the identity first.

    >>> from plywise.games.tic_tac_toe import TicTacToe
    >>> from plywise.learn.patterns.finding_cells import find_board
    >>> len(find_symmetries(TicTacToe(), find_board(TicTacToe())))
    8
    """
    identity = tuple(range(len(board.readings)))
    candidates = [each for each in _turns(board.spots) if each != identity]
    return (identity, *(each for each in candidates if _holds(game, board, each, seed)))


def _turns(spots: Sequence[Spot | None]) -> Iterator[Map]:
    """Yield where each cell goes when the board is turned and mirrored, as far as it fits onto itself."""
    known = [spot for spot in spots if spot is not None]
    if len(known) < len(spots):
        return
    middle = [(min(row) + max(row)) / 2 for row in zip(*known, strict=True)]
    centred = [(x - middle[0], y - middle[1]) for x, y in known]
    numbers = {spot: i for i, spot in enumerate(centred)}
    for across in (1, -1):
        for up in (1, -1):
            for is_turned in (False, True):
                moved = [(across * y, up * x) if is_turned else (across * x, up * y) for x, y in centred]
                if set(moved) == set(centred):
                    yield tuple(numbers[spot] for spot in moved)


def _holds(game: Game, board: Board, image: Map, seed: int) -> bool:
    """Whether games and their images go alike."""
    chooser = random.Random(seed)
    return all(_goes_alike(game, board, image, chooser) for _ in range(GAMES))


def _goes_alike(game: Game, board: Board, image: Map, chooser: random.Random) -> bool:
    """Play one game and its image side by side; return whether all went well."""

    def cells(state: Any) -> tuple[int, ...]:
        return read_cells(game, board.readings, board.values, state)

    def turned(state: Any) -> tuple[int, ...]:
        before = cells(state)
        after = [0] * len(before)
        for i, goes_to in enumerate(image):
            after[goes_to] = before[i]
        return tuple(after)

    one = two = game.initial()
    for _ in range(LONGEST_PLAY):
        is_over = game.is_terminal(one)
        if turned(one) != cells(two) or is_over != game.is_terminal(two):
            return False
        if is_over:
            return game.utility(one, 0) == game.utility(two, 0)
        if game.to_move(one) != game.to_move(two):
            return False
        ones = [game.result(one, action) for action in game.actions(one)]
        twos = {cells(after): after for after in (game.result(two, action) for action in game.actions(two))}
        if {turned(after) for after in ones} != set(twos):
            return False
        one = chooser.choice(ones)
        two = twos[turned(one)]
    return True
