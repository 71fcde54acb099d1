"""The figures of the gallery: the book's and the other texts', and what each algorithm looks like at work."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from plywise.explain import Explanation, explain_state
from plywise.explain.explaining import tell_deepening
from plywise.explain.svg import Moment, draw_graph, draw_moments, draw_partial, draw_stages, draw_trace
from plywise.explain.trace import Trace, grow, merge, record_search, record_uct
from plywise.games.catalog import load_game
from plywise.games.tree import Tree
from plywise.rules import Game, Limit
from plywise.search import alpha_beta

LATE = "XOX/O1X/2O"
"""Tic-tac-toe three plies before its end: small enough to see everything."""

EARLY = "X2/1O1/3"
"""Tic-tac-toe after two plies: too much to see everything."""

NIM_PLIES = 4
"""Two piles of two are gone after this many plies at the latest."""

DEEP_CUT = {
    "actions": ["m", "on"],
    "children": [
        {"name": "m", "utility": 5},
        {
            "name": "B",
            "actions": ["b1", "b2"],
            "children": [
                {"name": "C", "actions": ["n", "c2"], "children": [{"name": "n", "children": [3, 7, 9]}, 4]},
                {"name": "D", "children": [6, 8]},
            ],
        },
    ],
}
"""The Player has m, worth 5, at the root; n, three plies further down, turns out to be worth 3 at most."""

RISKY_TOSS = {
    "actions": ["sure", "toss"],
    "children": [
        4,
        {
            "name": "coin",
            "actions": ["heads", "tails"],
            "chance": [
                [0.5, {"name": "H", "player": 1, "children": [1, 5]}],
                [0.5, {"name": "T", "player": 0, "children": [6, 2]}],
            ],
        },
    ],
}
"""After heads, worth 1 at most, the toss is worth (1 + 6) / 2 at most, because no leaf is worth more than 6."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: what it shows, its picture, and where a search is shown the explanation to step through."""

    name: str
    about: str
    draw: Callable[[], str]
    explain: Callable[[], Explanation] | None = None


def _start(spec: str, state: str | None) -> tuple[Game, Any]:
    game = load_game(spec)
    return game, game.initial() if state is None else game.parse_state(state)


def _titled(title: str, game: Game, state: Any = None, **options: Any) -> Explanation:
    explanation = explain_state(game, state, **options)
    explanation.title = title
    return explanation


def _searched(name: str, about: str, spec: str, state: str | None = None, **options: Any) -> Figure:
    """Return the figure of a search as `plywise explain` shows it."""
    title, _, note = about.partition(": ")

    @cache
    def explain() -> Explanation:
        return _titled(title, *_start(spec, state), **options)

    def draw() -> str:
        explanation = explain()
        if len(explanation.panes) > 1:
            return explanation.to_svg()
        return draw_trace(explanation.panes[0], title=title, note=_sentence(note))

    return Figure(name, about, draw, explain)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _draw_stages() -> str:
    game = load_game("figure-5.2")
    return draw_stages(record_search(game, alpha_beta), title="Figure 5.5, alpha-beta in six stages")


def _deep_cut() -> Explanation:
    game = Tree(DEEP_CUT, title="figure-5.6")
    return _titled("Figure 5.6, the general case of alpha-beta", game, algorithm="alpha-beta")


def _draw_deep_cut() -> str:
    note = "At n, Player gets 3 at most; with m, further up, 5. So play never comes to n: its rest is not looked at."
    return draw_trace(_deep_cut().panes[0], title="Figure 5.6, the general case of alpha-beta", note=note)


def _risky_toss() -> Explanation:
    game = Tree(RISKY_TOSS, title="risky-toss")
    return _titled("Expectiminimax with bounds", game, algorithm="star1")


def _draw_risky_toss() -> str:
    note = "After heads, worth 1 at most, the toss is worth (1 + 6) / 2 at most, and 4 is sure: tails can't matter."
    return draw_trace(_risky_toss().panes[0], title="Expectiminimax with bounds (star1)", note=note)


def _deepened() -> Trace:
    game, start = _start("tic-tac-toe", LATE)
    return tell_deepening(game, start, depth=3)


def _draw_deepening() -> str:
    trace = _deepened()
    ends = [number for number, step in enumerate(trace.steps) if step.kind == "deepen"]
    moments = [
        Moment(after, f"Depth {depth}", f"{trace.steps[after - 1].states:,} states visited so far.")
        for depth, after in enumerate([*ends, len(trace.steps)], 1)
    ]
    note = "One ply deeper each time: what a shallow search can only estimate, the next one sees."
    return draw_moments(trace, moments, title="Iterative deepening", note=note, columns=3)


def _explain_deepening() -> Explanation:
    trace = _deepened()
    return Explanation("Iterative deepening", trace.game, ["One ply deeper each time."], [trace])


def _simulated() -> Trace:
    game, start = _start("tic-tac-toe", EARLY)
    return record_uct(game, start, limit=Limit(simulations=24))


def _draw_uct() -> str:
    trace = _simulated()
    ends = [number for number, step in enumerate(trace.steps, 1) if step.kind == "back-up"]
    moments = [Moment(ends[count - 1], f"After {count} simulations") for count in (4, 10)]
    moments.append(Moment(len(trace.steps), "After 24 simulations", trace.steps[-1].text))
    note = "Each simulation goes down where it is promising or little tried, adds one state, and plays on at random."
    return draw_moments(trace, moments, title="UCT: a tree grows", note=note, columns=1)


def _explain_uct() -> Explanation:
    trace = _simulated()
    return Explanation("UCT: a tree grows", trace.game, ["The tree grows where play is promising."], [trace])


def _draw_graph() -> str:
    game, start = _start("ii-nim", None)
    graph = merge(game, grow(game, start, depth=NIM_PLIES), symmetric=True)
    return draw_graph(game, graph, title="II-Nim as a game graph")


FIGURES = (
    Figure(
        "figure-5.1",
        "Figure 5.1, part of a game tree: tic-tac-toe, from the empty board to ends of every kind.",
        lambda: draw_partial(load_game("tic-tac-toe"), title="Figure 5.1, part of the game tree of tic-tac-toe"),
    ),
    _searched(
        "figure-5.2",
        "Figure 5.2, a two-ply game tree: every state with its minimax value.",
        "figure-5.2",
        algorithm="minimax",
    ),
    _searched("figure-5.4", "Figure 5.4, three players: each takes what is best for itself.", "figure-5.4"),
    Figure(
        "figure-5.5",
        "Figure 5.5, alpha-beta in six stages: (a) to (f), with the ranges of possible values.",
        _draw_stages,
        lambda: _titled("Figure 5.5, alpha-beta", load_game("figure-5.2"), algorithm="alpha-beta"),
    ),
    Figure(
        "figure-5.6",
        "Figure 5.6, the general case of alpha-beta: the better choice may be much further up.",
        _draw_deep_cut,
        _deep_cut,
    ),
    _searched("figure-5.12", "Figure 5.12, two gambles: the first is worth 2.1, the second 1.3.", "figure-5.12"),
    _searched(
        "figure-5.12-stretched",
        "Figure 5.12, the same gambles with other leaves: the order of leaves is kept, the choice is not.",
        "figure-5.12-stretched",
    ),
    _searched("nau-figure-1", "Nau's figure 1: after n10, there is no need to look at n11.", "nau-figure-1"),
    _searched(
        "cicirello-cutoff", "Cicirello's cutoff: real values, and a leaf that is never looked at.", "cicirello-cutoff"
    ),
    _searched(
        "nau-n1",
        "Nau's example from n1: MAX gets 5 by n2, although the text goes on with minimax(n4) = 10.",
        "nau-n1",
        algorithm="alpha-beta",
    ),
    _searched("cicirello-14", "Cicirello's 14 leaves: 900 and 999 are never looked at.", "cicirello-14"),
    Figure("ii-nim-graph", "II-Nim as a game graph: nine states instead of 33.", _draw_graph),
    _searched("cooperation", "Cooperation without a word: both are best off at 1000, 1000.", "cooperation"),
    _searched(
        "coin-toss",
        "A coin toss: expectiminimax averages what chance decides.",
        "coin-toss",
        algorithm="expectiminimax",
    ),
    _searched(
        "beside-minimax", "Minimax beside alpha-beta: the same value, fewer states.", "figure-5.2", compare="minimax"
    ),
    _searched(
        "move-order",
        "Bad and good move order: what is pruned depends on what comes first.",
        "figure-5.2",
        compare="order",
    ),
    _searched("tic-tac-toe", "Alpha-beta with boards: three plies before the end.", "tic-tac-toe", LATE),
    Figure(
        "expectiminimax-bounds",
        "Expectiminimax with bounds: star1 leaves out an outcome that can't matter.",
        _draw_risky_toss,
        _risky_toss,
    ),
    Figure("iterative-deepening", "Iterative deepening: depth 1, 2 and 3.", _draw_deepening, _explain_deepening),
    Figure("uct", "UCT: a tree grows, simulation by simulation.", _draw_uct, _explain_uct),
    _searched("max-n", "Max^n with coloured players: three kings.", "three-kings", algorithm="max-n"),
    _searched(
        "proof-number",
        "Proof numbers: can A win with two piles of two? No, whatever A takes.",
        "ii-nim",
        algorithm="proof-number",
    ),
)
