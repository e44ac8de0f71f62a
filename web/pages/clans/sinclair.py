"""Sinclair on the pages."""

from django.utils.translation import gettext as _

from games.engine.clans.sinclair import CROSSING, FEE, behind_land
from games.engine.geometry.board import hexes_in
from games.engine.rules.deploying import ground
from web.pages.clans.base import ClanPage
from web.pages.common.labels import pounds
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example


class Sinclair(ClanPage):
    """A railway skips spaces."""

    clan = "sinclair"

    def example(self, setting: Setting) -> Example:
        """The spaces behind one land space, with the fee."""
        state = setting.sample(self.clan)
        state.players[YOU].shipping = CROSSING
        fit = ground(state, state.players[YOU], "cow")
        home = middle_out(fit)[0]
        put(state, YOU, "cow", home)
        behind = behind_land(state, YOU) & state.board.land
        text = _("From %(home)s you skip one land space for %(fee)s and gain an upgrade.")
        tags = {hex_: pounds(FEE) for hex_ in hexes_in(behind)}
        drawn = map_piece(state, hexes_in(behind), tags=tags, marked={"ship": behind}, ring=False)
        return Example(drawn, text % {"home": home, "fee": pounds(FEE)})
