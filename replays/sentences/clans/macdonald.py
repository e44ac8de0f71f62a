"""MacDonald in the log."""

from games.engine import effects as fx
from games.engine.words import Seat
from replays.sentences.clans.base import ClanPhrases
from replays.sentences.language import gettext as _
from replays.sentences.narration import Narration


def row(narration: Narration, seat: Seat) -> None:
    """From where to where a fisherman goes."""
    for moved in narration.take(fx.UnitMoved, seat):
        params = {"origin": moved.origin, "target": moved.target}
        narration.say(seat, _("rows from %(origin)s to %(target)s") % params)


class MacDonald(ClanPhrases):
    """Fishermen row."""

    clan = "macdonald"
    leads = {"row": row}
