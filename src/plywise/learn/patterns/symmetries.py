"""A board's symmetries, and the players', found by playing: a game and its image side by side.

Under a symmetry the images of the states that may follow one state are those that may follow its image, the same
player moves, and the game ends with the same utility. A wrong one survives a few hundred plies hardly ever; if it does,
patterns that differ share their weights, and estimates are a little worse.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from plywise.knowledge.patterns import read_cells
from plywise.learn.patterns.finding_cells import Board, offered
from plywise.rules import CHANCE, Game, holder_of

GAMES = 3
"""How many games are played with each candidate."""

LONGEST_PLAY = 60
"""Plies after which a game is taken to go alike to its end."""

Map: TypeAlias = tuple[int, ...]
Spot: TypeAlias = tuple[float, float]


def find_symmetries(game: Game, board: Board, seed: int = 0) -> tuple[Map, ...]:
    """Return the ways to turn and mirror a board under which the rules stay the same, the identity first.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> from plywise.learn.patterns.finding_cells import find_board
    >>> len(find_symmetries(TicTacToe(), find_board(TicTacToe())))
    8
    """
    identity = tuple(range(len(board.readings)))
    candidates = [each for each in _turns(board.spots) if each != identity]
    return (identity, *(each for each in candidates if _holds(game, board, each, seed)))


def _turns(spots: Sequence[Spot | None]) -> Iterator[Map]:
    """Yield where each cell goes when the board is turned and mirrored, as far as it fits onto itself.

    Cells that stand nowhere, such as a number of men in hand, stay as they are.
    """
    known = [spot for spot in spots if spot is not None]
    if not known:
        return
    middle = [(min(row) + max(row)) / 2 for row in zip(*known, strict=True)]
    centred = {i: (spot[0] - middle[0], spot[1] - middle[1]) for i, spot in enumerate(spots) if spot is not None}
    numbers = {spot: i for i, spot in centred.items()}
    for across in (1, -1):
        for up in (1, -1):
            for is_turned in (False, True):
                moved = {
                    i: (across * y, up * x) if is_turned else (across * x, up * y) for i, (x, y) in centred.items()
                }
                if set(moved.values()) == set(numbers):
                    yield tuple(numbers[moved[i]] if i in moved else i for i in range(len(spots)))


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
            return all(game.utility(one, seat) == game.utility(two, seat) for seat in range(game.players))
        if game.to_move(one) != game.to_move(two):
            return False
        if game.to_move(one) == CHANCE:
            outcome = chooser.choice(offered(game, one))  # dice fall alike on both boards
            one, two = game.result(one, outcome), game.result(two, outcome)
            continue
        ones = [game.result(one, action) for action in game.actions(one)]
        twos = {cells(after): after for after in (game.result(two, action) for action in game.actions(two))}
        if {turned(after) for after in ones} != set(twos):
            return False
        one = chooser.choice(ones)
        two = twos[turned(one)]
    return True


def are_alike(game: Game, board: Board, seed: int = 0) -> bool:
    """Whether rules treat both players alike, in states that say what is the mover's own: `me` and `other`, and a turn.

    Then a state with the other player to move goes on alike: the same actions, the same boards after them, the same
    ends with sides swapped.

    >>> from plywise.games.placing.othello import Othello
    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> from plywise.learn.patterns.finding_cells import find_board
    >>> [are_alike(game, find_board(game)) for game in (Othello(size=4), TicTacToe())]
    [True, False]
    """
    chooser = random.Random(seed)
    turns = [field for field in getattr(game.initial(), "_fields", ()) if _says_who_moves(game, field)]
    return len(turns) == 1 and all(_swaps(game, board, turns[0], chooser) for _ in range(GAMES))


def _says_who_moves(game: Game, field: str) -> bool:
    state = game.initial()
    value = getattr(state, field)
    return value in (0, 1) and value == holder_of(game, state) == 1 - holder_of(game, _swapped(state, field))


def _swapped(state: Any, field: str) -> Any:
    return state._replace(**{field: 1 - getattr(state, field)})


def _swaps(game: Game, board: Board, turn: str, chooser: random.Random) -> bool:
    """Play one game; return whether each of its states goes on alike with the other player to move."""
    state = game.initial()
    for _ in range(LONGEST_PLAY):
        other = _swapped(state, turn)
        if game.is_terminal(state) or game.is_terminal(other):
            both = game.is_terminal(state) and game.is_terminal(other)
            return both and game.utility(state, 0) == game.utility(other, 1)
        if holder_of(game, other) != 1 - holder_of(game, state) or offered(game, state) != offered(game, other):
            return False
        afters = [(game.result(state, each), game.result(other, each)) for each in offered(game, state)]
        boards = ([read_cells(game, board.readings, board.values, each) for each in pair] for pair in afters)
        if any(one != two for one, two in boards):
            return False
        state = chooser.choice(afters)[0]
    return True
