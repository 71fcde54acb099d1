"""Whole games of draughts, read from and written to PDN, the counterpart of chess's PGN.

    [White "Tesheliet,F"]          Tags, one to a line; SetUp and FEN if a game doesn't start from the usual position.
    [Black "Jordan,A"]
    [Result "1/2-1/2"]             The first figure is White's, although Black moves first: 0-1 says that Black won.

    1. 9-14 22-17 2. 11-15 25-22   Moves; {comments}, (variations) and $1, !, ? are notes, which are skipped.
    3. 15-19 23x16 1/2-1/2         The result again, or * (which PDN 3.0 writes, whatever the result).

At a board, a third occurrence ends a game only when a player claims the draw. Reading therefore continues where
`Record.play` would stop.

>>> [one] = read_pdn('[Event "Example"] 1. 11-15 {Old Faithful} 23-19 2. 8-11 *')
>>> one.record.action_names, one.tags, one.result
(['11-15', '23-19', '8-11'], {'Event': 'Example'}, '*')
>>> print(write_pdn([one]).splitlines()[-1])
1. 11-15 23-19 2. 8-11 *
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from plywise.games.draughts.game import BLACK, WHITE, Draughts
from plywise.games.shared.tagged import TaggedRecord, tag_line, unescaped, unwritable
from plywise.rules import PlywiseError, Record, RecordError

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The tags that every game has, in order, and what stands for an unknown value."""

GAME_TYPE = "21"
"""PDN's number for English draughts."""

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
"""What each way to write a result means; any other means nothing here (such as 0-0: both have forfeited the game)."""

TOKEN = re.compile(
    r"""[\s\ufeff]+ | ;[^\n]* | \{[^}]*\} | %[^\n]* | \$[0-9]+ | [!?]+      # notes
    | \[\s*(?P<tag>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
    | (?P<result>1/2-1/2|1-0|0-1|2-0|0-2|1-1|0-0|\*)(?![-x:/0-9])
    | (?P<number>[0-9]+)\s*\.+
    | (?P<move>[0-9]+(?:[-xX:][0-9]+)+)[!?*]*
    | (?P<bracket>[()])""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class PdnRecord(TaggedRecord):
    """A record with what a PDN says about it."""

    white: ClassVar[int] = WHITE
    results: ClassVar[Mapping[str, str]] = RESULTS


def read_pdn(text: str) -> list[PdnRecord]:
    """Read the games of a PDN file; raises RecordError with the number of the game and what is wrong with it."""
    return [_play(tags, moves, result, number) for number, (tags, moves, result) in enumerate(_split(text), 1)]


def write_pdn(records: Iterable[PdnRecord]) -> str:
    """Write games one after the other, the tags of each first, in lines of up to 80 columns."""
    return "\n".join(f"{_tags(one)}\n{_movetext(one)}\n" for one in records)


def _tags(one: PdnRecord) -> str:
    """Write the tags that every game has, then those that say what it is, then the others."""
    start, game = one.record.states[0], one.record.game
    setup = {} if start == game.initial() else {"SetUp": "1", "FEN": game.state_name(start)}
    own = {"Result": one.result, "GameType": GAME_TYPE, **setup}
    further = {name: value for name, value in one.tags.items() if name not in ROSTER | own | {"SetUp": "", "FEN": ""}}
    headed = {name: one.tags.get(name, unknown) for name, unknown in ROSTER.items()} | own | further
    for name, value in headed.items():
        if not value.isprintable():
            raise unwritable(name)
    return "".join(f"{tag_line(name, value)}\n" for name, value in headed.items())


def _movetext(one: PdnRecord) -> str:
    words = [*_numbered(one.record.action_names, one.record.states[0].turn), one.result]
    return textwrap.fill(" ".join(words), 80, break_on_hyphens=False)


def _numbered(names: list[str], turn: int) -> Iterator[str]:
    """Put a number before each of Black's moves, and before White's first move if White starts."""
    if names and turn != BLACK:
        yield "1..."
    for ply, name in enumerate(names, turn):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield name


def _split(text: str) -> Iterator[tuple[dict[str, str], list[str], str]]:
    """Cut a file into games: their tags, moves and results. A game ends with a result, or where tags follow moves."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    for found in _tokens(text):
        if found["tag"]:
            if moves:
                yield tags, moves, "*"
                tags, moves = {}, []
            tags[found["tag"]] = unescaped(re.sub(r"\s*\n\s*", " ", found["value"]))
        elif found["move"]:
            moves.append(found["move"])
        elif found["result"]:
            yield tags, moves, found["result"]
            tags, moves = {}, []
    if tags or moves:
        yield tags, moves, "*"


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """Yield everything but notes and variations; refuses anything that isn't PDN."""
    at = depth = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            line, word = text.count("\n", 0, at) + 1, text[at:].split(maxsplit=1)[0][:20]
            raise RecordError(f"Line {line} of the PDN has '{word}': write moves like 11-15 or 22x8, notes in {{}}.")
        at = found.end()
        depth += {"(": 1, ")": -1}.get(found["bracket"], 0)
        if depth < 0:
            raise RecordError("The PDN has a ')' without a '(': open each variation before it ends.")
        if depth == 0:
            yield found
    if depth:
        raise RecordError("The PDN has a '(' without a ')': close each variation.")


def _play(tags: dict[str, str], moves: list[str], result: str, number: int) -> PdnRecord:
    game = Draughts()
    kind = tags.get("GameType", GAME_TYPE).split(",")[0].strip()
    if kind != GAME_TYPE:
        raise RecordError(f"Game {number} has the GameType {kind}: only English draughts, {GAME_TYPE}, can be read.")
    try:
        record = Record(game, game.parse_state(tags["FEN"]) if "FEN" in tags else None)
    except PlywiseError as error:
        raise RecordError(f"Game {number} can't be set up: {error}") from None
    for ply, move in enumerate(moves, 1):
        try:
            _add(record, move)
        except PlywiseError as error:
            raise RecordError(f"Move {ply} of game {number} can't be played: {error}") from None
    said = [RESULTS.get(word, "*") for word in (tags.get("Result", "*"), result)]
    known = [word for word in said if word != "*"] or ["*"]
    if known[0] != known[-1]:
        raise RecordError(f"Game {number} says {said[0]} in its tags and {said[1]} at its end: make them the same.")
    return PdnRecord(record, tags | ({"Result": known[0]} if "Result" in tags else {}), known[0])


def _add(record: Record, move: str) -> None:
    """Play a move, whether or not a draw by repetition could have been claimed before it."""
    game, state = record.game, record.state
    if game.is_terminal(state):
        raise RecordError(f"the game is over before {move}: leave out what follows.")
    record.add(game.parse_action(state, move))
