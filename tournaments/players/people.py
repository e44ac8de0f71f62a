"""Who may see what of a player."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import selectors
from games.accounts import names
from games.errors import NoSuchPlayer
from games.models import Game, Seat
from games.models.game import Status
from tournaments.models import PlayerPage


def player_named(viewer: User | None, name: str) -> User:
    """The player of this name, if the viewer may see the page. Raises NoSuchPlayer.

    A page that is hidden from strangers is for its owner and for those who have sat in a game with
    them since it started.
    """
    player = names.find(name)
    if player is None or not player.is_active:
        raise NoSuchPlayer
    if hidden(player) and viewer != player and not _have_played(viewer, player):
        raise NoSuchPlayer
    return player


def hidden(player: User) -> bool:
    """Whether a player keeps strangers from the page."""
    return PlayerPage.objects.filter(user=player, hidden=True).exists()


def open_pages(seats: Iterable[Seat]) -> dict[int, str]:
    """By seat the name of the account on it, where its page is not hidden: what a link needs."""
    return open_to_all({seat.index: seat.user for seat in seats if seat.user is not None})


def open_to_all(people: Mapping[int, User]) -> dict[int, str]:
    """By number the names of those whose pages are hidden from nobody."""
    closed = PlayerPage.objects.filter(user__in=people.values(), hidden=True)
    kept = set(closed.values_list("user", flat=True)) if people else set()
    return {
        number: user.get_username()
        for number, user in people.items()
        if user.is_active and user.pk not in kept
    }


def hide(player: User, *, from_strangers: bool) -> None:
    """Keep strangers from a player's page, or let them in."""
    PlayerPage.objects.update_or_create(user=player, defaults={"hidden": from_strangers})


def listed(viewer: User | None) -> Q:
    """Whose ratings stand in lists: accounts with a page that strangers may see, and the own one.

    Whoever hides the page is left out for all others, strangers or not.
    """
    open_ = ~Exists(PlayerPage.objects.filter(user=OuterRef("player__user"), hidden=True))
    shown = Q(open_) if viewer is None else Q(open_) | Q(player__user=viewer)
    return Q(player__user__is_active=True) & shown


def games_shown(viewer: User | None) -> QuerySet[Game]:
    """The games that stand in lists for a viewer: public ones and the own. For subqueries."""
    return selectors.games_visible_to(viewer).order_by()


def _have_played(viewer: User | None, player: User) -> bool:
    if viewer is None:
        return False
    theirs = Seat.objects.filter(game=OuterRef("game"), user=player)
    common = Seat.objects.filter(Exists(theirs), user=viewer, asked=False)
    return common.exclude(game__status=Status.OPEN).exists()
