"""Backgammon by a learned network against Pubeval, GNU Backgammon or other weights, in points a game.

    python benchmarks/strength/backgammon.py backgammon.knowledge pubeval --games 10000
    python benchmarks/strength/backgammon.py backgammon.knowledge gnubg --games 10000 --turns 2

Without a doubling cube; gammons count 2, backgammons 3. Games come in pairs with the same dice and swapped seats, and
the error is that of the pairs' means. GNU Backgammon (`apt-get install gnubg`) decides by its own networks without
looking ahead (`--plies 0`), many games at a time. Pubeval is Tesauro's public linear player of 1993: its weights are
read from PLYWISE_ORACLES/misc.json.
"""

import argparse
import json
import math
import os
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from plywise.games.backgammon import Backgammon, list_turns
from plywise.kernel import TurnSearcher, rules_fingerprint
from plywise.knowledge.network import MARGIN, LearnedNetwork, NetworkLayout, read_network
from plywise.rules import Lots

console = Console(highlight=False)
GNUBG = "/usr/games/gnubg"
ORACLES = os.environ.get("PLYWISE_ORACLES", "../shared/oracles")
OFF, BAR, CHECKERS = 0, 25, 15
PROGRAMS = 12
"""GNU Backgammons at work side by side."""


class ByNetwork:
    """Plays whole turns by a compiled look-ahead."""

    def __init__(self, searcher: TurnSearcher, turns: int) -> None:
        self.searcher, self.turns = searcher, turns

    def play_all(self, states: list[Any]) -> list[Any]:
        """Return the states after the best turns."""
        return [self.searcher.play_turn(state, self.turns) for state in states]


def by_file(path: str, turns: int) -> ByNetwork:
    """Return the player by a file's network."""
    return by_network(read_network(path, Backgammon(), rules_fingerprint(Backgammon())), turns)


def by_network(network: LearnedNetwork, turns: int) -> ByNetwork:
    """Return the player by a network."""
    return ByNetwork(TurnSearcher(Backgammon(), network.layout, network.weights, margin=MARGIN), turns)


def mean_of_pairs(results: list[float]) -> tuple[float, float]:
    """Return the points a game in whole pairs of games, and the error of 95%."""
    pairs = np.array(results[: len(results) // 2 * 2]).reshape(-1, 2).mean(axis=1)
    return float(pairs.mean()), 1.96 * float(pairs.std(ddof=1)) / math.sqrt(len(pairs))


class PubevalInputs(Backgammon):
    """Backgammon with Pubeval's inputs: 5 for each point, as the side sees it that has just moved, the bar, and off."""

    input_count = 122

    def inputs(self, state: Any, player: int) -> Any:
        """Yield the inputs that aren't 0; `player` has just moved."""
        for place in range(1, 25):
            count = state.theirs[25 - place]
            if state.mine[place] == 1:
                yield 5 * (place - 1), 1.0
            if count == 1:
                yield 5 * (place - 1) + 1, 1.0
            if count >= 2:
                yield 5 * (place - 1) + 2, 1.0
            if count == 3:
                yield 5 * (place - 1) + 3, 1.0
            if count >= 4:
                yield 5 * (place - 1) + 4, (count - 3) / 2
        if state.mine[25] > 0:
            yield 120, state.mine[25] / 2
        if state.theirs[0] > 0:
            yield 121, state.theirs[0] / 15


class Pubeval:
    """Tesauro's linear player, as a network whose one hidden unit and one output keep the order of its sums."""

    def __init__(self) -> None:
        known = json.loads(Path(ORACLES, "misc.json").read_text())["pubeval"]
        self.race, self.contact = (self._searcher(known[name]) for name in ("race", "contact"))

    @staticmethod
    def _searcher(weights: list[float]) -> TurnSearcher:
        layout = NetworkLayout(122, 1, 1, -1.0, 1.0)
        numbers = np.array([*(weight / 50 for weight in weights), 0, 1, -0.5], "<f4")
        return TurnSearcher(PubevalInputs(), layout, numbers.tobytes(), margin=0.0)

    def play_all(self, states: list[Any]) -> list[Any]:
        """Return the states after its turns; which weights count is decided before the move."""
        meets = PubevalInputs().meet
        return [(self.contact if meets(state) else self.race).play_turn(state) for state in states]


class Gnubg:
    """GNU Backgammon in a process of its own."""

    def __init__(self, plies: int) -> None:
        (theirs_in, self.out), (self.into, theirs_out) = os.pipe(), os.pipe()
        names = {"PLYWISE_GNUBG_IN": theirs_in, "PLYWISE_GNUBG_OUT": theirs_out, "PLYWISE_GNUBG_PLIES": plies}
        script = str(Path(__file__).with_name("gnubg_side.py"))
        self.process = subprocess.Popen(
            [GNUBG, "-t", "-q", "-r", "-p", script],
            env=os.environ | {name: str(value) for name, value in names.items()},
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # it changes the settings of a terminal, if there is one
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.asked, self.answers = os.fdopen(self.out, "w"), os.fdopen(self.into)
        self.game, self.checked = Backgammon(), 0
        self.states: list[Any] = []
        self.by_roll: dict[tuple[int, int], list[int]] = {}

    def ask(self, states: list[Any]) -> None:
        """Ask for the turns of some states, by rolls."""
        self.states, self.by_roll = states, defaultdict(list)
        for number, state in enumerate(states):
            self.by_roll[state.high, state.low].append(number)
        rolls = [
            [*roll, [[states[number].theirs[1:], states[number].mine[1:]] for number in numbers]]
            for roll, numbers in self.by_roll.items()
        ]
        self.asked.write(json.dumps(rolls) + "\n")
        self.asked.flush()

    def answer(self) -> list[Any]:
        """Return the states after the turns that were asked for."""
        played: list[Any] = [None] * len(self.states)
        for numbers, moves in zip(self.by_roll.values(), json.loads(self.answers.readline()), strict=True):
            for number, steps in zip(numbers, moves, strict=True):
                played[number] = self._played(self.states[number], steps)
        return played

    def _played(self, state: Any, steps: list[int]) -> Any:
        """Return the state after its steps, from and to; some of them are compared with our rules."""
        mine, theirs = list(state.mine), list(state.theirs)
        for place, end in zip(steps[::2], steps[1::2], strict=True):
            if place == 0:
                break  # unused
            target = max(end, OFF)
            mine[place] -= 1
            mine[target] += 1
            if target > OFF and theirs[BAR - target] == 1:
                theirs[BAR - target] -= 1
                theirs[BAR] += 1
        after = state._replace(
            mine=tuple(theirs), theirs=tuple(mine), turn=1 - state.turn, high=0, low=0, left=0, limit=BAR
        )
        if self.checked < 300:
            self.checked += 1
            assert after in list_turns(self.game, state), (state, steps)
        return after


class Gnubgs:
    """Several of them side by side: each sleeps for 10 ms a move, whatever the move takes."""

    def __init__(self, plies: int) -> None:
        self.programs = [Gnubg(plies) for _ in range(PROGRAMS)]

    def play_all(self, states: list[Any]) -> list[Any]:
        """Return the states after its turns."""
        for number, program in enumerate(self.programs):
            program.ask(states[number::PROGRAMS])
        played: list[Any] = [None] * len(states)
        for number, program in enumerate(self.programs):
            played[number::PROGRAMS] = program.answer()
        return played


def play_games(players: list[Any], games: int, seed: int, together: int) -> Iterator[list[float]]:
    """Yield what the first player gets, a batch of games at a time; games 2 k and 2 k + 1 have the same dice."""
    game = Backgammon()
    for start in range(0, games, together):
        numbers = range(start, min(games, start + together))
        results = dict.fromkeys(numbers, 0.0)
        dice = {number: Lots(seed * 1_000_003 + number // 2) for number in numbers}
        states = {number: game.initial() for number in numbers}
        while states:
            asked: tuple[list[int], list[int]] = [], []
            for number, state in states.items():
                states[number] = game.result(state, dice[number].draw(game.chances(state)))
                asked[(states[number].turn + number) % 2].append(number)
            for player, mine in zip(players, asked, strict=True):
                for number, after in zip(mine, player.play_all([states[number] for number in mine]), strict=True):
                    states[number] = after
            for number in [number for number, state in states.items() if game.is_terminal(state)]:
                results[number] = game.utility(states.pop(number), number % 2)
        yield list(results.values())


def main() -> None:
    """Play, and print the mean with its error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("knowledge")
    parser.add_argument("rival", help="pubeval, gnubg, or another file")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=1, help="how many turns the network looks ahead")
    parser.add_argument("--rival-turns", type=int, default=1)
    parser.add_argument("--plies", type=int, default=0, help="how far GNU Backgammon looks ahead")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--together", type=int, default=1000, help="games under way at once; then a line is printed")
    options = parser.parse_args()
    special: dict[str, Any] = {"pubeval": Pubeval, "gnubg": lambda: Gnubgs(options.plies)}
    rival = special[options.rival]() if options.rival in special else by_file(options.rival, options.rival_turns)
    began, cpu = time.perf_counter(), time.process_time()
    results: list[float] = []
    players = [by_file(options.knowledge, options.turns), rival]
    for batch in play_games(players, options.games, options.seed, options.together):
        results += batch
        _, error = mean_of_pairs(results)
        won = np.mean(np.array(results) > 0)
        console.print(
            f"{options.knowledge}, {options.turns} turn(s), against {options.rival}: {np.mean(results):+.3f} "
            f"± {error:.3f} points a game (95%), won {won:.1%} of {len(results):,} games, seed {options.seed}; "
            f"{time.perf_counter() - began:.0f} s, {time.process_time() - cpu:.0f} s of this process",
            soft_wrap=True,
        )


if __name__ == "__main__":
    main()
