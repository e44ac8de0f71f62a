"""Branching off: a new game that starts from a position of another one."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from games import bots, engine, names
from games.access import check_disclosed, may_see, seat_of
from games.errors import (
    GameNotRunning,
    InvalidSeats,
    NoSuchGame,
    NoSuchVersion,
    NothingToFork,
    NotSeated,
    PositionRefused,
)
from games.models import Game, Seat
from games.models.game import Source, Status, Visibility
from games.runtime import long_games, state_cache
from games.runtime.commit import in_transaction, lock_user
from games.services.people import quotas
from games.services.play.stream import Writer
from games.services.seats.seating import SECRET_BYTES
from games.table_errors import UnknownBot


@in_transaction
def fork_game(
    *,
    game_id: UUID,
    user: User,
    version: int,
    seats: Sequence[str | None] | None = None,
    name: str | None = None,
    now: datetime,
) -> Game:
    """A private, unrated game of the user that goes on from a version of another one.

    ``seats`` names the bot of each seat, None where the user plays; without it the user plays them
    all. What is hidden in the position is drawn anew. It has to be of a game that is over, or of
    a running one in which the user sits. Raises NoSuchGame, GameNotRunning, NotSeated,
    NoSuchVersion, NothingToFork, PositionRefused, InvalidSeats, UnknownBot, InvalidName,
    ForksPerHour, PacksFull, LongGameBusy.
    """
    source = _source(game_id, user)
    players = [None] * source.players if seats is None else list(seats)
    _check_players(source, players)
    if not 0 < version <= source.version:
        raise NoSuchVersion(version, source.version)
    called = names.cleaned(name) if name else None
    if version == source.version and source.status == Status.FINISHED:
        raise NothingToFork(version)
    lock_user(user)
    quotas.check_fork(user, now)
    quotas.check_pack(user, source.content_id)
    position = _position(source, version)
    game = _table(source, version, user, called, now)
    _seat(game, user, players)
    seed = engine.randomness.game_seed(bytes(game.server_seed), [])
    state, event = engine.fork(position, seed)
    writer = Writer(game, now=now, state=state)
    writer.add(event, origin="game")
    writer.save()
    return game


def _source(game_id: UUID, user: User) -> Game:
    """The game to branch off. Raises NoSuchGame, GameWithheld, GameNotRunning, NotSeated."""
    game = Game.objects.filter(pk=game_id).prefetch_related("seats").first()
    if game is None or not may_see(user, game):
        raise NoSuchGame
    check_disclosed(game)
    if game.status == Status.OPEN:
        raise GameNotRunning(game.status)
    if game.status == Status.RUNNING and seat_of(game, user) is None:
        raise NotSeated
    return game


def _position(source: Game, version: int) -> engine.State:
    """The position to go on from.

    What came with a file is checked again: it may be older than a check. Raises NoSuchGame,
    NothingToFork, PositionRefused, LongGameBusy.
    """
    with long_games.going_through(source):
        position = state_cache.rebuild(source, version)
    if not position.version:  # erased just now: nothing holds the source
        raise NoSuchGame
    if position.over:
        raise NothingToFork(version)
    if source.source != Source.PLAYED:
        try:
            engine.check_position(engine.rebased(position))
        except engine.BadPosition as error:
            raise PositionRefused(version, str(error)) from error
    return position


def _check_players(source: Game, players: Sequence[str | None]) -> None:
    """Raises InvalidSeats, UnknownBot."""
    if len(players) != source.players or None not in players:
        raise InvalidSeats(source.players)
    for bot in players:
        if bot is not None and bot not in bots.BOTS:
            raise UnknownBot(bot, list(bots.BOTS))


def _name(source: Game, version: int) -> str:
    """The default name of a fork."""
    ending = f", from {version}"
    return names.shortened(source.name, names.LONGEST - len(ending)) + ending


def _seat(game: Game, user: User, players: Sequence[str | None]) -> None:
    """Bots and the user on the seats of the game."""
    shared = players.count(None) > 1
    Seat.objects.bulk_create(
        Seat(game=game, index=index, user=None if bot else user, bot=bot or "", shared=shared)
        for index, bot in enumerate(players)
    )


def _table(source: Game, version: int, user: User, name: str | None, now: datetime) -> Game:
    """The game without its stream and its seats."""
    seed = secrets.token_bytes(SECRET_BYTES)
    return Game.objects.create(
        name=name or _name(source, version),
        named_after_id=None if name else source.named_after_id,
        host=user,
        visibility=Visibility.PRIVATE,
        status=Status.RUNNING,
        source=Source.FORKED,
        forked_from=source.pk,
        forked_version=version,
        players=source.players,
        options=source.options,
        content_id=source.content_id,
        commitment=engine.randomness.commitment(seed),
        server_seed=seed,
        salt=secrets.token_bytes(SECRET_BYTES),
        invite_code=secrets.token_urlsafe(16),
        created_at=now,
        started_at=now,
        active_at=now,
    )
