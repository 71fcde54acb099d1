"""An agent that answers UCI's `go`: it keeps its table as long as what was set stays the same."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from plywise.agents.agent import Agent
from plywise.agents.algorithms import Callbacks, SearchOptions
from plywise.agents.clocks import Clock, TimeControl
from plywise.protocols import GoCommand, UciOptions
from plywise.rules import Action, Decision, Game, Limit, Status

FOREVER = 86_400.0
LEAST = 0.005


class UciThinker:
    """Makes agents as UCI's options ask for them."""

    def __init__(
        self, game: Game, spec: str, knowledge: str | Path | None = None, book: str | Path | None = None
    ) -> None:
        self.game, self.spec, self.knowledge, self.book = game, spec, knowledge, book
        self.agent: Agent | None = None
        self.made_for: tuple[Any, ...] = ()

    def think(
        self, states: list[Any], go: GoCommand, options: UciOptions, report: Callable[[Decision], None]
    ) -> Decision:
        """Decide about the last of some states, within what `go` allows."""
        allowed = tuple(self.game.parse_action(states[-1], move) for move in go.moves)
        agent = self.agent_for(options, wants_all=options.multi_pv > 1 or bool(allowed))
        limit, clock = read_budget(self.game, states[-1], go, options)
        callbacks = Callbacks(on_depth=lambda found: report(self.among(found, allowed)))
        found = agent.decide(states[-1], limit=limit, clock=clock, history=states[:-1], callbacks=callbacks)
        return self.among(found, allowed)

    def get_ready(self, options: UciOptions) -> None:
        """Compile and load what the first decision would have to wait for."""
        self.agent_for(options, options.multi_pv > 1).warm_up()

    def agent_for(self, options: UciOptions, wants_all: bool) -> Agent:
        """Return an agent with what was set: the last one, if it was made for that."""
        wanted = (options.hash_mb, options.threads, options.tables, wants_all)
        if self.agent is None or wanted != self.made_for:
            self.close()
            self.agent = Agent(
                self.game,
                self.spec,
                options=SearchOptions(
                    table_mb=options.hash_mb,
                    threads=options.threads,
                    tables=options.tables or None,
                    book=self.book,
                    knowledge=self.knowledge,
                    all_exact=wants_all,
                    wait=True,
                ),
            )
            self.made_for = wanted
        return self.agent

    def among(self, decision: Decision, allowed: tuple[Action, ...]) -> Decision:
        """Return the best choice among some actions, where not all are allowed."""
        if not allowed:
            return decision
        choices = tuple(choice for choice in decision.choices if choice.action in allowed)
        if not choices:  # it was stopped before it came to any of them
            return Decision(allowed[0], self.game.draw_utility, decision.player, Status.HEURISTIC, line=allowed[:1])
        best = max(choices, key=lambda choice: choice.value)
        return replace(decision.choosing(best), choices=choices)

    def cancel(self) -> None:
        """End the decision under way."""
        if self.agent is not None:
            self.agent.cancel()

    def forget(self) -> None:
        """Forget earlier games."""
        if self.agent is not None:
            self.agent.forget()

    def close(self) -> None:
        """Let go of the agent."""
        if self.agent is not None:
            self.agent.close()
            self.agent = None


def read_budget(game: Game, state: Any, go: GoCommand, options: UciOptions) -> tuple[Limit | None, Clock | None]:
    """Return the limit that `go` sets, or the clock of the player to move."""
    numbers, overhead = go.numbers, options.overhead / 1000
    nodes, depth = numbers.get("nodes") or None, numbers.get("depth") or None
    if go.is_infinite or go.is_ponder:
        return Limit(time=FOREVER, nodes=nodes, depth=depth), None
    if "movetime" in numbers:
        return Limit(time=max(LEAST, numbers["movetime"] / 1000 - overhead), nodes=nodes, depth=depth), None
    side = "w" if game.to_move(state) == 0 else "b"
    if f"{side}time" in numbers:
        left = max(LEAST, numbers[f"{side}time"] / 1000 - overhead)
        moves = numbers.get("movestogo") or None
        control = TimeControl(left, numbers.get(f"{side}inc", 0) / 1000, moves)
        return None, Clock(control)
    if nodes or depth:
        return Limit(nodes=nodes, depth=depth), None
    return Limit(time=FOREVER), None
