"""MacKenzie in the log."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.clans.mackenzie import Storing
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _
from replays.narration.language import ngettext, pgettext
from replays.narration.stocks import stock_changed


class MacKenzie(ClanPhrases):
    """Barrels go into the cellar and out of it; that they move on is no news."""

    clan = "mackenzie"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> Sequence[str]:
        stored = pgettext("decides to", "put a whisky into the cellar")
        return [stored] if Storing.of(choice).cellar else ()

    def state_set(self, narration: Narration, seat: Seat, values: Sequence[int]) -> None:
        more = sum(values) - sum(narration.state.players[seat].clan_state)
        if more > 0:
            whisky = [
                e for e in narration.all(fx.GoodsChanged) if e.seat == seat and e.good == "whisky"
            ]
            narration.drop([e for e in whisky if e.amount < 0])
            stock_changed(narration, [], seat)  # it has to be made first
            phrase, own = _("puts a whisky into the cellar"), _("put a whisky into the cellar")
            narration.say(seat, phrase, own)
        elif more < 0:
            phrase = ngettext(
                "takes a barrel out of the cellar", "takes %(n)s barrels out of the cellar", -more
            )
            own = ngettext(
                "take a barrel out of the cellar", "take %(n)s barrels out of the cellar", -more
            )
            narration.say(seat, phrase, own, n=-more)
