"""What streams tell of a game beside its log: its table."""

import msgspec

from api.summaries import seat_info
from games import engine
from games.models import Game, Seat


class TableState(msgspec.Struct, frozen=True):
    """The seats and the status of a game, which the log does not hold.

    All of it is as in the summary of a game.
    """

    game: str
    name: str
    visibility: str
    status: str
    ended_by: str | None
    seats: list[dict[str, object]]


def table_of(game: Game) -> TableState:
    """The table of a game whose seats are at hand."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    options = msgspec.json.decode(game.options, type=engine.Options)
    return TableState(
        game=str(game.pk),
        name=game.name,
        visibility=game.visibility,
        status=game.status,
        ended_by=game.ended_by or None,
        seats=[seat_of_table(seat, options) for seat in seats],
    )


def seat_of_table(seat: Seat, options: engine.Options) -> dict[str, object]:
    """A seat without what each event may change."""
    fields = msgspec.structs.asdict(seat_info(seat, options))
    del fields["waiting"]
    return fields
