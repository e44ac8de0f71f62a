"""Mackintosh in the log."""

from replays.narration.clans.base import ClanPhrases, Pair
from replays.narration.language import ngettext


class Mackintosh(ClanPhrases):
    """Workers profit from what is deployed beside them."""

    clan = "mackintosh"

    def beside(self, units: int) -> Pair:
        return (
            ngettext(
                "receives %(money)s for own workers beside the new unit",
                "receives %(money)s for own workers beside the new units",
                units,
            ),
            ngettext(
                "receive %(money)s for your workers beside the new unit",
                "receive %(money)s for your workers beside the new units",
                units,
            ),
        )
