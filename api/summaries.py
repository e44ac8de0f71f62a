"""Summaries of games, for the list and for one game."""

from collections.abc import Sequence
from typing import Final

from django.db.models import Model
from msgspec import Raw, convert
from msgspec.json import decode, encode
from msgspec.structs import asdict
from rest_framework.request import Request

from api.bodies import (
    ForkedFrom,
    GameSummary,
    Revealed,
    SeatInfo,
    Source,
    Status,
    ValidationNote,
    Visibility,
)
from games import engine, selectors
from games.access import secrets_are_out
from games.models import Game, Seat
from games.store import HOST, GlanceStatement
from replays import checking
from replays.models import Validation
from replays.validation import results

NOT_SHOWN: Final = (
    *("server_seed", "salt", "contributions", "asking", "swept_version", "chat_number"),
    *("waiting_since", "standing_order", "max_bid", "chat_read"),
)
"""Columns of games and seats that a summary is not made of, but for secrets that are out."""


def _shown(model: type[Model]) -> list[str]:
    names = [field.attname for field in model._meta.concrete_fields]
    return [name for name in names if name not in NOT_SHOWN]


SUMMARY_OF_GAME: Final = GlanceStatement(_shown(Game), _shown(Seat), more=[HOST, results.LATEST])
"""All that a summary is made of, with the host's name and which validation is the latest."""


def summaries(games: Sequence[Game], request: Request) -> list[GameSummary]:
    """The public facts of games, as the caller may see them, without loading states.

    The seats with their users and the hosts should have been fetched with the games.
    """
    validated = results.latest_of(games)
    return [_summary(game, request, validated.get(game.pk)) for game in games]


def _summary(game: Game, request: Request, validated: Validation | None) -> GameSummary:
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    options = decode(game.options, type=engine.Options)
    return GameSummary(
        id=str(game.pk),
        name=game.name,
        status=convert(game.status, Status),
        source=convert(game.source, Source),
        rated=game.rated,
        seed_chosen=game.seed_chosen,
        forked_from=forked_from(game),
        rematch_of=str(game.rematch_of) if game.rematch_of else None,
        visibility=convert(game.visibility, Visibility),
        host=game.host.get_username() if game.host else None,
        players=game.players,
        options=Raw(encode(asdict(options))),
        content=game.content_id,
        version=game.version,
        round=game.round,
        seats=[seat_info(seat, options) for seat in seats],
        waiting=[seat.index for seat in seats if seat.waiting],
        commitment=game.commitment,
        revealed=revealed(game),
        permalink=permalink(game, request),
        validation=note(validated),
        invite=invite_link(game, request),
        created_at=game.created_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        ended_by=convert(game.ended_by, engine.Ending) if game.ended_by else None,
        active_at=game.active_at,
    )


def forked_from(game: Game) -> ForkedFrom | None:
    """Where a fork comes from."""
    if game.forked_from is None or game.forked_version is None:
        return None
    return ForkedFrom(str(game.forked_from), game.forked_version)


def seat_info(seat: Seat, options: engine.Options) -> SeatInfo:
    """A seat with its player."""
    return SeatInfo(
        seat=seat.index,
        user=seat.user.get_username() if seat.user else None,
        bot=seat.bot or None,
        label=seat.label or None,
        waiting=seat.waiting,
        seal=seat.seal or None,
        opened=bool(seat.word),
        resigned=seat.resigned,
        abandons=seat.abandons,
        asked=seat.asked,
        experience=selectors.experience_of(seat, options),
    )


def revealed(game: Game) -> Revealed | None:
    """Seed and salt of a game that is over, once no other table plays with the same seed."""
    if not secrets_are_out(game):
        return None
    return Revealed(bytes(game.server_seed).hex(), bytes(game.salt).hex())


def permalink(game: Game, request: Request) -> str | None:
    """The address of the replay of a game that is over."""
    if game.status != "finished":
        return None
    return request.build_absolute_uri(f"/api/v1/replays/{game.pk}")


def note(validated: Validation | None) -> ValidationNote | None:
    """What the summary says of the last validation."""
    if validated is None or validated.finished_at is None:
        return None
    first = results.difference_of(validated)
    return ValidationNote(
        id=str(validated.pk),
        status=convert(validated.status, checking.Status),
        version=validated.version,
        rules=validated.rules,
        event=first.version if first else None,
        code=first.code if first else None,
        finished_at=validated.finished_at,
    )


def invite_link(game: Game, request: Request) -> str | None:
    """The address with which others take a seat; only for the host, only before the start."""
    if game.status != "open" or request.user.pk != game.host_id:
        return None
    return request.build_absolute_uri(f"/api/v1/games/{game.pk}/join?invite={game.invite_code}")
