"""Games as the list and the summary show them."""

from msgspec import Raw, convert
from rest_framework.request import Request

from api.bodies import GameSummary, SeatInfo, Status, Visibility
from games.models import Game, Seat


def summary(game: Game, request: Request) -> GameSummary:
    """What the caller may know of a game without looking at its state.

    The seats with their users and the host should have been fetched with the game.
    """
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    return GameSummary(
        id=str(game.pk),
        name=game.name,
        status=convert(game.status, Status),
        visibility=convert(game.visibility, Visibility),
        host=game.host.get_username(),
        players=game.players,
        options=Raw(game.options.encode()),
        content=game.content_id,
        version=game.version,
        round=game.round,
        seats=[seat_info(seat) for seat in seats],
        waiting=[seat.index for seat in seats if seat.waiting],
        commitment=game.commitment,
        invite=invite_link(game, request),
        created_at=game.created_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        active_at=game.active_at,
    )


def seat_info(seat: Seat) -> SeatInfo:
    """Who sits on a seat."""
    return SeatInfo(
        seat=seat.index,
        user=seat.user.get_username() if seat.user else None,
        bot=seat.bot or None,
        waiting=seat.waiting,
    )


def invite_link(game: Game, request: Request) -> str | None:
    """The address with which others take a seat; only for the host, only before the start."""
    if game.status != "open" or request.user.pk != game.host_id:
        return None
    return request.build_absolute_uri(f"/api/v1/games/{game.pk}/join?invite={game.invite_code}")
