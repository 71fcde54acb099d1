"""Played games as files: in our own form, and in the forms that players of chess, draughts and Go use.

| ending | form | games in a file |
|---|---|---|
| .json, or none | our own, any game | one |
| .jsonl | the same, one to a line | many |
| .pgn | chess | many |
| .pdn | draughts | many |
| .sgf | Go | many |

Every form keeps variations, comments, signs and tags (`RecordTree`).

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
from plywise.rules import Game, PlywiseError, Record, RecordError, RecordTree
from plywise.rules.record_data import named_in, read_tree, write_tree

JSON, LINES = ".json", ".jsonl"


class RecordForm(NamedTuple):
    """A form that players of one game use."""

    game: str
    parameters: tuple[str, ...]
    """What of a game its spec has to say."""
    read: Callable[[str], list[RecordTree]]
    write: Callable[[Sequence[RecordTree]], str]
    result: Callable[[Record], str]
    """How a record ended, as this form says it."""


def _read_pgn(text: str) -> list[RecordTree]:
    from plywise.games.chess.pgn import read_pgn

    return read_pgn(text)


def _write_pgn(trees: Sequence[RecordTree]) -> str:
    from plywise.games.chess.pgn import write_pgn

    return write_pgn(trees)


def _chess_result(record: Record) -> str:
    from plywise.games.shared.movetext import result_of

    return result_of(record, white=0)


def _read_pdn(text: str) -> list[RecordTree]:
    from plywise.games.draughts.pdn import read_pdn

    return read_pdn(text)


def _write_pdn(trees: Sequence[RecordTree]) -> str:
    from plywise.games.draughts.pdn import write_pdn

    return write_pdn(trees)


def _draughts_result(record: Record) -> str:
    from plywise.games.shared.movetext import result_of

    return result_of(record, white=1)


def _read_sgf(text: str) -> list[RecordTree]:
    from plywise.games.go.sgf import read_sgf

    return read_sgf(text)


def _write_sgf(trees: Sequence[RecordTree]) -> str:
    from plywise.games.go.sgf import write_sgf

    return write_sgf(trees)


def _go_result(record: Record) -> str:
    from plywise.games.go.sgf import tell_result

    return tell_result(record)


FORMS = {
    ".pgn": RecordForm("chess", (), _read_pgn, _write_pgn, _chess_result),
    ".pdn": RecordForm("draughts", (), _read_pdn, _write_pdn, _draughts_result),
    ".sgf": RecordForm("go", ("size", "komi"), _read_sgf, _write_sgf, _go_result),
}


def read_trees(path: Path, game: Game | None = None, how: str = "--game") -> list[RecordTree]:
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
            return [_with_spec(tree, form) for tree in form.read(text)]
        texts = [line for line in text.splitlines() if line.strip()] if path.suffix.lower() == LINES else [text]
        return [_read_own(each, path, game, how) for each in texts]
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def read_records(path: Path, game: Game | None = None, how: str = "--game") -> list[Record]:
    """Read the main lines of a file's games, as `read_trees` does."""
    return [tree.record for tree in read_trees(path, game, how)]


def write_trees(trees: Sequence[RecordTree], suffix: str) -> str:
    """Return games as a file's text, in the form that its ending stands for."""
    form = _form(suffix)
    if form is not None:
        kind = type(load_game(form.game))
        for tree in trees:
            if not isinstance(tree.game, kind):
                raise RecordError(f"{suffix} is for {form.game}: save {tree.game.name} as .json.")
        return form.write(trees)
    if suffix.lower() == LINES:
        return "".join(json.dumps(json.loads(write_tree(tree))) + "\n" for tree in trees)
    if len(trees) != 1:
        raise RecordError(
            f"A {suffix} file holds one game, not {len(trees)}: write .jsonl, .pgn, .pdn or .sgf instead."
        )
    return write_tree(trees[0])


def write_records(records: Sequence[Record], suffix: str) -> str:
    """Return games as a file's text, each with its result where the form has one."""
    form = _form(suffix)
    kind = None if form is None else type(load_game(form.game))
    trees = []
    for record in records:
        tells = form is not None and kind is not None and isinstance(record.game, kind)
        trees.append(RecordTree.of(record, result=form.result(record)) if form and tells else RecordTree.of(record))
    return write_trees(trees, suffix)


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


def _read_own(text: str, path: Path, game: Game | None, how: str) -> RecordTree:
    rules = load_named_game(named_in(text), str(path), how) if game is None else game
    return read_tree(text, rules)


def _with_spec(tree: RecordTree, form: RecordForm) -> RecordTree:
    """Let the tree's game say how it is loaded again."""
    given = ",".join(f"{name}={getattr(tree.game, name):g}" for name in form.parameters)
    tree.game.spec = f"{form.game}:{given}" if given else form.game
    return tree
