"""MacFarlane on the pages."""

from django.utils.translation import gettext as _

from games.engine.geometry.board import hexes_in
from games.engine.rules.deploying import ground
from web.pages.clans.base import ClanPage
from web.pages.guide.map_piece import map_piece
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example


class MacFarlane(ClanPage):
    """Rivers are canals."""

    clan = "macfarlane"

    def example(self, setting: Setting) -> Example:
        """All spaces along a river with one unit on it."""
        state = setting.sample(self.clan)
        board, fit = state.board, ground(state, state.players[YOU], "cow")
        river = max(
            (spaces for spaces in board.riversides if spaces & fit),
            key=lambda spaces: spaces.bit_count(),
        )
        home = next(hexes_in(river & fit))
        put(state, YOU, "cow", home)
        others = river & board.active & ~state.position.own[YOU]
        text = _("The cow on %(home)s stands along a river: you reach all spaces along it.")
        drawn = map_piece(state, hexes_in(river), marked={"own": others})
        return Example(drawn, text % {"home": home})
