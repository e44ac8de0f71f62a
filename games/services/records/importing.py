"""Importing a game that was played elsewhere."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from games import engine, packs
from games.access import may_see
from games.errors import GameExists
from games.models import Erasure, Game, Seat
from games.models.game import Source, Status, Visibility
from games.runtime.commit import in_transaction
from games.store import writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Who sat on a seat: a player by name, or a bot. Neither plays here."""

    label: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """A finished game with all of its secrets, as it was stored where it was played.

    The caller has decided every event again, so that it cannot hold anything illegal, and has
    checked the names. ``content`` is the hash of the content pack with the bytes ``pack``;
    ``state`` is the one at the end; ``forked_from`` names the game and the version from which it
    goes on, if it was branched off.
    """

    id: UUID
    name: str
    options: engine.Options
    content: str
    pack: bytes
    commitment: str
    server_seed: bytes
    contributions: Sequence[bytes]
    salt: bytes
    seats: Sequence[Sitting]
    rows: Sequence[engine.StoredEvent]
    state: engine.State
    created_at: datetime
    forked_from: tuple[UUID, int] | None = None


@in_transaction
def import_game(*, game: Elsewhere, host: User, visibility: str, now: datetime) -> Game:
    """Store a game from elsewhere under its own id, marked as imported; the host has no seat.

    Raises GameExists when the id is taken, also by a game that was erased here.
    """
    _check_free(game.id, host)
    try:
        with transaction.atomic():
            stored = _store(game, host, Visibility(visibility), now)
    except IntegrityError:
        # A concurrent import of the same game may have been quicker.
        _check_free(game.id, host)
        raise
    Seat.objects.bulk_create(
        Seat(
            game=stored,
            index=index,
            label=seat.label,
            bot=seat.bot,
            resigned=index in game.state.resigned,
        )
        for index, seat in enumerate(game.seats)
    )
    writing.append(stored.pk, game.rows)
    return stored


def _store(game: Elsewhere, host: User, visibility: Visibility, now: datetime) -> Game:
    forked_from, forked_version = game.forked_from or (None, None)
    return Game.objects.create(
        id=game.id,
        name=game.name,
        host=host,
        visibility=visibility,
        status=Status.FINISHED,
        source=Source.IMPORTED,
        forked_from=forked_from,
        forked_version=forked_version,
        players=game.options.players,
        options=msgspec.json.encode(game.options).decode(),
        content=packs.keep_bytes(game.content, game.pack, now=now),
        commitment=game.commitment,
        server_seed=game.server_seed,
        contributions=[one.hex() for one in game.contributions],
        salt=game.salt,
        invite_code=secrets.token_urlsafe(16),
        version=len(game.rows),
        round=game.state.round,
        ended_by=game.state.ended_by,
        created_at=game.created_at,
        started_at=game.rows[0].recorded_at,
        finished_at=game.rows[-1].recorded_at,
        active_at=now,
    )


def _check_free(game_id: UUID, host: User) -> None:
    """Raises GameExists."""
    known = Game.objects.filter(pk=game_id).first()
    if known is not None:
        raise GameExists(game_id, visible=may_see(host, known))
    if Erasure.objects.filter(game=game_id).exists():
        raise GameExists(game_id, visible=False)
