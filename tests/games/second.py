"""Second implementations of games, with sets and dicts, as plain as can be: for tests to compare ours with.

A board is a dict from a place (column, row) to the player whose piece stands there. Each function lists what can be
played as pairs of a name and the board that follows.
"""

from collections.abc import Iterator
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[Place, int]

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))


def named(place: Place) -> str:
    return f"{'abcdefghijklmnopqrst'[place[0]]}{place[1] + 1}"


def alternating(width: int, height: int) -> Board:
    return {(x, y): (x + y) % 2 for x in range(width) for y in range(height)}


def clobber_moves(board: Board, turn: int) -> Iterator[tuple[str, Board]]:
    for (x, y), owner in board.items():
        for dx, dy in STRAIGHT:
            end = (x + dx, y + dy)
            if owner == turn and board.get(end) == 1 - turn:
                after = {place: piece for place, piece in board.items() if place != (x, y)}
                yield f"{named((x, y))}x{named(end)}", {**after, end: turn}


def konane_moves(board: Board, turn: int, width: int, height: int) -> Iterator[tuple[str, Board]]:
    gaps = [(x, y) for x in range(width) for y in range(height) if (x, y) not in board]
    if len(gaps) < 2:
        for x, y in list(board):
            corner = x in (0, width - 1) and y in (0, height - 1)
            middle = abs(2 * x - width + 1) <= 1 and abs(2 * y - height + 1) <= 1
            beside = bool(gaps) and abs(x - gaps[0][0]) + abs(y - gaps[0][1]) == 1
            if board[x, y] == turn and (beside if gaps else corner or middle):
                yield named((x, y)), {place: piece for place, piece in board.items() if place != (x, y)}
        return
    for (x, y), owner in board.items():
        for dx, dy in STRAIGHT if owner == turn else ():
            after, here = dict(board), (x, y)
            while True:
                over, end = (here[0] + dx, here[1] + dy), (here[0] + 2 * dx, here[1] + 2 * dy)
                if after.get(over) != 1 - turn or end in after or end not in gaps:
                    break
                del after[over], after[here]
                after[end] = turn
                here = end
                yield f"{named((x, y))}-{named(end)}", dict(after)


def ataxx_moves(board: Board, turn: int, free: set[Place]) -> Iterator[tuple[str, Board]]:
    """`free` are the places that exist; those in `board` are taken."""
    found = {}
    for (x, y), owner in board.items():
        for end in free - set(board) if owner == turn else ():
            distance = max(abs(end[0] - x), abs(end[1] - y))
            if distance > 2:
                continue
            after = {
                place: turn if max(abs(place[0] - end[0]), abs(place[1] - end[1])) == 1 else piece
                for place, piece in board.items()
            }
            after[end] = turn
            if distance == 2:
                del after[x, y]
            found[named(end) if distance == 1 else f"{named((x, y))}-{named(end)}"] = after
    yield from found.items()


HEXAGONAL = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def abalone_name(place: Place) -> str:
    return f"{chr(ord('a') + place[0])}{place[1] + 1}"


def abalone_moves(board: Board, turn: int, cells: set[Place]) -> Iterator[tuple[str, Board]]:  # noqa: C901
    """Try every row of one to three marbles and every way; places are (row, diagonal)."""

    def go(place: Place, way: Place, steps: int = 1) -> Place:
        return place[0] + steps * way[0], place[1] + steps * way[1]

    for first in [place for place, owner in board.items() if owner == turn]:
        for along in HEXAGONAL:
            for count in (1, 2, 3):
                row = [go(first, along, step) for step in range(count)]
                if any(board.get(place) != turn for place in row):
                    break
                rest = {place: piece for place, piece in board.items() if place not in row}
                name, end = abalone_name(first), abalone_name(go(first, along))
                front = go(first, along, count)
                line = [place for step in range(3) for place in [go(front, along, step)] if place in cells]
                pushed = []
                for place in line:
                    if rest.get(place) != 1 - turn:
                        break
                    pushed.append(place)
                beyond = go(front, along, len(pushed))
                fits = len(pushed) < count and (beyond not in board) and (beyond in cells or pushed)
                if fits and front in cells and board.get(front) != turn:
                    after = {place: piece for place, piece in rest.items() if place not in pushed}
                    after |= {go(place, along): 1 - turn for place in pushed if go(place, along) in cells}
                    yield f"{name}-{end}", after | {go(place, along): turn for place in row}
                for way in HEXAGONAL if count > 1 and along in HEXAGONAL[:3] else ():
                    moved = [go(place, way) for place in row]
                    if way in (along, (-along[0], -along[1])) or any(p not in cells or p in board for p in moved):
                        continue
                    yield f"{name}{abalone_name(row[-1])}-{abalone_name(moved[0])}", rest | dict.fromkeys(moved, turn)
