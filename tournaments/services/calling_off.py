"""Games of a round that counts no more, and what is made known when games have ended."""

import secrets
from uuid import UUID

from games import services as games
from games.access import INVITE_BYTES
from games.models import Game
from games.models.game import Status, Visibility
from tournaments.errors import RoundBegun
from tournaments.log.events import SeedRevealed
from tournaments.redrawn import reason_of
from tournaments.services.writer import LogWriter
from tournaments.state import OVER, RoundTable
from tournaments.state import Tournament as State


def call_off_round(writer: LogWriter) -> None:
    """Erase the games of the newest round. Raises RoundBegun where a person has played."""
    ids = _games_of(writer.state.of_round(writer.state.round))
    reason = reason_of(writer.tournament.pk)
    if not games.call_off(game_ids=ids, reason=reason, now=writer.clock):
        raise RoundBegun


def keep_draft_hidden(writer: LogWriter) -> None:
    """Leave a draft that is given up to its own people: nobody else has seen it.

    Who was given its invite code already could not see it either.
    """
    if writer.state.phase == "draft":
        writer.tournament.visibility = Visibility.PRIVATE
        writer.tournament.invite_code = secrets.token_urlsafe(INVITE_BYTES)


def disclose_rounds(writer: LogWriter) -> None:
    """Once a round has all results, and none of its games runs, they are withheld no longer.

    They have one seed: as long as one of them runs, the file of another would show its pile.
    """
    withheld = set(
        Game.objects.filter(tournament=writer.tournament.pk, withheld=True).values_list(
            "pk", flat=True
        )
    )
    for tables in rounds_with(writer.state, withheld):
        games.disclose(game_ids=_games_of(tables))


def rounds_with(state: State, withheld: set[UUID]) -> list[list[RoundTable]]:
    """The rounds of some withheld games of which the log expects nothing more, by their tables."""
    found = {
        table.round
        for table in state.tables.values()
        if table.game and UUID(table.game) in withheld
    }
    rounds = [state.of_round(number) for number in sorted(found)]
    over = state.phase in OVER
    return [tables for tables in rounds if over or all(table.result for table in tables)]


def seed_for_all(writer: LogWriter) -> str:
    """The seed, as hex, where everybody may know it at the end; otherwise empty.

    The seed of each game follows from it, and so does the pile of one that still runs. One that was
    not committed to is of no use to anybody.
    """
    if not writer.state.commitment or _any_runs(writer):
        return ""
    return bytes(writer.tournament.server_seed).hex()


def reveal_seed(writer: LogWriter) -> None:
    """Have the seed follow, when the last game of a tournament that is over has ended."""
    state = writer.state
    if state.phase in OVER and not state.seed and (seed := seed_for_all(writer)):
        writer.add(SeedRevealed(seed=seed))


def _any_runs(writer: LogWriter) -> bool:
    played = Game.objects.filter(tournament=writer.tournament.pk)
    return played.exclude(status=Status.FINISHED).exists()


def _games_of(tables: list[RoundTable]) -> list[UUID]:
    return [UUID(table.game) for table in tables if table.game]
