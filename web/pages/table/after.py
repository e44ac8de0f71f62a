"""What a table offers after its game."""

from uuid import UUID

from msgspec import Struct

from games import selectors
from games.models.game import Source
from web.pages.share.drawings import shareable
from web.pages.table.table import Table


class After(Struct, frozen=True):
    """``rematch`` is the table at which they play again; None before the first one asks.

    ``may_ask`` is set for players of the game, ``shared`` where a picture may show the game,
    ``charted`` where its course may be shown; ``tournament`` is the one whose table it is.
    """

    game: UUID
    may_ask: bool
    rematch: UUID | None
    shared: bool
    charted: bool
    tournament: UUID | None


def after(table: Table) -> After | None:
    """What the page of a finished game offers; None for any other game."""
    if not (table.live and table.state.over):
        return None
    game = table.game
    own = next((seat for seat in game.seats.all() if seat.index == table.seat), None)
    made = selectors.rematch_of(game, own.user if own else None)
    return After(
        game=game.pk,
        may_ask=own is not None and game.source == Source.PLAYED,
        rematch=made.pk if made else None,
        shared=shareable(game),
        charted=not game.withheld,
        tournament=game.tournament,
    )
