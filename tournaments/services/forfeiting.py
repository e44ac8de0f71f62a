"""Who can be forfeited: before the deadline of a round no seat in a game is."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Final

from games.engine.terms import gettext_noop
from games.models import Game
from games.models.game import Status
from tournaments.errors import WrongPhase
from tournaments.services.writer import LogWriter
from tournaments.state import EntrantId, Person, RoundTable
from tournaments.state import Tournament as State

BEFORE_DEADLINE: Final = gettext_noop(
    "Until the deadline, %(moment)s UTC, only bots, and who has left, are forfeited: somebody who"
    " plays drops out first, or you wait."
)
GAME_DECIDES: Final = gettext_noop(
    "Until the deadline, %(moment)s UTC, the result of this table is that of its game, which still"
    " runs: wait for its end."
)


def before_deadline(state: State, table: RoundTable, now: datetime) -> bool:
    """Whether the round of a table has a deadline that is still to come."""
    deadline = state.deadlines.get(table.round)
    return deadline is not None and now < deadline


def forfeitable(
    state: State, bots: Collection[Person], table: RoundTable, now: datetime
) -> list[EntrantId]:
    """Whose seat in the game of a table can be forfeited.

    Before the deadline of the round that is who has dropped out, or keeps the seat though a
    substitute has the place, and ``bots``; it holds after an early end of the tournament, too.
    """
    early = before_deadline(state, table, now)
    return [
        one
        for one in table.seats
        if not early
        or state.entrants[one].status == "dropped"
        or state.stays(table, one)
        or state.person_at(table, one) in bots
    ]


def decided_by_game(
    state: State, bots: Collection[Person], table: RoundTable, now: datetime
) -> bool:
    """Whether a game that runs still has to give the result of its table.

    Before the deadline everybody who plays has the time for it, so nobody gets a place by hand.
    Where only bots sit, and who has left, nobody has to be waited for.
    """
    if table.result is not None or not before_deadline(state, table, now):
        return False
    return not {*forfeitable(state, bots, table, now), *table.forfeited} >= set(table.seats)


def check_forfeitable(writer: LogWriter, table: RoundTable, forfeited: Sequence[EntrantId]) -> None:
    """Raises WrongPhase for whose seat in a game cannot be forfeited yet."""
    if not set(forfeited) <= set(forfeitable(writer.state, writer.bots(), table, writer.clock)):
        raise WrongPhase(BEFORE_DEADLINE, moment=_deadline(writer, table))


def check_entered(writer: LogWriter, table: RoundTable, forfeited: Sequence[EntrantId]) -> None:
    """Whether a director may give this table a result while its game runs. Raises WrongPhase.

    Before the deadline the game gives it; a result that stands already is corrected without taking
    anybody out. Who has forfeited already, or left the game by a ruling, stays out. What was played
    elsewhere or is over takes nobody out of a game.
    """
    if not before_deadline(writer.state, table, writer.clock):
        return
    if not (table.game and Game.objects.filter(pk=table.game, status=Status.RUNNING).exists()):
        return
    if decided_by_game(writer.state, writer.bots(), table, writer.clock):
        raise WrongPhase(GAME_DECIDES, moment=_deadline(writer, table))
    known = {*table.forfeited, *(table.result.forfeited if table.result else ())}
    check_forfeitable(
        writer, table, [one for one in forfeited if one in table.seats and one not in known]
    )


def _deadline(writer: LogWriter, table: RoundTable) -> str:
    moment = writer.state.deadlines[table.round].astimezone(UTC)
    return f"{moment:%Y-%m-%d %H:%M}"
