"""Games of a round that counts no more, and games whose round is over."""

from uuid import UUID

from games import services as games
from games import store as game_store
from games.errors import NoSuchGame
from games.models import Game
from tournaments.errors import RoundBegun
from tournaments.services.writer import Writer

DRAWN_ANEW = "its round of a tournament was drawn anew before anybody played"


def void_round(writer: Writer, *, call_off: bool) -> None:
    """Let go of the games of the newest round: erase them, or withhold them no longer.

    Raises RoundBegun where a person has played, when they are to be erased.
    """
    tables = writer.state.of_round(writer.state.round)
    ids = [UUID(table.game) for table in tables if table.game]
    if not call_off:
        games.disclose(game_ids=ids)
        return
    for game_id in ids:
        if game_store.last_person(game_id) is not None:
            raise RoundBegun
    for game_id in Game.objects.filter(pk__in=ids).values_list("pk", flat=True):
        try:
            games.call_off(game_id=game_id, reason=DRAWN_ANEW, now=writer.clock)
        except NoSuchGame:
            continue


def disclose_round(writer: Writer) -> None:
    """Once a round has all results, its games are withheld no longer."""
    if writer.state.round_over():
        void_round(writer, call_off=False)
