"""Plywise's agent `auto` against OpenSpiel's MCTSBot in C++, a second a move each, from random openings.

Install the peers first: pip install -r requirements/peers.txt

Every opening is played twice, with sides swapped. OpenSpiel's bot has one random playout a simulation, its solver on,
and as many simulations as take a second of CPU time on the opening, measured again for each game; ours has a second by
the clock, so other work on the machine costs only us. After a loss in Connect Four every position in which our agent
was to move is proven: a game is thrown away if one of them wasn't lost. Fails if any was.

Run: python benchmarks/strength/open_spiel_mcts.py --out games.jsonl
     python benchmarks/strength/open_spiel_mcts.py --game othello --out othello.jsonl
"""

import random
import sys
import time
from pathlib import Path
from typing import Any

from strength_common import Played, console, make_parser, play_all, report

import plywise

sys.path.append(str(Path(__file__).parents[1] / "peers"))
from peers_common import import_peer
from peers_monte_carlo import UCT_C

PLIES = {"connect-four": 12, "othello": 6}
SAMPLE = {"connect-four": 10_000, "othello": 500}
"""Simulations that are timed to find how many take a second."""

MEMORY_MB = 2_000
MOST_SIMULATIONS = 400_000
SECONDS = 1.0
LATE = 0.5


def opening(game: plywise.Game, plies: int, seed: int, pair: int) -> list[int]:
    """Return random actions after which the game isn't over."""
    choices = random.Random(f"{seed} {pair}")
    while True:
        record = plywise.Record(game)
        while len(record.actions) < plies and not record.is_over:
            record.play(choices.choice(list(game.actions(record.state))))
        if not record.is_over:
            return [int(action) for action in record.actions]  # type: ignore[call-overload]


class Peer:
    """OpenSpiel's bot and its state, whose actions have the same numbers as ours."""

    def __init__(self, name: str, actions: list[int], seed: int) -> None:
        self.pyspiel, self.seed = import_peer("pyspiel"), seed
        self.game = self.pyspiel.load_game(name.replace("-", "_"))
        self.state = self.game.new_initial_state()
        for action in actions:
            self.state.apply_action(action)
        begun = time.thread_time()
        self.make_bot(SAMPLE[name]).step(self.state)
        rate = SAMPLE[name] / max(1e-9, time.thread_time() - begun)
        self.simulations = min(MOST_SIMULATIONS, round(rate * SECONDS))
        self.bot = self.make_bot(self.simulations)
        self.spent: list[float] = []

    def make_bot(self, simulations: int) -> Any:
        """Return a bot with a number of simulations a move."""
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, self.seed)
        return self.pyspiel.MCTSBot(self.game, evaluator, UCT_C, simulations, MEMORY_MB, True, self.seed, False)

    def choose(self) -> int:
        """Return the bot's action."""
        begun = time.thread_time()
        action = int(self.bot.step(self.state))
        self.spent.append(time.thread_time() - begun)
        return action


def play(number: int, name: str, seed: int) -> Played:
    """Play one game: ours is the first player in those with an even number."""
    game, us = plywise.load_game(name), number % 2
    line = opening(game, PLIES[name], seed, number // 2)
    record, peer, spent = plywise.Record(game), Peer(name, line, seed * 1000 + number), list[float]()
    for move in line:
        record.play(move)
    with plywise.Agent(game, "auto") as agent:
        agent.warm_up()
        while not record.is_over:
            if game.to_move(record.state) == us:
                begun = time.monotonic()
                limit = plywise.Limit(time=SECONDS)
                action: Any = agent.decide(record.state, limit=limit, history=record.history).action
                spent.append(time.monotonic() - begun)
            else:
                action = peer.choose()
            record.play(action)
            peer.state.apply_action(action)
    utility = record.utilities[us]
    score = 0.5 if utility == 0 else float(utility > 0)
    slowest = max(spent, default=0.0)
    played = {
        "score": score,
        "ended": f"after {len(record.actions)} plies",
        "fault": f"a move took {slowest:.2f} s" if slowest > SECONDS + LATE else "",
        "slowest": slowest,
        "simulations": peer.simulations,
        "their_seconds": sum(peer.spent) / max(1, len(peer.spent)),
        "actions": record.actions,
        "thrown_away": None,
    }
    if score == 0 and name == "connect-four":
        played["thrown_away"] = thrown_away(game, record, us)
    return played


def thrown_away(game: plywise.Game, record: plywise.Record, us: int) -> int | None:
    """Return the ply of the last position with us to move that wasn't lost, or None if all were lost."""
    for ply in range(len(record.actions) - 1, PLIES["connect-four"] - 1, -1):
        state = record.states[ply]
        if game.to_move(state) == us:
            proof = plywise.decide(game, state, options=plywise.SearchOptions(prove=True))
            assert proof.status == plywise.Status.PROVEN
            if proof.value >= 0:
                return ply
    return None


def main() -> int:
    """Play and report; fail if a game was thrown away."""
    parser = make_parser("Play against OpenSpiel's MCTS.", games=20, workers=1)
    parser.add_argument("--game", choices=list(PLIES), default="connect-four", help="which game (connect-four)")
    arguments = parser.parse_args()
    games = play_all(arguments, lambda number: play(number, arguments.game, arguments.seed))
    report(games)
    counts = [game["simulations"] for game in games]
    theirs = sum(game["their_seconds"] for game in games) / len(games)
    console.print(f"OpenSpiel: {min(counts):,} to {max(counts):,} simulations, {theirs:.2f} CPU s a move on average")
    thrown = [game for game in games if game["thrown_away"] is not None]
    if arguments.game == "connect-four":
        console.print(f"{len(thrown)} games lost from a position that wasn't lost")
        for game in thrown:
            console.print(f"  game {game['number']}, ply {game['thrown_away']}: {game['actions']}")
    return 1 if thrown else 0


if __name__ == "__main__":
    sys.exit(main())
