"""How many states or simulations fit into the time that the highest level has for an action, on this machine."""

import json
import math
import time
from pathlib import Path

from plywise.agents import Agent, Algorithm, SearchOptions, random_record
from plywise.files import parse_object, read_text, write_whole
from plywise.knowledge.levels import MOST_COUNT
from plywise.rules import Game, Limit, Lots, PlywiseError, Status

STATES, SEED, SPAN = 6, 2, 20
"""Of how many states the speed is the mean, from which seed, and how many plies of a game they are taken from."""
LEAST = 0.1
"""Seconds that it is measured for, so that starting a search doesn't count much."""
MOST_PROVEN = 10_000
"""States that are allowed for a proof, beyond what fits into the time."""
BEYOND, FEWEST_SIMULATIONS = 1.5, 2
NAME = "top.json"


def find_top(game: Game, algorithm: Algorithm, seconds: float, folder: Path) -> int:
    """Return the states or simulations of the highest level; what was found at first is kept in a folder."""
    path = folder / NAME
    if path.exists():
        try:
            known = parse_object(read_text(path))["top"]
        except (OSError, ValueError, KeyError) as error:
            raise PlywiseError(f"{path} can't be read ({error}): remove {folder}, and begin again.") from None
        if type(known) is int and 1 <= known <= MOST_COUNT:
            return known
        raise PlywiseError(f"{path} is damaged: remove {folder}, and begin again.")
    top = measure_top(game, algorithm, seconds)
    write_whole(path, f"{json.dumps({'top': top, 'seconds': seconds})}\n".encode())
    return top


def measure_top(game: Game, algorithm: Algorithm, seconds: float) -> int:
    """Return how many states, or simulations, take this long, or are enough for a proof: with one digit that counts."""
    counted = "simulations" if "simulations" in algorithm.ended_by else "nodes"
    done, spent, proven, lots = 0, 0.0, 2, Lots(SEED)
    with Agent(game, algorithm.name, options=SearchOptions(wait=True)) as agent:
        agent.warm_up()
        for number in range(STATES):
            record = random_record(game, lots, number * SPAN // STATES)
            began = time.process_time()  # whoever else uses the machine doesn't count
            decision = agent.decide(record.state, limit=Limit(time=max(seconds, LEAST)), history=record.history)
            count = getattr(decision, counted)
            if decision.status is Status.PROVEN:
                proven = max(proven, count)
            else:
                done, spent = done + count, spent + time.process_time() - began
    fitting = done / spent * seconds if spent else proven
    return max(2, int(float(f"{max(fitting, min(proven, MOST_PROVEN)):.1g}")))


def find_fewest(game: Game, algorithm: Algorithm) -> int:
    """Return with how many states a search goes a little further than one ply; simulations begin with two."""
    if "simulations" in algorithm.ended_by:
        return FEWEST_SIMULATIONS
    lots = Lots(SEED)
    records = [random_record(game, lots, number * SPAN // STATES) for number in range(STATES)]
    return math.ceil(BEYOND * sum(len(record.options()) for record in records) / STATES)
