"""What a site says of its games, computed beforehand: cards, descriptions, first positions."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plywise.export.errors import ExportError
from plywise.export.site.rooms import OWN
from plywise.isolation import Alarm
from plywise.tasks import TASKS, offer

ANSWER_SECONDS = 10
"""For the rules to show their first position."""

SITE_PACKAGES = "/lib/python3.14/site-packages"
"""Where the page unpacks its zips."""


@dataclass(frozen=True, slots=True)
class SiteGames:
    """Games of a site as data; `specs` load them in the page, `own_specs` here, and `files` are the user's own."""

    cards: list[dict[str, Any]]
    specs: dict[str, str]
    own_specs: dict[str, str]
    firsts: dict[str, dict[str, Any]]
    files: list[Path]

    @property
    def title(self) -> str:
        """What the site is called: as its game, where it has one."""
        return str(self.cards[0]["title"]) if len(self.cards) == 1 else "Plywise"


def describe_games(specs: Sequence[str]) -> SiteGames:
    """Load games, and return what a site says of them; raises PlywiseError for one that can't be played."""
    offered = offer(specs)
    files: list[Path] = []
    page_specs, firsts = {}, {}
    for game_id, spec in offered.specs.items():
        firsts[game_id] = _first_view(spec, game_id, offered.title(game_id))
        target, colon, rest = spec.partition(":")
        path = Path(target)
        if path.suffix in (".py", ".json"):
            files.append(path)
            target = f"{SITE_PACKAGES}/{OWN}/{path.name}"
        page_specs[game_id] = f"{target}{colon}{rest}"
    return SiteGames([asdict(card) for card in offered.games], page_specs, dict(offered.specs), firsts, files)


def _first_view(spec: str, game_id: str, title: str) -> dict[str, Any]:
    """Return a game's description and first position; rules that don't come back are refused."""

    def refuse() -> ExportError:
        return ExportError(
            f"The rules of {spec} did not answer in {ANSWER_SECONDS} seconds: try `plywise check` on them."
        )

    with Alarm(refuse) as alarm, alarm.within(ANSWER_SECONDS):
        return {
            "description": TASKS["description"](_hear_nothing, spec, game_id, title),
            "position": TASKS["position"](_hear_nothing, spec, game_id, []),
        }


def _hear_nothing(kind: str, content: Any) -> None:
    """Report nothing."""
