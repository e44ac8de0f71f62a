"""Fraser in the log."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.clans.fraser import Weaving
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _
from replays.narration.language import pgettext
from replays.narration.stocks import stand_ins


class Fraser(ClanPhrases):
    """Wool becomes kilts, and kilts stand for other goods."""

    clan = "fraser"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> Sequence[str]:
        if not (kilts := Weaving.of(choice).kilts):
            return ()
        return [pgettext("decides to", "turn %(wool)s into %(kilts)s") % _weaving(kilts)]

    def state_set(self, narration: Narration, seat: Seat, values: Sequence[int]) -> None:
        more = sum(values) - sum(narration.state.players[seat].clan_state)
        if more > 0:
            wool = [e for e in narration.all(fx.GoodsChanged) if (e.seat, e.good) == (seat, "wool")]
            narration.drop(wool[-1:])
            phrase, own = _("turns %(wool)s into %(kilts)s"), _("turn %(wool)s into %(kilts)s")
            narration.say(seat, phrase, own, **_weaving(more))
        elif given := stand_ins(narration, seat):
            goods = vocabulary.listed(given)
            narration.say(seat, _("gives %(goods)s"), _("give %(goods)s"), goods=goods)


def _weaving(kilts: int) -> dict[str, str]:
    """The wool for so many kilts, and they."""
    return {"wool": vocabulary.taken("wool", kilts), "kilts": vocabulary.taken("kilt", kilts)}
