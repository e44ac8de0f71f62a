"""Games of a round that counts no more, and games whose round is over."""

from uuid import UUID

from games import services as games
from games.models.game import Visibility
from tournaments.errors import RoundBegun
from tournaments.services.writer import LogWriter

DRAWN_ANEW = "its round of a tournament was drawn anew before anybody played"


def void_round(writer: LogWriter, *, call_off: bool) -> None:
    """Let go of the games of the newest round: erase them, or withhold them no longer.

    Raises RoundBegun where a person has played, when they are to be erased.
    """
    tables = writer.state.of_round(writer.state.round)
    ids = [UUID(table.game) for table in tables if table.game]
    if not call_off:
        games.disclose(game_ids=ids)
        return
    if not games.call_off(game_ids=ids, reason=DRAWN_ANEW, now=writer.clock):
        raise RoundBegun


def keep_draft_hidden(writer: LogWriter) -> None:
    """Leave a draft that is given up to its own people: nobody else has seen it."""
    if writer.state.phase == "draft":
        writer.tournament.visibility = Visibility.PRIVATE


def expose_games(writer: LogWriter) -> None:
    """The seed of a tournament is made known: games of it that still run are rated no more."""
    games.expose(game_ids=[UUID(one.game) for one in writer.state.tables.values() if one.game])


def disclose_round(writer: LogWriter) -> None:
    """Once a round has all results, its games are withheld no longer."""
    if writer.state.round_over():
        void_round(writer, call_off=False)
