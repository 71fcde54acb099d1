"""A tree that is kept, and one that threads share: the same proofs, and visits that add up."""

from functools import cache
from random import Random

import pytest

from plywise import Limit, load_game
from plywise.kernel import TreeSearcher
from plywise.rules import TreeOptions
from plywise.search import alpha_beta, minimax
from tests.kernel.search_games import DrawnRounds, random_rounds

GAME = load_game("tic-tac-toe")
SMALL = "connect-four:width=5,height=4"


@cache
def worths(state):
    """What each action is worth, by alpha-beta."""
    return {choice.action: choice.value for choice in alpha_beta(GAME, state, all_exact=True).choices}


def visits(decision):
    return sum(choice.visits for choice in decision.choices)


def two_plies_on(game, decision):
    state = game.initial()
    for action in decision.line[:2]:
        state = game.result(state, action)
    return state


def test_a_state_two_plies_on_is_searched_on_with_what_is_known():
    game = load_game(SMALL)
    searcher = TreeSearcher(game, tree_mb=16)
    first = searcher.decide(limit=Limit(simulations=3_000))
    state = two_plies_on(game, first)
    known = TreeSearcher(game, tree_mb=16, reuse=False)
    known.decide(limit=Limit(simulations=3_000))
    again = searcher.decide(state, limit=Limit(simulations=100))
    assert again.simulations == 100
    assert visits(again) > 300, "the visits of the first search count"
    assert visits(known.decide(state, limit=Limit(simulations=100))) == 100
    layout = searcher.machine.layout
    assert int(searcher.blocks[0][layout.USED]) < len(searcher.tree) // 2


def test_what_starts_from_scratch():
    game = load_game(SMALL)
    searcher = TreeSearcher(game, tree_mb=16)
    limit = Limit(simulations=200)
    state = two_plies_on(game, searcher.decide(limit=Limit(simulations=2_000)))
    assert visits(searcher.decide(state, limit=limit, seed=0)) == 200, "a seed asks for what can be repeated"
    first = searcher.decide(limit=Limit(simulations=2_000))
    assert visits(first) == 2_000, "the root came before: it isn't below the last one"
    searcher.forget()
    assert visits(searcher.decide(two_plies_on(game, first), limit=limit)) == 200
    searcher.decide(limit=Limit(simulations=2_000))
    assert visits(searcher.decide(two_plies_on(game, first), limit=Limit(simulations=200, depth=9))) <= 200


@pytest.mark.parametrize("options", [TreeOptions(), TreeOptions(rave=50, fpu=0.3)])
@pytest.mark.parametrize("threads", [1, 3])
def test_what_a_kept_tree_proves_is_true(options, threads):
    searcher = TreeSearcher(GAME, tree_mb=16, threads=threads, options=options)
    random = Random(f"{threads} and a kept tree")
    for _ in range(30):
        state = GAME.result(GAME.initial(), random.choice(list(GAME.actions(GAME.initial()))))
        while not GAME.is_terminal(state):
            decision = searcher.decide(state, limit=Limit(simulations=random.choice((20, 150))))
            for choice in decision.choices:
                assert choice.status != "proven" or choice.value == worths(state)[choice.action]
            if decision.status == "proven":
                assert decision.value == max(worths(state).values())
            state = GAME.result(state, random.choice((decision.action, random.choice(list(GAME.actions(state))))))


def test_a_tree_grown_along_another_path_is_dropped():
    game = DrawnRounds()
    searcher = TreeSearcher(game, tree_mb=4)
    continued = 0
    for seed in range(30):
        state = random_rounds(game, seed)
        first = searcher.decide(state, limit=Limit(simulations=40))
        after = game.result(state, first.action)
        if game.is_terminal(after):
            continue
        for history in ([state], []):
            searcher.forget()
            searcher.decide(state, limit=Limit(simulations=40))
            decision = searcher.decide(after, limit=Limit(simulations=60), history=history)
            continued += visits(decision) > decision.simulations
            assert history or visits(decision) == decision.simulations
            if decision.status == "proven":
                assert decision.value == minimax(game, after, history=history).value
    assert continued > 3


def test_threads_grow_one_tree():
    game = load_game(SMALL)
    for options in (TreeOptions(), TreeOptions(rave=100, fpu=0.2)):
        searcher = TreeSearcher(game, tree_mb=16, threads=4, options=options)
        decision = searcher.decide(limit=Limit(simulations=20_000))
        assert decision.simulations == 20_000 == visits(decision)
        assert searcher.tree.word(0, searcher.machine.layout.VISITS) == 20_000, "they grow one tree, not one each"
    random = Random("threads and one tree")
    for _ in range(60):
        state = GAME.initial()
        for _ in range(random.randint(1, 4)):
            state = GAME.result(state, random.choice(list(GAME.actions(state))))
        together = TreeSearcher(GAME, tree_mb=1, threads=4, reuse=False)
        proven = together.decide(state, limit=Limit(), seed=random.randrange(99))
        assert (proven.status, proven.value) == ("proven", max(worths(state).values()))
        assert all(each.value == worths(state)[each.action] for each in proven.choices if each.status == "proven")
