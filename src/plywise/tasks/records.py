"""Records that clients bring and take away, as data.

>>> from plywise.games.nim import Nim
>>> found = import_games(Nim(piles=(1, 2)), "A1, B2")
>>> [node["action"] for node in found["games"][0]["nodes"]]
['', 'A1', 'B2']
>>> export_game(Nim(piles=(1, 2)), "nim", "moves", found["games"][0])
{'text': 'A1, B2', 'suffix': '.txt'}
"""

from collections.abc import Mapping
from typing import Any, cast

from plywise.games.record_files import JSON, own_suffix
from plywise.games.record_texts import Form, export_text, import_text
from plywise.rules import Game, RecordError, RecordTree
from plywise.rules.record_data import tree_data, tree_from_data
from plywise.tasks.limits import MOST_ACTIONS, MOST_NODES


def set_up(game: Game, pieces: Mapping[str, str], player: int) -> str:
    """Return the name of the state with certain pieces on the board; raises what says why there can be none."""
    if not game.offers("place_pieces") or player >= game.players:
        raise RecordError(f"A board of {game.name} can't be set up by its pieces: paste a state instead.")
    allowed = {piece for each in getattr(game, "setup_pieces", ()) for piece in each}
    strange = sorted({*pieces.values()} - allowed)
    if strange:
        raise RecordError(f"{strange[0][:20]!r} can't be put on this board: choose one of {' '.join(sorted(allowed))}.")
    state = cast(Any, game).place_pieces(pieces, player)
    return game.state_name(state)


def import_games(game: Game, text: str) -> dict[str, Any]:
    """Return the games of a text, and what there is to know about them; a usual start is empty. Raises RecordError."""
    trees = import_text(text, game)
    nodes = sum(len(tree.nodes) for tree in trees)
    if nodes > MOST_NODES:
        raise RecordError(f"This text has {nodes:,} actions: bring {MOST_NODES:,} at most at a time.")
    notes = [note for tree in trees for note in _notes(tree)]
    usual = game.state_name(game.initial())
    games = [{**tree_data(tree), "start": "" if tree.start == usual else tree.start} for tree in trees]
    return {"games": games, "notes": notes}


def export_game(game: Game, game_id: str, form: Form, record: dict[str, Any]) -> dict[str, Any]:
    """Return a game as text, and how a file of it should end; raises RecordError."""
    tree = tree_from_data(record, game)
    suffix = {"players": own_suffix(game), "json": JSON, "moves": ".txt"}[form]
    return {"text": export_text(tree, form, game_id), "suffix": suffix}


def _notes(tree: RecordTree) -> list[str]:
    """Say where the app shows a game otherwise than it was played."""
    notes, depths = [], [0]
    for node in tree.nodes[1:]:
        depths.append(depths[node.after] + 1)
    if max(depths) > MOST_ACTIONS:
        notes.append(f"A line has {max(depths):,} actions: only the first {MOST_ACTIONS:,} can be visited.")
    if "KM" in tree.tags and hasattr(tree.game, "komi"):
        notes.append(f"It was played with a komi of {tree.tags['KM']}; on this board it is {tree.game.komi:g}.")
    return notes
