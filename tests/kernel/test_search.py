"""The compiled alpha-beta against its readable twin: the same states without switches, the same values with them."""

import functools

import pytest

from plywise import Limit, load_game
from plywise.kernel import Searcher, Switches
from plywise.rules import Bound, Game, Status
from plywise.search import alpha_beta
from tests.kernel.search_games import DrawnRounds, Mirrors, Rounds, SuperRounds, Thicket, ThirdTimeRounds, random_rounds

SHIPPED = {
    "tic-tac-toe": 6,
    "mnk:m=4,n=3,k=3": 5,
    "nim:piles=3-4-5": 5,
    "connect-four": 6,
    "connect-four:width=4,height=4": 7,
    "kalah": 5,
    "kalah:pits=3,seeds=2": 8,
    "othello": 4,
    "othello:size=4": 6,
    "figure-5.2": 2,
    "nau-figure-1": 5,
}
"""Each game of the catalog that the compiled search suits, and how deep the twin soon gets."""

OWN: dict[str, type[Game]] = {
    game.__name__: game for game in (Thicket, Mirrors, Rounds, DrawnRounds, ThirdTimeRounds, SuperRounds)
}
EXACT = Switches().without("any_depth")
NONE = Switches.none()


@functools.cache
def searcher(name: str, switches: Switches) -> Searcher:
    game = OWN[name]() if name in OWN else load_game(name)
    return Searcher(game, switches, table_mb=1)


def starts(name: str, count: int) -> list[object]:
    """States to search from: random ones where a game carries its rules in them."""
    game = searcher(name, NONE).game
    if isinstance(game, Rounds):
        return [random_rounds(game, seed) for seed in range(count)]
    if isinstance(game, Thicket):
        return [game.State(seed=seed) for seed in range(count)]
    return [game.initial()]


TWINS = ("tic-tac-toe", "connect-four", "othello", "kalah", "Mirrors", "Rounds", "SuperRounds")
"""Games whose twins are compared state for state whenever anything changes; the others when there is time."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in TWINS else pytest.mark.slow) for name in [*SHIPPED, *OWN]]
)
def test_without_switches_the_same_states_are_visited(name):
    kernel = searcher(name, NONE)
    for state in starts(name, 12):
        for depth in range(1, SHIPPED.get(name, 7) + 1):
            plain = alpha_beta(kernel.game, state, limit=Limit(depth=depth))
            found = kernel.decide(state, limit=Limit(depth=depth))
            assert (found.nodes, found.leaves) == (plain.nodes, plain.leaves)
            assert (found.action, found.value, found.unit) == (plain.action, plain.value, plain.unit)
            assert (found.status, found.bound, found.line) == (plain.status, plain.bound, plain.line)


LARGE = (
    *("connect-four", "othello", "kalah", "mnk:m=4,n=3,k=3", "nau-figure-1"),
    *("figure-5.2", "nim:piles=3-4-5", "tic-tac-toe", "kalah:pits=3,seeds=2", "connect-four:width=4,height=4"),
)
"""Games whose values all switches together must keep too, when there is time."""


@pytest.mark.parametrize(
    "name",
    [
        *(pytest.param(name, marks=pytest.mark.slow if name in LARGE else ()) for name in SHIPPED),
        *("Thicket", "Mirrors", pytest.param("Rounds", marks=pytest.mark.slow)),
    ],
)
def test_value_preserving_switches_preserve_values(name):
    kernel = searcher(name, EXACT)
    for state in starts(name, 12):
        kernel.clear()
        for depth in range(1, SHIPPED.get(name, 8) + 1):
            plain = alpha_beta(kernel.game, state, limit=Limit(depth=depth))
            found = kernel.decide(state, limit=Limit(depth=depth))
            if found.depth == depth:  # a proof may come sooner than the twin's
                assert (found.value, found.unit) == (plain.value, plain.unit)
            else:
                assert found.status is Status.PROVEN


@pytest.mark.parametrize(
    "switch",
    [
        *("pvs", "table", "symmetry", "distances"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("killers", "history", "counter_moves", "rank")),
    ],
)
def test_each_switch_alone_preserves_values(switch):
    switches = Switches(**{name: name == switch for name in Switches.names()})
    kernel = Searcher(Mirrors(), switches, table_mb=1, keep=False)
    for seed in range(15):
        state = Mirrors.State(seed=seed)
        kernel.clear()
        for depth in (2, 5, 8):
            plain = alpha_beta(kernel.game, state, limit=Limit(depth=depth))
            found = kernel.decide(state, limit=Limit(depth=depth))
            assert (found.value, found.unit) == (plain.value, plain.unit)


@pytest.mark.parametrize("name", ["Thicket", "Mirrors"])
def test_what_is_proven_is_true_with_everything_on(name):
    kernel = searcher(name, Switches())
    proofs = 0
    for state in starts(name, 20):
        true = alpha_beta(kernel.game, state)
        for depth in range(1, 13):
            found = kernel.decide(state, limit=Limit(depth=depth))
            if found.status is Status.PROVEN:
                proofs += depth < 12
                assert found.value == true.value
            elif found.status is Status.BOUNDED:
                assert found.value <= true.value if found.bound is Bound.LOWER else found.value >= true.value
        assert found.status is Status.PROVEN
    assert proofs > 5


@pytest.mark.parametrize("name", ["DrawnRounds", "ThirdTimeRounds", "SuperRounds"])
def test_nothing_false_is_proven_where_the_path_counts(name):
    kernel = searcher(name, Switches())
    for state in starts(name, 80):
        kernel.clear()
        true = alpha_beta(kernel.game, state, limit=Limit(depth=7), all_exact=True)
        found = kernel.decide(state, limit=Limit(depth=9), all_exact=True)
        if true.status is Status.PROVEN:
            for mine, theirs in zip(found.choices, true.choices, strict=True):
                if mine.status is Status.PROVEN and theirs.status is Status.PROVEN:
                    assert mine.value == theirs.value


def test_all_exact_gives_every_action_its_value():
    kernel = searcher("Mirrors", EXACT)
    for seed in range(20):
        state = Mirrors.State(seed=seed)
        plain = alpha_beta(kernel.game, state, limit=Limit(depth=6), all_exact=True)
        found = kernel.decide(state, limit=Limit(depth=6), all_exact=True)
        if found.depth == 6:
            assert [choice.value for choice in found.choices] == [choice.value for choice in plain.choices]


def test_lines_are_played_from_the_root_itself():
    kernel = searcher("Mirrors", Switches())
    for seed in range(15):
        state = Mirrors.State(seed=seed)
        for action in kernel.decide(state, limit=Limit(depth=8)).line:
            assert action in list(kernel.game.actions(state))
            state = kernel.game.result(state, action)
