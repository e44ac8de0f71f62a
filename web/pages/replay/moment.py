"""The parts of the table as of one version after another, for a replay."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from msgspec import Struct

from games import engine
from games.models import Game
from web.pages.table.changes import Changes
from web.pages.table.part import Fragment
from web.pages.table.table import Table
from web.pages.table.table_parts import parts_of


class ReplayViewer(Struct, frozen=True):
    """Who looks; without a user a stranger, without a seat a spectator."""

    user: User | None
    seat: int | None


def moment_of(game: Game, state: engine.State, viewer: ReplayViewer, names: Sequence[str]) -> Table:
    """The table as of a version; ``state`` holds no secrets."""
    return Table(game, state, seat=viewer.seat, names=names)


class Renderer:
    """Renders the parts of one version after another, anew only where they show something else.

    Those of a replay, or, ``on_table``, those on which a table shows the moves of others.
    """

    def __init__(self, *, on_table: bool = False) -> None:
        self._on_table = on_table
        self._known: dict[str, dict[str, tuple[Fragment, str]]] = {}

    def parts(self, table: Table, changes: Changes) -> dict[str, str]:
        """The HTML of each piece by its id; ``changes`` are those since the version before."""
        for part in parts_of(table):
            known = self._known.get(part.name)
            wanted = part.shows_moves if self._on_table else part.in_replay
            if wanted and (known is None or part.touched(changes)):
                self._known[part.name] = {
                    one.id: self._rendered(one, known or {}, anew=changes.everything)
                    for one in part.fragments(table)
                }
        return {name: html for pieces in self._known.values() for name, (_, html) in pieces.items()}

    def _rendered(
        self, fragment: Fragment, known: dict[str, tuple[Fragment, str]], *, anew: bool
    ) -> tuple[Fragment, str]:
        before, html = known.get(fragment.id, (None, ""))
        if anew or before is None or before.shown != fragment.shown:
            html = fragment.html
        return fragment, html
