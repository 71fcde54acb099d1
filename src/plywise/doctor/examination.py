"""The examination: every check in order; those of a later stage are left out where an earlier one found an error."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from plywise.doctor.case import Case
from plywise.doctor.checks import CHECKS, COMPILED, DECLARED, FURTHER, Check
from plywise.doctor.estimates import estimate
from plywise.doctor.printing import Printing
from plywise.doctor.report import Estimates, Finding, Report
from plywise.doctor.watch import RULE_SECONDS, RuleFailedError, Watch
from plywise.rules import Game

OnStep: TypeAlias = Callable[[str], None]
OnFinding: TypeAlias = Callable[[Finding], None]


ESTIMATING = "estimates"


def check_rules(game: Game, *, seed: int = 0, on_step: OnStep | None = None, compiled: bool = False) -> Report:
    """Check a game's rules in this process; for rules that may hang or crash, use `check_rules_isolated`.

    Whatever a rule does wrong becomes a finding. `on_step` is given the title of each check as it begins. `compiled`
    rules are checked on demand: if they crash, so does this process.
    """
    return Examination(game, seed, on_step or _ignore, _ignore, compiled=compiled).run()


class Examination:
    """One examination under way; `on_finding` is given each finding as it is made."""

    def __init__(
        self,
        game: Game,
        seed: int,
        on_step: OnStep,
        on_finding: OnFinding,
        rule_seconds: float = RULE_SECONDS,
        compiled: bool = False,
    ) -> None:
        self.watch = Watch(game, rule_seconds)
        self.printing = Printing(game)
        self.case = Case(game, seed, self.watch, self.printing)
        self.on_step, self.on_finding = on_step, on_finding
        self.last_stage = COMPILED if compiled else FURTHER
        self.spoilt = COMPILED + 1
        """The first stage in which an error was found."""
        self.findings: dict[tuple[str, str], Finding] = {}
        self.skipped: list[str] = []
        self.estimates: Estimates | None = None

    def run(self) -> Report:
        """Make every check that can be made; estimates come before compiling, which takes long and may fail."""
        with self.watch, self.printing:
            self.make_all(DECLARED, FURTHER)
            if self.spoilt >= FURTHER:
                self.estimates = self.estimate()
            self.make_all(COMPILED, self.last_stage)
        printed = self.printing.finding()
        if printed:
            self.findings[printed.check, printed.rule] = printed
            self.on_finding(printed)
        findings = tuple(self.findings.values())
        name, skipped = game_name(self.case.game), tuple(self.skipped)
        return Report(name, findings, self.estimates, skipped, self.case.compiled, self.case.speed)

    def make_all(self, first: int, last: int) -> None:
        """Make the checks of these stages, as far as earlier ones found no error."""
        for check in CHECKS:
            if not first <= check.stage <= last:
                continue
            if check.stage > self.spoilt:
                self.skipped.append(check.title)
            elif not self.make(check):
                self.spoilt = min(self.spoilt, check.stage)

    def make(self, check: Check) -> bool:
        """Make one check; return whether it found no error."""
        self.on_step(check.title)
        found = list(self.findings_of(check))
        for finding in found:
            if (finding.check, finding.rule) not in self.findings:
                self.findings[finding.check, finding.rule] = finding
                self.on_finding(finding)
        return all(finding.level != "error" for finding in found)

    def findings_of(self, check: Check) -> Iterator[Finding]:
        """Yield what a check finds; an error that gets in its way is a finding too."""
        try:
            yield from check.run(self.case)
        except RuleFailedError as failed:
            yield failed.finding
        except Exception as error:
            yield self.watch.blame("", error)

    def estimate(self) -> Estimates | None:
        """Estimate the game's size; None where a rule fails."""
        self.on_step(ESTIMATING)
        try:
            return estimate(self.case)
        except Exception:
            return None


def game_name(game: Game) -> str:
    """Name a game, by its class where its own name can't be had."""
    try:
        return str(game.name)
    except Exception:
        return type(game).__name__


def _ignore(_: object) -> None:
    """Report to nobody."""
