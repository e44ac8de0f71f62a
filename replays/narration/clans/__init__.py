"""What the log says of single clans."""

from collections.abc import Mapping
from typing import Final

from games.engine.terms import Seat
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases, Lead, Pair
from replays.narration.clans.cunningham import Cunningham
from replays.narration.clans.fraser import Fraser
from replays.narration.clans.gordon import Gordon
from replays.narration.clans.macdonald import MacDonald
from replays.narration.clans.macewan import MacEwan
from replays.narration.clans.macgregor import MacGregor
from replays.narration.clans.mackenzie import MacKenzie
from replays.narration.clans.mackintosh import Mackintosh
from replays.narration.clans.macleod import MacLeod
from replays.narration.clans.macpherson import MacPherson

PLAIN: Final = ClanPhrases()

CLANS: Final[tuple[ClanPhrases, ...]] = (
    Cunningham(),
    Fraser(),
    Gordon(),
    MacDonald(),
    MacEwan(),
    MacGregor(),
    MacKenzie(),
    Mackintosh(),
    MacLeod(),
    MacPherson(),
)
"""Those of which the log says something of their own."""

LEADS: Final[Mapping[str, Lead]] = {move: lead for one in CLANS for move, lead in one.leads.items()}
BONUSES: Final[Mapping[str, Pair]] = {
    bonus: phrase for one in CLANS for bonus, phrase in one.bonuses.items()
}

_by_clan: Final[Mapping[str, ClanPhrases]] = {one.clan: one for one in CLANS}


def phrases_of(narration: Narration, seat: Seat) -> ClanPhrases:
    """The phrases of the clan that a seat plays."""
    return _by_clan.get(narration.state.players[seat].clan, PLAIN)


__all__ = [
    "BONUSES",
    "CLANS",
    "LEADS",
    "PLAIN",
    "ClanPhrases",
    "Lead",
    "Pair",
    "phrases_of",
]
