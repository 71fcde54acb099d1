"""Whoever plays a game from move to move: it keeps its engine, and what that has found, between decisions."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple, Self

from plywise.agents.algorithms import Callbacks, SearchOptions
from plywise.agents.clocks import Clock
from plywise.agents.players import (
    ExternalPlayer,
    HumanPlayer,
    LevelPlayer,
    NovicePlayer,
    Player,
    PolicyPlayer,
    RandomPlayer,
    SearchPlayer,
)
from plywise.agents.specs import GTP, HUMAN, NOVICE, POLICY, PROGRAM, RANDOM, UCI, AgentSpec, parse_spec
from plywise.agents.time_manager import managed
from plywise.protocols import GtpEngine, ProgramEngine, UciEngine
from plywise.rules import CHANCE, DEFAULT_LIMIT, Cancellation, Decision, Game, Limit, PlywiseError

PONDERING = 3600.0
"""Seconds after which thinking ahead ends, if nobody ends it."""
FORCED = 0.05
"""Seconds that a decision takes, under a clock, where there is only one action."""


class _Pondering(NamedTuple):
    """Thinking ahead, and how to end it."""

    thread: threading.Thread
    cancellation: Cancellation


class Agent:
    """Decides again and again for one game; what it has found grows from one decision to the next.

    `spec` says who it is: "auto", an algorithm with its settings such as "alpha-beta:null-move", "table:DIR", "random",
    "level:3" (one of the game's levels of strength), or another program's engine such as "uci:stockfish". One decision
    is made at a time; any thread may `cancel` it.

    >>> from plywise.games.nim import Nim
    >>> game = Nim(piles=(2, 2))
    >>> agent = Agent(game)
    >>> state = game.result(game.initial(), agent.decide().action)
    >>> agent.decide(state).describe(game, state)
    'A1: value 1 to player B, proven; line A1 A1; 4 states, depth 2'
    """

    def __init__(self, game: Game, spec: str | AgentSpec = "auto", *, options: SearchOptions | None = None) -> None:
        self.game = game
        self.spec = parse_spec(spec, options) if isinstance(spec, str) else spec
        self._player = _make_player(game, self.spec)
        self._deciding = threading.Lock()
        self._cancellation: Cancellation | None = None
        self._pondering: _Pondering | None = None

    def decide(
        self,
        state: Any = None,
        *,
        limit: Limit | None = None,
        clock: Clock | None = None,
        history: Sequence[Any] = (),
        callbacks: Callbacks | None = None,
    ) -> Decision:
        """Return the best action found within a limit, or within a share of what is left on a clock.

        Without either it takes a second. The clock isn't changed: whoever measures the time calls `clock.spend`.
        """
        if limit is not None and clock is not None:
            raise PlywiseError("A decision has a limit or a clock, not both: leave one out.")
        self.stop_pondering()
        state = self.game.initial() if state is None else state
        limit, callbacks = limit or DEFAULT_LIMIT, callbacks or Callbacks()
        with self._deciding:
            self._cancellation = limit.cancellation or Cancellation()
            try:
                limit = replace(limit, cancellation=self._cancellation)
                if clock is not None:
                    limit, callbacks = self._under(clock, state, self._cancellation, callbacks)
                return self._player.choose(state, limit, history, callbacks)
            finally:
                self._cancellation = None

    async def decide_async(
        self,
        state: Any = None,
        *,
        limit: Limit | None = None,
        clock: Clock | None = None,
        history: Sequence[Any] = (),
        callbacks: Callbacks | None = None,
    ) -> Decision:
        """Decide without blocking the event loop; where the task is cancelled, the search ends."""
        import asyncio  # takes a while, and few need it

        asked = partial(self.decide, state, limit=limit, clock=clock, history=history, callbacks=callbacks)
        work = asyncio.get_running_loop().run_in_executor(None, asked)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            while not work.done():  # it may not have begun yet
                self.cancel()
                await asyncio.wait([work], timeout=0.01)
            raise

    def cancel(self) -> None:
        """End the decision under way, from any thread: it is answered with what has been found so far."""
        cancellation = self._cancellation
        if cancellation is not None:
            cancellation.cancel()

    def warm_up(self) -> None:
        """Compile, load or start whatever the first decision would have to wait for."""
        with self._deciding:
            self._player.warm_up()

    def ponder(self, state: Any, history: Sequence[Any] = ()) -> None:
        """Think ahead about a state that may come up, in a thread of its own, until the next decision."""
        self.stop_pondering()
        if not self._player.thinks_ahead or self.game.is_terminal(state) or self.game.to_move(state) == CHANCE:
            return
        cancellation = Cancellation()
        limit = Limit(time=PONDERING, cancellation=cancellation)
        thread = threading.Thread(target=self._ponder, args=(state, limit, tuple(history)), daemon=True)
        self._pondering = _Pondering(thread, cancellation)
        thread.start()

    def stop_pondering(self) -> None:
        """End thinking ahead; what was found stays known."""
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.cancellation.cancel()
            pondering.thread.join()

    def new_game(self) -> None:
        """Prepare for another game; an engine that has failed is started again."""
        self.stop_pondering()
        with self._deciding:
            self._player.new_game()

    @property
    def learns(self) -> bool:
        """Whether one game teaches it something for the next."""
        return self._player.learns

    def hear_end(self, states: Sequence[Any], player: int) -> None:
        """Let the agent hear how a game ended that it played in a seat: it learns from what that seat has seen."""
        with self._deciding:
            self._player.hear_end(states, player)

    def forget(self) -> None:
        """Forget all that earlier decisions found."""
        self.stop_pondering()
        with self._deciding:
            self._player.forget()

    def close(self) -> None:
        """Stop whatever the agent has running."""
        self.stop_pondering()
        self._player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ponder(self, state: Any, limit: Limit, history: Sequence[Any]) -> None:
        with self._deciding:
            self._player.choose(state, limit, history, Callbacks())

    def _under(
        self, clock: Clock, state: Any, cancellation: Cancellation, callbacks: Callbacks
    ) -> tuple[Limit, Callbacks]:
        """Return the limit of a decision under a clock, and callbacks that end it early where more won't help."""
        allotted = clock.allot()
        if sum(1 for _ in self.game.actions(state)) == 1:
            return Limit(time=min(FORCED, allotted.soft), cancellation=cancellation), callbacks
        if not self._player.deepens:
            return Limit(time=allotted.soft, cancellation=cancellation), callbacks
        return Limit(time=allotted.hard, cancellation=cancellation), managed(allotted, cancellation, callbacks)


def expected_state(game: Game, state: Any, decision: Decision) -> tuple[Any, int] | None:
    """Return the state in which a player will probably decide next, and how many plies from here; None if unknown.

    >>> from plywise.games.nim import Nim
    >>> game = Nim(piles=(2, 2))
    >>> expected_state(game, game.initial(), Agent(game).decide())
    (State(piles=(1, 0), turn=0), 2)
    """
    player = game.to_move(state)
    for plies, action in enumerate(decision.line, 1):
        state = game.result(state, action)
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            return None
        if game.to_move(state) == player:
            return state, plies
    return None


def _make_player(game: Game, spec: AgentSpec) -> Player:
    if spec.kind == RANDOM:
        return RandomPlayer(game, spec.options.seed)
    if spec.kind == NOVICE:
        return NovicePlayer(game, spec.options.seed)
    if spec.level is not None:
        return LevelPlayer(game, spec.level, spec.options)
    if spec.modelling is not None:
        from plywise.agents.players import ModellerPlayer  # it imports NumPy

        return ModellerPlayer(game, spec.modelling, spec.options.seed)
    if spec.kind == POLICY:
        return PolicyPlayer(game, spec.command, spec.options.seed)
    if spec.kind == HUMAN:
        return HumanPlayer()
    if spec.kind == UCI:
        return ExternalPlayer(game, UciEngine(game, spec.command, dict(spec.engine_options)), spec.text)
    if spec.kind == GTP:
        return ExternalPlayer(game, GtpEngine(game, spec.command), spec.text)
    if spec.kind == PROGRAM:
        return ExternalPlayer(game, ProgramEngine(game, spec.command), spec.text)
    return SearchPlayer(game, spec.algorithm, spec.options)
