"""Fraser on the pages."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from games import engine
from games.engine.clans.fraser import Weaving, kiltmakers
from games.engine.recorder import Recorder
from games.engine.rules import production
from games.engine.rules.answers import FieldChoice, ProduceAnswer, size
from games.engine.rules.deploying import ground
from games.engine.rules.spending import MOST_KILTS
from games.engine.state import Player
from games.engine.terms import WOOL
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage, ClanSpace, OwnSpaces
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example


class Fraser(ClanPage):
    """Kilts are made, kept and used as other goods."""

    clan = "fraser"
    choice = "kilts"
    choice_title = gettext_noop("Kilts")
    choice_rule = "CLAN-FRASER-2"

    def own_spaces(self, state: engine.State, player: Player) -> OwnSpaces:
        have = sum(player.clan_state)
        spaces = [ClanSpace("", "kilt", _("with a kilt"))] * have
        return OwnSpaces(_("Kilts:"), (*spaces, *[ClanSpace("")] * (MOST_KILTS - have)), "kilt")

    def goods(self, player: Player) -> Mapping[str, int]:
        return {"kilt": sum(player.clan_state)}

    def making(self, state: engine.State, player: Player) -> Mapping[str, int]:
        return {"kilt": len(kiltmakers(state.board, player))}

    def by_options(self, options: engine.Options) -> list[str]:
        if not options.kiltmakers_are_factories:
            return []
        return [_("Where buildings are counted, your kiltmakers count too.")]

    def example(self, setting: Setting) -> Example:
        """A worker beside a sheep."""
        state = setting.sample(self.clan)
        near, you = state.board.neighbours, state.players[YOU]
        meadows = ground(state, you, "sheep")
        forest = middle_out(ground(state, you, "woodcutter"))
        home = next(hex_ for hex_ in forest if near[hex_] & meadows)
        there = middle_out(near[home] & meadows)[0]
        put(state, YOU, "woodcutter", home)
        put(state, YOU, "sheep", there)
        production.process(Recorder(state), YOU, ProduceAnswer(clan=Weaving(1)))
        text = _("The worker on %(home)s makes a kilt of wool, for its sheep stands on %(there)s.")
        return Example(map_piece(state, [home]), text % {"home": home, "there": there})

    # --- the choice in production ----------------------------------------------------------------

    def before_processing(self, state: engine.State, player: Player) -> list[str]:
        if not (makers := kiltmakers(state.board, player)):
            return []
        text = _(
            "Kiltmakers: %(makers)s. Each can turn 1 wool into a kilt: you have %(wool)s and "
            "%(kilts)s, of two at most."
        )
        wool = vocabulary.taken("wool", player.goods[WOOL])
        kilts = vocabulary.taken("kilt", sum(player.clan_state))
        return [text % {"makers": len(makers), "wool": wool, "kilts": kilts}]

    def wanted(self, state: engine.State, seat: engine.Seat, chosen: FieldChoice) -> int:
        return size(chosen)

    def choice_label(self, state: engine.State, chosen: FieldChoice) -> str:
        return _("Make %(kilts)s") % {"kilts": vocabulary.taken("kilt", size(chosen))}

    def produced(self, chosen: FieldChoice) -> str:
        return vocabulary.taken("kilt", size(chosen))

    def order_field(self) -> forms.Field:
        return forms.IntegerField(
            label=gettext_lazy("Kilts to make"),
            min_value=0,
            max_value=MOST_KILTS,
            initial=0,
            help_text=gettext_lazy("At most so many, of wool."),
        )

    def ordered(self, chosen: FieldChoice) -> str:
        number = size(chosen)
        text = ngettext("Makes up to %(n)s kilt.", "Makes up to %(n)s kilts.", number)
        return text % {"n": number}
