"""A game at the terminal under way: whose turn it is, what people type, and what the agent answers."""

import contextlib
import random
import shlex
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from rich.text import Text

from plywise.agents import Agent, Callbacks, Clock, OutOfTimeError, expected_state
from plywise.cli.commands.play.hints import tell_hint
from plywise.cli.screen import console, show_state, tell_reason, thinking
from plywise.explain import tell_outcome, tell_worth
from plywise.games.catalog import is_installed
from plywise.games.record_files import own_suffix, read_records, write_records
from plywise.protocols import ResignedError
from plywise.rules import CHANCE, UNSEEN, Action, Decision, Limit, PlywiseError, Record, seen_action

HELP = """Type an action, or one of these:
  actions       what may be played
  hint          what the engine would do
  undo          take back your last action and what followed
  resign        give the game up
  save FILE     keep the game{own}, for `play --resume FILE`
  quit          leave"""

HINT = Limit(time=1.0)
"""What a hint takes where a level plays."""
LONGEST = 2_000
"""Plies after which engines that play each other stop."""
REPEATED = 5
"""At which occurrence of a state they stop, where the rules give repetition no meaning and no dice fall."""


@contextlib.contextmanager
def _noticing() -> Iterator[list[int]]:
    """Note each Ctrl-C, which does what it always does: whoever catches it need not pass it on."""
    noticed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        noticed.append(number)
        if callable(former):
            former(number, frame)

    former = signal.signal(signal.SIGINT, note)
    try:
        yield noticed
    finally:
        signal.signal(signal.SIGINT, former)


@dataclass
class Session:
    """Where a game is played: the record, who sits where, the agent, and everybody's clocks where there are any."""

    spec: str
    record: Record
    people: set[int]
    lots: random.Random
    agent: Agent
    limit: Limit
    clocks: list[Clock] = field(default_factory=list)
    is_pondering: bool = False
    adviser: Agent | None = None
    """Who gives hints where the agent isn't as strong as it could be."""

    def __post_init__(self) -> None:
        self.resumed = len(self.record.actions)
        """Plies that were played before."""
        self.hides = self.record.game.hides and bool(self.people)
        """Whether there is something that a person may not see."""
        self.looking = min(self.people) if len(self.people) == 1 else None
        """Who sits at the screen, where the game hides something: that person's view is shown."""

    @property
    def help(self) -> str:
        """What may be typed."""
        suffix = own_suffix(self.record.game)
        return HELP.format(own="" if suffix == ".json" else f" (.json or {suffix})")

    def tell_seats(self) -> str:
        """Say who a person is, where only one plays."""
        players = range(self.record.game.players)
        if len(self.people) > 1 or len(players) == 1:
            return ""
        others = " and ".join(self.record.game.name_of(player) for player in players if player not in self.people)
        return f"\nYou are {self.record.game.name_of(min(self.people))}, and the engine is {others}."

    def run(self) -> None:
        """Play until the game is over, a person leaves, or Ctrl-C stops it."""
        if self.record.is_over:
            console.print("This game is over already.")
        elif self.people:
            console.print(self.help + self.tell_seats(), style="dim")
        try:
            self.show()
            if self.clocks and not self.record.is_over:
                with thinking(console) as screen:
                    screen.show(Text("getting ready ..."))
                    self.agent.warm_up()  # compiling is nobody's time
            self.play_on()
        except KeyboardInterrupt:
            if not self.people:
                console.print(f"Stopped after {len(self.record.actions):,} plies.")
            raise

    def show(self) -> None:
        """Draw the state: as whoever sits there sees it, or not at all while the seat changes hands."""
        if not self.hides:
            show_state(self.record.game, self.record.state)
        elif self.looking is not None:
            show_state(self.record.game, self.record.state, self.looking)

    def name(self, action: Action) -> str:
        """Name an action to those who play: what one of them can't see has no name while nobody sits there."""
        game, state = self.record.game, self.record.state
        if not self.hides:
            return game.action_name(state, action)
        lookers = sorted(self.people) if self.looking is None else [self.looking]
        names = [seen_action(game, state, action, player) for player in lookers]
        return names[0] if len(set(names)) == 1 else UNSEEN

    def hand_over(self, player: int) -> None:
        """Let another person take the seat, with nothing on the screen meanwhile."""
        if self.hides and self.looking != player:
            self.looking = None
            console.clear()
            console.input(Text(f"{self.record.game.name_of(player)}, take the seat and press Enter: "))
            self.looking = player
            self.show()

    def play_on(self) -> None:
        """Let one after the other play."""
        while not self.record.is_over:
            self.refuse_endless()
            player = self.record.game.to_move(self.record.state)
            started = time.perf_counter()
            if player == CHANCE:
                self.play("chance", self.draw_lot())
                continue
            plies = len(self.record.actions)
            is_going_on = self.ask(player) if player in self.people else self.answer(player)
            if not is_going_on:
                return
            has_played = len(self.record.actions) > plies
            if self.clocks and not self.take_time(player, time.perf_counter() - started, has_played):
                return
        console.print(tell_outcome(self.record), style="bold")

    def answer(self, player: int) -> bool:
        """Let the agent play, and think ahead where it is asked to; False where it gives up."""
        state = self.record.state
        try:
            decision = self.think(player)
        except ResignedError as error:
            console.print(str(error), style="bold")
            return False
        self.play(f"{self.record.game.name_of(player)}, the engine,", decision.action, decision)
        expected = expected_state(self.record.game, state, decision) if self.is_pondering else None
        if expected is not None:
            to_come, plies = [self.record.state], expected[1]
            for action in decision.line[1 : plies - 1]:
                to_come.append(self.record.game.result(to_come[-1], action))
            self.agent.ponder(expected[0], [*self.record.history, *to_come[: plies - 1]])
        return True

    def take_time(self, player: int, seconds: float, has_played: bool) -> bool:
        """Take time off a player's clock, also for a hint or a slip; False where it is up, which ends the game."""
        clock = self.clocks[player]
        try:
            (clock.spend if has_played else clock.run)(seconds)
        except OutOfTimeError:
            name = self.record.game.name_of(player)
            console.print(f"{name}'s time is up: {name} has lost.", style="bold")
            return False
        return True

    def ask(self, player: int) -> bool:
        """Let a person play or give a command; False where they leave."""
        try:
            self.hand_over(player)
            left = f" ({self.tell_clocks(player)})" if self.clocks else ""
            text = console.input(Text.assemble((self.record.game.name_of(player), "bold"), f"{left} to play: ")).strip()
        except EOFError:
            console.print("\nLeft the game.")
            return False
        except KeyboardInterrupt:
            console.print("\nLeft the game.")
            raise
        command, _, argument = text.partition(" ")
        if command in ("quit", "exit"):
            console.print("Left the game.")
            return False
        if command == "resign":
            console.print(f"{self.record.game.name_of(player)} resigns.", style="bold")
            return False
        try:
            self.obey(command, argument.strip(), text, player)
        except PlywiseError as error:
            console.print(Text(str(error), style="red"))
        return True

    def tell_clocks(self, player: int) -> str:
        """Say what is left on everybody's clocks, the player's own first."""
        others = [
            f"{self.record.game.name_of(each)} {tell_clock(self.clocks[each].left)}" for each in range(len(self.clocks))
        ]
        return "; ".join([tell_clock(self.clocks[player].left), *others[:player], *others[player + 1 :]])

    def obey(self, command: str, argument: str, text: str, player: int) -> None:
        """Carry out a command, or play the action that the text names."""
        game, state = self.record.game, self.record.state
        if command in ("help", "?", ""):
            console.print(self.help, style="dim")
        elif command == "actions":
            console.print(" ".join(game.action_name(state, action) for action in self.record.options()))
        elif command == "hint":
            decision = self.think(None)
            console.print(tell_hint(self.record, decision, self.hides), style="cyan")
        elif command == "undo":
            self.undo()
        elif command == "save":
            self.save(argument)
        else:
            self.play(self.record.game.name_of(player), self.record.find(text))

    def think(self, player: int | None) -> Decision:
        """Let the agent choose, by a player's clock where there is one.

        At Ctrl-C it answers at once, but where no person plays, that ends the game.
        """
        state, history = self.record.state, self.record.history
        clock = self.clocks[player] if self.clocks and player is not None else None
        limit = self.limit if clock is None else None
        agent = self.agent
        if player is None and self.adviser is not None:
            agent, limit = self.adviser, HINT
        with thinking(console) as screen, _noticing() as interrupts:
            callbacks = Callbacks(on_compile=screen.compiling)
            decision = agent.decide(state, limit=limit, clock=clock, history=history, callbacks=callbacks)
        if interrupts and not self.people:
            raise KeyboardInterrupt
        return decision

    def refuse_endless(self) -> None:
        """Stop a game without people that doesn't come to an end: nobody is there to leave it."""
        if self.people:
            return
        game, plies = self.record.game, len(self.record.actions) - self.resumed
        end = "Let the rules end the game, or give a person a seat with --human; `plywise check` may say more."
        if plies >= LONGEST:
            raise PlywiseError(f"The game was not over after {plies:,} plies, so it was stopped. {end}")
        now = None if game.has_chance or game.repetition else game.repetition_key(self.record.state)
        if now is not None and sum(game.repetition_key(state) == now for state in self.record.states) >= REPEATED:
            raise PlywiseError(
                f"The same state came up {REPEATED} times, and the rules give that no meaning, so the game was stopped "
                f"after {plies:,} plies. Declare repetition = 'draw' or 'illegal' if it has one. {end}"
            )

    def draw_lot(self) -> Action:
        """Let chance choose."""
        outcomes = list(self.record.game.chances(self.record.state))
        return self.lots.choices([outcome for outcome, _ in outcomes], [odds for _, odds in outcomes])[0]

    def play(self, who: str, action: Action, decision: Decision | None = None) -> None:
        """Play an action and show what came of it."""
        name = self.name(action)
        self.record.play(action)
        thought = ""
        if decision and not self.hides:  # what the engine thinks of its cards is its secret
            level = f"{decision.engine}: " if decision.engine.startswith("level") else ""
            worth = tell_worth(self.record.game, decision)
            thought = f"  ({level}{decision.status}{decision.source}, {worth})"
        console.print(Text.assemble(f"{who} plays ", (name, "bold"), (thought, "dim")))
        self.show()

    def undo(self) -> None:
        """Take back the last action of a person, and everything after it."""
        if self.hides:
            raise PlywiseError("Nothing is taken back here: what was seen can't be unseen.")
        self.record.undo()
        while self.record.actions and self.record.game.to_move(self.record.state) not in self.people:
            self.record.undo()
        self.show()

    def save(self, name: str) -> None:
        """Write the game to a file, in the form of its ending; refuses to overwrite anything but a saved game."""
        if not name:
            raise PlywiseError(f"Say where: save FILE, such as game{own_suffix(self.record.game)}.")
        path = Path(name)
        self.record.game.spec = self.spec
        text = write_records([self.record], path.suffix)
        try:
            if path.is_file():
                read_records(path, self.record.game)
            elif path.exists():
                raise PlywiseError(f"{path} is not a file: say another name.")
            path.write_text(text, encoding="utf-8")
        except (OSError, ValueError) as error:
            raise PlywiseError(f"{path} can't be written: {tell_reason(error)}.") from None
        rules = "" if is_installed(self.spec) else f"{shlex.quote(self.spec)} "
        console.print(f"Saved. Continue with: plywise play {rules}--resume {shlex.quote(str(path))}", soft_wrap=True)


def tell_clock(seconds: float) -> str:
    """Say what is left on a clock.

    >>> tell_clock(75.2), tell_clock(9.46)
    ('1:15', '9.5 s')
    """
    return f"{seconds:.1f} s" if seconds < 10 else f"{int(seconds) // 60}:{int(seconds) % 60:02}"
