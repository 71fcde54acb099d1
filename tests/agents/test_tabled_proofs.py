"""Beside solved tables the compiled search proves what no path can change, and never what a repetition took part in."""

import random
from typing import Any, NamedTuple

import pytest

import plywise
from plywise import Bound, Game, Limit, Status
from plywise.agents import open_tables
from plywise.agents.tables import searched_tables
from plywise.games.morris import Morris
from plywise.kernel.alpha_beta import Searcher, Switches
from plywise.solve import solve_tiers

MORRIS: Any = Morris(men=6, flying=False)
ISLANDS, NODES, WAYS = 120, 7, 2
UPPER = ISLANDS * NODES
_lots = random.Random(25)


def _draw_ways(node: int) -> tuple[int, ...]:
    """Draw where the ways from a node lead: round its island, or down to one of as many ends and passages."""
    first = node // NODES * NODES
    return tuple(first + _lots.randrange(NODES) + (UPPER if _lots.random() < 0.2 else 0) for _ in range(WAYS))


TRAP = tuple(
    tuple(UPPER - 11 + way for way in ways)
    for ways in ((1, 5), (2, 6), (3, 3), (4, 4), (1, 1), (8, 8), (7, 7), (9, 9), (3, 3), (10, 10), (UPPER + 10,) * 2)
)
"""A trap of nodes 0 to 10. At 1 one wins by 6, 7, 9, 10 and down, but 2, 3 and 4 lead to 1 again, a draw: so is 3, on
that path. Coming from 0 by 5 and 8, it is a win.
"""
NEXT = (*map(_draw_ways, range(UPPER - 11)), *TRAP)
WORTH = (*(_lots.choice((1, 3, 3)) for _ in range(UPPER - 1)), 1)
"""Of the lower nodes: lost or, mostly, won for whoever comes there to move, so that nobody hurries down."""


class Islands(Game):
    """Walks round islands, in circles, until somebody leaves for good: so only the lower nodes need a table."""

    cyclic = True
    repetition = "draw"

    class State(NamedTuple):
        """Where the walk is, and whose turn."""

        node: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield from range(WAYS if state.node < UPPER else 1)

    def result(self, state, action):
        node = NEXT[state.node][action] if state.node < UPPER else state.node + UPPER
        return self.State(node, 1 - state.turn)

    def is_terminal(self, state):
        return state.node >= 2 * UPPER

    def utility(self, state, player):
        worth = 2 - WORTH[state.node - 2 * UPPER]
        return worth if player == state.turn else -worth

    def tier(self, state):
        return 0 if state.node < UPPER else 1

    def index(self, state):
        return -1 if state.node >= 2 * UPPER else 2 * (state.node % UPPER) + state.turn

    def unindex(self, tier, index):
        return self.State(tier * UPPER + index // 2, index % 2)

    def tier_size(self, tier):
        return 2 * UPPER

    def predecessors(self, state):
        for node in range(UPPER if state.node < UPPER else 0):
            for way in range(WAYS):
                if NEXT[node][way] == state.node:
                    yield self.State(node, 1 - state.turn)

    def next_tiers(self, tier):
        return (0, 1) if tier == 0 else ()

    def parse_tier(self, text):
        return (0, 1)


class MirroredIslands(Islands):
    """The same walks among islands and their mirror images: whoever walks round an island once may be in the other."""

    class State(NamedTuple):
        """Where the walk is, whose turn it is, and whether all is mirrored."""

        node: int = 0
        turn: int = 0
        side: int = 0

    def result(self, state, action):
        node = NEXT[state.node][action] if state.node < UPPER else state.node + UPPER
        return self.State(node, 1 - state.turn, state.side ^ (state.node + action) & 1)

    def canonical(self, state):
        return self.State(state.node, state.turn, 0)


@pytest.fixture(scope="module", params=[Islands, MirroredIslands])
def walked(tmp_path_factory, request):
    folder = tmp_path_factory.mktemp("islands") / "tables"
    solve_tiers(request.param(), "islands", (0, 1), folder)
    return open_tables(folder, request.param())


def lower_tables(walked):
    """Return the tables of the lower nodes, from which the search has to find what the others are worth."""
    return [(tier, codes) for tier, codes in searched_tables(walked) if tier == 1]


@pytest.mark.parametrize("switches", [Switches(), Switches(pvs=False, any_depth=False), Switches(known_extremes=False)])
def test_whatever_is_called_proven_is_what_tables_of_all_say(walked, switches):
    """The search has those of the lower nodes; what it found on one path is in its table when it comes by another."""
    game = walked.game
    searcher = Searcher(game, switches, tables=lower_tables(walked), table_mb=1)
    proven = {-1: 0, 0: 0, 1: 0}
    for node in range(UPPER):
        state = game.State(node, node % 2)
        decision = searcher.decide(state, limit=Limit(depth=20, nodes=20_000))
        if decision.status is Status.PROVEN:
            proven[round(decision.value)] += 1
            assert decision.value == walked.solved(state).value, state
    assert min(proven.values()) > 20
    assert searcher.decide(game.State(UPPER - 11), limit=Limit(depth=20)).value == -1


@pytest.mark.parametrize("dropped", [(), ("deepening",), ("deepening", "distances")])
def test_actions_that_are_called_proven_are_worth_as_much_by_images_as_without(walked, dropped):
    """Coming back to the root is a draw, coming to its image is none: neither may be mistaken for the other.

    What is proven by images, tables of all say too; they know nothing of the path, so not of a way back to the root.
    """
    game = walked.game
    searchers = [
        Searcher(game, Switches().without(*dropped, *without), tables=lower_tables(walked), table_mb=1)
        for without in ((), ("symmetry",))
    ]
    has_images, compared = game.offers("canonical"), {-1: 0, 0: 0, 1: 0}
    for node in range(UPPER):
        state = game.State(node, node % 2, *[node // 2 % 2] * has_images)
        for searcher in searchers:
            searcher.clear()
        limit = Limit(depth=8, nodes=20_000)
        decisions = [searcher.decide(state, limit=limit, all_exact=True) for searcher in searchers]
        for choice, other in zip(*(decision.choices for decision in decisions), strict=True):
            if choice.status is Status.PROVEN and choice.bound is Bound.EXACT:
                compared[round(choice.value)] += 1
                assert other.status is not Status.PROVEN or other.value == choice.value, (state, choice, other)
                known = walked.worth(state, game.result(state, choice.action), state.turn)
                assert choice.value == known.value or not has_images, (state, choice)
    assert min(compared.values()) > 20


def test_mirror_images_count_once_unless_states_were_played_that_may_come_again(walked):
    """An image of a played state is no repetition of it."""
    game = walked.game
    searchers = [
        Searcher(game, switches, tables=lower_tables(walked), table_mb=1)
        for switches in (Switches(), Switches(symmetry=False))
    ]
    nodes = {0: [0, 0], 1: [0, 0]}
    for node in range(0, UPPER, NODES):
        state = game.State(node, node % 2)
        for played in nodes:
            history = [game.result(state, 0)][:played]
            found = []
            for number, searcher in enumerate(searchers):
                searcher.clear()
                found.append(searcher.decide(state, limit=Limit(depth=12), history=history))
                nodes[played][number] += found[-1].nodes
            if played:
                assert (found[0].value, found[0].nodes, found[0].line) == (
                    found[1].value,
                    found[1].nodes,
                    found[1].line,
                )
    assert nodes[1][0] == nodes[1][1]
    assert (nodes[0][0] < 0.9 * nodes[0][1]) == game.offers("canonical")


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("morris") / "tables"
    solve_tiers(MORRIS, "six-mens-morris", MORRIS.parse_tier("12"), folder)
    return open_tables(folder, MORRIS)


def test_the_placing_phase_of_six_mens_morris_is_proven_a_draw(tables):
    """D. De Clercq's value, through tables of all that comes after it."""
    decision = plywise.decide(MORRIS, limit=Limit(depth=12), options=plywise.SearchOptions(tables=tables))
    assert (decision.value, decision.status) == (0, Status.PROVEN)
    assert {choice.status for choice in decision.choices} == {Status.PROVEN}
    assert decision.nodes < 1_000_000
