"""Plywise's agent `auto` against OpenSpiel's MCTSBot in C++, a second a move each, from random openings.

Install the peers first: pip install -r requirements/peers.txt

Openings are drawn as for `plywise match`: none can be ended at once, and every one is played twice, with sides swapped.
OpenSpiel's bot has one random playout a simulation, its solver on, and as many simulations as take a second of CPU
time: as fast as its last move was, or before the first one a sample that is thrown away. A move that its solver ends
early doesn't count for its speed. Ours has a second by the clock, so other work on the machine costs only us. After a
loss in Connect Four every position in which our agent was to move is proven, from the last one back: a game is thrown
away if one of them wasn't lost. Fails if any was.

Run: python benchmarks/strength/open_spiel_mcts.py --out games.jsonl
     python benchmarks/strength/open_spiel_mcts.py --game othello --out othello.jsonl
"""

import sys
import time
from pathlib import Path
from typing import Any

from strength_common import Played, console, make_parser, play_all, report

import plywise
from plywise.matches import Openings

sys.path.append(str(Path(__file__).parents[1] / "peers"))
from peers_common import import_peer
from peers_monte_carlo import UCT_C

PLIES = {"connect-four": 12, "othello": 6}
SAMPLE = {"connect-four": 30_000, "othello": 1_500}
"""Simulations that are timed before the first move."""

MEMORY_MB = 2_000
MOST_SIMULATIONS = 3_000_000
SECONDS = 1.0
LATE = 0.5
TIMED = 0.2
"""A move that took less than this part of the time says little about speed."""


class Pace:
    """How many simulations take the time that is aimed at, by what the last ones took."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.rate = seconds, 0.0

    @property
    def simulations(self) -> int:
        """For the next move."""
        return max(1, min(MOST_SIMULATIONS, round(self.rate * self.seconds)))

    def note(self, simulations: int, spent: float) -> None:
        """Learn from a search; one that was over too soon is passed over, unless it is the first."""
        if spent >= TIMED * self.seconds or not self.rate:
            self.rate = simulations / max(1e-9, spent)


class Peer:
    """OpenSpiel's bot and its state, whose actions have the same numbers as ours."""

    def __init__(self, name: str, actions: list[Any], seed: int, seconds: float) -> None:
        self.pyspiel, self.seed = import_peer("pyspiel"), seed
        self.game = self.pyspiel.load_game(name.replace("-", "_"))
        self.state = self.game.new_initial_state()
        for action in actions:
            self.state.apply_action(action)
        self.pace = Pace(seconds)
        self.search(SAMPLE[name])
        self.simulations, self.spent, self.proven = list[int](), list[float](), 0

    def search(self, simulations: int) -> tuple[Any, float]:
        """Search; return the root, and the CPU time it took."""
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = self.pyspiel.MCTSBot(self.game, evaluator, UCT_C, simulations, MEMORY_MB, True, self.seed, False)
        begun = time.thread_time()
        root = bot.mcts_search(self.state)
        spent = time.thread_time() - begun
        self.pace.note(root.explore_count, spent)
        return root, spent

    def choose(self) -> int:
        """Return the bot's action."""
        root, spent = self.search(self.pace.simulations)
        if root.outcome:
            self.proven += 1  # it stops when it knows the outcome
        else:
            self.simulations.append(root.explore_count)
            self.spent.append(spent)
        return int(root.best_child().action)


def play(number: int, name: str, seed: int, seconds: float) -> Played:
    """Play one game: ours is the first player in those with an even number."""
    game, us = plywise.load_game(name), number % 2
    record = Openings(game, plies=PLIES[name], seed=seed)[number // 2].begin(game)
    peer, spent, nodes = Peer(name, record.actions, seed * 1000 + number, seconds), list[float](), list[int]()
    with plywise.Agent(game, "auto") as agent:
        agent.warm_up()
        while not record.is_over:
            if game.to_move(record.state) == us:
                begun = time.monotonic()
                found = agent.decide(record.state, limit=plywise.Limit(time=seconds), history=record.history)
                spent.append(time.monotonic() - begun)
                nodes.append(found.nodes)
                action: Any = found.action
            else:
                action = peer.choose()
            record.play(action)
            peer.state.apply_action(action)
    utility = record.utilities[us]
    score = 0.5 if utility == 0 else float(utility > 0)
    slowest = max(spent, default=0.0)
    return {
        "score": score,
        "ended": f"after {len(record.actions)} plies",
        "fault": f"a move took {slowest:.2f} s" if slowest > seconds + LATE else "",
        "slowest": slowest,
        "nodes": nodes,
        "simulations": peer.simulations,
        "their_seconds": [round(each, 3) for each in peer.spent],
        "their_proven": peer.proven,
        "actions": record.actions,
        "thrown_away": thrown_away(game, record, us, PLIES[name]) if score == 0 and name == "connect-four" else None,
    }


def thrown_away(game: plywise.Game, record: plywise.Record, us: int, opening: int = 0) -> int | None:
    """Return the ply of the last position with us to move that wasn't lost, or None if all were lost, by proof."""
    for ply in range(len(record.actions) - 1, opening - 1, -1):
        state = record.states[ply]
        if game.to_move(state) == us:
            proof = plywise.decide(game, state, options=plywise.SearchOptions(prove=True))
            assert proof.status == plywise.Status.PROVEN
            if proof.value >= 0:
                return ply
    return None


def tell_peer(games: list[Played]) -> None:
    """Print what OpenSpiel's bot had."""
    counts = [count for game in games for count in game["simulations"]]
    spent = sorted(seconds for game in games for seconds in game["their_seconds"])
    proven = sum(game["their_proven"] for game in games)
    if spent:
        tenth = len(spent) // 10
        console.print(
            f"OpenSpiel: {min(counts):,} to {max(counts):,} simulations, {sum(spent) / len(spent):.2f} CPU s a move on "
            f"average ({spent[tenth]:.2f} to {spent[-1 - tenth]:.2f} in eight of ten)"
        )
    console.print(f"{proven} more moves were decided sooner, by its solver")


def main() -> int:
    """Play and report; fail if a game was thrown away."""
    parser = make_parser("Play against OpenSpiel's MCTS.", games=20, workers=1)
    parser.add_argument("--game", choices=list(PLIES), default="connect-four", help="which game (connect-four)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for each move ({SECONDS:g})")
    arguments = parser.parse_args()
    games = play_all(arguments, lambda number: play(number, arguments.game, arguments.seed, arguments.seconds))
    report(games)
    tell_peer(games)
    thrown = [game for game in games if game["thrown_away"] is not None]
    if arguments.game == "connect-four":
        console.print(f"{len(thrown)} games lost from a position that wasn't lost")
        for game in thrown:
            console.print(f"  game {game['number']}, ply {game['thrown_away']}: {game['actions']}")
    return 1 if thrown else 0


if __name__ == "__main__":
    sys.exit(main())
