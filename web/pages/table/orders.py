"""Standing orders as sentences."""

from typing import Final

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from msgspec import Struct

from games import selectors, standing_orders
from games.models import Game, Seat
from games.models.game import Status
from games.standing_orders import StandingOrder
from replays.narration import vocabulary
from web.pages import clans
from web.pages.common.labels import label

PER_PAGE: Final = 24


class OrderLine(Struct, frozen=True):
    """A game of the viewer's, and the standing order there as sentences; none without an order."""

    game: Game
    sentences: list[str]


def order_of(game: Game, user: User) -> StandingOrder | None:
    """The standing order of the user's seat."""
    seat = selectors.seat_of(game, user)
    if seat is None or seat.standing_order is None:
        return None
    return standing_orders.decode(seat.standing_order)


def clan_of(game: Game, user: User) -> str:
    """The clan of the user's seat; empty before there is one."""
    seat = selectors.seat_of(game, user)
    if seat is None or game.status != Status.RUNNING:
        return ""
    return selectors.state_of(game).players[seat.index].clan


def sentences(order: StandingOrder | None) -> list[str]:
    """What an order does, a sentence each; nothing for none."""
    if order is None:
        return []
    goods = [label(good).lower() for good in order.order]
    # Translators: in which order goods are made, such as "cheese, then bread".
    made = vocabulary.folded(_("%(first)s, then %(next)s"), goods)
    lines = [_("Production: %(goods)s.") % {"goods": made} if goods else _("Production: nothing.")]
    for name, kept in (("milk", order.keep.milk), ("grain", order.keep.grain)):
        if kept:
            lines.append(_("Keeps %(goods)s.") % {"goods": vocabulary.taken(name, kept)})
    lines += [page.ordered(value) for page, value in clans.chosen(order.clan)]
    return lines


class OrderPage(Struct, frozen=True):
    """One page of a user's games that are not over."""

    lines: list[OrderLine]
    page: Page[Game]


def page_of(user: User, number: str) -> OrderPage:
    """A page of the games in which the user has a seat and that are not over, the latest first."""
    seats = Seat.objects.filter(user=user).exclude(game__status=Status.FINISHED)
    games = Game.objects.filter(pk__in=seats.order_by().values("game_id"))
    found = games.prefetch_related("seats__user").order_by("-created_at", "pk")
    page = Paginator(found, PER_PAGE).get_page(number)
    return OrderPage([OrderLine(game, sentences(order_of(game, user))) for game in page], page)
