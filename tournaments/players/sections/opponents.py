"""Head to head: how a player did against each opponent."""

from collections import Counter, defaultdict
from typing import ClassVar, Final

from django.contrib.auth.models import User
from django.db.models import F
from msgspec import Struct

from games.engine.terms import gettext_noop
from games.models import Seat
from tournaments.players.sections.base import PlayerSection
from tournaments.players.sections.results import SEAT, seats_of

MOST: Final = 50
MOST_GAMES: Final = 2000
"""The newest of a player; a query for the games of a player, and not a list of them, would have the
database go through the games of everybody."""


class Opponent(Struct, frozen=True):
    """A person with whom a player has played ``games``, and in how many of them who was ahead.

    ``account`` is false for a name that stands for a deleted account.
    """

    name: str
    account: bool
    games: int
    ahead: int
    level: int
    behind: int


class Opponents(Struct, frozen=True):
    """The opponents with the most games, in those that were played here to their end by all.

    Of a player with more than 2,000 of them the newest 2,000 count.
    """

    people: list[Opponent]


class OpponentsSection(PlayerSection):
    """Opponents in the games that the viewer may see. Bots are left out."""

    name: ClassVar = "opponents"
    title: ClassVar = gettext_noop("Head to head")
    shape: ClassVar = Opponents

    def build(self, player: User, viewer: User | None) -> Opponents:
        """The opponents with most games first.

        Added up here: a database looks each own place up again for every opponent.
        """
        newest = seats_of(player, viewer).order_by("-game__finished_at", "-game")
        own = dict(newest.values_list("game", f"{SEAT}__rank")[:MOST_GAMES])
        others = Seat.objects.filter(
            bot="",
            game__in=own,
            **{f"{SEAT}__seat": F("index")},
        ).exclude(user=player)
        met: defaultdict[tuple[str | None, str], Counter[str]] = defaultdict(Counter)
        columns = ("game", "user__username", "label", f"{SEAT}__rank")
        for game, account, label, rank in others.order_by().values_list(*columns):
            ahead, behind = own[game] < rank, own[game] > rank
            met[account, label].update(games=1, ahead=ahead, behind=behind)
        most = sorted(met.items(), key=lambda one: (-one[1]["games"], one[0][0] or one[0][1]))
        return Opponents([_opponent(account, label, of) for (account, label), of in most[:MOST]])


def _opponent(account: str | None, label: str, counted: Counter[str]) -> Opponent:
    ahead, behind = counted["ahead"], counted["behind"]
    return Opponent(
        name=account or label,
        account=account is not None,
        games=counted["games"],
        ahead=ahead,
        level=counted["games"] - ahead - behind,
        behind=behind,
    )
