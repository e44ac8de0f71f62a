"""MacDonald on the pages."""

from collections.abc import Iterator

from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans.macdonald import Row
from web.pages.clans.base import ClanPage
from web.pages.panel.moves.base import AnyPanel, MovePanel
from web.pages.panel.steps import Path, Route, Step


class RowPanel(MovePanel[Row]):
    """Moving a fisherman."""

    move = Row
    kind = "row"
    label = gettext_noop("Row a fisherman")
    group = "free"
    rule = "CLAN-MACDONALD-06"
    hint = gettext_noop("Besides your action, once a turn.")

    questions = {"fisherman": gettext_noop("Which fisherman rows?")}

    def routes(self, move: Row) -> Iterator[Route]:
        yield Step("fisherman", move.origin), Step("hex", move.target)

    def attempt(self, path: Path, kind: str, value: str) -> Row:
        if kind == "hex":
            return Row.build(**{"from": path[1], "to": value})
        if kind == "fisherman":
            return Row.build(**{"from": value, "to": value})
        raise LookupError(kind)

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        return value


class MacDonald(ClanPage):
    """Fishermen row."""

    clan = "macdonald"

    def panels(self) -> tuple[AnyPanel, ...]:
        return (RowPanel(),)
