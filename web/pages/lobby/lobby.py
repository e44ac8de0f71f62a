"""The lists of the lobby: which games stand in which, in what order."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games import services
from games.models import Game, Seat
from games.models.game import Status
from web.pages.common.games import GameLine, lines_of
from web.pages.options import presets

SHOWN: Final = 6
"""Of each list of the overview; all of a list stand on its own pages."""
MINE_SHOWN: Final = 60
PER_PAGE: Final = 24
MOST_PAGED: Final = 2400
"""The newest games of a list, of which there are pages: to get far into it is to read it all."""
LONGEST_SEARCH: Final = 100

Text = str | Promise

TITLES: Final[Mapping[str, Text]] = {
    "turn": _("Your turn"),
    "mine": _("My other games"),
    "open": _("Open tables"),
    "running": _("Being played"),
    "finished": _("Finished"),
}
"""Of every list, in the order of the page."""
EMPTY: Final[Mapping[str, Text]] = {
    "turn": _("No games waiting for you."),
    "mine": _("You have no other games."),
    "open": _("No open tables. Create one and others can join."),
    "running": _("No other games being played."),
    "finished": _("No finished games yet. They can be replayed move by move."),
}


class LobbyQuery(Struct, frozen=True):
    """Which games to list: one list or all (``""``), and of those the games with this name, number
    of seats and preset, or only the viewer's own.
    """

    show: str = ""
    name: str = ""
    players: int = 0
    rules: str = ""
    mine: bool = False

    @property
    def narrowed(self) -> bool:
        """Whether games are left out because of it."""
        return bool(self.name or self.players or self.rules or self.mine)


class GameGroup(Struct, frozen=True):
    """One list; ``more`` when there are some that the page leaves out."""

    status: str
    title: Text
    empty: Text
    games: list[GameLine]
    more: bool = False


def lobby_query(params: Mapping[str, str], user: User | None) -> LobbyQuery:
    """The query of an address; invalid parameters are left out."""
    show, players, rules = (params.get(key, "") for key in ("show", "players", "rules"))
    known = show in (TITLES if user else ("open", "running", "finished"))
    return LobbyQuery(
        show=show if known else "",
        name=params.get("name", "").replace("\0", "").strip()[:LONGEST_SEARCH],
        players=int(players) if players in ("1", "2", "3", "4") else 0,
        rules=rules if rules in presets.titles() else "",
        mine=user is not None and params.get("mine") == "on",
    )


def overview(user: User | None, query: LobbyQuery) -> list[GameGroup]:
    """The beginning of every list, newest activity first; what waits for the viewer all of it.

    Without the viewer's own lists when there is nothing in them; of a search only what it found.
    """
    visible = _narrowed(services.visit_games(user), user, query)
    keys = [key for key in ("running", "open") if not query.mine]
    own: list[GameGroup] = []
    if user is not None:
        keys.reverse()
        own = _own(visible, user)
        if not any(group.games for group in own):
            own = []  # a newcomer: two empty lists would only stand in the way
    groups = [*own, *(_begin(key, _of(key, visible, user), user) for key in (*keys, *LAST))]
    return [group for group in groups if group.games] if query.narrowed else groups


LAST: Final = ("finished",)


def columns_of(groups: Sequence[GameGroup], user: User | None) -> list[list[GameGroup]]:
    """The lists side by side: what one can do beside what one can look at."""
    aside = LAST if user is None else ("running", *LAST)
    return [
        [group for group in groups if group.status not in aside],
        [group for group in groups if group.status in aside],
    ]


def page_of(user: User | None, query: LobbyQuery, number: str) -> tuple[GameGroup, Page[Game]]:
    """One page of one list, and where it stands among the others."""
    games = _of(query.show, _narrowed(services.visit_games(user), user, query), user)
    page = Paginator(games[:MOST_PAGED], PER_PAGE).get_page(number)
    return _group(query.show, lines_of(page.object_list, user)), page


def cut_off(page: Page[Game]) -> bool:
    """Whether the list may go on where its pages end."""
    return page.paginator.count >= MOST_PAGED


def waiting_for(user: User) -> QuerySet[Game]:
    """The games that wait for a user, longest first."""
    return _of("turn", services.visit_games(user), user)


def _own(visible: QuerySet[Game], user: User) -> list[GameGroup]:
    """The two lists of the viewer's games that are not over, out of one query."""
    live = visible.filter(pk__in=_live(user))
    lines = lines_of(live[:MINE_SHOWN], user)
    turn = sorted((one for one in lines if one.my_turn), key=lambda one: one.active_at)
    other = [one for one in lines if not one.my_turn]
    return [_group("turn", turn), _group("mine", other)]


TAKEN: Final = (
    Seat.objects.filter(game=OuterRef("pk"))
    .order_by()
    .values("game")
    .annotate(number=Count("pk"))
    .values("number")
)
"""How many seats of a table are taken, asked of single tables and not added up for all of them."""


def _of(key: str, visible: QuerySet[Game], user: User | None) -> QuerySet[Game]:
    """All games of one list."""
    if key == "finished":
        return visible.filter(status=Status.FINISHED)
    if user is None:
        return visible.filter(status=key)
    if key == "turn":
        games = visible.filter(_waits(user), status=Status.RUNNING)
        return games.order_by("active_at", "id")
    if key == "mine":
        return visible.filter(pk__in=_live(user)).exclude(_waits(user))
    others = visible.filter(status=key).exclude(_sits(user) | Q(host=user, tournament=None))
    if key == "open":
        return others.alias(taken=Coalesce(Subquery(TAKEN), 0)).filter(taken__lt=F("players"))
    return others


def _live(user: User) -> QuerySet[Any, Any]:
    """The ids of the games of a user that are not over.

    They come from the user's seats; a condition on games would be asked of every game there is.
    Games of a tournament that the user directs stand on its pages.
    """
    seats = Seat.objects.filter(user=user).exclude(game__status=Status.FINISHED)
    hosted = Game.objects.filter(host=user, tournament=None).exclude(status=Status.FINISHED)
    return seats.order_by().values("game_id").union(hosted.order_by().values("pk"))


def _sits(user: User, **more: bool) -> Q:
    return Q(Exists(Seat.objects.filter(game=OuterRef("pk"), user=user, **more)))


def _waits(user: User) -> Q:
    """A game that waits for a user, and is not set aside."""
    return _sits(user, waiting=True) & Q(set_aside=False)


def _narrowed(games: QuerySet[Game], user: User | None, query: LobbyQuery) -> QuerySet[Game]:
    if query.name:
        games = games.filter(name__icontains=query.name)
    if query.players:
        games = games.filter(players=query.players)
    if query.rules == presets.OWN:
        games = games.exclude(options__in=list(presets.stored_options()))
    elif query.rules:
        games = games.filter(options__in=presets.stored_as(query.rules))
    if query.mine and user is not None:
        games = games.filter(_sits(user) | Q(host=user))
    return games


def _begin(key: str, games: QuerySet[Game], user: User | None) -> GameGroup:
    found = list(games[: SHOWN + 1])
    return _group(key, lines_of(found[:SHOWN], user), more=len(found) > SHOWN)


def _group(key: str, lines: list[GameLine], *, more: bool = False) -> GameGroup:
    return GameGroup(key, TITLES[key], EMPTY[key], lines, more)
