"""The figures of the texts: values and best actions at every node, and what alpha-beta leaves unseen."""

from itertools import combinations

import pytest

from plywise import load_game
from plywise.games.tree import Tree
from plywise.search import alpha_beta, expectiminimax, max_n, minimax, star1, star2


class Watched(Tree):
    """A tree that notes the name of each leaf whose utility is asked."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.seen: set[str] = set()

    def utility(self, state, player):
        self.seen.add(self.state_name(state))
        return super().utility(state, player)

    def unseen(self):
        leaves = {name for name, count in zip(self.node_names, self.child_count, strict=True) if not count}
        return sorted(leaves - self.seen)


def best(game, decision, state):
    return None if decision.action is None else game.action_name(state, decision.action)


@pytest.mark.parametrize("algorithm", [minimax, alpha_beta, expectiminimax])
@pytest.mark.parametrize(("node", "to_max", "action"), [("A", 3, "a1"), ("B", 3, "b1"), ("C", 2, "c1"), ("D", 2, "d3")])
def test_figure_5_2_at_every_node(algorithm, node, to_max, action):
    game = load_game("figure-5.2")
    state = game.parse_state(node)
    decision = algorithm(game, state)
    value = decision.value if decision.player == 0 else -decision.value
    assert (value, best(game, decision, state)) == (to_max, action)


def test_figure_5_2_is_answered_by_b1():
    game = load_game("figure-5.2")
    assert minimax(game).describe(game) == "a1: value 3 to player A, proven; line a1 b1; 13 states, depth 2"
    assert alpha_beta(game).describe(game) == "a1: value 3 to player A, proven; line a1 b1; 11 states, depth 2"


@pytest.mark.parametrize("x", [-100, 2, 3, 100])
@pytest.mark.parametrize("y", [-100, 2, 3, 100])
def test_figure_5_5_never_sees_the_two_last_leaves_of_c(x, y):
    game = Watched([[3, 12, 8], [2, x, y], [14, 5, 2]])
    decision = alpha_beta(game)
    assert (decision.value, decision.action, game.unseen()) == (3, 0, ["c2", "c3"])
    assert decision.leaves == 7


def test_minimax_sees_every_leaf_of_figure_5_2():
    game = Watched([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert (minimax(game).leaves, game.unseen()) == (9, [])


@pytest.mark.parametrize(
    ("node", "values", "action"),
    [
        ("D", (1, 2, 6), "d1"),
        ("E", (1, 2, 6), "e1"),
        ("F", (1, 5, 2), "f1"),
        ("X", (1, 2, 6), "x1"),
        ("G", (6, 1, 2), "g1"),
        ("H", (1, 5, 2), "h2"),
        ("I", (5, 4, 5), "i2"),
    ],
)
def test_figure_5_4_at_every_node(node, values, action):
    game = load_game("figure-5.4")
    state = game.parse_state(node)
    decision = max_n(game, state)
    assert (decision.values, best(game, decision, state)) == (values, action)
    assert decision.value == values[decision.player]
    assert decision.player == "ABC".index({"D": "A", "E": "B", "F": "B"}.get(node, "C"))


def test_cooperation_comes_without_a_word():
    game = load_game("cooperation")
    decision = max_n(game)
    assert decision.describe(game) == "trust: value 1000 to player A, proven; line trust share; 7 states, depth 2"
    assert decision.values == (1000, 1000)


def test_who_expects_a_fight_leaves():
    zero_sum_minded = Tree([[1000, 0], [500, 600]], title="cooperation as A would see it if B only meant harm")
    assert minimax(zero_sum_minded).action == 1


@pytest.mark.parametrize("leaf", [-1.22, 1.22, 1e9, -1e9])
def test_cicirello_cutoff_leaves_the_doubtful_leaf_unseen(leaf):
    game = Watched([[[-0.8, 0.54], [0.9, leaf]], [0.81, -10]])
    decision = alpha_beta(game)
    assert (decision.value, decision.action) == (0.54, 0)
    assert game.unseen() == ["e2"]


def test_cicirello_cutoff_is_worth_0_54():
    for algorithm in (minimax, alpha_beta, max_n):
        assert algorithm(load_game("cicirello-cutoff")).value == 0.54


def test_nau_figure_1_is_worth_5_to_max():
    game = load_game("nau-figure-1")
    for algorithm in (minimax, alpha_beta):
        decision = algorithm(game)
        assert (decision.player, decision.value, best(game, decision, game.initial())) == (1, -5, "n4")


@pytest.mark.parametrize("n9", [-7, 0, 5])
@pytest.mark.parametrize("n11", [-1000, 0, 8, 1000])
def test_nau_figure_1_never_visits_n11(n9, n11):
    leaves = [[("n8", 5), ("n9", n9)], [("n10", 8), ("n11", n11)]]
    children = [
        {"player": 0, "children": [{"name": name, "utility": utility} for name, utility in pair]} for pair in leaves
    ]
    game = Watched({"player": 1, "children": children})
    assert alpha_beta(game).value == -5
    assert game.unseen() == ["n11"]


def test_nau_n1_is_worth_5_though_the_text_says_that_n4_is_worth_10():
    game = load_game("nau-n1")
    for algorithm in (minimax, alpha_beta):
        decision = algorithm(game)
        assert (decision.player, decision.value, best(game, decision, game.initial())) == (0, 5, "n2")
    assert [minimax(game, game.parse_state(node)).value for node in ("n4", "n5")] == [5, 8]
    n10 = game.parse_state("n10")
    assert (game.is_terminal(n10), game.utility(n10, 0)) == (True, 8)


@pytest.mark.parametrize("n9", [-7, 0, 5])
@pytest.mark.parametrize("unknown", [-1000, 0, 8, 1000])
def test_nau_n1_never_visits_n11_whatever_is_unknown(n9, unknown):
    game = Watched([[[5, n9], [8, unknown]], [[unknown, unknown], [unknown, unknown]]])
    assert alpha_beta(game).value == max(5, unknown)
    assert "e2" in game.unseen()


CICIRELLO = (9, -5, -8, 10, -9, -7, 5, -9, -11, 4, 10, 11, 900, 999)


def test_every_grouping_of_cicirello_14_that_agrees_with_its_values_cuts_900_and_999():
    trees = []
    for a, b, c in combinations(range(1, 14), 3):
        tree = [[[*CICIRELLO[:a]], [*CICIRELLO[a:b]]], [[*CICIRELLO[b:c]], [*CICIRELLO[c:]]]]
        values = [max(leaves) for branch in tree for leaves in branch]
        if values[:2] == [9, 10] and min(values[2:]) == 10:
            game = Watched(tree)
            assert (alpha_beta(game).value, game.unseen()[-2:]) == (10, ["g2", "g3"])
            trees.append(tree)
    assert len(trees) == 21
    assert [[[9, -5, -8], [10, -9, -7, 5]], [[-9, -11, 4, 10], [11, 900, 999]]] in trees


def test_cicirello_14_is_worth_10():
    game = load_game("cicirello-14")
    for algorithm in (minimax, alpha_beta, max_n):
        assert (algorithm(game).value, best(game, algorithm(game), game.initial())) == (10, "a2")
    values = {node: minimax(game, game.parse_state(node)) for node in "BCDE"}
    to_max = {node: each.value if each.player == 0 else -each.value for node, each in values.items()}
    assert to_max == {"B": 9, "C": 10, "D": 9, "E": 10}
    nodes = [game.initial()]
    for node in nodes:
        nodes += [game.result(node, action) for action in game.actions(node)]
    leaves = [game.utility(node, 0) for node in nodes if game.is_terminal(node)]
    assert tuple(leaves) == CICIRELLO


@pytest.mark.parametrize(("node", "to_max"), [("A", 3.5), ("coin", 3.5), ("H", 6), ("T", 1), ("h2", 4), ("sure", 3)])
def test_coin_toss_at_every_node(node, to_max):
    game = load_game("coin-toss")
    decision = expectiminimax(game, game.parse_state(node))
    assert (decision.value if decision.player == 0 else -decision.value) == to_max
    assert decision.status == "proven"


def test_coin_toss_is_worth_the_risk():
    game = load_game("coin-toss")
    decision = expectiminimax(game)
    assert decision.describe(game) == "toss: value 3.5 to player A, proven; line toss; 9 states, depth 1"
    assert max_n(game).values == (3.5, -3.5)


@pytest.mark.parametrize("algorithm", [expectiminimax, star1, star2])
@pytest.mark.parametrize(
    ("spec", "action", "means"), [("figure-5.12", "a1", (2.1, 1.3)), ("figure-5.12-stretched", "a2", (21, 40.9))]
)
def test_figure_5_12_another_move_for_leaves_in_the_same_order(algorithm, spec, action, means):
    game = load_game(spec)
    decision = algorithm(game)
    assert best(game, decision, game.initial()) == action
    assert decision.value == pytest.approx(max(means))
    for choice, mean in zip(decision.choices, means, strict=True):
        assert choice.value == pytest.approx(mean) or (choice.bound == "upper" and mean < choice.value < max(means))


def test_the_leaves_of_figure_5_12_keep_their_order():
    plain, stretched = load_game("figure-5.12"), load_game("figure-5.12-stretched")
    states = [plain.State(node) for node in range(len(vars(plain)["movers"]))]
    leaves = [state for state in states if plain.is_terminal(state)]
    by_value = [sorted(leaves, key=lambda leaf: game.utility(leaf, 0)) for game in (plain, stretched)]
    assert by_value[0] == by_value[1]
