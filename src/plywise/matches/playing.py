"""Plays one game between agents, to its end by the rules, or to a forfeit, a proof or a cap that is written down."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.agents import Agent, Clock, OutOfTimeError
from plywise.matches.options import MatchOptions
from plywise.matches.results import (
    BY_FORFEIT,
    BY_LENGTH,
    BY_PROOF,
    BY_REPETITION,
    BY_RULES,
    EVALUATION_LEAD,
    NO_LEAD,
    PROVEN_LEAD,
    UTILITY_LEAD,
    GameResult,
)
from plywise.matches.schedule import GamePlan
from plywise.protocols import EngineError
from plywise.rules import CHANCE, Bound, Decision, Game, Limit, Lots, Record, SearchError, Status, Unit, player_name

MARGIN = 1.0
"""Seconds by which an action may come late under a limit: other programs may have had the processor."""


class OverrunError(EngineError):
    """An agent took more time than it had."""


@dataclass(slots=True)
class Seat:
    """An agent at the board: its name, its limit for each action or its clock, and what it has spent."""

    name: str
    agent: Agent
    limit: Limit
    clock: Clock | None = None
    decisions: int = 0
    seconds: float = 0.0
    nodes: int = 0
    last: Decision | None = None

    def decide(self, record: Record) -> Decision:
        """Ask for an action; raises what makes it a forfeit."""
        began = time.perf_counter()
        if self.clock is not None:
            decision = self.agent.decide(record.state, clock=self.clock, history=record.history)
        else:
            decision = self.agent.decide(record.state, limit=self.limit, history=record.history)
        seconds = time.perf_counter() - began
        self.decisions += 1
        self.seconds += seconds
        self.nodes += decision.nodes
        self.last = decision
        self.spend(seconds)
        return decision

    def spend(self, seconds: float) -> None:
        """Refuse an action that came too late."""
        if self.clock is not None:
            self.clock.spend(seconds)
        elif self.limit.time is not None and seconds > self.limit.time + MARGIN:
            raise OverrunError(f"it took {seconds:.1f} s for an action, and had {self.limit.time:g} s")


class GameInPlay:
    """One game of a match while it is played."""

    def __init__(self, game: Game, plan: GamePlan, seats: Sequence[Seat], options: MatchOptions) -> None:
        self.game, self.plan, self.seats = game, plan, seats
        self.adjudicate, self.most_plies = options.adjudicate, options.most_plies(game)
        self.record, self.lots = plan.opening.begin(game), Lots(plan.dice)
        self.opening_plies = len(self.record.actions)
        self.keeps_leads = options.keep_leads and game.is_adversarial
        self.leads: list[tuple[float, str]] = []

    def play(self) -> GameResult:
        """Play until the game ends."""
        record = self.record
        while not record.is_over:
            plies = len(record.actions) - self.opening_plies
            if self.most_plies is not None and plies >= self.most_plies:
                note = f"Counted as a draw after {plies:,} plies."
                return self.ended(BY_LENGTH, self.drawn(), note)
            player = self.game.to_move(record.state)
            if player == CHANCE:
                record.add(self.lots.draw(self.game.chances(record.state)))
                self.leads.append((0.0, NO_LEAD))
                continue
            reason = self.move(self.seats[player])
            if reason:
                note = f"{self.seats[player].name} forfeits as player {player_name(player)}: {reason.rstrip('.')}."
                return self.ended(BY_FORFEIT, self.forfeited(player), note, player)
            proven = self.proven() if self.adjudicate else None
            if proven is not None and not record.is_over:
                return self.ended(BY_PROOF, proven, "Adjudicated: the outcome is proven.")
        return self.ended(BY_REPETITION if record.is_repeated else BY_RULES, record.utilities)

    def move(self, seat: Seat) -> str:
        """Let an agent play an action; return why it forfeits the game, or nothing."""
        try:
            action = seat.decide(self.record).action
        except (EngineError, OutOfTimeError, SearchError) as error:
            return str(error)
        if action not in self.record.options():
            return f"it played {self.named(action)}, which isn't legal in {self.game.state_name(self.record.state)}"
        self.record.add(action)
        if self.keeps_leads and seat.last is not None:
            self.leads.append(_lead(self.game, seat.last))
        return ""

    def named(self, action: Any) -> str:
        """Name an action that may be none; the rules need not have a name for it."""
        if action is None:
            return "nothing"
        try:
            return self.game.action_name(self.record.state, action)
        except Exception:
            return repr(action)

    def proven(self) -> tuple[float, ...] | None:
        """Return the outcome that solved tables name, or that both agents have proven; None where there is none."""
        found = [_outcome(self.game, seat.last) for seat in self.seats]
        known = [seat.last.by_table for seat in self.seats if seat.last is not None]
        agreed = {value for value in found if value is not None}
        if len(agreed) != 1 or (None in found and not any(known)):
            return None
        (value,) = agreed
        return value, self.game.value_to(1, value)

    def drawn(self) -> tuple[float, ...]:
        """Return the utilities of a draw."""
        return (self.game.draw_utility,) * self.game.players

    def forfeited(self, player: int) -> tuple[float, ...]:
        """Return the utilities where a player forfeits: the worst for that player, an equal share for all others."""
        low, high = self.game.utility_bounds if self.game.players == 2 else self.game.utility_range
        total, others = self.game.utility_sum, self.game.players - 1
        rest = high if total is None else (total - low) / others
        return tuple(low if seat == player else rest for seat in range(self.game.players))

    def ended(self, end: str, utilities: Sequence[float], note: str = "", forfeited: int | None = None) -> GameResult:
        """Return what the game came to."""
        record = self.record
        return GameResult(
            self.plan.number,
            self.plan.unit,
            self.plan.seats,
            self.game.state_name(record.states[0]),
            tuple(record.action_names),
            self.opening_plies,
            tuple(utilities),
            end,
            note,
            forfeited,
            tuple(seat.decisions for seat in self.seats),
            tuple(round(seat.seconds, 6) for seat in self.seats),
            tuple(seat.nodes for seat in self.seats),
            tuple(lead for lead, _ in self.leads if self.keeps_leads),
            "".join(kind for _, kind in self.leads if self.keeps_leads),
        )


def _outcome(game: Game, decision: Decision | None) -> Any:
    """Return what a decision proves the game to be worth to player 0, or None."""
    if decision is None or decision.status is not Status.PROVEN or decision.unit is not Unit.UTILITY:
        return None
    return game.value_to(decision.player, decision.value) if decision.bound is Bound.EXACT else None


def _lead(game: Game, decision: Decision) -> tuple[float, str]:
    """Return how far player 0 is ahead by a decision of either player, and what kind of lead that is."""
    sign = 1 if decision.player == 0 else -1
    if decision.unit is Unit.EVALUATION:
        return round(sign * decision.value, 4), EVALUATION_LEAD
    low, high = game.utility_bounds
    lead = sign * (decision.value - game.draw_utility) / max(1e-9, (high - low) / 2)
    is_sure = decision.status is Status.PROVEN and decision.bound is Bound.EXACT
    return round(lead, 4), PROVEN_LEAD if is_sure else UTILITY_LEAD
