"""Minimax with values to the player to move; the answer is a Decision."""

from plywise import Decision, Status


def minimax(game, state):
    value, action = best_for(game, state, game.to_move(state))
    return Decision(action, value, game.to_move(state), Status.PROVEN)


def best_for(game, state, player):
    """Return what a state is worth to a player."""
    if game.is_terminal(state):
        return game.utility(state, player), None
    mover = game.to_move(state)
    answers = [(best_for(game, game.result(state, action), mover)[0], action) for action in game.actions(state)]
    value, action = max(answers, key=lambda answer: answer[0])
    return (value if mover == player else game.utility_sum - value), action
