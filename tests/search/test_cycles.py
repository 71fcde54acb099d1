"""Games that are cyclic, or go on for ever: declared, refused, drawn or illegal, and never a RecursionError."""

import pytest

from plywise import CHANCE, Game, Limit, Record, RulesError, decide
from plywise.rules import SearchError
from plywise.search import alpha_beta, expectiminimax, iterative_deepening, max_n, minimax
from plywise.search.shared import MAX_PLIES
from tests.search.small_games import Circle, Corridor, Countless, Rho, Ring, Shuttle

ALGORITHMS = [minimax, alpha_beta, max_n, expectiminimax]


class DrawnShuttle(Shuttle):
    repetition = "draw"


class SternShuttle(Shuttle):
    repetition = "illegal"


class DrawnRing(Ring):
    repetition = "draw"


class PatientRing(DrawnRing):
    repetition_count = 3


@pytest.mark.parametrize("algorithm", ALGORITHMS)
class TestEachAlgorithm:
    def test_a_circle_without_a_meaning_needs_a_depth(self, algorithm):
        with pytest.raises(SearchError, match="is cyclic: give the search a depth of 300 at most"):
            algorithm(Ring())
        with pytest.raises(SearchError, match="is cyclic"):
            algorithm(Circle(), limit=Limit(depth=MAX_PLIES + 1))
        assert algorithm(Ring(), limit=Limit(depth=3)).describe(Ring()) == (
            "walk: value 1 to player B, proven; line walk walk exit; 5 states, depth 3"
        )

    def test_a_circle_may_be_searched_to_the_depth_allowed(self, algorithm):
        decision = algorithm(Circle(), limit=Limit(depth=MAX_PLIES))
        assert (decision.value, decision.status, decision.nodes) == (0, "heuristic", MAX_PLIES + 1)

    def test_to_and_fro_is_a_draw_where_repetition_says_so(self, algorithm):
        decision = algorithm(DrawnShuttle())
        assert (decision.action, decision.value, decision.line) == ("pass", 0, ("pass", "pass"))
        assert decision.status == "proven"

    def test_to_and_fro_is_lost_for_who_may_not_repeat(self, algorithm):
        decision = algorithm(SternShuttle())
        assert (decision.action, decision.value, decision.line) == ("pass", 1, ("pass", "resign"))

    def test_having_no_legal_action_left_is_the_end(self, algorithm):
        decision = algorithm(Rho())
        assert (decision.value, decision.line, decision.status) == (1, ("on", "on", "on"), "proven")

    def test_history_is_part_of_the_path(self, algorithm):
        ring = DrawnRing()
        assert algorithm(ring).value == 1
        assert algorithm(ring, history=[ring.State(2)]).value == 0
        stern = SternShuttle()
        assert algorithm(stern, history=[stern.State(1)]).action == "resign"

    def test_history_repeats_as_often_as_the_game_asks(self, algorithm):
        ring = PatientRing()
        assert algorithm(ring, history=[ring.State(2)]).value == 1
        assert algorithm(ring, history=[ring.State(2)] * 2).value == 0

    def test_the_root_itself_is_no_repetition(self, algorithm):
        ring = DrawnRing()
        assert algorithm(ring, history=[ring.initial()]).value == 1

    def test_an_undeclared_circle_is_refused_with_what_to_declare(self, algorithm):
        class Undeclared(Circle):
            cyclic = False

        with pytest.raises(RulesError, match=r"came back to the state place=1(, | along one line).*: declare cyclic"):
            algorithm(Undeclared())

    def test_a_game_without_end_is_refused(self, algorithm):
        with pytest.raises(SearchError, match="longer than 300 plies"):
            algorithm(Countless())
        with pytest.raises(SearchError, match="longer than 300 plies"):
            algorithm(Corridor(MAX_PLIES + 1))

    def test_a_long_game_is_searched_to_its_end(self, algorithm):
        assert algorithm(Corridor(MAX_PLIES)).value == 1

    def test_deepening_stops_where_lines_grow_too_long(self, algorithm):
        for game in (Circle(), Corridor(400)):
            decision = iterative_deepening(game, limit=Limit(nodes=100_000), algorithm=algorithm)
            assert (decision.depth, decision.status) == (MAX_PLIES, "heuristic")


def test_deepening_without_any_limit_refuses_what_has_no_end():
    with pytest.raises(SearchError, match="give the search a time, a number of nodes or a depth"):
        iterative_deepening(Ring(), limit=Limit())
    with pytest.raises(SearchError, match="not decided within 300 plies"):
        iterative_deepening(Countless(), limit=Limit())


def test_the_first_answer_is_legal_where_repetition_is_not():
    game = SternShuttle()
    decision = decide(game, limit=Limit(nodes=1), history=[game.State(1)])
    assert decision.action == "resign"


def test_a_record_hands_its_history_to_the_search():
    record = Record(DrawnRing(), Ring.State(2))
    record.play("walk")
    record.play("walk")
    record.play("walk")
    decision = decide(record.game, record.state, history=record.history)
    assert (record.state.place, decision.value) == (1, 0)
    record.play(decision.action)
    assert record.is_over
    assert record.utilities == (0, 0)


class Roulette(Game):
    """A spin that may bring the wheel to where it was, which is forbidden nowhere, and ends elsewhere."""

    cyclic = True
    repetition = "illegal"
    State = int

    def to_move(self, state):
        return CHANCE if state == 1 else 0

    def actions(self, state):
        return ["spin"] if state == 0 else []

    def chances(self, state):
        return [("red", 0.5), ("black", 0.5)]

    def result(self, state, action):
        return {"spin": 1, "red": 2, "black": 3}[action]

    def utility(self, state, player):
        return 1 if (state == 2) == (player == 0) else -1


@pytest.mark.parametrize("algorithm", [max_n, expectiminimax])
def test_dice_move_on_even_where_repetition_is_illegal(algorithm):
    decision = algorithm(Roulette())
    assert (decision.value, decision.nodes) == (0, 4)
