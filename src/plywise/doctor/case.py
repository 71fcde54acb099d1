"""The case before the doctor: one game, whom to ask, what was sampled, and how to write a finding about it."""

from functools import cached_property
from typing import Any

from plywise.doctor.graph import Graph, explore
from plywise.doctor.places import declaration_place
from plywise.doctor.plain_speed import PlainSpeed
from plywise.doctor.printing import Printing
from plywise.doctor.report import Compiled, Finding, Level, Speed
from plywise.doctor.sample import Sample, take_sample
from plywise.doctor.values import capital, short
from plywise.doctor.watch import RuleFailedError, Watch
from plywise.kernel import CompiledRules
from plywise.rules import Game, RulesError, state_key


class Case:
    """What the checks share."""

    def __init__(self, game: Game, seed: int, watch: Watch, printing: Printing | None = None) -> None:
        self.game = game
        self.seed = seed
        self.watch = watch
        self.printing = printing
        self.compiled: Compiled | None = None
        self.rules: CompiledRules | None = None
        """The compiled rules, once they were found to be the same game."""
        self.speed: Speed | None = None
        self.plain: PlainSpeed | None = None
        """What the plain rules do in a second, once that was measured."""

    @cached_property
    def sample(self) -> Sample:
        """Random games, played once for all checks."""
        return take_sample(self.game, self.watch, self.seed)

    @cached_property
    def graph(self) -> Graph:
        """The states that can be reached, as many as the budget allows."""
        return explore(self.game, self.watch)

    def ask(self, rule: str, *args: Any) -> Any:
        """Ask a rule; raises RuleFailedError, which ends the check and becomes its finding."""
        return self.watch.ask(rule, *args)

    def name(self, state: Any, action: Any) -> str:
        """Name an action for a message, by its repr where it can't be named."""
        try:
            return str(self.ask("action_name", state, action))
        except RuleFailedError:
            return short(action)

    def finding(self, check: str, rule: str, what: str, fix: str, *states: Any, level: Level = "error") -> Finding:
        """Write a finding about a rule, seen in the given state if any."""
        return self.watch.finding(check, rule, what, fix, *states, level=level)

    def incomparable(self, state: Any, maker: str) -> Finding | None:
        """Complain of a state that can't be compared with others; only warn where the game writes its own `key`."""
        try:
            hash(state_key(state))
        except RulesError as error:
            what, _, fix = str(error).partition(": ")
            level: Level = "warning" if self.game.offers("key") else "error"
            return self.finding("unhashable-state", maker, f"{what}.", capital(fix), state, level=level)
        return None

    def misdeclared(self, check: str, name: str, what: str, fix: str, level: Level = "error") -> Finding:
        """Write a finding about a declaration."""
        return Finding(level, check, what, fix, name, declaration_place(self.game, name))
