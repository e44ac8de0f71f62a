"""MacEwan in the log."""

from django.utils.translation import gettext_noop

from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _
from replays.narration.stocks import stock


def brew(narration: Narration, seat: Seat) -> None:
    """Grain for money."""
    pounds, goods = stock(narration)
    narration.say(
        seat,
        _("sells %(grain)s as beer for %(money)s"),
        _("sell %(grain)s as beer for %(money)s"),
        grain=vocabulary.taken("grain", -goods[seat].get("grain", 0)),
        money=vocabulary.money(pounds.get(seat, 0)),
    )


class MacEwan(ClanPhrases):
    """Grain is sold as beer."""

    clan = "macewan"
    leads = {"brew": brew}
    bonuses = {"beer": (gettext_noop("brews beer first"), gettext_noop("brew beer first"))}
