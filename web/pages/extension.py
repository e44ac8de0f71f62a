"""The plain extension: what an expansion may add to the page of a table."""

from collections.abc import Iterable

from games import engine
from web.pages.clans.base import ClanPage
from web.pages.guide.topic import Topic
from web.pages.panel.decisions import DecisionPanel
from web.pages.panel.moves.base import AnyPanel
from web.pages.table.parts.board import MapTile
from web.pages.table.table_parts import AnyPart


class PageExtension:
    """Adds nothing. ``extensions`` has those that do, in order."""

    def parts(self) -> tuple[AnyPart, ...]:
        """Parts of the table; they say by ``in_play`` at which tables they are wanted."""
        return ()

    def tiles(self, state: engine.State) -> Iterable[MapTile]:
        """Its tiles that lie on the map; none in a game without it."""
        return ()

    def clans(self) -> tuple[ClanPage, ...]:
        """What the pages show and ask of the clans that it has brought."""
        return ()

    def panels(self) -> tuple[AnyPanel, ...]:
        """Panels of the moves that it has brought."""
        return ()

    def decisions(self) -> tuple[DecisionPanel, ...]:
        """What is said of the decisions that it has brought."""
        return ()

    def topics(self) -> tuple[Topic, ...]:
        """Explanations of what else it has brought; its moves, tiles and clans have them."""
        return ()
