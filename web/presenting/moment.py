"""The parts of the table as of one version, as the page of the table shows them too.

Each is a piece of HTML. That of a player is a part of its own, and so are what stands on the map
and the list of its spaces: the map itself stays the same and is drawn once.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.utils.html import escape
from msgspec import Struct

from games import engine
from games.models import Game
from web.presenting.table import Table

Read = Callable[[Table], object]

MAP: Final = ("pieces", "spaces")
"""What shows who stands where on the map."""
OTHERS: Final[Mapping[str, Read]] = {
    "status": lambda table: table.status,
    "sheet": lambda table: table.sheet,
    "draft": lambda table: table.draft,
    "order": lambda table: table.order,
    "market": lambda table: table.market,
    "imports": lambda table: table.imports,
    "scoring": lambda table: table.scoring,
    "exports": lambda table: table.exports,
}
"""The other parts, each with a template of its name, and what they show."""
TEMPLATES: Final[Mapping[str, str]] = {"status": "web/replay/status.html"}
"""Parts that look different from those of the table: who steps on is not told whose turn it is."""
PLAYER: Final = "web/parts/player.html"


class Viewer(Struct, frozen=True):
    """Who looks; without a user a stranger, without a seat a spectator."""

    user: User | None
    seat: int | None


def moment_of(game: Game, state: engine.State, viewer: Viewer, names: Sequence[str]) -> Table:
    """The table as of a version; ``state`` holds no secrets."""
    return Table(game, state, seat=viewer.seat, names=names)


class Renderer:
    """Renders the parts of one version after another, anew only where they show something else."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, str]] = {}

    def parts(self, table: Table, *, moved: bool = True) -> dict[str, str]:
        """The HTML of each part by its id; unless ``moved`` the map is as it was before."""
        over = table.state.over
        parts: dict[str, str] = {}
        for name in MAP:
            parts[name] = self._part(name, table, object() if moved else None)
        parts["description"] = self._description(table, moved=moved)
        for name, read in OTHERS.items():
            parts[name] = self._part(name, table, (over, read(table)))
        for board in table.players:
            name = f"player-{board.sign.seat}"
            shown = {"table": table, "board": board}
            parts[name] = self._kept(name, (over, board), PLAYER, shown)
        return parts

    def _part(self, name: str, table: Table, what: object) -> str:
        template = TEMPLATES.get(name, f"web/parts/{name}.html")
        return self._kept(name, what, template, {"table": table})

    def _kept(self, name: str, what: object, template: str, shown: dict[str, object]) -> str:
        """What was rendered before, if it showed the same; None is the same as anything."""
        known, html = self._known.get(name, (None, ""))
        if not html or (what is not None and known != what):
            html = render_to_string(template, shown)
            self._known[name] = what, html
        return html

    def _description(self, table: Table, *, moved: bool) -> str:
        """The map in a sentence, for those who do not see it."""
        _, known = self._known.get("description", (None, ""))
        told = escape(table.board.description) if moved or not known else known
        self._known["description"] = None, told
        return told
