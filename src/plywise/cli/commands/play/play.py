"""`plywise play`: a game at the terminal, against the engine, another person, or engine against engine."""

import contextlib
import random
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.text import Text

from plywise.agents import Agent, Callbacks, SearchOptions
from plywise.cli.screen import (
    GAME,
    Seconds,
    Seed,
    StateText,
    TablesFolder,
    Threads,
    console,
    load,
    show_state,
    tell_reason,
    thinking,
)
from plywise.explain import tell_outcome, verdict
from plywise.files import read_text
from plywise.games.catalog import is_installed, load_named_game
from plywise.rules import CHANCE, Action, Decision, Limit, PlywiseError, Record, describe_value, player_name
from plywise.rules.record import read_content

HELP = """Type an action, or one of these:
  actions       what may be played
  hint          what the engine would do
  undo          take back your last action and what followed
  save FILE     write the game to a file; `plywise play --resume FILE` goes on
  quit          leave"""

LONGEST = 2_000
"""Plies after which engines that play each other stop."""
REPEATED = 5
"""At which occurrence of a state they stop, where the rules give repetition no meaning and no dice fall."""


def play(
    spec: Annotated[str | None, GAME] = None,
    human: Annotated[
        str, typer.Option("--human", help="The seats that people take, such as A, B or AB; none for the engine alone.")
    ] = "A",
    time: Seconds = 1.0,
    state: StateText = None,
    seed: Seed = 0,
    threads: Threads = 1,
    tables: TablesFolder = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Continue a saved game.")] = None,
) -> None:
    """Play against the engine: boards are drawn, `hint` and `undo` help, `save` and --resume keep a game."""
    if resume is not None:
        if state is not None:
            raise PlywiseError("A saved game goes on from its own state: leave out --state, or --resume.")
        spec, record = _resume(resume, spec)
    elif spec is None:
        raise PlywiseError("Name a game, such as `plywise play tic-tac-toe`, or a saved one with --resume.")
    else:
        game, start = load(spec, state)
        record = Record(game, start)
    agent = Agent(record.game, options=SearchOptions(threads=threads, tables=tables, wait=True))
    Session(spec, record, _seats(human, record.game.players), random.Random(seed), agent, Limit(time=time)).run()


def _resume(path: Path, spec: str | None) -> tuple[str, Record]:
    """Load a saved record and the game it names."""
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise PlywiseError(f"{path} can't be read: {tell_reason(error)}.") from None
    if spec is not None:
        return spec, Record.from_json(text, load(spec)[0])
    named = read_content(text)["game"]
    game = load_named_game(named, str(path), f"plywise play GAME --resume {path}")
    return named, Record.from_json(text, game)


def _seats(human: str, players: int) -> set[int]:
    """Read the seats that people take."""
    names = {player_name(player): player for player in range(players)}
    if human.lower() == "none":
        return set()
    if not human or not set(human.upper()) <= set(names):
        raise PlywiseError(f"'{human}' names no seats: write letters out of {''.join(names)}, or none.")
    return {names[letter] for letter in human.upper()}


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


class Session:
    """Where a game is played: the record, who sits where, and the agent that plays for the engine."""

    def __init__(
        self, spec: str, record: Record, people: set[int], lots: random.Random, agent: Agent, limit: Limit
    ) -> None:
        self.spec, self.record, self.people, self.lots = spec, record, people, lots
        self.agent, self.limit = agent, limit
        self.resumed = len(record.actions)
        """Plies that were played before."""

    def run(self) -> None:
        """Play until the game is over, a person leaves, or Ctrl-C stops it."""
        if self.record.is_over:
            console.print("This game is over already.")
        elif self.people:
            console.print(HELP, style="dim")
        show_state(self.record.game, self.record.state)
        try:
            self.play_on()
        except KeyboardInterrupt:
            if not self.people:
                console.print(f"Stopped after {len(self.record.actions):,} plies.")
            raise

    def play_on(self) -> None:
        """Let one after the other play."""
        while not self.record.is_over:
            self.refuse_endless()
            player = self.record.game.to_move(self.record.state)
            if player == CHANCE:
                self.play("chance", self.draw_lot())
            elif player in self.people:
                if not self.ask(player):
                    return
            else:
                decision = self.think()
                self.play(f"{player_name(player)}, the engine,", decision.action, decision)
        console.print(tell_outcome(self.record), style="bold")

    def ask(self, player: int) -> bool:
        """Let a person play or give a command; False where they leave."""
        try:
            text = console.input(Text.assemble((player_name(player), "bold"), " to play: ")).strip()
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
        try:
            self.obey(command, argument.strip(), text, player)
        except PlywiseError as error:
            console.print(Text(str(error), style="red"))
        return True

    def obey(self, command: str, argument: str, text: str, player: int) -> None:
        """Carry out a command, or play the action that the text names."""
        game, state = self.record.game, self.record.state
        if command in ("help", "?", ""):
            console.print(HELP, style="dim")
        elif command == "actions":
            console.print(" ".join(game.action_name(state, action) for action in self.record.options()))
        elif command == "hint":
            decision = self.think()
            console.print(f"{game.action_name(state, decision.action)}: {verdict(game, decision)}", style="cyan")
        elif command == "undo":
            self.undo()
        elif command == "save":
            self.save(argument)
        else:
            self.play(player_name(player), self.record.find(text))

    def think(self) -> Decision:
        """Let the engine choose; at Ctrl-C it answers at once, but where no person plays, that ends the game."""
        state, history = self.record.state, self.record.history
        with thinking(console) as screen, _noticing() as interrupts:
            callbacks = Callbacks(on_compile=screen.compiling)
            decision = self.agent.decide(state, limit=self.limit, history=history, callbacks=callbacks)
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
        name = self.record.game.action_name(self.record.state, action)
        self.record.play(action)
        sure = f"{decision.status}{' by table' if decision.by_table else ''}" if decision else ""
        thought = f"  ({sure}, {describe_value(decision)})" if decision else ""
        console.print(Text.assemble(f"{who} plays ", (name, "bold"), (thought, "dim")))
        show_state(self.record.game, self.record.state)

    def undo(self) -> None:
        """Take back the last action of a person, and everything after it."""
        self.record.undo()
        while self.record.actions and self.record.game.to_move(self.record.state) not in self.people:
            self.record.undo()
        show_state(self.record.game, self.record.state)

    def save(self, name: str) -> None:
        """Write the game to a file; refuses to overwrite anything but a saved game."""
        if not name:
            raise PlywiseError("Say where: save FILE.")
        path, text = Path(name), self.record.to_json(self.spec)
        try:
            if path.is_file():
                read_content(path.read_text(encoding="utf-8", errors="replace"))
            elif path.exists():
                raise PlywiseError(f"{name} is not a file: say another name.")
            path.write_text(text, encoding="utf-8")
        except (OSError, ValueError) as error:
            raise PlywiseError(f"{name} can't be written: {tell_reason(error)}.") from None
        rules = "" if is_installed(self.spec) else f"{shlex.quote(self.spec)} "
        console.print(f"Saved. Continue with: plywise play {rules}--resume {shlex.quote(name)}", soft_wrap=True)
