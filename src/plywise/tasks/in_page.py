"""The tasks as a web page without a server asks for them: by the addresses of the service, answers as JSON.

A page has one thread. So a search pauses now and then: whoever runs it looks for other messages meanwhile, and says
whether the search should stop.

>>> from plywise.files import parse_object
>>> desk = Desk({"nim": "nim"})
>>> position = parse_object(desk.answer("api/positions", '{"game": "nim:piles=1-2", "actions": ["A1"]}'))
>>> [option["name"] for option in position["done"]["options"]]
['B1', 'B2']
>>> parse_object(desk.answer("api/positions", '{"game": "chess", "actions": []}'))["failed"]["code"]
'bad-request'
"""

import random
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from plywise.agents import Agent
from plywise.files import parse_object
from plywise.kernel.building import KernelManifest, WasmKernel, carry_kernel
from plywise.rules import Cancellation, RulesError
from plywise.tasks.answers import write_json
from plywise.tasks.errors import NO_ANSWER, TaskError
from plywise.tasks.failures import tell_failure
from plywise.tasks.families import split_member
from plywise.tasks.loaded import find_game, options_for
from plywise.tasks.offered import Offered, offer
from plywise.tasks.searches import level_agent
from plywise.tasks.slices import SlicedSearch
from plywise.tasks.tasks import TASKS

Pause: TypeAlias = Callable[[], bool]
"""Lets others do something, and returns whether the search should stop."""

NO_MEMORY = "The rules of this game took more memory than this page may have: see `plywise check`."
PAUSE_SECONDS = 0.2
TABLE_MB = 24
"""Of the table of a compiled search, in a page whose memory is bounded."""

WITHOUT_END = 86_400.0
LARGEST_CHOSEN_SEED = 999_999
"""Short enough to be written down."""

NAMES = {
    "api/positions": "position",
    "api/descriptions": "description",
    "api/throws": "throw",
    "api/explanations": "explanation",
    "api/setups": "setup",
    "api/records/import": "import",
    "api/records/export": "export",
}
"""The tasks behind the service's addresses."""

WITH_ID = ("description", "export", "position")
"""Tasks that are handed a game's id too."""


class PausingCancellation(Cancellation):
    """A word to stop that is asked for: each look at it may be a pause."""

    def __init__(self, pause: Pause) -> None:
        super().__init__()
        self._pause, self._paused = pause, time.perf_counter()

    @property
    def is_cancelled(self) -> bool:
        """Whether the search should stop."""
        now = time.perf_counter()
        if not self._is_cancelled and now - self._paused > PAUSE_SECONDS:
            if self._pause():
                self.cancel()
            self._paused = time.perf_counter()
        return self._is_cancelled


class Desk:
    """Answers what the page asks; `specs` are the games of the page, by their ids."""

    def __init__(self, specs: Mapping[str, str]) -> None:
        self.specs = dict(specs)
        self._families: dict[str, Offered] = {}
        self._carrying: set[str] = set()
        """Games that have kernels."""
        self._learned: dict[str, str] = {}
        """Where what was learned lies."""
        self._agent: tuple[tuple[str, str | None, int | None], Agent] | None = None
        random.seed()  # the page may have started from a memory that others have started from too
        warnings.simplefilter("ignore")

    def answer(self, address: str, asked: str) -> str:
        """Return the answer to a request, or why there is none."""
        return _told(lambda: self._do(NAMES[address], parse_object(asked)))

    def analyse(self, asked: str, tell: Callable[[str], None], pause: Pause | None = None) -> str:
        """Search a position as a message of type `analyse` asks for it; report through `tell`, and return the end."""

        def report(kind: str, content: dict[str, Any]) -> None:
            tell(write_json({"type": kind, **content}))

        def search() -> Any:
            wanted = parse_object(asked)
            seconds, spec = wanted["seconds"] or WITHOUT_END, self._spec(wanted["game"])
            level = wanted.get("level")
            agent = self._agent_for(spec, wanted["algorithm"], level)

            def search_for(report: Callable[[str, Any], None], seconds: float) -> Any:
                return TASKS["analysis"](
                    report,
                    spec,
                    wanted["actions"],
                    seconds,
                    wanted["depth"],
                    wanted["algorithm"],
                    "auto",
                    knowledge=self._learned.get(spec),
                    start=wanted["start"],
                    cancellation=None if pause is None else PausingCancellation(pause),
                    agent=agent,
                    level=level,
                    is_default=not wanted["seconds"],
                )

            if agent is None or pause is None or level is not None:
                return search_for(report, seconds)
            return SlicedSearch(search_for, report, pause).run(seconds, wanted["depth"])

        return _told(search)

    def carry(self, game_id: str, manifest: str, call: Callable[..., int]) -> None:
        """Let a game be searched by a kernel that the page has started."""
        game = find_game(self._spec(game_id))
        carry_kernel(game, WasmKernel(KernelManifest.from_json(manifest.encode()), call))
        self._carrying.add(self._spec(game_id))

    def learn(self, game_id: str, file: str) -> None:
        """Let a game be searched by what was learned, which lies in a file."""
        self._learned[self._spec(game_id)] = file

    def _agent_for(self, spec: str, algorithm: str | None, level: int | None) -> Agent | None:
        """Return who searches a game that has kernels; only one is kept, with its memory."""
        if spec not in self._carrying:
            return None
        if self._agent is None or self._agent[0] != (spec, algorithm, level):
            self._agent = None  # its memory is needed now
            options = replace(options_for(spec, None, self._learned.get(spec)), table_mb=TABLE_MB)
            if level is not None:
                agent = level_agent(spec, level, options)
            else:
                agent = Agent(find_game(spec), algorithm or "auto", options=options)
            self._agent = (spec, algorithm, level), agent
        return self._agent[1]

    def _do(self, task: str, asked: dict[str, Any]) -> Any:
        game_id = asked.pop("game")
        asked["spec"] = self._spec(game_id)
        if task in WITH_ID:
            asked["game"] = game_id
        if task == "description":
            asked["title"] = self._offered(game_id).title(game_id)
        if task == "throw" and asked.get("seed") is None:
            asked["seed"] = random.randrange(LARGEST_CHOSEN_SEED + 1)
        found = TASKS[task](_hear_nothing, **asked)
        if task == "position":
            _require_texts(found)
        return found

    def _spec(self, game_id: str) -> str:
        return self.specs.get(game_id) or self._offered(game_id).spec(game_id)

    def _offered(self, game_id: str) -> Offered:
        """Return the family that a game belongs to: only those that somebody asks for are loaded."""
        family = split_member(game_id)[0]
        if family not in self._families:
            members = [spec for each, spec in self.specs.items() if split_member(each)[0] == family]
            if not members:
                raise TaskError("bad-request", "There is no such game here: choose another one.", 404)
            self._families[family] = offer(members)
        return self._families[family]


def _require_texts(position: Mapping[str, Any]) -> None:
    """Refuse names that are no texts, which a page could not show; the service checks all there is in a position."""
    actions = [*position["options"], *filter(None, [position["last"]])]
    names = [position["state"], *(name for each in actions for name in (each["name"], *each["cells"]))]
    strange = next((name for name in names if not isinstance(name, str)), None)
    if strange is not None:
        raise RulesError(f"The rules of this game name something {strange!r}: let names be texts.")


def _hear_nothing(kind: str, content: Any) -> None:
    """Report nothing: only an analysis has something to say on its way."""


def _told(do: Callable[[], Any]) -> str:
    """Return how something ended, as JSON."""
    try:
        return write_json({"done": do()})
    except MemoryError:
        failure = TaskError("rules", NO_MEMORY)
    except KeyboardInterrupt:
        failure = TaskError("limit", NO_ANSWER)
    except BaseException as error:
        failure = tell_failure(error)
    return write_json({"failed": failure.to_data()})
