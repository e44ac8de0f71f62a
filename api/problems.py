"""Every error under /api/ as a problem document (RFC 9457).

One table says which refusal of the services becomes which status and code. What is not in it and
not an HTTP error is a defect of ours: it is raised on, logged, and answered with a bare 500.
"""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import Any, Final

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from msgspec import UNSET, ValidationError
from rest_framework import exceptions
from rest_framework.views import APIView, set_rollback

from api import tournament_problems
from api.bodies import Problem
from api.errors import BodyTooLarge, DatabaseAway, Malformed, NoSuchThing
from api.events import event_json
from api.explaining import explain
from api.parsers import LARGEST_BODY
from api.replies import Reply
from games import engine, errors, quota_errors, refusals, table_errors
from games.accounts import hashers
from games.runtime import commit as transactions
from games.runtime import long_games, tracing
from games.selectors import gone_meanwhile
from replays import imports
from replays.files import BadFile
from replays.heads import errors as head_errors
from replays.import_room import ImportEventsPerHour, ImportsFull
from replays.open_jobs import TooManyJobs
from replays.statistics import adding_up

log = logging.getLogger(__name__)

CONTENT_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:caledonia:problem:"
ALL_OPTIONS: Final = "GET /api/v1/options lists all that there are."


ANSWERS: Final = (
    Reply(engine.MalformedMove, 400, "malformed_move", "Malformed move"),
    Reply(engine.InvalidOptions, 400, "invalid_options", "Invalid options"),
    Reply(table_errors.UnknownBot, 400, table_errors.UnknownBot.code, "There is no such bot"),
    Reply(errors.InvalidName, 400, errors.InvalidName.code, "Invalid name"),
    Reply(table_errors.InvalidWord, 400, table_errors.InvalidWord.code, "Invalid word"),
    Reply(
        table_errors.WordDiffers, 400, table_errors.WordDiffers.code, "This is not the sealed word"
    ),
    Reply(errors.InvalidSeats, 400, errors.InvalidSeats.code, "Invalid seats"),
    Reply(errors.VersionAhead, 400, errors.VersionAhead.code, "There is no such version yet"),
    Reply(errors.MalformedOrder, 400, errors.MalformedOrder.code, "Malformed standing order"),
    Reply(
        head_errors.HeadsNotInOrder,
        400,
        head_errors.HeadsNotInOrder.code,
        "The heads are not in this order",
    ),
    Reply(errors.NotSeated, 403, errors.NotSeated.code, "You have no seat in this game"),
    Reply(errors.SeatResigned, 403, errors.SeatResigned.code, "You have resigned"),
    Reply(errors.NotYourSeat, 403, errors.NotYourSeat.code, "This seat is not yours"),
    Reply(errors.NotHost, 403, errors.NotHost.code, "Only the host may do this"),
    Reply(engine.NotYourDecision, 403, "not_your_decision", "It is not your turn"),
    Reply(errors.NoSuchGame, 404, errors.NoSuchGame.code, "There is no such game"),
    Reply(errors.NoSuchPlayer, 404, errors.NoSuchPlayer.code, "There is no such player"),
    Reply(table_errors.NoBot, 404, table_errors.NoBot.code, "No bot sits there"),
    Reply(errors.NoSuchVersion, 404, errors.NoSuchVersion.code, "There is no such version"),
    Reply(engine.UnknownPack, 404, "no_such_content", "There is no such content"),
    Reply(head_errors.NoSuchHead, 404, head_errors.NoSuchHead.code, "There is no such head"),
    Reply(head_errors.NotInHead, 404, head_errors.NotInHead.code, "The head has no such game"),
    Reply(errors.StaleVersion, 409, errors.StaleVersion.code, "The game has moved on"),
    Reply(errors.GameWithheld, 409, errors.GameWithheld.code, "Its round is not over yet"),
    Reply(
        errors.SeatOfTournament, 409, errors.SeatOfTournament.code, "Directors decide who sits here"
    ),
    Reply(errors.GameNotRunning, 409, errors.GameNotRunning.code, "The game is not running"),
    Reply(table_errors.GameNotOpen, 409, table_errors.GameNotOpen.code, "The game has started"),
    Reply(
        errors.VisibilityFixed,
        409,
        errors.VisibilityFixed.code,
        "The game cannot be shown to more people",
    ),
    Reply(table_errors.GameFull, 409, table_errors.GameFull.code, "The game is full"),
    Reply(
        table_errors.AlreadySeated, 409, table_errors.AlreadySeated.code, "You already have a seat"
    ),
    Reply(table_errors.TooFewPlayers, 409, table_errors.TooFewPlayers.code, "There are free seats"),
    Reply(table_errors.NoRematch, 409, table_errors.NoRematch.code, "There is no rematch of it"),
    Reply(table_errors.NoSeal, 409, table_errors.NoSeal.code, "There is no sealed word"),
    Reply(
        table_errors.WordsOpened, 409, table_errors.WordsOpened.code, "Words were opened already"
    ),
    Reply(
        table_errors.UnknownExperience,
        400,
        table_errors.UnknownExperience.code,
        "There is no such level of experience",
    ),
    Reply(
        table_errors.ExperienceNotAsked,
        409,
        table_errors.ExperienceNotAsked.code,
        "This table does not ask for experience",
    ),
    Reply(
        table_errors.ExperienceFixed,
        409,
        table_errors.ExperienceFixed.code,
        "Words were opened already",
    ),
    Reply(table_errors.WordsSealed, 409, table_errors.WordsSealed.code, "Words are still sealed"),
    Reply(errors.GameExists, 409, errors.GameExists.code, "The game already exists"),
    Reply(errors.NothingToFork, 409, errors.NothingToFork.code, "The game is over at this version"),
    Reply(errors.PositionRefused, 409, errors.PositionRefused.code, "No game can go on from there"),
    Reply(errors.NotBidding, 409, errors.NotBidding.code, "You are not bidding"),
    Reply(
        errors.MaxBidOutOfRange,
        409,
        errors.MaxBidOutOfRange.code,
        "This cannot be your maximum bid",
    ),
    Reply(errors.StillPlaying, 409, errors.StillPlaying.code, "Others wait for your moves"),
    Reply(errors.ChangedMeanwhile, 409, errors.ChangedMeanwhile.code, "Changed by another request"),
    Reply(
        quota_errors.TooManyOpenTables,
        409,
        quota_errors.TooManyOpenTables.code,
        "Too many open tables",
    ),
    Reply(
        quota_errors.TooManyBotGames,
        409,
        quota_errors.TooManyBotGames.code,
        "Too many games of bots alone",
    ),
    Reply(quota_errors.TooManyOffers, 409, quota_errors.TooManyOffers.code, "Too many offers"),
    Reply(quota_errors.TooManyUndos, 409, quota_errors.TooManyUndos.code, "Too many undos"),
    Reply(
        quota_errors.GameTooLong,
        409,
        quota_errors.GameTooLong.code,
        "The game is too long to undo",
    ),
    Reply(
        imports.TooManyImports, 409, imports.TooManyImports.code, "Other imports are still running"
    ),
    Reply(
        head_errors.HeadLogDamaged,
        409,
        head_errors.HeadLogDamaged.code,
        "The log of heads is damaged",
    ),
    Reply(errors.KeyReused, 422, errors.KeyReused.code, "The key belongs to another request"),
    Reply(engine.IllegalMove, 422, "illegal_move", "The rules forbid this move"),
    Reply(quota_errors.TablesPerHour, 429, quota_errors.TablesPerHour.code, "Too many new tables"),
    Reply(quota_errors.EventsPerDay, 429, quota_errors.EventsPerDay.code, "Too many events"),
    Reply(quota_errors.MessagesPerDay, 429, quota_errors.MessagesPerDay.code, "Too many messages"),
    Reply(quota_errors.PacksFull, 409, quota_errors.PacksFull.code, "No room for another pack"),
    Reply(quota_errors.ForksPerHour, 429, quota_errors.ForksPerHour.code, "Too many forks"),
    Reply(
        long_games.LongGameBusy,
        429,
        long_games.LongGameBusy.code,
        "The server is busy with another long game",
    ),
    Reply(
        adding_up.StatisticsBusy,
        429,
        adding_up.StatisticsBusy.code,
        "The server is busy with other statistics",
    ),
    Reply(
        hashers.PasswordsBusy,
        429,
        hashers.PasswordsBusy.code,
        "The server is busy with other passwords",
    ),
    Reply(
        imports.ImportBytesPerHour, 429, imports.ImportBytesPerHour.code, "Too many bytes of files"
    ),
    Reply(TooManyJobs, 429, TooManyJobs.code, "Too many validations and imports at once"),
    Reply(ImportsFull, 409, ImportsFull.code, "No room for another imported game"),
    Reply(ImportEventsPerHour, 429, ImportEventsPerHour.code, "Too many imported events"),
    *tournament_problems.ANSWERS,
)


SENTENCES: Final = {
    400: Malformed.default_detail,
    403: "You may not do this.",
    404: "There is nothing at this address.",
    500: "Something went wrong on our side; it has been noted.",
}


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponseBase | None:
    """The problem document for what a view raised; None for our own defects."""
    if isinstance(exc, exceptions.UnsupportedMediaType):
        detail = f"{exc.detail} {taken_by(context['view'])}"
        exc.detail = exceptions.ErrorDetail(detail, exc.default_code)
    problem, headers = translate(exc)
    if problem is None and gone_meanwhile(exc, context["kwargs"].get("game_id")):
        problem, headers = translate(errors.NoSuchGame())
    if problem is None:
        return None
    set_rollback()
    return problem_response(problem, headers)


def taken_by(view: APIView) -> str:
    """Which types of bodies a view takes, as a sentence."""
    kinds = [kind for parser in view.parser_classes for kind in getattr(parser, "taken", ())]
    return f"Send {' or '.join(kinds)}."


def translate(exc: Exception) -> tuple[Problem | None, dict[str, str]]:
    """The problem document of an exception, with its headers; None for our own defects."""
    if isinstance(exc, RequestDataTooBig):
        exc = BodyTooLarge(LARGEST_BODY)
    elif isinstance(exc, Http404):
        exc = NoSuchThing()
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    elif transactions.deleted_meanwhile(exc):
        exc = errors.ChangedMeanwhile()
    elif isinstance(exc, OperationalError | InterfaceError):
        log.error("the database does not answer: %s", exc)
        exc = DatabaseAway()
    if isinstance(exc, exceptions.APIException):
        return http_problem(exc)
    if isinstance(exc, BadFile):
        return file_problem(exc), {}
    for answer in ANSWERS:
        if isinstance(exc, answer.refusal):
            return refusal_problem(exc, answer), retry_after(exc)
    return None, {}


def retry_after(exc: Exception) -> dict[str, str]:
    """The header of a refusal that says how long to wait."""
    wait = exc.wait if isinstance(exc, errors.GameError) else None
    return {} if wait is None else {"Retry-After": str(ceil(wait.total_seconds()))}


def http_problem(exc: exceptions.APIException) -> tuple[Problem, dict[str, str]]:
    """The problem of an error of HTTP itself."""
    headers = {}
    challenge = getattr(exc, "challenge", None) or getattr(exc, "auth_header", None)
    if challenge:
        headers["WWW-Authenticate"] = challenge
    wait = getattr(exc, "wait", None)
    if wait:
        headers["Retry-After"] = str(ceil(wait))
    code = exc.get_codes()
    detail = sentence(exc.detail)
    problem = problem_of(exc.status_code, detail, code=code if isinstance(code, str) else "")
    known = getattr(exc, "facts", None)
    if known:
        problem = msgspec.structs.replace(problem, facts=facts(known))
    return problem, headers


def refusal_problem(exc: Exception, answer: Reply) -> Problem:
    """The problem of a refusal, with the rule, the facts or the missed events that it names."""
    problem = Problem(
        type=TYPE_PREFIX + answer.code,
        title=answer.title,
        status=answer.status,
        detail=detail_of(exc, answer),
        code=answer.code,
    )
    if isinstance(exc, engine.IllegalMove):
        return msgspec.structs.replace(
            problem,
            detail=refusals.sentence(exc),
            code=exc.code,
            rule=exc.rule,
            facts=facts(exc.facts),
        )
    if isinstance(exc, engine.InvalidOptions):
        known = {"option": exc.option} | ({"excludes": exc.other} if exc.other else {})
        return msgspec.structs.replace(problem, rule=exc.rule or UNSET, facts=facts(known))
    if isinstance(exc, errors.GameExists):
        game = {"game": str(exc.game_id)}
        link = {"link": f"/api/v1/games/{exc.game_id}"} if exc.visible else {}
        return msgspec.structs.replace(problem, facts=facts(game | link))
    if isinstance(exc, errors.StillPlaying):
        games = [str(game_id) for game_id in exc.games]
        return msgspec.structs.replace(problem, facts=facts({"games": games}))
    if isinstance(exc, errors.StaleVersion):
        missed = [event_json(row) for row in exc.rows]
        return msgspec.structs.replace(problem, version=exc.version, events=missed)
    return tournament_problems.completed(problem, exc)


def file_problem(exc: BadFile) -> Problem:
    """The problem of a file that is refused: where, why, and by which rule."""
    large = exc.code in ("file_too_large", "unpacked_too_large")
    known = {"line": exc.line, "version": exc.version, "refusal": exc.refusal}
    return Problem(
        type=TYPE_PREFIX + "bad_file",
        title="This file is too large" if large else "This file cannot be taken over",
        status=413 if large else 422,
        detail=str(exc),
        code=exc.code,
        rule=exc.rule or UNSET,
        facts=facts({name: value for name, value in known.items() if value is not None}),
    )


def detail_of(exc: Exception, answer: Reply) -> str:
    """The sentence of a refusal. The engine has phrases, which need a sentence around them."""
    phrase = str(exc)
    if isinstance(exc, engine.InvalidOptions) and isinstance(exc.__cause__, ValidationError):
        return f"{answer.title}: {explain(exc.__cause__, engine.Options)}" + possible(exc)
    if isinstance(exc, engine.InvalidOptions) and exc.code == "unknown":
        return f"{answer.title}: {phrase}. {ALL_OPTIONS}"
    if isinstance(exc, engine.EngineError) and not phrase.endswith("."):
        return f"{answer.title}: {phrase}."
    return phrase or f"{answer.title}."


def possible(exc: engine.InvalidOptions) -> str:
    """The values that an option takes, as one more sentence; none for lists."""
    for info in engine.option_list.describe([]):
        if info.name == exc.option and info.kind == "integer":
            return f" It can be {', '.join(map(str, info.values))}."
    return ""


def facts(known: Mapping[str, object]) -> msgspec.Raw:
    """The facts of a refusal as they are sent."""
    return msgspec.Raw(msgspec.json.encode(known))


def problem_of(status: int, detail: str = "", *, code: str = "") -> Problem:
    """The problem of a bare HTTP status."""
    title = HTTPStatus(status).phrase
    return Problem(
        type="about:blank",
        title=title,
        status=status,
        detail=detail or SENTENCES.get(status, f"{title}."),
        code=code or title.lower().replace(" ", "_"),
    )


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """The document as it is sent, with the id of the request."""
    known = msgspec.structs.replace(problem, request_id=tracing.current().get("request_id", UNSET))
    return HttpResponse(
        msgspec.json.encode(known),
        status=problem.status,
        headers=headers,
        content_type=CONTENT_TYPE,
    )


def sentence(detail: Any) -> str:
    """The details of the framework, which may be nested, as one text."""
    if isinstance(detail, dict):
        return " ".join(f"{name}: {sentence(value)}" for name, value in detail.items())
    if isinstance(detail, list):
        return " ".join(sentence(value) for value in detail)
    return str(detail)
