"""The case before the doctor: one game, whom to ask, what was sampled, and how to write a finding about it."""

from functools import cached_property
from typing import Any

from plywise.doctor.graph import Graph, explore
from plywise.doctor.places import declaration_place
from plywise.doctor.printing import Printing
from plywise.doctor.report import Compiled, Finding, Level, Speed
from plywise.doctor.sample import Sample, take_sample
from plywise.doctor.values import short
from plywise.doctor.watch import RuleFailedError, Watch
from plywise.kernel import CompiledRules
from plywise.rules import Game


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

    def misdeclared(self, check: str, name: str, what: str, fix: str, level: Level = "error") -> Finding:
        """Write a finding about a declaration."""
        return Finding(level, check, what, fix, name, declaration_place(self.game, name))
