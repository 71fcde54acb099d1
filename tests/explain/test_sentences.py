"""Decisions in sentences: what to play, why not something else, how sure that is, and what was left out."""

import re

import pytest

from plywise.explain import explain_state
from plywise.explain.prose import account_for
from plywise.explain.trace import record_search, tell_pruning
from plywise.explain.trace.pruning import NOT_NEEDED, count_states
from plywise.games.catalog import load_game
from plywise.rules import Bound, Choice, Decision, Limit, Status, Unit
from plywise.search import alpha_beta, expectiminimax, max_n, minimax, paranoid, uct


def account(spec, algorithm, state=None, **options):
    game = load_game(spec)
    start = game.initial() if state is None else game.parse_state(state)
    return account_for(game, start, algorithm(game, start, **options))


def test_a_figure_is_told_as_its_text_tells_it():
    assert account("figure-5.2", alpha_beta).sentences() == [
        "MAX should play a1.",
        "If both play their best, MAX gets 3. That is proven: it follows from the rules alone.",
        "It expects: MAX plays a1, MIN answers b1; the game is over, and MAX gets 3.",
        "a2 is worse: MIN answers c1, and MAX gets 2 at most.",
        "a3 is worse: MIN answers d3, and MAX gets 2 at most.",
        "It looked as far as the end of the game wherever that matters, so nothing is guessed.",
    ]


def test_wins_draws_and_losses_are_called_so():
    told = account("tic-tac-toe", minimax, "X2/1O1/2X")
    assert told.choice == "B should play b1."
    assert told.value.startswith("If both play their best, it is a draw.")
    assert told.others[0] == "a2, c2 and b3 are just as good."
    assert told.others[1] == "a1 loses: A answers c3, B plays b1, A plays c2; the game is over, and A wins."


def test_where_all_is_lost_it_says_so():
    told = account("ii-nim", minimax)
    assert told.value.startswith("If both play their best, B wins.")
    assert told.others == ("A2, B1 and B2 lose too.",)


def test_an_estimate_is_called_an_estimate():
    told = account("connect-four", alpha_beta, limit=Limit(depth=2))
    assert told.value == "It looks even: the estimate is 0 to Yellow. Nothing is proven."
    assert told.horizon == "It looked 2 plies ahead (a ply is one action of one player); beyond that it estimates."
    assert told.others[0] == "5, 6 and 7 are no better."
    assert told.others[1] == "3 looks worse: Red answers 4, and the estimate is −2 instead of 0."
    assert "proven" not in " ".join(told.others)


def test_without_an_estimate_nothing_is_known():
    told = account("nim", minimax, limit=Limit(depth=1))
    assert told.value == "Nothing is decided within this depth, and this game has no `evaluate` to estimate with."
    assert told.horizon.endswith("what comes after that it does not know.")


def test_everyone_gets_told_their_share():
    told = account("three-kings", max_n)
    assert told.value.startswith("If everyone plays their best, they get: A 3, B 3 and C 0.")
    assert told.others == ("B is worse: C answers A; the game is over, and A has 0, B has 0 and C has 6.",)


def test_dice_are_told_on_average():
    told = account("coin-toss", expectiminimax)
    assert told.value.startswith("Played well, it brings MAX 3.5 on average.")
    assert told.line == "It expects: MAX plays toss; then chance decides."
    assert told.others == ("sure is worse: MAX gets 3 on average.",)


def test_simulations_are_not_called_wins():
    told = account("tic-tac-toe", uct, limit=Limit(simulations=60))
    assert re.fullmatch(
        r"In 60 simulations, \d+ of them beginning with \w\d, A got [\d.]+ on average, give or take [\d.]+\. "
        r"Nothing is proven\.",
        told.value,
    )
    compared = (
        r"\w\d (looks worse|looks just as good|did no worse, but was tried less): \d+ simulations began with it, .*"
    )
    assert all(
        re.fullmatch(rf"{compared}|.* tried \d+ times each, at most: too few to say\.", each) for each in told.others
    )
    told = account("tic-tac-toe", uct, "XO1/XO1/3", limit=Limit(simulations=60))
    assert told.value.startswith("If both play their best, A wins.")
    assert told.others == ("b1, c1, c2 and c3 were not tried, so nothing is known of them.",)


def test_what_is_not_decided_is_not_called_a_draw():
    told = account("nim", minimax, "A(1,2,2)", limit=Limit(depth=2))
    assert not any("draw" in each for each in told.sentences())


def test_a_paranoid_value_is_against_everyone():
    assert account("three-kings", paranoid).value.startswith("Even if all the others play against A, A gets 0.")


def test_a_sure_win_is_not_compared_with_estimates():
    told = account("tic-tac-toe", minimax, "XX1/O2/O2", limit=Limit(depth=1))
    assert told.others[0] == "b2 is less sure: the estimate is 11, and nothing is proven."


def test_the_end_and_chance_leave_nothing_to_choose():
    assert account("tic-tac-toe", minimax, "XXX/OO1/3").sentences() == ["The game is over.", "A wins."]
    told = account("coin-toss", expectiminimax, "coin")
    assert told.choice == "Chance moves here."
    assert "MAX 3.5 on average" in told.value


def test_a_bound_says_which_side_is_open():
    game = load_game("figure-5.2")
    choice = Choice(0, 3, Bound.LOWER, Status.BOUNDED, Unit.UTILITY, (0, 0))
    decision = Decision(0, 3, 0, Status.BOUNDED, Bound.LOWER, line=(0, 0), choices=(choice,), depth=2)
    told = account_for(game, game.initial(), decision)
    assert told.choice == "MAX can only play a1."
    assert told.value == "MAX gets at least 3: this is proven, and it may be more."


@pytest.mark.parametrize(
    ("spec", "depth"), [("connect-four", 3), ("othello", 3), ("kalah", 2), ("pig", 3), ("mnk:players=3", 3)]
)
def test_sentences_are_sentences_in_every_game(spec, depth):
    algorithm = {"pig": expectiminimax, "mnk:players=3": max_n}.get(spec, alpha_beta)
    for sentence in account(spec, algorithm, limit=Limit(depth=depth)).sentences():
        assert sentence == sentence.strip()
        assert sentence.endswith("."), sentence
        assert "  " not in sentence
        assert ".." not in sentence


def test_what_was_pruned_is_told_with_its_reason_and_its_worth():
    told = tell_pruning(record_search(load_game("figure-5.2"), alpha_beta))
    assert told[0] == "alpha-beta looked at 11 states; minimax, which leaves nothing out, would look at 13."
    assert told[1].startswith("MAX wants a large value")
    assert "c2 and c3 are not looked at." in told[2]


@pytest.mark.parametrize(("depth", "is_guessed"), [(None, False), (6, True)])
def test_what_is_proven_is_not_explained_by_estimates(depth, is_guessed):
    game = load_game("tic-tac-toe")
    (trace,) = explain_state(game, game.initial(), depth=depth, algorithm="alpha-beta" if depth else None).panes
    told = [sentence for sentence in tell_pruning(trace) if "already has" in sentence]
    assert told
    assert all(("≈" in sentence) == is_guessed for sentence in told)


def test_where_a_proof_left_something_open_it_is_said_not_to_matter():
    game = load_game("nim")
    (trace,) = explain_state(game, game.initial(), algorithm="alpha-beta").panes
    told = tell_pruning(trace)
    assert any("≈" in sentence for sentence in told if "already has" in sentence)
    assert NOT_NEEDED in told


def test_a_search_that_prunes_nothing_says_so():
    assert tell_pruning(record_search(load_game("figure-5.2"), minimax)) == [
        "minimax looked at 13 states and left nothing out."
    ]


@pytest.mark.parametrize(("spec", "depth"), [("tic-tac-toe", 3), ("kalah", 3), ("coin-toss", 9), ("figure-5.2", 9)])
def test_minimax_is_counted_as_it_searches(spec, depth):
    game = load_game(spec)
    algorithm = expectiminimax if game.has_chance else minimax
    assert count_states(game, game.initial(), depth) == algorithm(game, limit=Limit(depth=depth)).nodes


def test_counting_ends():
    game = load_game("connect-four")
    assert count_states(game, game.initial(), most=500) is None
