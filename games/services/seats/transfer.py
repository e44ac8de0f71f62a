"""Transfer of a seat in a running game to another user, with the consent of both.

The stream holds seats and no names, so nothing in it changes: the new player sees the seat's
secrets, decides, and may take back what was played in the turn so far.
"""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import models
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games import store
from games.access import own_seat
from games.accounts import names
from games.errors import NoSuchOffer, NoSuchPlayer, SeatOfTournament, SeatShared, TakerSeated
from games.models import Game, Handover, Seat
from games.quota_errors import TooManyOffers
from games.runtime import notifications, state_cache
from games.runtime.commit import after_commit, in_transaction, lock_user
from games.services.people import chatting
from games.services.play.paying import payer_of, queued
from games.services.play.stream import check_not_resigned, check_running, lock_with_seats
from games.services.play.wanted import wanted_of
from games.table_errors import AlreadySeated

OFFER_LASTS: Final = timedelta(days=7)
MOST_OFFERS: Final = 20
"""Of one user at a time: each stands in the lobby of the one to whom it is made."""


@in_transaction
def offer_seat(*, game_id: UUID, user: User, taker: str, now: datetime) -> Handover:
    """Offer the own seat to the user of this name, in place of an earlier offer.

    Raises NoSuchGame, NotSeated, SeatResigned, GameNotRunning, SeatOfTournament, SeatShared,
    NoSuchPlayer, TakerSeated, TooManyOffers, ChangedMeanwhile.
    """
    game = lock_with_seats(game_id)
    own = own_seat(game, user)
    check_not_resigned(own)
    check_running(game)
    _check_free(game)
    if own.shared:
        raise SeatShared
    found = names.find(taker)
    if found is None or not found.is_active:
        raise NoSuchPlayer
    if _sits(game, found):
        raise TakerSeated
    lock_user(user)
    others = Handover.objects.filter(giver=user, at=None, offered_at__gt=now - OFFER_LASTS)
    if others.exclude(game=game).count() >= MOST_OFFERS:
        raise TooManyOffers(MOST_OFFERS)
    wanted = {"giver": user, "taker": found, "offered_at": now}
    offer, _ = Handover.objects.update_or_create(
        game=game, seat=own.index, at=None, defaults=wanted
    )
    return offer


@in_transaction
def withdraw_offer(*, game_id: UUID, user: User) -> None:
    """Take back the offer of the own seat, if there is one. Raises NoSuchGame."""
    game = lock_with_seats(game_id)
    game.handovers.filter(giver=user, at=None).delete()


@in_transaction
def decline_offer(*, game_id: UUID, user: User) -> None:
    """Decline what was offered to the user in a game. Raises NoSuchGame."""
    game = lock_with_seats(game_id)
    game.handovers.filter(taker=user, at=None).delete()


@in_transaction
def take_seat(*, game_id: UUID, user: User, seat: int, now: datetime) -> Game:
    """Take a seat that was offered to the user.

    Standing order, maximum bid, agreement to end the game and place in the chat of the former
    player go. Raises NoSuchGame, NoSuchOffer, GameNotRunning, AlreadySeated, SeatOfTournament.
    """
    game = lock_with_seats(game_id)
    if _sits(game, user):
        raise AlreadySeated
    offer = offers_to(user, now).filter(game=game, seat=seat).first()
    if offer is None:
        raise NoSuchOffer
    _check_free(game)
    check_running(game)
    given = Seat.objects.filter(game=game, index=seat, user=offer.giver, resigned=False)
    changed = given.update(
        user=user, standing_order=None, max_bid=None, abandons=False, chat_read=0
    )
    if not changed:
        raise NoSuchOffer
    Seat.objects.filter(game=game, index=seat, waiting=True).update(waiting_since=now)
    offer.at, offer.version = now, game.version
    offer.save(update_fields=["at", "version"])
    game.handovers.filter(taker=user, at=None).delete()
    chatting.note_handover(game, offer, now=now)
    notifications.changed(game.pk, [offer.giver_id, user.pk])
    return game


def give_seat(
    game: Game, index: int, *, user: User | None, bot: str, bot_number: int = 0, now: datetime
) -> None:
    """Give a seat of a locked, running game to another user or to a bot, without an offer.

    Raises TakerSeated.
    """
    if user is not None and _sits(game, user):
        raise TakerSeated
    before = game.seats.get(index=index)
    Seat.objects.filter(pk=before.pk).update(
        user=user,
        bot=bot,
        bot_number=bot_number,
        standing_order=None,
        max_bid=None,
        abandons=False,
        chat_read=0,
    )
    Seat.objects.filter(pk=before.pk, waiting=True).update(waiting_since=now)
    if before.user is not None:
        void_offers(game, before.user)
    if bot or before.bot:
        _wake(game)
    notifications.changed(game.pk, [before.user_id, user.pk if user else None])


def _wake(game: Game) -> None:
    """Start what the server has to do now that a bot has come or gone; nothing on others' turn."""
    state = state_cache.load(game, store.head(game.pk, game.version))
    seats = list(Seat.objects.filter(game=game))
    wanted = wanted_of(state, seats)
    Game.objects.filter(pk=game.pk).update(due=bool(wanted))
    if wanted:
        payer = payer_of(game, seats, alone=wanted.alone)
        after_commit(lambda: queued(wanted, payer).send(game.pk, game.version))


def offers_to(user: User, now: datetime) -> QuerySet[Handover]:
    """The offers that a user may still accept."""
    return Handover.objects.filter(taker=user, at=None, offered_at__gt=now - OFFER_LASTS)


def void_offers(game: Game, user: User) -> None:
    """A user has left a game for good, and has nothing to offer there any more."""
    game.handovers.filter(giver=user, at=None).delete()


def forget_person(user: User, label: str) -> None:
    """Put a label in the place of a user whose account goes, and blank the words of that person.

    A word belongs to the player who had the seat when the game began.
    """
    taken = Handover.objects.filter(at__isnull=False)
    first = taken.filter(game=OuterRef("game"), seat=OuterRef("index")).order_by("pk")
    author = Coalesce(
        Subquery(first.values("giver")[:1]), F("user"), output_field=models.IntegerField()
    )
    Seat.objects.annotate(author=author).filter(author=user.pk).update(word="")
    Handover.objects.filter(Q(giver=user) | Q(taker=user), at=None).delete()
    taken.filter(giver=user).update(giver=None, giver_label=label)
    taken.filter(taker=user).update(taker=None, taker_label=label)


def _check_free(game: Game) -> None:
    """Whether players themselves decide who sits at a table. Raises SeatOfTournament."""
    if game.tournament is not None:
        raise SeatOfTournament


def _sits(game: Game, user: User) -> bool:
    return any(seat.user_id == user.pk for seat in game.seats.all())
