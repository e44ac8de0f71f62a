"""Games from files: sending one, and the result."""

from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from msgspec import convert
from rest_framework.request import Request

from api.access import MANAGING
from api.bodies import Problem, Visibility
from api.errors import NoSuchThing
from api.files import TAKEN, FileParser, read_file
from api.idempotency import key_of, marked
from api.problems import TYPE_PREFIX, translate
from api.replay_bodies import Import, ImportList, ImportQuery, ImportStatus
from api.schema import document, idempotent
from api.throttling import USUAL, ImportThrottle
from api.views.base import ApiView, answer, now, signed_in
from games.errors import GameExists
from games.runtime.limits import address_of
from replays import import_room, imports, models

RETRY_SECONDS: Final = "1"
UNKNOWN: Final = "There is no such import, or it is another user's."


class ImportView(ApiView):
    """Sending the file of a game."""

    queries: ClassVar[dict[str, type]] = {"POST": ImportQuery}
    parser_classes = [FileParser]
    throttle_classes = [*USUAL, ImportThrottle]

    @document(
        operation="replays_import",
        access=MANAGING,
        tag="replays",
        query=ImportQuery,
        parameters=idempotent(202),
        answers={202: Import},
        takes=TAKEN,
        refusals=(400, 401, 403, 409, 422),
    )
    def post(self, request: Request) -> HttpResponse:
        """Send the file of a finished game: JSON Lines or a text record, also in gzip.

        Everything in it is decided again first, by a job: ask the address in `Location` until its
        `status` is `done`, `refused` or `failed`. What is not legal is refused with its line, the
        rule and the reason, and nothing is stored. The game keeps its id (one from a text record
        has a new one), is marked as imported and never rated. The caller is its host.

        A user may have a few imports that are not over (409; all of an address 429,
        `too_many_jobs`), and send a number of bytes and of events an hour (429). The games that a
        user has imported may have a number of events together (409, `imports_full`), and their
        content packs a number of bytes (`packs_full`): the host deletes such a game by
        `DELETE /games/{id}`.
        """
        made, repeated = imports.request_import(
            user=signed_in(request),
            data=read_file(request),
            visibility=self.query.visibility,
            key=key_of(request),
            address=address_of(request),
            now=now(),
        )
        # Without workers it may be over by now.
        found = imports.import_of(signed_in(request), made.pk) or made
        headers = {"Location": request.build_absolute_uri(f"/api/v1/imports/{made.pk}")}
        return marked(shown(found, 202, headers), repeated=repeated)


class ImportsView(ApiView):
    """The caller's imports."""

    @document(operation="imports_list", tag="replays", answers={200: ImportList}, refusals=(401,))
    def get(self, request: Request) -> HttpResponse:
        """The caller's last 50 imports, the newest first. They are kept for 30 days."""
        own = imports.imports_of(signed_in(request))[: imports.LISTED]
        return answer(ImportList([described(found) for found in own]))


class ImportResultView(ApiView):
    """One import."""

    @document(operation="imports_get", tag="replays", answers={200: Import}, refusals=(401, 404))
    def get(self, request: Request, import_id: UUID) -> HttpResponse:
        """What became of one of the caller's imports.

        `Retry-After` says when to ask again while it is not over.
        """
        found = imports.import_of(signed_in(request), import_id)
        if found is None:
            raise NoSuchThing(UNKNOWN)
        return shown(found, 200, {})


def shown(found: models.Import, status: int, headers: dict[str, str]) -> HttpResponse:
    """An import as an answer."""
    if found.status in models.Import.OPEN:
        headers["Retry-After"] = RETRY_SECONDS
    return answer(described(found), status, headers)


def described(found: models.Import) -> Import:
    """An import as its user sees it."""
    refusal = imports.refusal_of(found)
    return Import(
        id=str(found.pk),
        status=convert(found.status, ImportStatus),
        visibility=convert(found.visibility, Visibility),
        size=found.size,
        sha256=found.sha256,
        game=None if found.game is None else str(found.game),
        problem=None if refusal is None else problem_of(refusal),
        created_at=found.created_at,
        started_at=found.started_at,
        finished_at=found.finished_at,
    )


def problem_of(refusal: imports.ImportRefusal) -> Problem:
    """Why an import came to nothing, as the problem that other requests get for the same."""
    error: Exception
    if refusal.game is not None:
        error = GameExists(refusal.game, visible=refusal.visible)
    elif (full := import_room.of_code(refusal.code)) is not None:
        error = full
    elif refusal.code in (imports.TOO_COSTLY, imports.FAILED):
        return failure(refusal)
    else:
        error = refusal.error()
    problem, _ = translate(error)
    assert problem is not None
    return problem


def failure(refusal: imports.ImportRefusal) -> Problem:
    """The problem of a file that may be right, but could not be read."""
    costly = refusal.code == imports.TOO_COSTLY
    return Problem(
        type=TYPE_PREFIX + "import_failed",
        title="This file takes too long to read" if costly else "This file could not be read",
        status=413 if costly else 500,
        detail=refusal.sentence,
        code=refusal.code,
    )
