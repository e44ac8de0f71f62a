"""Tables that somebody else arranges for their players: those of tournaments.

Who entered has agreed to be seated, so nobody is asked, and the game begins at once.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User

from games import engine, signals, store
from games.models import Game, Seat
from games.models.game import Status
from games.runtime import notifications
from games.runtime.commit import after_commit, in_transaction, lock_user
from games.services.people import quotas
from games.services.play.stream import lock_with_seats
from games.services.seats.seating import set_up, stored_table
from games.services.seats.transfer import give_seat
from games.services.tables.erasing import erase_game


@dataclass(frozen=True, slots=True)
class Arranged:
    """Who sits on a seat: a user, or a bot by its name and its number among those of the name."""

    user: User | None = None
    bot: str = ""
    bot_number: int = 0


@in_transaction
def arrange_game(
    *,
    tournament: UUID,
    host: User | None,
    name: str,
    options: engine.Options,
    visibility: str,
    seats: Sequence[Arranged],
    seed: bytes,
    withheld: bool,
    now: datetime,
) -> Game:
    """A running game of these players, in the order of the seats.

    ``seed`` is derived from the one that the tournament has committed to, so it counts as drawn.
    The host pays for what bots compute. Raises InvalidName, InvalidOptions.
    """
    game = stored_table(
        host=host,
        name=name,
        options=options,
        visibility=visibility,
        now=now,
        seed=seed,
        tournament=tournament,
        withheld=withheld,
    )
    Seat.objects.bulk_create(
        Seat(game=game, index=index, user=one.user, bot=one.bot, bot_number=one.bot_number)
        for index, one in enumerate(seats)
    )
    notifications.changed(game.pk, [one.user.pk for one in seats if one.user])
    return set_up(lock_with_seats(game.pk), now)


def bots_alone(seats: Sequence[Arranged]) -> bool:
    """Whether nobody at a table is a person."""
    return all(one.bot for one in seats)


def tables_of_bots_left(host: User | None, tables: int, *, now: datetime) -> int:
    """At how many of so many tables bots may begin to play alone for a host now."""
    return tables if host is None else min(tables, quotas.room_for_bots(host, now))


@in_transaction
def take_tables_of_bots(host: User | None, tables: int, *, now: datetime) -> int:
    """The same for tables that begin in this transaction: those of others wait until its end.

    A host may have several tournaments, each with a lock of its own.
    """
    if host is not None and tables:
        lock_user(host)
    return tables_of_bots_left(host, tables, now=now)


@in_transaction
def check_bots_alone(*, host: User | None, game_ids: Collection[UUID]) -> None:
    """Whether bots may play alone in these games, where they have just taken seats over.

    Raises TooManyBotGames.
    """
    games = Game.objects.filter(pk__in=game_ids)
    if host is not None and quotas.played_by_bots(games).exists():
        lock_user(host)
        quotas.check_bots_alone(host, new=0)


@in_transaction
def check_challenge(*, user: User, now: datetime, made: quotas.TablesMade) -> None:
    """Whether a player may have one more game begin by a challenge. Raises TablesPerHour.

    ``made`` tells when the user has made tables of some tournaments.
    """
    lock_user(user)
    quotas.check_challenge(user, now, made)


@in_transaction
def call_off(*, game_ids: Sequence[UUID], reason: str, now: datetime) -> bool:
    """Erase arranged games, unless a person has played in one of them; whether they are gone."""
    found = _locked(game_ids)
    if any(store.last_person(game.pk) is not None for game in found):
        return False
    for game in found:
        erase_game(game_id=game.pk, by=None, reason=reason, now=now)
    return True


@in_transaction
def reseat(*, game_id: UUID, seat: int, to: Arranged, now: datetime) -> Game:
    """Give a seat of a running game to somebody else. Raises NoSuchGame, TakerSeated.

    A game that is over keeps its players.
    """
    game = lock_with_seats(game_id)
    if game.status == Status.RUNNING:
        give_seat(game, seat, user=to.user, bot=to.bot, bot_number=to.bot_number, now=now)
    return game


@in_transaction
def disclose(*, game_ids: Sequence[UUID]) -> None:
    """Withhold these games of one seed no longer, unless one of them still runs."""
    found = _locked(game_ids)
    if any(game.status != Status.FINISHED for game in found):
        return
    withheld = [game.pk for game in found if game.withheld]
    Game.objects.filter(pk__in=withheld).update(withheld=False)
    for game_id in withheld:
        after_commit(partial(_announce_disclosed, game_id))


def _announce_disclosed(game_id: UUID) -> None:
    signals.game_disclosed.send_robust(sender=Game, game_id=game_id)


@in_transaction
def set_aside(*, game_ids: Sequence[UUID], aside: bool) -> None:
    """Say of games whether their tournament has another result for their tables.

    Those that still run go on all the same, but remind nobody.
    """
    changed = [game.pk for game in _locked(game_ids) if game.set_aside != aside]
    Game.objects.filter(pk__in=changed).update(set_aside=aside)
    seats = Seat.objects.filter(game__in=changed)
    for game in changed:
        users = seats.filter(game=game).values_list("user", flat=True)
        notifications.changed(game, users)


def _locked(game_ids: Sequence[UUID]) -> list[Game]:
    """Those games that there are, locked in the order in which everybody locks several."""
    found = Game.objects.select_for_update(no_key=True).filter(pk__in=game_ids)
    return list(found.order_by("pk"))
