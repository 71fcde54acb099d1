"""What a site says of its games, computed beforehand: cards, descriptions, first positions."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plywise.export.site.rooms import OWN
from plywise.tasks import TASKS, offer

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
        firsts[game_id] = {
            "description": TASKS["description"](_hear_nothing, spec, game_id, offered.title(game_id)),
            "position": TASKS["position"](_hear_nothing, spec, game_id, []),
        }
        target, colon, rest = spec.partition(":")
        path = Path(target)
        if path.suffix in (".py", ".json"):
            files.append(path)
            target = f"{SITE_PACKAGES}/{OWN}/{path.name}"
        page_specs[game_id] = f"{target}{colon}{rest}"
    return SiteGames([asdict(card) for card in offered.games], page_specs, dict(offered.specs), firsts, files)


def _hear_nothing(kind: str, content: Any) -> None:
    """Report nothing."""
