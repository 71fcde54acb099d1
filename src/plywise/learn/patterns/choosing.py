"""Which patterns to learn: random walks over neighbouring cells, as many and as long as the board allows."""

import random
from collections.abc import Sequence

from plywise.knowledge.patterns import KnowledgeError, PatternLayout
from plywise.learn.patterns.finding_cells import Board, find_board
from plywise.learn.patterns.symmetries import Map, are_alike, find_symmetries
from plywise.rules import Game, estimates_of

LONGEST = 8
MOST_FILLINGS = 20_000
"""A pattern is as long as its fillings stay below this: 8 cells of 3 values, 7 of 4, 3 of 16."""

IMAGES = 72
FEWEST, MOST = 12, 40
"""How many images of patterns an estimate adds up, about, and how many patterns there are at least and at most."""

STAYING = 0.7
"""How often a walk goes on from where it is, and not from somewhere on its way."""

FEW_CELLS = 16
"""On a board with no more cells than this, any of them may make a pattern: a pit of Kalah reaches far."""

PATIENCE = 200
"""Walks that may fail in a row: a small board has few patterns."""


def choose_layout(
    game: Game,
    seed: int = 0,
    board: Board | None = None,
    *,
    phases: int = 1,
    count: int | None = None,
    length: int | None = None,
) -> PatternLayout:
    """Return the patterns to learn for a game; refuses one whose board can't be found.

    With several phases, a pattern has weights of its own for each part of the game, by how full the board is. How many
    patterns there are, and how many cells each looks at, follows from the board unless it is said.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> layout = choose_layout(TicTacToe())
    >>> layout.values, len(layout.maps), len(layout.patterns[0])
    (3, 8, 8)
    """
    board = board or find_board(game, seed)
    maps = find_symmetries(game, board, seed)
    count = count or max(FEWEST, min(MOST, IMAGES // len(maps)))
    patterns = draw_patterns(neighbours(board), maps, count, length or _fitting_length(board), seed)
    if not patterns:
        raise KnowledgeError(f"The cells of {game.name} hardly touch each other: there are no patterns to learn.")
    seats = estimates_of(game)
    is_shared = seats == 1 and are_alike(game, board, seed)
    return PatternLayout(board.readings, board.values, patterns, maps, phases, seats, is_shared)


def _fitting_length(board: Board) -> int:
    length = 1
    while length < min(LONGEST, len(board.readings)) and board.values ** (length + 1) <= MOST_FILLINGS:
        length += 1
    return length


def neighbours(board: Board) -> list[list[int]]:
    """Return the cells next to each cell: joined by the view's lines, or one step away in any direction.

    Cells whose place isn't known are next to all others, and so are all cells of a small board.
    """
    cells = range(len(board.spots))
    if len(cells) <= FEW_CELLS:
        return [[j for j in cells if j != i] for i in cells]
    return [[j for j in cells if j != i and _touch(board, i, j)] for i in cells]


def _touch(board: Board, i: int, j: int) -> bool:
    one, two = board.spots[i], board.spots[j]
    if one is None or two is None:
        return True
    if board.edges:
        return (i, j) in board.edges or (j, i) in board.edges
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) <= 1


def draw_patterns(
    beside: Sequence[Sequence[int]], maps: Sequence[Map], count: int, length: int, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Draw up to `count` patterns by random walks; no two are images of each other."""
    chooser = random.Random(seed)
    found: list[tuple[int, ...]] = []
    seen: set[frozenset[int]] = set()
    failed = 0
    while len(found) < count and failed < PATIENCE:
        walk = _walk(beside, length, chooser)
        failed += 1
        if len(walk) == length and frozenset(walk) not in seen:
            seen.update(frozenset(each[cell] for cell in walk) for each in maps)
            found.append(tuple(sorted(walk)))
            failed = 0
    return tuple(found)


def _walk(beside: Sequence[Sequence[int]], length: int, chooser: random.Random) -> list[int]:
    walk = [chooser.randrange(len(beside))]
    for _ in range(50 * length):
        start = walk[-1] if chooser.random() < STAYING else chooser.choice(walk)
        if beside[start]:
            cell = chooser.choice(beside[start])
            if cell not in walk:
                walk.append(cell)
        if len(walk) == length:
            break
    return walk
