"""Maximum bids: how a seat bids in an open auction while its player is away."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from msgspec import UNSET

from games import engine, max_bids
from games.access import own_seat
from games.errors import StaleVersion
from games.max_bids import MaxBid
from games.runtime.commit import in_transaction
from games.services.play.playing import Played
from games.services.play.running import caught_up, raise_bids
from games.services.play.stream import Writer, check_not_resigned, check_running, lock_with_seats


@caught_up
@in_transaction
def set_max_bid(
    *, game_id: UUID, user: User, wanted: MaxBid | None, seat: int | None = None, now: datetime
) -> Played:
    """Set the maximum bid of a seat in this auction round, or withdraw it with None.

    A seat that is asked now bids at once. ``seat`` selects one of several own seats. Others see
    only the bids. Raises NoSuchGame, NotSeated, NotYourSeat, GameNotRunning, SeatResigned,
    NotBidding, MaxBidOutOfRange; StaleVersion when the round that is named is over.
    """
    game = lock_with_seats(game_id)
    own = own_seat(game, user, seat)
    check_running(game)
    check_not_resigned(own)
    writer = Writer(game, now=now)
    own.max_bid = None if wanted is None else _kept(writer, own.index, wanted)
    own.save(update_fields=["max_bid"])
    raise_bids(writer, list(game.seats.all()))
    if writer.rows:
        writer.save()
    return Played(game, game.version, writer.rows, writer.state, engine.Seat(own.index))


def _kept(writer: Writer, seat: int, wanted: MaxBid) -> object:
    auction = writer.state.auction
    over = auction is None or wanted.round != len(auction.rounds) + 1
    if wanted.round is not UNSET and over:
        raise StaleVersion(writer.game.version, [])
    return max_bids.kept(writer.state, seat, wanted.amount)
