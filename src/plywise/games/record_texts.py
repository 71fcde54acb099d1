"""Games from texts that somebody pastes or drops, whatever they are: our own record, PGN, PDN, SGF, a state, a list.

>>> from plywise.games.chess import Chess
>>> [tree] = import_text("1. e4 (1. d4) e5 *", Chess())
>>> export_text(tree, "moves"), import_text("e4, e5", Chess())[0].line(2)
('e4, e5', ['e4', 'e5'])
>>> import_text("8/8/8/8/8/5k2/4p3/4K3 b - -", Chess())[0].start
'8/8/8/8/8/5k2/4p3/4K3 b - - 0 1'
"""

import contextlib
import re
from typing import Literal, TypeAlias

from plywise.games.record_files import FORMS, JSON, own_suffix, write_trees
from plywise.rules import Game, PlywiseError, RecordError, RecordNode, RecordTree, TreeStates
from plywise.rules.record_data import is_own, read_tree, write_tree

Form: TypeAlias = Literal["players", "json", "moves"]
"""The form that a game's players use, our own, or a list of the main line's actions."""

SEPARATORS = (r"\n", r"[,\n]", r"[\s,]+")
NUMBER = re.compile(r"^\d+(?:\.+\s*|\s+)(?=\S)")
"""The number before an action in a list."""


def import_text(text: str, game: Game) -> list[RecordTree]:
    """Return the games of a text, by this game's rules; raises RecordError with one sentence."""
    text = text.strip().removeprefix("\ufeff").strip()
    if not text:
        raise RecordError("There is nothing in it: paste a record, a state, or a list of actions.")
    if is_own(text):
        return [read_tree(text, game)]
    if "\n" not in text:
        with contextlib.suppress(PlywiseError):  # a single line may be a record too
            return [RecordTree(game, game.state_name(game.parse_state(text)))]
    form = FORMS.get(own_suffix(game))
    if form is None:
        return [_read_list(text, game)]
    try:
        return [_with_rules(tree, game, form.parameters) for tree in form.read(text)]
    except RecordError as error:
        try:
            return [_read_list(text, game)]
        except RecordError:
            raise error from None


def export_text(tree: RecordTree, form: Form, spec: str | None = None) -> str:
    """Write a game in a form; `spec` names it in our own, where it wasn't loaded by that."""
    if form == "json" or (form == "players" and own_suffix(tree.game) == JSON):
        return write_tree(tree, spec)
    if form == "players":
        return write_trees([tree], own_suffix(tree.game))
    names = tree.record.action_names
    return ("\n" if any("," in name for name in names) else ", ").join(names)


def _with_rules(tree: RecordTree, game: Game, parameters: tuple[str, ...]) -> RecordTree:
    """Return a game as one of these rules; refuses another board, and keeps another komi as a tag."""
    for name in parameters:
        theirs, ours = getattr(tree.game, name), getattr(game, name)
        if theirs != ours and name != "komi":
            raise RecordError(f"It is a game with {name}={theirs}, and this one has {name}={ours}: open it there.")
        if theirs != ours:
            tree.tags["KM"] = f"{theirs:g}"
    tree.game = game
    return tree


def _read_list(text: str, game: Game) -> RecordTree:
    """Read a list of actions: one to a line, or with commas or space between them; numbers before them are dropped."""
    furthest, refusal = -1, ""
    for separator in SEPARATORS:
        names = [name for each in re.split(separator, text) if (name := each.strip())]
        tree, replay = RecordTree(game), TreeStates(game, game.initial())
        try:
            for at, name in enumerate(names):
                tree.nodes.append(RecordNode(_play(replay, at, name), at))
        except PlywiseError as error:
            if len(tree.nodes) > furthest:
                furthest, refusal = len(tree.nodes), str(error)
        else:
            return tree
    raise RecordError(f"Action {furthest} of this list can't be played: {refusal}")


def _play(replay: TreeStates, at: int, name: str) -> str:
    """Play an action by its name, or by what follows the number before it."""
    try:
        return replay.play(at, name)
    except PlywiseError:
        rest = NUMBER.sub("", name)
        if rest == name:
            raise
        return replay.play(at, rest)
