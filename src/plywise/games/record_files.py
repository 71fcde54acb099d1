"""Played games as files: in our own form, and in the forms that players of chess, draughts and Go use.

| ending | form | games in a file |
|---|---|---|
| .json, or none | our own, any game | one |
| .jsonl | the same, one to a line | many |
| .pgn | chess | many |
| .pdn | draughts | many |
| .sgf | Go | one |

>>> from plywise.games.chess import Chess
>>> record = Record(Chess())
>>> _ = record.play(record.find("e4"))
>>> write_records([record], ".pgn").splitlines()[-1], own_suffix(record.game)
('1. e4 *', '.pgn')
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from plywise.files import read_text
from plywise.games.catalog import load_game, load_named_game
from plywise.rules import Game, PlywiseError, Record, RecordError
from plywise.rules.record import read_content

JSON, LINES = ".json", ".jsonl"


class RecordForm(NamedTuple):
    """A form that players of one game use."""

    game: str
    parameters: tuple[str, ...]
    """What of a game its spec has to say."""
    read: Callable[[str], list[Record]]
    write: Callable[[Sequence[Record]], str]


def _read_pgn(text: str) -> list[Record]:
    from plywise.games.chess.pgn import read_pgn

    return [each.record for each in read_pgn(text)]


def _write_pgn(records: Sequence[Record]) -> str:
    from plywise.games.chess.pgn import PgnRecord, write_pgn

    return write_pgn([PgnRecord.of(record) for record in records])


def _read_pdn(text: str) -> list[Record]:
    from plywise.games.draughts.pdn import read_pdn

    return [each.record for each in read_pdn(text)]


def _write_pdn(records: Sequence[Record]) -> str:
    from plywise.games.draughts.pdn import PdnRecord, write_pdn

    return write_pdn([PdnRecord.of(record) for record in records])


def _read_sgf(text: str) -> list[Record]:
    from plywise.games.go.sgf import read_sgf

    return [read_sgf(text)]


def _write_sgf(records: Sequence[Record]) -> str:
    from plywise.games.go.sgf import write_sgf

    return write_sgf(_only(records, ".sgf")) + "\n"


FORMS = {
    ".pgn": RecordForm("chess", (), _read_pgn, _write_pgn),
    ".pdn": RecordForm("draughts", (), _read_pdn, _write_pdn),
    ".sgf": RecordForm("go", ("size", "komi"), _read_sgf, _write_sgf),
}


def read_records(path: Path, game: Game | None = None, how: str = "--game") -> list[Record]:
    """Read the games of a file by its ending; of our own form, `game` says whose rules, unless the file names them.

    A file may name only games that are installed: rules are programs, and a file may come from anybody. `how` says in
    a message how a person names other rules.
    """
    form = _form(path.suffix)
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise RecordError(f"{path} can't be read: {reason}.") from None
    try:
        if form is not None:
            return [_with_spec(record, form) for record in form.read(text)]
        texts = [line for line in text.splitlines() if line.strip()] if path.suffix.lower() == LINES else [text]
        return [_read_own(each, path, game, how) for each in texts]
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def write_records(records: Sequence[Record], suffix: str) -> str:
    """Return games as a file's text, in the form that its ending stands for."""
    form = _form(suffix)
    if form is not None:
        kind = type(load_game(form.game))
        for record in records:
            if not isinstance(record.game, kind):
                raise RecordError(f"{suffix} is for {form.game}: save {record.game.name} as .json.")
        return form.write(records)
    if suffix.lower() == LINES:
        return "".join(json.dumps(json.loads(record.to_json())) + "\n" for record in records)
    return _only(records, suffix).to_json()


def own_suffix(game: Game) -> str:
    """Return the ending of the form that a game's players use."""
    for suffix, form in FORMS.items():
        if game.spec.partition(":")[0] == form.game or type(game).__name__.lower() == form.game:
            return suffix
    return JSON


def _form(suffix: str) -> RecordForm | None:
    """Return the form of an ending, None for our own; refuses others."""
    suffix = suffix.lower()
    if suffix not in ("", JSON, LINES, *FORMS):
        raise PlywiseError(f"A file of games ends in {', '.join([JSON, LINES, *FORMS])}, not '{suffix}': rename it.")
    return FORMS.get(suffix)


def _read_own(text: str, path: Path, game: Game | None, how: str) -> Record:
    named = read_content(text)["game"]
    rules = load_named_game(named, str(path), how) if game is None else game
    return Record.from_json(text, rules)


def _with_spec(record: Record, form: RecordForm) -> Record:
    """Let the record's game say how it is loaded again."""
    given = ",".join(f"{name}={getattr(record.game, name):g}" for name in form.parameters)
    record.game.spec = f"{form.game}:{given}" if given else form.game
    return record


def _only(records: Sequence[Record], suffix: str) -> Record:
    if len(records) != 1:
        raise RecordError(f"A {suffix} file holds one game, not {len(records)}: write .jsonl, .pgn or .pdn instead.")
    return records[0]
