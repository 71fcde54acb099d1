"""Agents by short names, as people type them.

    auto                              what suits the game
    auto:threads=2                    the same with settings
    auto:knowledge=hex.knowledge      with estimates from a file of `plywise learn`
    alpha-beta:null-move,no-killers   an algorithm of `plywise algorithms` with its settings
    table:DIR                         solved tables, and auto where they say nothing
    book:FILE                         an opening book, and auto where it says nothing
    level:3                           one of the game's levels of strength; level:3,file=hex.levels those of a file
    modeller:risk=0.2                 answers what it sees of its opponent, and risks 0.2 a game at most
    policy:FILE                       a policy of `plywise equilibrium`, for games that hide something
    random   novice   human           who needs no engine
    uci:stockfish?UCI_Elo=2000        another program that speaks UCI, its options after a question mark
    gtp:"gnugo --mode gtp"            another program that speaks GTP
    program:"python my_agent.py"      another program that plays by lines of JSON

>>> parse_spec("uct:exploration=0.7").options.tree.exploration
0.7
>>> parse_spec("uci:stockfish?UCI_Elo=2000&Threads=2").engine_options
(('UCI_Elo', '2000'), ('Threads', '2'))
>>> parse_spec("wizard")
Traceback (most recent call last):
plywise.rules.errors.PlywiseError: There is no agent 'wizard': `plywise agents` lists those there are.
"""

import difflib
from dataclasses import dataclass, field, replace

from plywise.agents.algorithms import ALGORITHMS, SearchOptions, known_settings, read_settings
from plywise.agents.levels import LevelChoice
from plywise.agents.modelling import Modelling
from plywise.rules import PlywiseError

AUTO, TABLE, BOOK, LEVEL, RANDOM, NOVICE, HUMAN = "auto", "table", "book", "level", "random", "novice", "human"
POLICY, MODELLER = "policy", "modeller"
UCI, GTP, PROGRAM = "uci", "gtp", "program"
KINDS = {
    AUTO: "what suits the game: tables, a proof, alpha-beta, UCT, ...",
    TABLE: "table:DIR looks in solved tables first",
    BOOK: "book:FILE looks in an opening book first",
    LEVEL: "level:N plays at one of the game's levels of strength, which `plywise levels` measures",
    POLICY: "policy:FILE plays a policy that `plywise equilibrium` wrote",
    MODELLER: "learns during a match how its opponent acts, and answers that within a risk; for small hidden games",
    RANDOM: "any action, each with the same probability",
    NOVICE: "a win at once, or what looks best one ply ahead, at random among equals",
    HUMAN: "a person at the keyboard",
    UCI: "uci:PROGRAM?Option=Value, another program that speaks UCI",
    GTP: 'gtp:"PROGRAM --option", another program that speaks GTP',
    PROGRAM: 'program:"PROGRAM --option", another program that plays any game, by lines of JSON',
}
"""Agents that are no algorithm, each with what it is."""
WITH_MORE = (TABLE, BOOK, LEVEL, POLICY, UCI, GTP, PROGRAM)
"""Those that are nothing without what comes after the colon."""

FILES = {
    TABLE: "tables: table:DIR, where DIR is a folder that `plywise solve` wrote.",
    BOOK: "book: book:FILE, where FILE is what `plywise book build` wrote.",
    POLICY: "policy: policy:FILE, where FILE is what `plywise equilibrium --out` wrote.",
}
"""Those that are a file or a folder, each with how to name it."""


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent's name, read: what kind it is, and its settings."""

    text: str
    kind: str
    """A name of KINDS, or "search" for an algorithm."""
    algorithm: str | None = None
    options: SearchOptions = field(default_factory=SearchOptions)
    command: str = ""
    engine_options: tuple[tuple[str, str], ...] = ()
    level: LevelChoice | None = None
    modelling: Modelling | None = None

    @property
    def learns(self) -> bool:
        """Whether one game of a match teaches it something for the next."""
        return self.kind == MODELLER

    def __str__(self) -> str:
        return self.text


def parse_spec(text: str, options: SearchOptions | None = None) -> AgentSpec:
    """Read an agent's name; `options` are what its own settings are added to."""
    options = options or SearchOptions()
    name, colon, rest = text.strip().partition(":")
    if name in (UCI, GTP, PROGRAM):
        return _engine_spec(text, name, rest)
    if name in FILES:
        return _file_spec(text, name, rest, options)
    if name == LEVEL:
        return AgentSpec(text, LEVEL, options=options, level=LevelChoice.parse(rest))
    settings = [each.strip() for each in rest.split(",")] if colon else []
    if name == MODELLER:
        return AgentSpec(text, MODELLER, options=options, modelling=Modelling.parse(settings))
    if name in (RANDOM, NOVICE, HUMAN):
        return AgentSpec(text, name, None, read_settings(name, settings, options))
    if name == AUTO:
        return AgentSpec(text, AUTO, None, read_settings(None, settings, options))
    if name in {each.name for each in ALGORITHMS}:
        return AgentSpec(text, "search", name, read_settings(name, settings, options))
    near = difflib.get_close_matches(name, [*KINDS, *(each.name for each in ALGORITHMS)], 1)
    some = f"did you mean {near[0]}?" if near else "`plywise agents` lists those there are."
    raise PlywiseError(f"There is no agent '{name}': {some}")


def _file_spec(text: str, kind: str, file: str, options: SearchOptions) -> AgentSpec:
    """Read the name of an agent that is nothing without a file or a folder."""
    if not file:
        raise PlywiseError(f"Say which {FILES[kind]}")
    if kind == POLICY:
        return AgentSpec(text, POLICY, options=options, command=file)
    chosen = replace(options, tables=file) if kind == TABLE else replace(options, book=file)
    return AgentSpec(text, AUTO, None, chosen)


def complete_spec(typed: str) -> list[str]:
    """Return the agents, or an agent's settings, that begin with what is typed.

    >>> complete_spec("al"), complete_spec("uct:exp")
    (['alpha-beta'], ['uct:exploration='])
    """
    name, colon, rest = typed.partition(":")
    names = [*KINDS, *(each.name for each in ALGORITHMS)]
    if not colon:
        return sorted(f"{each}:" if each in WITH_MORE else each for each in names if each.startswith(typed))
    if name not in names or name in WITH_MORE:
        return []
    before, comma, last = rest.rpartition(",")
    if name == MODELLER:
        return [f"{name}:{before}{comma}{each}" for each in ("prior=", "risk=") if each.startswith(last)]
    known = known_settings(None if name in (AUTO, RANDOM, NOVICE, HUMAN) else name)
    return [f"{name}:{before}{comma}{each}" for each in known if each.startswith(last)]


def _engine_spec(text: str, kind: str, rest: str) -> AgentSpec:
    """Read a program's name and its options."""
    command, _, asked = rest.partition("?") if kind == UCI else (rest, "", "")
    quoted = command.strip()
    command = quoted[1:-1] if quoted[:1] == quoted[-1:] == '"' and len(quoted) > 1 else quoted
    if not command:
        usual = {UCI: "uci:stockfish", GTP: "gtp:gnugo --mode gtp", PROGRAM: "program:python my_agent.py"}
        raise PlywiseError(f"Name the program, such as {usual[kind]}.")
    pairs = [pair.partition("=") for pair in asked.split("&") if pair]
    if any(not equals or not name for name, equals, _ in pairs):
        raise PlywiseError(f"'{asked}' is no list of options: write Name=Value&Name=Value.")
    return AgentSpec(text, kind, command=command, engine_options=tuple((name, value) for name, _, value in pairs))
