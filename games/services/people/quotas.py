"""Quotas of accounts, counted in the database while the rows that count are locked.

They protect the server and are no rules of the game, so the engine does not know them. The numbers
are settings.
"""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Length

from games import engine, store
from games.accounts import attempts
from games.models import ContentPack, Erasure, Game, Message, Seat
from games.models.game import Source, Status
from games.quota_errors import (
    EventsPerDay,
    ForksPerHour,
    GameTooLong,
    MessagesPerDay,
    PacksFull,
    TablesPerHour,
    TooManyBotGames,
    TooManyOpenTables,
    TooManyUndos,
)
from games.waiting import window

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
IMPORT_DELETED: Final = "imported, and deleted by its host"
"""The reason of an erasure that does not count as a closed table."""

TablesMade = Callable[[Collection[UUID]], Iterable[datetime]]
"""When a user has made tables of some tournaments."""


def check_new_table(user: User, now: datetime) -> None:
    """For a user whose row is locked. Raises TooManyOpenTables, TablesPerHour, EventsPerDay."""
    check_growth(user.pk, now)
    hosted = Game.objects.filter(host=user)
    if hosted.filter(status=Status.OPEN).count() >= settings.MOST_OPEN_TABLES:
        raise TooManyOpenTables(settings.MOST_OPEN_TABLES)
    made_here = hosted.filter(source=Source.PLAYED, tournament=None)
    recent = made_here.filter(_within_an_hour("created_at", now))
    # A table that was closed leaves a row too, that of its erasure.
    closed = Erasure.objects.filter(_within_an_hour("at", now), by=user)
    closed = closed.exclude(reason=IMPORT_DELETED)
    made = [*recent.values_list("created_at", flat=True), *closed.values_list("at", flat=True)]
    if wait := _wait(made, settings.TABLES_PER_HOUR, now):
        raise TablesPerHour(settings.TABLES_PER_HOUR, wait)


def check_challenge(user: User, now: datetime, made: TablesMade) -> None:
    """For one more game in a tournament, by a user whose row is locked. Raises TablesPerHour.

    Games to which others have challenged the user count for those, so ``made`` tells which the user
    has made. It is asked only where there are enough games.
    """
    own = Seat.objects.filter(_within_an_hour("game__created_at", now), user=user)
    seats = own.exclude(game__tournament=None).values_list("game__tournament", flat=True)
    tournaments = [one for one in seats if one]
    if len(tournaments) < settings.TABLES_PER_HOUR:
        return
    begin, end = window(now, HOUR)
    recent = [one for one in made(set(tournaments)) if begin < one <= end]
    if wait := _wait(recent, settings.TABLES_PER_HOUR, now):
        raise TablesPerHour(settings.TABLES_PER_HOUR, wait)


def check_growth(host: int, now: datetime) -> None:
    """For new games of a host. Raises EventsPerDay."""
    _check_events(Game.objects.filter(host=host), now)


def check_taking_back(game: Game, user: User, now: datetime) -> None:
    """For undo in a game; moves go on in any case. Raises EventsPerDay.

    What its host has left counts for each who sits there.
    """
    if game.host_id is not None:
        check_growth(game.host_id, now)
    else:
        # By ids, since who plays several seats of a game would join it several times.
        own = Seat.objects.filter(user=user).values("game")
        _check_events(Game.objects.filter(host=None, pk__in=own), now)


def _check_events(games: QuerySet[Game], now: datetime) -> None:
    if _have_grown(games, now):
        raise EventsPerDay(settings.EVENTS_PER_DAY)


def _have_grown(games: QuerySet[Game], now: datetime) -> bool:
    """Whether games have as many events together as they may within a day."""
    active = games.filter(_within("active_at", now, DAY)).exclude(source=Source.IMPORTED)
    events = active.aggregate(events=Sum("version"))["events"]
    return (events or 0) >= settings.EVENTS_PER_DAY


def check_bots_alone(user: User, new: int = 1) -> None:
    """For so many new games of a user whose row is locked. Raises TooManyBotGames."""
    if new > _bot_games_left(user):
        raise TooManyBotGames(settings.MOST_BOT_GAMES)


def room_for_bots(user: User, now: datetime) -> int:
    """In how many more games of a user bots may begin to play alone now."""
    if _have_grown(Game.objects.filter(host=user), now):
        return 0
    return max(0, _bot_games_left(user))


def played_by_bots(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of some games that run and in which bots play alone."""
    people = Seat.objects.filter(game=OuterRef("pk"), bot="")
    return games.filter(~Exists(people), status=Status.RUNNING)


def _bot_games_left(user: User) -> int:
    """How many games of bots alone a user may have more; below 0 where the limit was lowered."""
    running = played_by_bots(Game.objects.filter(host=user))
    return settings.MOST_BOT_GAMES - running.count()


def check_fork(user: User, now: datetime) -> None:
    """For a user whose row is locked. Raises ForksPerHour, EventsPerDay."""
    check_growth(user.pk, now)
    forked = Game.objects.filter(host=user, source=Source.FORKED)
    recent = forked.filter(_within_an_hour("created_at", now))
    made = recent.values_list("created_at", flat=True)
    if wait := _wait(made, settings.FORKS_PER_HOUR, now):
        raise ForksPerHour(settings.FORKS_PER_HOUR, wait)


def check_pack(user: User, hash_: str, size: int | None = None) -> None:
    """Whether a user whose row is locked may have one more game with this content pack.

    What tables here are played with counts for nothing. ``size`` is needed of a pack that may
    not be stored yet. Raises PacksFull.
    """
    using = Game.objects.filter(content=hash_)
    if using.filter(Q(source=Source.PLAYED) | Q(host=user)).exists():
        return
    others = (
        Game.objects.filter(host=user)
        .exclude(source=Source.PLAYED)
        .values_list("content", flat=True)
    )
    needed = _bytes_of(others) + (_bytes_of([hash_]) if size is None else size)
    if needed > settings.IMPORTED_PACK_BYTES:
        raise PacksFull(settings.IMPORTED_PACK_BYTES)


def check_message(user: User, now: datetime) -> None:
    """Count one more message to a chat, of a user whose row is locked. Raises MessagesPerDay.

    Messages go with their tables, so they are also counted apart, in days from the first of each.
    """
    most = settings.MESSAGES_PER_DAY
    sent = Message.objects.filter(_within("at", now, DAY), user=user).count()
    kept = {"kind": "message", "caller": str(user.pk), "rate": f"{most}/d"}
    if sent >= most or attempts.count(**kept):
        raise MessagesPerDay(most)


def check_undo(game: Game, state: engine.State) -> None:
    """For a game that is locked or only looked at. Raises GameTooLong, TooManyUndos."""
    _check_length(game.version)
    most = settings.UNDOS_PER_TURN
    # So few events cannot hold so many undos: nearly always this spares the query.
    if game.version - state.undo_to < most:
        return
    if store.count_undos(game.id, after=state.undo_to) >= most:
        raise TooManyUndos(most)


def check_replacing(
    game: Game, state: engine.State, seat: engine.Seat, new: Iterable[engine.StoredEvent]
) -> None:
    """A move that replaces an answer which waits for others' counts like an undo. (UNDO-05)

    ``new`` are the events of this request so far. Raises GameTooLong, TooManyUndos.
    """
    decision = state.decision_of(seat)
    if decision is None or not decision.answered:
        return
    unsaved = len(list(new))
    _check_length(game.version + unsaved)
    answers = store.count_decided(game.id, seat, after=decision.id) + unsaved
    if answers > settings.UNDOS_PER_TURN:
        raise TooManyUndos(settings.UNDOS_PER_TURN)


def _bytes_of(packs: Iterable[str]) -> int:
    found = ContentPack.objects.filter(pk__in=packs).aggregate(bytes=Sum(Length("raw")))
    return found["bytes"] or 0


def _check_length(version: int) -> None:
    if version >= settings.EVENTS_PER_GAME:
        raise GameTooLong(settings.EVENTS_PER_GAME)


def _within_an_hour(field: str, now: datetime) -> Q:
    """The rows that were made in the last hour."""
    return _within(field, now, HOUR)


def _within(field: str, now: datetime, length: timedelta) -> Q:
    """The rows whose time is less than ``length`` ago."""
    begin, end = window(now, length)
    return Q(**{f"{field}__gt": begin, f"{field}__lte": end})


def _wait(made: Iterable[datetime], most: int, now: datetime) -> timedelta | None:
    """How long until fewer than ``most`` of these are within the last hour; None if so already."""
    times = sorted(made)
    if len(times) < most:
        return None
    # With a limit of 0 there is never room; the hour is as good as any answer.
    leaving = times[-most] if most else now
    return max(leaving + HOUR - now, timedelta(seconds=1))
