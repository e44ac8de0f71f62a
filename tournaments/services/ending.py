"""The end of a tournament: finishing it, giving it up, and the seed that follows late."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from games.engine.terms import gettext_noop
from games.runtime.commit import in_transaction
from tournaments.errors import WrongPhase
from tournaments.log.events import Cancelled, TournamentFinished
from tournaments.models import Tournament
from tournaments.services.calling_off import (
    disclose_rounds,
    keep_draft_hidden,
    reveal_seed,
    seed_for_all,
)
from tournaments.services.creating import LONGEST_REASON, checked_text
from tournaments.services.ruling import end_games_beside
from tournaments.services.writer import as_director, as_server, check_phase


@in_transaction
def cancel_tournament(
    *, tournament_id: UUID, user: User, reason: str, draft_only: bool = False, now: datetime
) -> Tournament:
    """Give a tournament up; games that run go on by themselves. For directors.

    The seed is revealed when none of them runs. A draft stays hidden, and leaves all lists; with
    ``draft_only`` nothing else is given up. Raises NoSuchTournament,
    NotDirector, WrongPhase, InvalidSettings for a bad reason.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "draft", *(() if draft_only else ("open", "running")))
    keep_draft_hidden(writer)
    reason = checked_text("reason", reason, LONGEST_REASON)
    writer.add(Cancelled(reason=reason, seed=seed_for_all(writer)))
    disclose_rounds(writer)
    return writer.save()


@in_transaction
def finish_tournament(
    *, tournament_id: UUID, user: User, end_games: str = "", now: datetime
) -> Tournament:
    """End a tournament, with the standings as they are, and reveal its seed. For directors.

    Every table has a result by then; rounds may be left over. As long as games still run, because a
    director has entered other results, the seed waits for them; ``end_games``, the reason for it,
    ends them with a ruling each. Raises NoSuchTournament, NotDirector, WrongPhase, InvalidSettings
    for a bad reason.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "running")
    if any(table.result is None for table in writer.state.tables.values()):
        raise WrongPhase(
            gettext_noop("Tables have no result yet: enter or rule on them before the end.")
        )
    if reason := checked_text("end_games", end_games, LONGEST_REASON):
        end_games_beside(writer, reason)
    writer.add(TournamentFinished(seed=seed_for_all(writer)))
    disclose_rounds(writer)
    return writer.save()


@in_transaction
def reveal_late(*, tournament_id: UUID, now: datetime) -> Tournament:
    """Reveal the seed of a tournament that is over, if no game of it runs any more.

    What the last of them kept withheld is disclosed too. Raises NoSuchTournament.
    """
    writer = as_server(tournament_id, now)
    disclose_rounds(writer)
    reveal_seed(writer)
    return writer.save() if writer.rows else writer.tournament
