"""What of a played game still counts where states may come up again."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from plywise.rules.game import Game


def fatal_states(game: Game, history: Sequence[Any]) -> dict[Hashable, Any]:
    """Return the states that one more occurrence would end, or that may not come again, by their repetition key."""
    seen = Counter(game.repetition_key(state) for state in history)
    fatal = game.repetition_count - 1 if game.repetition == "draw" else 1
    states = {game.repetition_key(state): state for state in history}
    return {key: states[key] for key, times in seen.items() if times >= fatal and key is not None}
