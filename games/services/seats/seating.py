"""From an empty table to a game that runs."""

import secrets
from datetime import datetime
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db.models import Q

from games import bots, engine, names, packs
from games.access import INVITE_BYTES, check_host, may_see, own_seat
from games.errors import NoSuchGame
from games.models import Game, Seat
from games.models.game import Status, Visibility
from games.runtime.commit import in_transaction, lock_user
from games.services.people import quotas
from games.services.play.stream import Writer, lock
from games.services.tables import experience, seed_words
from games.services.tables.open_tables import check_open, touched
from games.table_errors import AlreadySeated, GameFull, NoBot, TooFewPlayers, UnknownBot

SECRET_BYTES = 32


@in_transaction
def create_game(
    *,
    host: User,
    name: str,
    options: engine.Options,
    visibility: str,
    now: datetime,
    seed: bytes | None = None,
    named_after: User | None = None,
) -> Game:
    """An open table with the host on its first seat.

    Where nobody has typed the name, and there is a user name in it, ``named_after`` says whose.

    The seed of the server is drawn and committed to here, before anybody can add to it; ``seed``
    is for games that are to come out the same every time, and that are marked and never rated.
    Raises InvalidName, InvalidOptions for what only players can say, TooManyOpenTables,
    TablesPerHour.
    """
    made = new_table(
        host=host,
        name=name,
        options=options,
        visibility=visibility,
        now=now,
        seed=seed,
        named_after=named_after,
    )
    Seat.objects.create(game=made, index=0, user=host)
    return made


def new_table(
    *,
    host: User,
    name: str,
    options: engine.Options,
    visibility: str,
    now: datetime,
    seed: bytes | None = None,
    rematch_of: UUID | None = None,
    named_after: User | None = None,
) -> Game:
    """An open table without seats, as ``create_game`` describes it; within its transaction."""
    experience.check_unsaid(options)
    lock_user(host)
    quotas.check_new_table(host, now)
    return stored_table(
        host=host,
        name=name,
        options=options,
        visibility=visibility,
        now=now,
        seed=seed,
        seed_chosen=seed is not None,
        rematch_of=rematch_of,
        named_after=named_after,
    )


def stored_table(
    *,
    host: User | None,
    name: str,
    options: engine.Options,
    visibility: str,
    now: datetime,
    seed: bytes | None = None,
    **columns: object,
) -> Game:
    """A table without seats, whatever the quotas of its host; ``columns`` are further ones."""
    seed = seed or secrets.token_bytes(SECRET_BYTES)
    return Game.objects.create(
        name=names.cleaned(name),
        host=host,
        visibility=Visibility(visibility),
        players=options.players,
        options=msgspec.json.encode(options).decode(),
        content=packs.keep(packs.current(), now=now),
        commitment=engine.randomness.commitment(seed),
        server_seed=seed,
        salt=secrets.token_bytes(SECRET_BYTES),
        invite_code=secrets.token_urlsafe(INVITE_BYTES),
        created_at=now,
        active_at=now,
        **columns,
    )


@in_transaction
def join_game(
    *, game_id: UUID, user: User, invite: str | None = None, seal: str = "", now: datetime
) -> Game:
    """Take the first free seat, with a sealed word at once if the user likes.

    Who was asked to a rematch takes the seat that is kept.
    The game cannot start then before that word is opened; a seal that comes later may be too late.
    Raises NoSuchGame (also for a private game without its invite code), GameNotOpen,
    AlreadySeated, GameFull.
    """
    game = lock(game_id)
    seats = list(game.seats.all())
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is None and not may_see(user, game, invite):
        raise NoSuchGame
    check_open(game)
    if own is None:
        Seat.objects.create(game=game, index=_free_index(game, seats), user=user, seal=seal)
    elif own.asked:
        own.asked, own.seal = False, seal or own.seal
        own.save(update_fields=["asked", "seal"])
    else:
        raise AlreadySeated
    return touched(game, now)


@in_transaction
def leave_game(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Give the seat up before the start, or decline one that was kept for the user.

    A host without a seat is still the host.

    Raises NoSuchGame, NotSeated, GameNotOpen.
    """
    game = lock(game_id)
    seat = own_seat(game, user)
    check_open(game)
    seat.delete()
    seed_words.seat_given_up(game)
    return touched(game, now)


@in_transaction
def add_bot(*, game_id: UUID, user: User, bot: str, now: datetime) -> Game:
    """Put a bot onto the first free seat. For the host.

    Raises NoSuchGame, NotHost, GameNotOpen, UnknownBot, GameFull.
    """
    game = _lock_as_host(game_id, user)
    if bot not in bots.BOTS:
        raise UnknownBot(bot, list(bots.BOTS))
    Seat.objects.create(game=game, index=_free_index(game, list(game.seats.all())), bot=bot)
    return touched(game, now)


@in_transaction
def remove_bot(*, game_id: UUID, user: User, seat: int, now: datetime) -> Game:
    """Free the seat of a bot before the start, or one kept for a user who has not answered.

    Words that were opened go, as when a player leaves. For the host. Raises NoSuchGame,
    NotHost, GameNotOpen, NoBot.
    """
    game = _lock_as_host(game_id, user)
    freed = game.seats.filter(~Q(bot="") | Q(asked=True), index=seat)
    removed, _ = freed.delete()
    if not removed:
        raise NoBot(seat)
    seed_words.seat_given_up(game)
    return touched(game, now)


@in_transaction
def start_game(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Have the game begin. For the host.

    Raises NoSuchGame, NotHost, GameNotOpen, TooFewPlayers, WordsSealed, TooManyBotGames.
    """
    game = _lock_as_host(game_id, user)
    seats = list(game.seats.filter(asked=False))
    if len(seats) < game.players:
        raise TooFewPlayers(len(seats), game.players)
    if all(seat.bot for seat in seats):
        lock_user(user)
        quotas.check_bots_alone(user)
    return set_up(game, now)


def set_up(game: Game, now: datetime) -> Game:
    """Set a locked game up, which is the first event of its stream; all seats are taken.

    Raises WordsSealed.
    """
    options = experience.fixed(game)
    added = seed_words.contributions(game)
    seed = engine.randomness.game_seed(bytes(game.server_seed), added)
    state, event = engine.new_game(options, seed, packs.pack(game.content_id))
    writer = Writer(game, now=now, state=state)
    game.status = Status.RUNNING
    game.started_at = writer.now
    game.contributions = [one.hex() for one in added]
    game.options = msgspec.json.encode(options).decode()
    game.save(update_fields=["status", "started_at", "contributions", "options"])
    writer.add(event, origin="game")
    writer.save()
    return game


def _lock_as_host(game_id: UUID, user: User) -> Game:
    game = lock(game_id)
    check_host(game, user)
    check_open(game)
    return game


def _free_index(game: Game, seats: list[Seat]) -> int:
    taken = {seat.index for seat in seats}
    for index in range(game.players):
        if index not in taken:
            return index
    raise GameFull
