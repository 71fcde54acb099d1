"""Games of ours as PettingZoo environments (AEC), so that other people's learners can run on them.

    environment = env("connect-four")       agents player_0, player_1, ...; dice are rolled by the environment
    environment.reset(seed=1)
    observation, reward, termination, truncation, info = environment.last()

An observation is a dict of `observation`, all of the state as bits, a row for each of its whole numbers, the lowest bit
first, so that a board of bits lies there square by square; and `action_mask`, 1 for each action that is legal. Both are
for every agent the same state; the mask of an agent who isn't to move is all 0.

Actions are numbered by the game itself where it declares `distinct_actions`: a number means the same in every state.
Otherwise, or with `numbering="offered"`, they are numbered as the state offers them, up to `max_actions`: 0 is
the first legal action, and what that is differs from state to state.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Literal, TypeAlias

from plywise.explain.terminal import draw_board
from plywise.games.catalog import load_game
from plywise.rules import CHANCE, Action, Game, IllegalActionError, PlywiseError, Record, RulesError, view_of

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise PlywiseError(
        f"PettingZoo environments need the extra `pettingzoo`: run pip install 'plywise[pettingzoo]' ({error})."
    ) from None

BITS = 64
"""How many bits of a whole number an observation has."""

Numbering: TypeAlias = Literal["declared", "offered"]
Observe: TypeAlias = Callable[[Any, int], Any]
"""Returns what a player observes of a state, as an array of one shape and kind."""


class PlywiseEnv(AECEnv):  # type: ignore[misc]
    """A game of ours as an environment of PettingZoo's; `env` wraps it as PettingZoo does its own."""

    def __init__(
        self,
        game: Game | str,
        *,
        numbering: Numbering | None = None,
        observe: Observe | None = None,
        most_actions: int | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = load_game(game) if isinstance(game, str) else game
        self.metadata = {"name": self.game.name, "render_modes": ["human", "ansi"], "is_parallelizable": False}
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.numbering = numbering or ("offered" if self.game.distinct_actions is None else "declared")
        self.see = observe or self.see_bits
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        count = self._count_actions(most_actions)
        seen = np.asarray(self.see(self.game.initial(), 0))
        mask = spaces.Box(0, 1, (count,), np.int8)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict({"observation": _space_of(seen, observe is None), "action_mask": mask})
            for agent in self.possible_agents
        }
        self.random: Random | None = None
        self.agents: list[str] = []

    def _count_actions(self, most_actions: int | None) -> int:
        """Return how many numbers there are for actions."""
        declared = self.game.distinct_actions if self.numbering == "declared" else self.game.max_actions
        count = most_actions or declared
        if count is None:
            missing = "distinct_actions" if self.numbering == "declared" else "max_actions"
            raise RulesError(
                f"{self.game.name} declares no {missing}: declare it, or say most_actions=N, as many as there can be."
            )
        return count

    # PettingZoo's interface

    def observation_space(self, agent: str) -> Any:
        """Return what observations of an agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the numbers of all actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Start a new game; with a seed, the dice fall as they did with that seed before."""
        if seed is not None or self.random is None:
            self.random = Random(seed)
        self.record, self.cycles = Record(self.game), 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play the action of a number, let chance move, and select who is to move next."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        numbered = self._numbered()
        if action is None or int(action) not in numbered:
            raise IllegalActionError(f"{action} is not the number of a legal action: take one that the mask allows.")
        self.record.play(numbered[int(action)])
        self.cycles += 1
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent observes, and which actions are legal."""
        player = self.possible_agents.index(agent)
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        is_going = agent in self.agents and not (self.terminations[agent] or self.truncations[agent])
        if is_going and agent == self.agent_selection:
            mask[list(self._numbered())] = 1
        return {"observation": self.see(self.record.state, player), "action_mask": mask}

    def render(self) -> str | None:
        """Return the board as text, or print it in the mode `human`."""
        text = draw_board(view_of(self.game, self.record.state)).plain
        if self.render_mode == "human":
            print(text)  # noqa: T201
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    # The game's side

    def see_bits(self, state: Any, player: int) -> Any:
        """Return all of a state as bits, a row for each of its numbers."""
        numbers = np.array(_numbers_in(self.game, state), np.int64).view(np.uint64)
        return (numbers[:, None] >> np.arange(BITS, dtype=np.uint64) & np.uint64(1)).astype(np.int8)

    def _numbered(self) -> dict[int, Action]:
        """Return the legal actions by their numbers."""
        options = self.record.options()
        numbered: dict[int, Any] = dict(enumerate(options)) if self.numbering == "offered" else {}
        if self.numbering == "declared":
            numbered = {action: action for action in options if type(action) is int}
        count = self.action_spaces[self.possible_agents[0]].n
        if len(numbered) < len(options) or not all(0 <= number < count for number in numbered):
            raise RulesError(
                f"{self.game.name} offers an action beyond the {count} numbers for actions: correct distinct_actions "
                "or max_actions, or say most_actions=N."
            )
        return numbered

    def _go_on(self) -> None:
        """Let chance move until an agent is to move or the game is over."""
        record, game, random = self.record, self.game, self.random
        assert random
        while not record.is_over and game.to_move(record.state) == CHANCE:
            outcomes = list(game.chances(record.state))
            odds = [probability for _, probability in outcomes]
            record.add(random.choices([outcome for outcome, _ in outcomes], odds)[0])
        if record.is_over:
            self.rewards = dict(zip(self.agents, map(float, record.utilities), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            return
        if self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[game.to_move(record.state)]


def env(game: Game | str, **options: Any) -> Any:
    """Return a game as an environment, wrapped as PettingZoo's own are: an illegal action ends and loses the game.

    `observe(state, player)` may return another array than the state's bits, `numbering` and `most_actions` say how
    actions are numbered, `max_cycles` ends a game after that many actions, `render_mode` is "human" or "ansi".
    """
    raw = PlywiseEnv(game, **options)
    ended = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.game.utility_range[0])
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


def _space_of(seen: Any, is_bits: bool) -> Any:
    """Return the space of arrays like this one."""
    if is_bits:
        return spaces.Box(0, 1, seen.shape, np.int8)
    limits = np.iinfo(seen.dtype) if np.issubdtype(seen.dtype, np.integer) else np.finfo(seen.dtype)
    return spaces.Box(limits.min, limits.max, seen.shape, seen.dtype)


def _numbers_in(game: Game, state: Any) -> list[int]:
    """Return the whole numbers that a state is made of, in order."""
    if isinstance(state, tuple):
        return [number for part in state for number in _numbers_in(game, part)]
    if isinstance(state, int) and -(1 << BITS - 1) <= state < 1 << BITS:
        return [state - (1 << BITS) if state >> BITS - 1 == 1 else state]
    raise RulesError(f"A state of {game.name} isn't made of whole numbers of {BITS} bits: say observe=your function.")
