"""UCI's own words: what `position` and `go` say, and how a decision is reported."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.rules import Choice, Decision, Game, NotationError, Status, Unit

WHOLE_NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "nodes", "depth", "mate")
WHOLE_NUMBER = re.compile("-?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class GoCommand:
    """What a `go` asks for; times are in milliseconds."""

    numbers: dict[str, int]
    moves: tuple[str, ...] = ()
    """The actions to choose among, where not among all."""
    is_infinite: bool = False
    is_ponder: bool = False

    @classmethod
    def parse(cls, words: Sequence[str]) -> "GoCommand":
        """Read the words after `go`; what isn't known is passed over, as UCI wants it.

        >>> GoCommand.parse("wtime 60000 btime 59000 winc 100 ponder".split())
        GoCommand(numbers={'wtime': 60000, 'btime': 59000, 'winc': 100}, moves=(), is_infinite=False, is_ponder=True)
        """
        numbers: dict[str, int] = {}
        for word, following in zip(words, [*words, ""][1:], strict=True):
            if word in WHOLE_NUMBERS and WHOLE_NUMBER.fullmatch(following):
                numbers[word] = max(0, int(following))
        moves: Sequence[str] = ()
        if "searchmoves" in words:
            after = words[words.index("searchmoves") + 1 :]
            moves = [word for word in after if word not in WHOLE_NUMBERS and not word.isdigit() and len(word) > 3]
            moves = [word for word in moves if word not in ("ponder", "infinite")]
        return cls(numbers, tuple(moves), "infinite" in words, "ponder" in words)


def read_position(game: Any, words: Sequence[str]) -> list[Any]:
    """Return the states that `position` goes through, from its first to the present one.

    Raises a PlywiseError where a FEN or an action is none.
    """
    before = list(words[: words.index("moves")]) if "moves" in words else list(words)
    moves = words[len(before) + 1 :]
    if before[:1] == ["startpos"]:
        states = [game.initial()]
    elif before[:1] == ["fen"]:
        states = [game.parse_state(" ".join(before[1:]))]
    else:
        raise NotationError("position is followed by startpos or fen.")
    for move in moves:
        states.append(game.result(states[-1], game.parse_action(states[-1], move)))
    return states


def tell_score(found: Decision | Choice) -> str:
    """Say a value as UCI does: in hundredths of a pawn, or in moves to a mate that is proven."""
    if found.status is Status.PROVEN and found.unit is Unit.UTILITY and found.value and found.line:
        moves = ((len(found.line) if found.distance is None else found.distance) + 1) // 2
        return f"mate {moves if found.value > 0 else -moves}"
    if found.unit is Unit.UTILITY:
        return f"cp {30_000 if found.value > 0 else -30_000 if found.value < 0 else 0}"
    return f"cp {round(found.value)}"


def tell_info(game: Any, state: Any, decision: Decision, count: int) -> list[str]:
    """Return the lines about a decision: one for the best line, or for the `count` best."""
    if decision.action is None:
        return []
    milliseconds = int(decision.seconds * 1000)
    rate = int(decision.nodes / decision.seconds) if decision.seconds > 0 else 0
    ranked: list[Decision | Choice] = [decision]
    if count > 1:
        rest = [choice for choice in decision.choices if choice.action != decision.action]
        ranked += sorted(rest, key=lambda choice: -choice.value)[: count - 1]
    return [
        f"info depth {max(1, decision.depth)} multipv {number} score {tell_score(one)} nodes {decision.nodes} "
        f"nps {rate} time {milliseconds} pv {' '.join(name_moves(game, state, one.line or (one.action,)))}"
        for number, one in enumerate(ranked, 1)
    ]


def name_moves(game: Any, state: Any, line: Sequence[Any]) -> list[str]:
    """Name the actions of a line as UCI does."""
    names = []
    for action in line:
        names.append(game.uci(state, action))
        state = game.result(state, action)
    return names


def suits_uci(game: Game) -> bool:
    """Whether a game names its actions as UCI does."""
    return hasattr(game, "uci")
