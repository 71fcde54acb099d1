"""Tactics: a win in one, and the actions that let the opponent win in one; everything that is said is proven."""

from random import Random

from plywise import Limit, load_game
from plywise.games.placing.connect_four import ConnectFour
from plywise.rules import Record
from plywise.search import enumerate_states, find_tactics, minimax
from tests.search.small_games import Ring

CONNECT_FOUR = load_game("connect-four")


def test_what_is_said_is_what_two_plies_prove():
    random = Random("tactics")
    seen = {"win": 0, "loss": 0}
    while min(seen.values()) < 10:
        record = Record(CONNECT_FOUR)
        for _ in range(random.randint(6, 24)):
            if not record.is_over:
                record.play(random.choice(record.options()))
        if record.is_over:
            continue
        state = record.state
        worth = {choice.action: choice.value for choice in minimax(CONNECT_FOUR, state, limit=Limit(depth=2)).choices}
        tactics = find_tactics(CONNECT_FOUR, state)
        has_win = any(
            CONNECT_FOUR.is_terminal(CONNECT_FOUR.result(state, action)) and value == 1
            for action, value in worth.items()
        )
        assert (tactics.decision is not None) == has_win
        if tactics.decision:
            seen["win"] += 1
            assert worth[tactics.decision.action] == 1
        for action, choice in tactics.losing.items():
            seen["loss"] += 1
            after = CONNECT_FOUR.result(CONNECT_FOUR.result(state, action), choice.line[1])
            assert CONNECT_FOUR.is_terminal(after)
            assert CONNECT_FOUR.utility(after, CONNECT_FOUR.to_move(state)) == choice.value == -1


def test_what_was_enumerated_is_not_asked_again():
    class Counted(ConnectFour):
        calls = 0

        def result(self, state, action):
            type(self).calls += 1
            return super().result(state, action)

    game = Counted()
    graph = enumerate_states(game, limit=Limit(nodes=3000))
    before = Counted.calls
    find_tactics(game, graph=graph)
    assert Counted.calls == before


def test_where_states_recur_nothing_is_said_of_the_opponent():
    assert find_tactics(Ring()).losing == {}
