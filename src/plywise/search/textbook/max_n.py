"""Max^n: more than two players, each of whom maximises its own share (Russell & Norvig, section 5.2.2)."""

from typing import Any

from plywise.rules import Action, Game


def max_n(game: Game, state: Any) -> tuple[tuple[float, ...], Action]:
    """Return what a state is worth to each player, and the action that the player to move should choose."""
    if game.is_terminal(state):
        return tuple(game.utility(state, player) for player in range(game.players)), None
    mover = game.to_move(state)
    best, move = None, None
    for action in game.actions(state):
        vector, _ = max_n(game, game.result(state, action))
        if best is None or vector[mover] > best[mover]:
            best, move = vector, action
    assert best is not None, "where the game isn't over, there is an action"
    return best, move
