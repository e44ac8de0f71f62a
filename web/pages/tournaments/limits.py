"""What is said of a limit of entrants that can be set, and yet may surprise."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.settings_check import least_entrants
from tournaments.state import Settings


def limit_texts(settings: Settings, places: int) -> Iterator[str]:
    """That too few may enter to play, and that more have places already than may enter."""
    most, least = settings.entrants_most, least_entrants(settings)
    if not most:
        return
    if least is not None and most < least:
        text = _(
            "At most %(most)s entrants get a place, but with these settings at least %(least)s have"
            " to play: raise the limit before the draw."
        )
        yield text % {"most": most, "least": least}
    if places > most:
        text = ngettext(
            "%(places)s entrant has a place already, which is more than the new limit: nobody loses"
            " a place, and nobody else gets one until there are fewer.",
            "%(places)s entrants have a place already, which is more than the new limit: nobody"
            " loses a place, and nobody else gets one until there are fewer.",
            places,
        )
        yield text % {"places": places}
