"""Expectiminimax as in the book, with a depth that must be given."""


def expectiminimax(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    if depth == 0:
        return game.evaluate(state, 0), None
    if game.to_move(state) == -1:
        total = 0
        for outcome, probability in game.chances(state):
            total += probability * expectiminimax(game, game.result(state, outcome), depth - 1)[0]
        return total, None
    answers = [(expectiminimax(game, game.result(state, a), depth - 1)[0], a) for a in game.actions(state)]
    choose = max if game.to_move(state) == 0 else min
    return choose(answers, key=lambda answer: answer[0])
