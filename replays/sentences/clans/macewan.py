"""MacEwan in the log."""

from django.utils.translation import gettext_noop

from games.engine.words import Seat
from replays.sentences import vocabulary
from replays.sentences.clans.base import ClanPhrases
from replays.sentences.language import gettext as _
from replays.sentences.narration import Narration
from replays.sentences.stocks import stock


def brew(narration: Narration, seat: Seat) -> None:
    """Grain for money."""
    pounds, goods = stock(narration)
    params = {
        "grain": vocabulary.amount("grain", -goods[seat].get("grain", 0)),
        "money": vocabulary.money(pounds.get(seat, 0)),
    }
    narration.say(seat, _("brews beer of %(grain)s for %(money)s") % params)


class MacEwan(ClanPhrases):
    """Grain is sold as beer."""

    clan = "macewan"
    leads = {"brew": brew}
    bonuses = {"beer": gettext_noop("brews beer first")}
    skipped = {"brew": gettext_noop("brews no beer")}
