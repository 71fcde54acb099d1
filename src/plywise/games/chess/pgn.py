"""PGN: played games as text, one after the other; for each its tags, then its actions in SAN, then its result.

    [Event "Casual"]            Comments {in braces, or ; to the end of the line}, signs such as !? and $1, and
    [White "Anderssen"]         variations (in parentheses, nested) may stand between the actions. Comments and signs
    [Result "1-0"]              are kept by the number of actions played before them; variations are skipped.

    1. e4 e5 {bold} 2. f4 1-0

At a board, a third repetition or fifty quiet moves end a game only when a player claims the draw. Reading therefore
continues where `Record.play` would stop, up to seventy-five quiet moves.

>>> first, second = read_pgn("1. e4 e5 {bold} 2. f4!? 1-0 1. d4 (1. c4 c5) d5 *")
>>> len(first.record.actions), first.result, first.comments, first.signs, len(second.record.actions)
(3, '1-0', {2: 'bold'}, {3: (5,)}, 2)
>>> write_pgn([first]).splitlines()[-1]
'1. e4 e5 {bold} 2. f4 $5 1-0'
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from plywise.games.chess.board import CLOCK_AT, MOVE_AT, player_of
from plywise.games.chess.game import Chess
from plywise.games.chess.notation import fen, san
from plywise.games.shared.tagged import TaggedRecord, tag_line, unescaped
from plywise.rules import PlywiseError, Record, RecordError

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven tags that every PGN has, in order, and what stands for an unknown value."""

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
STANDARD = ("", "chess", "standard", "normal", "from position")
MOST_QUIET = 150
"""After this many plies without a capture or a pawn's move a game is over, whether anyone claims it or not."""

COLUMNS = 79

TOKEN = re.compile(
    r"""
      (?P<blank> [\s\ufeff]+ | ^%[^\n]* | e\.p\.(?=[\s)]|$) )
    | (?P<tag> \[ \s* (?P<name>\w+) \s+ (?: "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \] | "(?P<rough>[^\n]*)" [ \t]* \] ) )
    | \{ (?P<comment>[^}]*) \}
    | ; (?P<remark>[^\n]*)
    | \$ (?P<sign>[0-9]{1,3})
    | (?P<bracket> [()] )
    | (?P<result> (?:1-0|0-1|1/2-1/2|½-½|\*) (?![-\w/]) )
    | (?P<number> [0-9]+ (?:\s*\.+ | (?=\s)) )
    | (?P<verdict> (?!--) (?:[!?]+|[-+=/∞±∓⩲⩱]+) (?=[\s){;$]|$) )
    | (?P<action> [^\s(){}\[\];$%"]+ )
    | (?P<strange> . )""",
    re.VERBOSE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class PgnRecord(TaggedRecord):
    """A record with what a PGN says about it; comments and signs by the number of actions played before them."""

    results: ClassVar[Mapping[str, str]] = RESULTS

    comments: Mapping[int, str] = field(default_factory=dict)
    signs: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


def read_pgn(text: str) -> list[PgnRecord]:
    """Read all games of a PGN; raises RecordError with the line where one can't be played."""
    game, found, place = Chess(), [], 0
    reader = _Reader(game)
    try:
        for token in TOKEN.finditer(text):
            kind, place = token.lastgroup or "", token.start()
            if reader.is_followed_by(kind):
                found.append(reader.close())
                reader = _Reader(game)
            reader.take(kind, token)
        if reader.tags or reader.has_begun:
            found.append(reader.close())
    except PlywiseError as error:
        line = text.count("\n", 0, place) + 1
        raise RecordError(f"Line {line} of the PGN can't be read: {error}") from None
    if not found:
        raise RecordError("There is no game in this PGN: write some actions, such as 1. e4 e5 *.")
    return found


def write_pgn(records: Iterable[PgnRecord]) -> str:
    """Write games one after the other, the seven tags of each first, in lines of fewer than 80 columns."""
    return "\n".join(f"{_tags(one)}\n{_movetext(one)}\n" for one in records)


class _Reader:
    """Takes the tokens of one game, which ends with a result or where the next one starts."""

    def __init__(self, game: Chess) -> None:
        self.game = game
        self.record: Record | None = None
        self.tags: dict[str, str] = {}
        self.comments: dict[int, list[str]] = {}
        self.signs: dict[int, list[int]] = {}
        self.result, self.depth = "", 0

    @property
    def has_begun(self) -> bool:
        """Whether more than tags have come."""
        return self.record is not None

    def is_followed_by(self, kind: str) -> bool:
        """Whether a token of this kind belongs to the next game; comments on a result belong to this one."""
        return (kind == "tag" and self.has_begun) or (self.result != "" and kind in ("action", "number", "result"))

    def take(self, kind: str, token: re.Match[str]) -> None:
        """Take the next token."""
        if kind == "tag":
            self.tag(token)
        elif kind == "bracket":
            self.depth += 1 if token["bracket"] == "(" else -1
        elif kind == "strange":
            raise RecordError(f"{token['strange']} stands alone: take it out, or close what it opens.")
        elif kind not in ("blank", "number"):
            self.record = self.record or self.start()
            if self.depth == 0:
                self.movetext(self.record, kind, token)
        if self.depth < 0:
            raise RecordError("this ) closes no variation: take it out.")

    def tag(self, token: re.Match[str]) -> None:
        """Keep a tag; of two with the same name, the last counts."""
        value = token["value"] if token["rough"] is None else token["rough"]
        self.tags[token["name"]] = unescaped(value)

    def movetext(self, record: Record, kind: str, token: re.Match[str]) -> None:
        """Play an action, or keep what the text says about those played."""
        played = len(record.actions)
        if kind == "action":
            marks = re.search(r"[!?]*$", token["action"])
            self.play(record, token["action"])
            self.sign(played + 1, SIGNS.get(marks[0] if marks else ""))
        elif kind == "verdict":
            self.sign(played, SIGNS.get(token["verdict"]))
        elif kind == "sign":
            self.sign(played, int(token["sign"]))
        elif kind == "result":
            self.result = RESULTS[token["result"]]
        else:
            words = token[kind].split()
            if words:
                self.comments.setdefault(played, []).extend(words)

    def sign(self, played: int, sign: int | None) -> None:
        """Keep a sign, if there is one."""
        if sign is not None:
            self.signs.setdefault(played, []).append(sign)

    def start(self) -> Record:
        """Set the board up as the tags say."""
        variant = self.tags.get("Variant", "")
        if variant.lower() not in STANDARD:
            raise RecordError(f"it is a game of {variant}: only standard chess can be read.")
        return Record(self.game, self.game.parse_state(self.tags["FEN"]) if "FEN" in self.tags else None)

    def play(self, record: Record, text: str) -> None:
        """Add an action, whether or not a draw could be claimed before it."""
        if record.state.flags >> CLOCK_AT & 255 >= MOST_QUIET:
            raise RecordError(f"{text} comes after seventy-five moves without a capture: end the game before it.")
        record.add(san.find(self.game, record.state, text))

    def close(self) -> PgnRecord:
        """Return the game; its result is the one after the actions, else the one in the tag."""
        if self.depth:
            raise RecordError("a variation is not closed: write ) after it.")
        record = self.record or self.start()
        result = self.result or RESULTS.get(self.tags.get("Result", ""), "*")
        comments = {played: " ".join(words) for played, words in self.comments.items()}
        signs = {played: tuple(signs) for played, signs in self.signs.items()}
        return PgnRecord(record, self.tags | {"Result": result}, result, comments, signs)


def _tags(one: PgnRecord) -> str:
    """Write the seven tags, then the others by name."""
    start = fen.write(one.record.states[0])
    others = {name: value for name, value in sorted(one.tags.items()) if name not in (*ROSTER, "FEN", "SetUp")}
    others |= {} if start == fen.START else {"SetUp": "1", "FEN": start}
    tags = {name: one.tags.get(name, unknown) for name, unknown in ROSTER.items()} | {"Result": one.result} | others
    return "".join(f"{tag_line(name, ' '.join(value.split()))}\n" for name, value in tags.items())


def _movetext(one: PgnRecord) -> str:
    """Write actions, signs, comments and the result, as many to a line as fit."""
    lines = [""]
    for word in _words(one):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > COLUMNS:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def _words(one: PgnRecord) -> Iterator[str]:
    """Yield the parts that must not be split across lines; after a comment, a move's number is repeated."""
    record, interrupted = one.record, True
    actions: list[Any] = record.actions
    for played, state in enumerate(record.states):
        yield from (f"${sign}" for sign in one.signs.get(played, ()))
        if one.comments.get(played):
            yield from f"{{{one.comments[played].replace('}', ')')}}}".split()
            interrupted = True
        if played < len(actions):
            number, mover = state.flags >> MOVE_AT, player_of(state)
            if mover == 0 or interrupted:
                yield f"{number}{'.' if mover == 0 else '...'}"
            yield san.name(record.game, state, actions[played])
            interrupted = False
    yield one.result
