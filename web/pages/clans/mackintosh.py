"""Mackintosh on the pages."""

from django.utils.translation import gettext as _

from games import engine
from games.engine.clans.mackintosh import Mackintosh as MackintoshClan
from games.engine.geometry.board import BIT
from games.engine.rules.deploying import ground
from web.pages.clans.base import ClanPage
from web.pages.common.labels import pounds
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import RIVAL, YOU, Setting, put
from web.pages.guide.topic import Example


class Mackintosh(ClanPage):
    """What is built beside its workers pays."""

    clan = "mackintosh"

    def by_options(self, options: engine.Options) -> list[str]:
        each = _("Rivers do not matter, and each unit pays once for each of your workers there.")
        once = _(
            "Rivers do not matter, and each unit pays once, however many workers you have there."
        )
        return [each if options.mackintosh_per_worker else once]

    def example(self, setting: Setting) -> Example:
        """A building of another player beside a worker."""
        state = setting.sample(self.clan)
        board = state.board
        theirs = ground(state, state.players[RIVAL], "bakery")
        own = middle_out(ground(state, state.players[YOU], "woodcutter"))
        home = next(hex_ for hex_ in own if board.adjacent[hex_] & theirs & ~BIT[hex_])
        there = middle_out(board.adjacent[home] & theirs & ~BIT[home])[0]
        put(state, YOU, "woodcutter", home)
        put(state, RIVAL, "bakery", there)
        paid = pounds(MackintoshClan.PAY)
        text = _("A bakery on %(there)s beside the worker on %(home)s: you receive %(paid)s.")
        facts = {"there": there, "home": home, "paid": paid}
        return Example(map_piece(state, [home], tags={there: paid}), text % facts)
