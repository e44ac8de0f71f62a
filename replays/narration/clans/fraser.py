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


class Fraser(ClanPhrases):
    """Wool becomes kilts, and kilts stand for other goods."""

    clan = "fraser"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> None:
        if kilts := Weaving.of(choice).kilts:
            _woven(narration, seat, kilts)

    def state_set(self, narration: Narration, seat: Seat, values: Sequence[int]) -> None:
        more = sum(values) - sum(narration.state.players[seat].clan_state)
        if more > 0:
            wool = [e for e in narration.all(fx.GoodsChanged) if (e.seat, e.good) == (seat, "wool")]
            narration.drop(wool[-1:])
            _woven(narration, seat, more)
        elif more < 0 and narration.event.move is not None:
            named = dict.fromkeys(narration.event.move.stand_ins())
            narration.say(
                seat,
                _("gives %(kilts)s in place of %(goods)s"),
                _("give %(kilts)s in place of %(goods)s"),
                kilts=vocabulary.taken("kilt", -more),
                goods=vocabulary.listed([_(vocabulary.GOODS[good]) for good in named]),
            )


def _woven(narration: Narration, seat: Seat, kilts: int) -> None:
    narration.say(
        seat,
        _("turns %(wool)s into %(kilts)s"),
        _("turn %(wool)s into %(kilts)s"),
        wool=vocabulary.taken("wool", kilts),
        kilts=vocabulary.taken("kilt", kilts),
    )
