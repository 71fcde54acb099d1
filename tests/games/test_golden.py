"""One golden playing a game: a change in the rules, names or looks of any game shows as a difference.

To write the files again: PLYWISE_UPDATE_GOLDEN=1 python -m pytest tests/games/test_golden.py
"""

import hashlib
import os
from pathlib import Path
from random import Random

import pytest

from plywise import load_game
from plywise.explain import tell_outcome
from plywise.rules import as_view, player_name
from tests.games.samples import SPECS, playthrough, slug

MOST_LISTED = 400
GOLDEN = Path(__file__).parent / "golden"


def written_out(spec: str) -> str:
    """Write one random playing down: each state, whose turn it is, what may be played, and what is."""
    game = load_game(spec)
    record = playthrough(game, Random("golden"))
    lines = [f"game {spec}"]
    for number, state in enumerate(record.states):
        view = as_view(game.view(state))
        told = ", ".join(part for part in (view.turn, view.caption) if part)
        lines += ["", f"state {game.state_name(state)}", f"shown {told or '-'}"]
        lines += ["".join(cell.piece or "." for cell in view.cells)] * bool(view.cells)
        if number < len(record.actions):
            options = [game.action_name(state, action) for action in _options(game, state)]
            lines += [f"moves {player_name(game.to_move(state))}", f"among {_listed(options)}"]
            lines += [f"plays {game.action_name(state, record.actions[number])}"]
    lines += [f"worth {' '.join(f'{utility:g}' for utility in record.utilities)}", f"ended {tell_outcome(record)}"]
    return "\n".join(lines) + "\n"


def _listed(options):
    """List the options; of very many, the first, and a sum that changes with any of them."""
    if len(options) <= MOST_LISTED:
        return " ".join(options)
    total = hashlib.sha256(" ".join(options).encode()).hexdigest()[:16]
    return f"{' '.join(options[:10])} ... {len(options)} in all, {total}"


def _options(game, state):
    return [outcome for outcome, _ in game.chances(state)] if game.to_move(state) == -1 else list(game.actions(state))


@pytest.mark.parametrize("spec", SPECS)
def test_golden_playing(spec):
    file = GOLDEN / f"{slug(spec)}.txt"
    if os.environ.get("PLYWISE_UPDATE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(written_out(spec), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == written_out(spec)


def test_every_golden_file_belongs_to_a_game():
    assert sorted(file.name for file in GOLDEN.iterdir()) == sorted(f"{slug(spec)}.txt" for spec in SPECS)
