"""How the refusals of tournaments are answered."""

from typing import Final

from msgspec import Raw
from msgspec.json import encode
from msgspec.structs import replace

from api.bodies import Problem
from api.replies import Reply
from games.errors import TakerSeated
from tournaments import errors
from tournaments.files.players_csv import BadTable

TITLES: Final = (
    (errors.InvalidSettings, 400, "Invalid settings"),
    (BadTable, 400, "Lines of the file cannot be taken"),
    (errors.TournamentAhead, 400, "There is no such version yet"),
    (errors.NotDirector, 403, "Only directors may do this"),
    (errors.NotAskedToDirect, 403, "You are not asked to direct this tournament"),
    (errors.NotEntered, 403, "You have no place in this tournament"),
    (errors.EntryRefused, 403, "You do not meet the conditions of entry"),
    (errors.NoSuchTournament, 404, "There is no such tournament"),
    (errors.NoSuchEntrant, 404, "There is no such entrant"),
    (errors.NoSuchTournamentTable, 404, "There is no such table"),
    (errors.NoSuchMoment, 404, "The tournament has no such version or time"),
    (errors.TournamentChanged, 409, "The tournament has changed"),
    (errors.FormatRefused, 409, "The format cannot be played like this"),
    (errors.TableRefused, 409, "This table cannot be made"),
    (errors.AlreadyEntered, 409, "There is a place already"),
    (errors.WrongPhase, 409, "Not at this point of the tournament"),
    (errors.DeclinedToDirect, 409, "A player has declined to direct"),
    (errors.SetUpKnown, 409, "The substitute knows the set-up"),
    (errors.ResultStands, 409, "The table has its result"),
    (errors.NothingToConfirm, 409, "There is nothing to confirm"),
    (errors.RoundRunning, 409, "The round is not over"),
    (errors.RoundBegun, 409, "The round has begun"),
    (errors.TooManyTournaments, 409, "Too many tournaments"),
    (errors.TournamentFull, 409, "The tournament is full"),
    (errors.TournamentTooLong, 409, "The tournament is too long"),
    (errors.TournamentsGrown, 409, "The director's tournaments have grown too much"),
    (TakerSeated, 409, "This player has a seat already"),
    (errors.BadResult, 422, "This cannot be the result"),
)

ANSWERS: Final = tuple(
    Reply(refusal, status, refusal.code, title) for refusal, status, title in TITLES
)


def completed(problem: Problem, exc: Exception) -> Problem:
    """The problem with what programs can read in a refusal: field, lines or version."""
    if isinstance(exc, errors.TournamentChanged):
        return replace(problem, version=exc.version)
    if isinstance(exc, BadTable):
        lines = [{"line": one.line, "detail": str(one.sentence)} for one in exc.lines]
        return replace(problem, facts=Raw(encode({"lines": lines})))
    field = getattr(exc, "field", "") if isinstance(exc, errors.TournamentError) else ""
    return replace(problem, facts=Raw(encode({"field": field}))) if field else problem
