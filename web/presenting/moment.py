"""The parts of the table as of one version, as the page of the table shows them too.

Each is a piece of HTML. That of a player is a part of its own, and so are what stands on the map
and the list of its spaces: the map itself stays the same and is drawn once.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from django.contrib.auth.models import User
from django.template.loader import render_to_string
from msgspec import Struct

from games import engine
from games.models import Game
from web.presenting.table import Table

MAP: Final = ("pieces", "spaces")
"""What shows who stands where on the map."""
OTHERS: Final = (
    *("status", "sheet", "draft", "order"),
    *("market", "imports", "scoring", "exports"),
)
"""Each part has a template of its name."""
PLAYER: Final = "web/parts/player.html"


class Viewer(Struct, frozen=True):
    """Who looks; without a user a stranger, without a seat a spectator."""

    user: User | None
    seat: int | None


def moment_of(game: Game, state: engine.State, viewer: Viewer, names: Sequence[str]) -> Table:
    """The table as of a version; ``state`` holds no secrets."""
    return Table(game, state, seat=viewer.seat, names=names)


def parts_of(table: Table, *, standing: Mapping[str, str] | None = None) -> dict[str, str]:
    """The HTML of each part by its id; ``standing`` has those of the map where it is unchanged."""
    shown = {"table": table}
    names = OTHERS if standing else (*MAP, *OTHERS)
    parts: dict[str, str] = {}
    for name in names:
        parts[name] = render_to_string(f"web/parts/{name}.html", shown)
    for board in table.players:
        player = {"table": table, "board": board}
        parts[f"player-{board.sign.seat}"] = render_to_string(PLAYER, player)
    if standing:
        parts |= {name: standing[name] for name in MAP}
    return parts
