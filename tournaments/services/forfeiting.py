"""Who can be forfeited: before the deadline of a round nobody is taken out of a game."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Final

from games.engine.terms import gettext_noop
from games.models import Game
from games.models.game import Status
from tournaments.errors import WrongPhase
from tournaments.models import Participant
from tournaments.services.writer import LogWriter
from tournaments.state import EntrantId, Person, RoundTable
from tournaments.state import Tournament as State

BEFORE_DEADLINE: Final = gettext_noop(
    "Until the deadline, %(moment)s UTC, only who has dropped out is forfeited: take the player out"
    " of the tournament first, or wait."
)


def before_deadline(state: State, table: RoundTable, now: datetime) -> bool:
    """Whether the round of a table has a deadline that is still to come."""
    deadline = state.deadlines.get(table.round)
    return deadline is not None and now < deadline


def forfeitable(
    state: State, bots: Collection[Person], table: RoundTable, now: datetime
) -> list[EntrantId]:
    """Who can be taken out of the game of a table.

    Before the deadline of the round that is who has dropped out, and ``bots``; it holds after an
    early end of the tournament, too.
    """
    early = before_deadline(state, table, now)
    return [
        one
        for one in table.seats
        if not early
        or state.entrants[one].status == "dropped"
        or state.entrants[one].person in bots
    ]


def check_forfeitable(writer: LogWriter, table: RoundTable, forfeited: Sequence[EntrantId]) -> None:
    """Raises WrongPhase for who cannot be taken out of a game yet."""
    people = Participant.objects.filter(tournament=writer.tournament).exclude(bot="")
    bots = set(people.values_list("number", flat=True))
    if not set(forfeited) <= set(forfeitable(writer.state, bots, table, writer.clock)):
        moment = writer.state.deadlines[table.round].astimezone(UTC)
        raise WrongPhase(BEFORE_DEADLINE, moment=f"{moment:%Y-%m-%d %H:%M}")


def check_entered(writer: LogWriter, table: RoundTable, forfeited: Sequence[EntrantId]) -> None:
    """Whether a result may say that these have forfeited while its game runs. Raises WrongPhase.

    Who has forfeited already, or left the game by a ruling, stays out. What was played elsewhere or
    is over takes nobody out of a game.
    """
    known = {*table.forfeited, *(table.result.forfeited if table.result else ())}
    new = [one for one in forfeited if one in table.seats and one not in known]
    if not new or not before_deadline(writer.state, table, writer.clock):
        return
    if table.game and Game.objects.filter(pk=table.game, status=Status.RUNNING).exists():
        check_forfeitable(writer, table, new)
