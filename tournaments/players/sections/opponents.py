"""Head to head: how a player did against each opponent."""

from collections import Counter, defaultdict
from typing import ClassVar, Final

from django.contrib.auth.models import User
from django.db.models import F
from msgspec import Struct

from games.engine.terms import gettext_noop
from games.models import Seat
from tournaments.players.people import open_to_all
from tournaments.players.sections.base import PlayerSection
from tournaments.players.sections.results import SEAT, seats_of

MOST: Final = 50
MOST_GAMES: Final = 2000
"""The newest of a player; a query for the games of a player, and not a list of them, would have the
database go through the games of everybody."""


class Opponent(Struct, frozen=True):
    """A person with whom a player has played ``games``, and in how many of them who was ahead.

    ``account`` is false for a name that stands for a deleted account; ``page`` says whether the
    player has a page that is hidden from nobody.
    """

    name: str
    account: bool
    page: bool
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
        met: defaultdict[tuple[int | None, str], Counter[str]] = defaultdict(Counter)
        columns = ("game", "user", "label", f"{SEAT}__rank")
        for game, account, label, rank in others.order_by().values_list(*columns):
            ahead, behind = own[game] < rank, own[game] > rank
            met[account, label].update(games=1, ahead=int(ahead), behind=int(behind))
        accounts = User.objects.in_bulk({account for account, _ in met if account is not None})
        named = [
            (accounts[account].get_username() if account else label, account, counted)
            for (account, label), counted in met.items()
        ]
        most = sorted(named, key=lambda one: (-one[2]["games"], one[0]))[:MOST]
        pages = open_to_all({pk: accounts[pk] for _, pk, _ in most if pk is not None})
        return Opponents(
            [
                _opponent(name, counted, account=account is not None, page=account in pages)
                for name, account, counted in most
            ]
        )


def _opponent(name: str, counted: Counter[str], *, account: bool, page: bool) -> Opponent:
    ahead, behind = counted["ahead"], counted["behind"]
    return Opponent(
        name=name,
        account=account,
        page=page,
        games=counted["games"],
        ahead=ahead,
        level=counted["games"] - ahead - behind,
        behind=behind,
    )
