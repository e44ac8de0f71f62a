"""MacDonald on the pages."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans.macdonald import Row
from games.engine.geometry.board import hexes_in
from games.engine.rules.costs import deploy_cost
from games.engine.rules.deploying import ground
from games.engine.rules.income import wage
from web.pages.clans.base import ClanPage
from web.pages.common.labels import pounds
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import AnyPanel, MovePanel
from web.pages.panel.steps import Path, Route, Step


class RowPanel(MovePanel[Row]):
    """Moving a fisherman."""

    move = Row
    kind = "row"
    label = gettext_noop("Row a fisherman")
    group = "free"
    topic = "clan-macdonald"
    rule = "CLAN-MACDONALD-06"
    hint = gettext_noop("In addition to your action, once per turn.")

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

    def example(self, setting: Setting) -> Example:
        """A fisherman, where he may row, and what the next worker costs on land beside him."""
        state = setting.sample(self.clan)
        board = state.board
        player = state.players[YOU]
        land = ground(state, player, "worker") & board.land
        home = next(hex_ for hex_ in middle_out(board.loch) if board.neighbours[hex_] & land)
        put(state, YOU, "worker", home)
        lochs, fits = board.adjacent[home] & board.loch, board.neighbours[home] & land
        tags = {hex_: pounds(deploy_cost(state, player, "worker", hex_)) for hex_ in hexes_in(fits)}
        piece = map_piece(state, [home], tags=tags, marked={"ship": lochs})
        facts = {"hex": home, "wage": pounds(wage(state.content, player, "worker"))}
        text = _(
            "The fisherman on %(hex)s earns %(wage)s a round and may row to the dashed lochs. The"
            " numbers are what another worker costs on land."
        )
        return Example(piece, text % facts)

    def panels(self) -> tuple[AnyPanel, ...]:
        return (RowPanel(),)
