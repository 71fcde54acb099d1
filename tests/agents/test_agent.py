"""Agents: what they keep between decisions, how they are stopped, how they think ahead, and how they use a clock."""

import asyncio
import threading
import time

import pytest

from plywise.agents import Agent, Clock, SearchOptions, TimeControl, expected_state
from plywise.games.catalog import load_game
from plywise.rules import Cancellation, Limit, PlywiseError, Record

WAIT = SearchOptions(wait=True)


def follow(agent: Agent, record: Record, plies: int, limit: Limit) -> None:
    for _ in range(plies):
        record.play(agent.decide(record.state, limit=limit, history=record.history).action)


def test_the_second_decision_lowers_nothing_and_makes_no_table(monkeypatch):
    made: list[str] = []
    agent, record = Agent(load_game("chess"), options=WAIT), Record(load_game("chess"))
    follow(agent, record, 2, Limit(nodes=20_000))
    for name in ("plywise.kernel.alpha_beta.table.Table.__init__", "plywise.kernel.running.machine.Machine.__init__"):
        monkeypatch.setattr(name, lambda *args, **more: made.append("something"))
    follow(agent, record, 2, Limit(nodes=20_000))
    assert made == []
    with pytest.raises(AttributeError):  # the counting works: a new agent does make them
        follow(Agent(load_game("chess"), options=WAIT), record, 1, Limit(nodes=20_000))
    assert made != []


def test_what_was_found_helps_the_next_decision():
    game = load_game("connect-four")
    agent, fresh = Agent(game, options=WAIT), Agent(game, options=WAIT)
    record = Record(game)
    follow(agent, record, 2, Limit(depth=14))
    kept = agent.decide(record.state, limit=Limit(depth=12), history=record.history)
    new = fresh.decide(record.state, limit=Limit(depth=12), history=record.history)
    assert kept.nodes < new.nodes / 2  # and its value may be from deeper down
    agent.forget()
    assert agent.decide(record.state, limit=Limit(depth=12), history=record.history).nodes == new.nodes


@pytest.mark.parametrize("spec", ["auto", "uct", "alpha-beta:engine=plain", "uct:engine=plain"])
def test_any_thread_can_cancel_a_decision(spec):
    game = load_game("othello")
    agent = Agent(game, spec, options=WAIT)
    agent.warm_up()
    threading.Timer(0.3, agent.cancel).start()
    started = time.monotonic()
    found = agent.decide(limit=Limit(time=60))
    assert time.monotonic() - started < 5
    assert found.action in list(game.actions(game.initial()))


def test_a_cancellation_given_before_the_search_ends_it_at_once():
    stop = Cancellation()
    stop.cancel()
    agent = Agent(load_game("othello"), options=WAIT)
    agent.warm_up()
    started = time.monotonic()
    assert agent.decide(limit=Limit(time=60, cancellation=stop)).action is not None
    assert time.monotonic() - started < 5


def test_other_tasks_go_on_while_an_agent_decides():
    agent = Agent(load_game("othello"), options=WAIT)
    agent.warm_up()

    async def beside() -> int:
        task, ticks = asyncio.create_task(agent.decide_async(limit=Limit(time=0.5))), 0
        while not task.done():
            await asyncio.sleep(0.01)
            ticks += 1
        assert task.result().action is not None
        return ticks

    assert asyncio.run(beside()) > 10


def test_a_cancelled_task_ends_its_search():
    agent = Agent(load_game("othello"), options=WAIT)
    agent.warm_up()

    async def impatient() -> None:
        await asyncio.wait_for(agent.decide_async(limit=Limit(time=60)), timeout=0.2)

    started = time.monotonic()
    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    assert time.monotonic() - started < 5
    assert agent.decide(limit=Limit(nodes=1000)).action is not None


def wait_for_cpu(seconds):
    """Wait until this process has computed so long, which takes longer on a busy machine; half a minute at most."""
    begun, end = time.process_time(), time.monotonic() + 30
    while time.process_time() - begun < seconds and time.monotonic() < end:
        time.sleep(0.05)


@pytest.mark.slow  # how many states are saved depends on how far it thought: alone on a quiet machine it is far enough
@pytest.mark.parametrize(("spec", "depth"), [("alpha-beta", 8), ("auto", 13)])
def test_thinking_ahead_saves_time_after_a_right_guess(spec, depth):
    """Counted in states, as time goes with them. To lesser depths, auto looks at few, and how many varies a lot."""
    game = load_game("chess")
    agent, fresh = (Agent(game, spec, options=WAIT) for _ in range(2))
    record = Record(game)
    decision = agent.decide(limit=Limit(depth=depth))
    expected = expected_state(game, game.initial(), decision)
    assert expected is not None
    record.play(decision.action)
    record.play(decision.line[1])
    assert expected == (record.state, 2)
    fresh.decide(limit=Limit(depth=depth))
    agent.ponder(record.state, record.history)
    wait_for_cpu(1.5)
    kept = agent.decide(record.state, limit=Limit(depth=depth), history=record.history)
    new = fresh.decide(record.state, limit=Limit(depth=depth), history=record.history)
    assert kept.nodes < 0.6 * new.nodes


@pytest.mark.parametrize(("name", "limit"), [("chess", Limit(nodes=30_000)), ("go:size=5", Limit(simulations=300))])
def test_a_warm_agent_plays_by_the_same_settings(name, limit):
    """What was compiled beforehand is what decides: the settings that the game names as its best."""
    game = load_game(name)
    warm = Agent(game, "auto", options=WAIT)
    warm.warm_up()
    found, named = warm.decide(limit=limit), Agent(game, game.best_agent, options=WAIT).decide(limit=limit)
    plain = Agent(game, game.best_agent.partition(":")[0], options=WAIT).decide(limit=limit)
    seen = [
        (each.value, each.depth, [(choice.value, choice.line) for choice in each.choices]) for each in (found, named)
    ]
    assert seen[0] == seen[1]
    assert (plain.depth, plain.value) != (found.depth, found.value)


def test_a_clock_is_enough_for_a_whole_game():
    game = load_game("connect-four")
    agents = [Agent(game, spec, options=WAIT) for spec in ("auto", "uct")]
    for agent in agents:
        agent.warm_up()
    record, clocks = Record(game), [Clock(TimeControl.parse("2+0.02")) for _ in agents]
    while not record.is_over:
        player = game.to_move(record.state)
        started = time.perf_counter()
        found = agents[player].decide(record.state, clock=clocks[player], history=record.history)
        clocks[player].spend(time.perf_counter() - started)
        record.play(found.action)
    assert all(clock.left > 0 for clock in clocks)


def test_one_legal_action_takes_no_time_off_the_clock():
    game = load_game("connect-four:width=4,height=4")
    record, agent = Record(game), Agent(game, "uct", options=WAIT)
    agent.warm_up()
    while len(record.options()) > 1 and not record.is_over:
        record.play(record.options()[0])
    assert not record.is_over
    started = time.perf_counter()
    agent.decide(record.state, clock=Clock(TimeControl.parse("100")), history=record.history)
    assert time.perf_counter() - started < 1


def test_a_limit_and_a_clock_are_one_too_many():
    with pytest.raises(PlywiseError, match="a limit or a clock, not both"):
        Agent(load_game("nim")).decide(limit=Limit(nodes=1), clock=Clock(TimeControl(1)))


def test_a_person_has_to_be_asked():
    with pytest.raises(PlywiseError, match="A person decides here"):
        Agent(load_game("nim"), "human").decide()


def test_random_repeats_by_its_seed():
    game = load_game("connect-four")
    games = []
    for seed in (1, 1, 2):
        agent, record = Agent(game, f"random:seed={seed}"), Record(game)
        while not record.is_over:
            record.play(agent.decide(record.state, history=record.history).action)
        games.append(record.actions)
    assert games[0] == games[1] != games[2]
