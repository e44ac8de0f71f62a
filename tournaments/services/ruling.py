"""What directors decide about tables: what counts, who leaves a game, which game ends."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from games import services as games
from games.engine.terms import gettext_noop
from games.errors import GameNotRunning, NoSuchGame
from games.models import Game
from games.runtime.commit import in_transaction
from tournaments.errors import BadResult, WrongPhase
from tournaments.log.events import Ruled
from tournaments.models import Tournament
from tournaments.services.calling_off import disclose_rounds
from tournaments.services.creating import LONGEST_REASON, checked_text
from tournaments.services.forfeiting import check_entered, check_forfeitable
from tournaments.services.results import checked
from tournaments.services.writer import LogWriter, as_director, check_phase, table_of
from tournaments.state import OVER, EntrantId, RoundTable, TableId, TableOutcome
from tournaments.state import Tournament as State

ONLY_CORRECTED: Final = gettext_noop(
    "The tournament is over: give the places or scores that are right, or end the game that"
    " still runs."
)
NO_RESULT_YET: Final = gettext_noop(
    "This table has no result yet: enter one before you end its game."
)
NOTHING_TO_END: Final = gettext_noop("The game of this table is not running.")
ENDED_OR_LEFT: Final = gettext_noop(
    "A game is ended, or goes on without some players: decide one of the two."
)
Given: TypeAlias = tuple[Sequence[int], Sequence[int | None]] | None
"""Places and scores, where a ruling names any."""


@in_transaction
def rule(
    *,
    tournament_id: UUID,
    user: User,
    table: TableId,
    reason: str,
    places: Sequence[int] = (),
    scores: Sequence[int | None] = (),
    forfeited: Sequence[EntrantId] = (),
    reopen: bool = False,
    end_game: bool = False,
    now: datetime,
) -> Tournament:
    """Decide what counts at a table, and say why. For directors.

    Who has resigned there stays behind the others.
    With ``reopen`` the table has no result again; a seat in its game stays with who had it, also
    where a substitute has come since. With ``forfeited`` alone, these entrants leave
    the running game, which goes on for the others; before the deadline of the round those alone
    who have dropped out, and bots; the same holds for those whom places or scores name as
    forfeited while the game runs. Once the tournament is finished, a result can still be corrected
    by another one: standings change, what was drawn, who went on and ratings do not. Once it is
    over, entrants can still leave a game that nobody goes on with, and results stay as they are:
    the seed waits for its end. With ``end_game`` the game that runs beside a result ends without
    scores: what was entered stands, or what is given with it, and nobody has forfeited. Raises
    NoSuchTournament, NotDirector, NoSuchTournamentTable, WrongPhase, BadResult, InvalidSettings for
    a bad reason.
    """
    writer = as_director(tournament_id, user, now)
    if writer.state.phase not in OVER:
        check_phase(writer, "running")
    found = table_of(writer, table)
    given = (places, scores) if places or scores else None
    reason = checked_text("reason", reason, LONGEST_REASON)
    if not reason:
        raise BadResult(gettext_noop("Say why: players read the reason of a ruling."))
    ruling = _decided(writer, found, given, forfeited, reopen=reopen, end_game=end_game)
    writer.add(msgspec.structs.replace(ruling, reason=reason))
    disclose_rounds(writer)
    return writer.save()


def _decided(
    writer: LogWriter,
    table: RoundTable,
    given: Given,
    forfeited: Sequence[EntrantId],
    *,
    reopen: bool,
    end_game: bool,
) -> Ruled:
    """What a ruling says but for its reason; who leaves the game, or its end, is carried out.

    Raises BadResult, WrongPhase.
    """
    if end_game and (reopen or (forfeited and not given)):
        raise BadResult(ENDED_OR_LEFT)
    if writer.state.phase in OVER:
        left = (bool(forfeited) or end_game) and not reopen
        _check_afterwards(writer, corrected=bool(given), left=left)
    result = table.result
    leaving: tuple[EntrantId, ...] = ()
    if given:
        check_entered(writer, table, forfeited)
        resigned = result.resigned if result else ()
        result = checked(table, *given, forfeited, resigned)
    elif reopen:
        result = None
    elif forfeited:
        leaving = _forfeit(writer, table, forfeited)
    elif not end_game:
        raise BadResult(gettext_noop("Give places or scores, or open the table again."))
    if end_game:
        _end_game(writer, table, result)
    return Ruled(
        table=table.id,
        reason="",
        result=result,
        forfeited=leaving,
        ended=end_game,
        supersedes=table.ruled,
        stays=_stays(writer.state, table) if reopen and result is None else (),
    )


def _stays(state: State, table: RoundTable) -> tuple[EntrantId, ...]:
    """Whose seat in the game of a table that is opened again is not that of who has the place."""
    played = table.game is not None and Game.objects.filter(pk=table.game).exists()
    if not played or not table.people:
        return ()
    seats = zip(table.seats, table.people, state.holders(table), strict=True)
    return tuple(one for one, had, has in seats if had != has)


def _check_afterwards(writer: LogWriter, *, corrected: bool, left: bool) -> None:
    """What a director can still decide in a tournament that is over. Raises WrongPhase."""
    if corrected:
        check_phase(writer, "finished")
    elif not left:
        raise WrongPhase(ONLY_CORRECTED)


def _end_game(writer: LogWriter, table: RoundTable, result: TableOutcome | None) -> None:
    """End the game beside a result, or of a tournament that is over. Raises BadResult."""
    if result is None and writer.state.phase not in OVER:
        raise BadResult(NO_RESULT_YET)
    ids = [UUID(table.game)] if table.game else []
    if not games.stop_games(game_ids=ids, now=writer.clock):
        raise BadResult(NOTHING_TO_END)


def end_games_beside(writer: LogWriter, reason: str) -> None:
    """End all games that run beside a result, with a ruling of this reason for each."""
    beside = {
        UUID(table.game): table
        for table in writer.state.tables.values()
        if table.game and table.result
    }
    for pk in games.stop_games(game_ids=beside, now=writer.clock):
        table = beside[pk]
        writer.add(
            Ruled(
                table=table.id,
                reason=reason,
                result=table.result,
                ended=True,
                supersedes=table.ruled,
            )
        )


def _forfeit(
    writer: LogWriter, table: RoundTable, forfeited: Sequence[EntrantId]
) -> tuple[EntrantId, ...]:
    """Take entrants out of the game of a table. Raises BadResult, WrongPhase."""
    state = writer.state
    if not set(forfeited) <= set(table.seats):
        raise BadResult(gettext_noop("Only who sits at the table can forfeit it."))
    if table.result is not None and state.phase not in OVER:
        raise BadResult(gettext_noop("This table has a result: rule with places or scores."))
    if table.game is None:
        raise BadResult(gettext_noop("Give the places of the others at the table too."))
    check_forfeitable(writer, table, forfeited)
    for number, one in enumerate(forfeited):
        try:
            games.forfeit(game_id=UUID(table.game), seat=table.seat_of(one), now=writer.clock)
        except (GameNotRunning, NoSuchGame) as error:
            if number:
                break  # It has ended with those before: too few were left.
            raise BadResult(
                gettext_noop("The game of this table does not run: give places or scores.")
            ) from error
    return tuple(forfeited)
