"""Bridge with hidden hands: tricks of sampled double dummy against play at random, as declarer and as defenders.

    python benchmarks/strength/hidden_bridge.py --cards 6 --deals 200 --samples 6

Every deal is played three times: at random on both sides, with an agent for the declarer, and with one for both
defenders. What an agent gains is the difference in tricks on the same deal, with its 95% interval over the deals.
"""

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from plywise import Limit, Record
from plywise.agents import Agent
from plywise.games.cards.bridge import Bridge
from plywise.rules import CHANCE, Lots

Gains: TypeAlias = dict[str, list[int]]

AT_RANDOM = (False, False)
PAIRINGS = {"declares": (True, False), "defends": (False, True)}


def main() -> None:
    """Print what the agent gains on each side, every 20 deals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=6)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("--agent", default="determinized")
    options = parser.parse_args()
    game, began = Bridge(cards=options.cards), time.process_time()

    def tell(gains: Gains) -> None:
        if len(gains["defends"]) % 20 == 0:
            for name, values in gains.items():
                mean, error = estimate(values)
                sys.stdout.write(f"{options.agent} {name}: {mean:+.2f} tricks ± {error:.2f} over {len(values)} deals\n")
            sys.stdout.write(f"{time.process_time() - began:.0f} CPU-s\n")
            sys.stdout.flush()

    gains_over(game, (dealt(game, deal) for deal in range(options.deals)), options.samples, options.agent, tell)


def dealt(game: Bridge, seed: int) -> Any:
    """Return a state with all cards dealt at random and none played."""
    state, lots = game.initial(), Lots(seed)
    while game.to_move(state) == CHANCE:
        state = game.result(state, lots.draw(game.chances(state)))
    return state


def gains_over(
    game: Bridge,
    starts: Iterable[Any],
    samples: int,
    spec: str = "determinized",
    on_deal: Callable[[Gains], None] | None = None,
) -> Gains:
    """Return by side how many tricks more the agent takes there than play at random does, deal by deal."""
    gains: Gains = {name: [] for name in PAIRINGS}
    with Agent(game, spec) as agent:
        agent.warm_up()
        for number, start in enumerate(starts):
            tricks = {
                sides: declared_tricks(game, agent, start, sides, samples, Lots(number))
                for sides in (AT_RANDOM, *PAIRINGS.values())
            }
            gains["declares"].append(tricks[PAIRINGS["declares"]] - tricks[AT_RANDOM])
            gains["defends"].append(tricks[AT_RANDOM] - tricks[PAIRINGS["defends"]])
            if on_deal:
                on_deal(gains)
    return gains


def declared_tricks(
    game: Bridge, agent: Agent, start: Any, sides: tuple[bool, bool], samples: int, choosing: Lots
) -> int:
    """Play a deal, with the agent for the sides that say so; return the tricks of the declarer's side."""
    record = Record(game, start)
    while not record.is_over:
        if sides[(game.to_move(record.state) - game.declarer) % 2]:
            record.play(chosen(agent, record, samples))
        else:
            actions = record.options()
            record.play(actions[choosing.below(len(actions))])
    return int(record.state.tricks[game.declarer % 2])


def chosen(agent: Agent, record: Record, samples: int) -> Any:
    """Return the agent's card; where there is one alone, without a search."""
    actions = list(record.game.actions(record.state))
    if len(actions) == 1:
        return actions[0]
    return agent.decide(record.state, history=record.history, limit=Limit(simulations=samples)).action


def estimate(values: Sequence[int]) -> tuple[float, float]:
    """Return the mean, and half of its 95% interval."""
    return statistics.fmean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))


if __name__ == "__main__":
    main()
