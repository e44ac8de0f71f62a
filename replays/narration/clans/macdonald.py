"""MacDonald in the log."""

from games.engine import effects as fx
from games.engine.terms import Seat
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _


def row(narration: Narration, seat: Seat) -> None:
    """From where to where a fisherman goes."""
    for moved in narration.take(fx.UnitMoved, seat):
        narration.say(
            seat,
            _("rows from %(origin)s to %(target)s"),
            _("row from %(origin)s to %(target)s"),
            origin=moved.origin,
            target=moved.target,
        )


class MacDonald(ClanPhrases):
    """Fishermen row."""

    clan = "macdonald"
    leads = {"row": row}
