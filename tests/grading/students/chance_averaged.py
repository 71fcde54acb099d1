"""Expectiminimax that takes all outcomes for equally likely."""


def expectiminimax(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    if depth == 0:
        return game.evaluate(state, 0), None
    if game.to_move(state) == -1:
        values = [expectiminimax(game, game.result(state, outcome), depth - 1)[0] for outcome, _ in game.chances(state)]
        return sum(values) / len(values), None
    answers = [(expectiminimax(game, game.result(state, a), depth - 1)[0], a) for a in game.actions(state)]
    choose = max if game.to_move(state) == 0 else min
    return choose(answers, key=lambda answer: answer[0])
