"""Trees with backed-up values, and values in words."""

import pytest

from plywise.explain import grow, tell_outcome, tell_worth, verdict
from plywise.games.catalog import load_game
from plywise.rules import Bound, Decision, Game, Record, SearchError, Status, Unit
from plywise.search import max_n, minimax


@pytest.mark.parametrize("name", ["figure-5.2", "cicirello-cutoff", "nau-figure-1", "ii-nim"])
def test_a_whole_tree_has_minimax_values(name):
    game = load_game(name)
    root = grow(game, game.initial(), depth=8)
    decision = minimax(game)
    to_a = decision.value if decision.player == 0 else -decision.value
    assert root.is_exact
    assert root.value == to_a
    assert [child.is_best for child in root.children].index(True) == [
        choice.action for choice in decision.choices
    ].index(decision.action)


def test_vectors_come_up_in_three_player_trees():
    game = load_game("figure-5.4")
    assert grow(game, game.initial(), depth=3).values == max_n(game).values == (1, 2, 6)


def test_chance_is_averaged():
    game = load_game("coin-toss")
    assert grow(game, game.initial(), depth=3).value == 3.5


def test_estimates_at_the_edge_are_marked():
    game = load_game("tic-tac-toe")
    root = grow(game, game.initial(), depth=1)
    assert not root.is_exact
    assert root.is_evaluation


def test_a_win_at_hand_outranks_every_estimate():
    game = load_game("tic-tac-toe")
    root = grow(game, game.parse_state("XX1/OO1/3"), depth=1)
    assert root.value == 1
    assert not root.is_evaluation


def test_too_large_a_tree_is_refused():
    game = load_game("connect-four")
    with pytest.raises(SearchError, match="draw a smaller one"):
        grow(game, game.initial(), depth=7)


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (Decision("a", 1, 0, Status.PROVEN), "With best play A wins."),
        (Decision("a", 1, 1, Status.PROVEN), "With best play B wins."),
        (Decision("a", -1, 1, Status.PROVEN), "With best play A wins."),
        (Decision("a", 0.5, 0, Status.PROVEN), "With best play A wins by 0.5."),
        (Decision("a", 0, 0, Status.PROVEN), "With best play it is a draw."),
        (Decision("a", 0.5, 1, Status.BOUNDED, Bound.LOWER), "Proven so far: B gets at least 0.5 with best play."),
        (Decision("a", -0.5, 0, Status.BOUNDED, Bound.UPPER), "Proven so far: A gets at most -0.5 with best play."),
        (
            Decision("a", 12, 0, Status.HEURISTIC, unit=Unit.EVALUATION, depth=4),
            "Not decided at depth 4: evaluation 12 to A, by estimate.",
        ),
        (Decision("a", 1, 0, Status.PROVEN, values=(1, -1)), "With best play A wins."),
    ],
)
def test_verdicts(decision, words):
    assert verdict(Game(), decision) == words


def test_the_verdict_on_three_players_is_what_each_gets():
    decision = Decision("a", 1, 0, Status.PROVEN, values=(1, 2, 6))
    assert verdict(load_game("figure-5.4"), decision) == "With everyone's best play: A 1, B 2, C 6."


def test_constant_sum_verdict_knows_its_draw():
    class Half(Game):
        utility_range, utility_sum, utility_scale = (0, 1), 1, 2

    assert verdict(Half(), Decision("a", 0.5, 1, Status.PROVEN)) == "With best play it is a draw."
    assert verdict(Half(), Decision("a", 0, 1, Status.PROVEN)) == "With best play A wins."


def test_outcomes_of_finished_games():
    game = load_game("tic-tac-toe")
    assert tell_outcome(Record(game, game.parse_state("XXX/OO1/3"))) == "A wins."
    three = load_game("figure-5.4")
    record = Record(three)
    for action in (0, 0, 0):
        record.play(action)
    assert tell_outcome(record) == "Over: A 1, B 2, C 6."


@pytest.mark.parametrize(
    ("spec", "words"),
    [("othello", "evaluation +12 to White"), ("kalah", "+12 seeds to North"), ("nim", "evaluation 12 to B")],
)
def test_an_estimate_without_a_unit_is_called_an_evaluation(spec, words):
    assert tell_worth(load_game(spec), Decision("a", 12, 1, Status.HEURISTIC, unit=Unit.EVALUATION)) == words
