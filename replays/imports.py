"""Imports as jobs: requesting one, carrying it out, and its result.

The request stores the file and answers; a task has it read in a process of its own, and stores the
game. Only one task at a time has an import: it is the one whose attempt the row counts.
"""

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from msgspec import Struct

from games import engine
from games.errors import ChangedMeanwhile, GameError, GameExists, KeyReused
from games.models import ContentPack
from games.quota_errors import PacksFull
from games.runtime import dispatch
from games.runtime.bounded_process import ProcessLimits
from games.runtime.commit import after_commit, in_transaction, lock_user
from games.services.people.quotas import check_pack
from games.waiting import off, window
from replays import files, isolated
from replays.files import BadFile, Code
from replays.import_room import ImportEventsPerHour, ImportsFull, check_room
from replays.importing import check_source, take_over
from replays.isolated import ReadingFailed, TooCostly
from replays.models import Import
from replays.open_jobs import LONGEST_ADDRESS, check_address

log = logging.getLogger(__name__)

HOUR: Final = timedelta(hours=1)
LOST: Final = timedelta(seconds=60)
"""How long an import may wait before its task counts as lost and is sent again."""
GIVEN_UP: Final = timedelta(days=1)
"""How long a lost one is sent again."""
ATTEMPTS: Final = 3
"""How often a file is read whose reader disappeared, as when the machine ran out of memory."""
KEPT: Final = timedelta(days=30)
"""How long the outcome of an import, and its idempotency key, are kept."""
LISTED: Final = 50

TOO_COSTLY: Final = "too_costly"
FAILED: Final = "import_failed"
FAILURE: Final = "Reading the file failed on our side; it has been noted. Nothing was stored."


class TooManyImports(GameError):
    """The user has as many imports that are not over as one may."""

    code = "too_many_imports"

    def __init__(self, most: int) -> None:
        super().__init__(
            f"You may have {most} imports that are not over: wait until one is, then send the next."
        )


class ImportBytesPerHour(GameError):
    """The user has sent as many bytes in the last hour as one may; ``wait`` is until this fits."""

    code = "import_bytes_per_hour"

    def __init__(self, most: int, wait: timedelta) -> None:
        self.wait = wait
        super().__init__(
            f"You may import files of {most} bytes in all an hour: wait a while, and pack them by "
            "gzip."
        )


class ImportRefusal(Struct, frozen=True, omit_defaults=True):
    """Why an import failed: by BadFile, by the id of a game that is here, or by a limit.

    ``visible`` is whether the importing user may see that game.
    """

    code: str
    sentence: str
    line: int | None = None
    version: int | None = None
    rule: str | None = None
    refusal: str | None = None
    game: UUID | None = None
    visible: bool = False

    def error(self) -> BadFile:
        """Of a file that is refused for itself, the refusal to be raised."""
        return BadFile(
            msgspec.convert(self.code, Code),
            self.sentence,
            line=self.line,
            version=self.version,
            rule=self.rule,
            refusal=self.refusal,
        )


class Requested(NamedTuple):
    """An import, and whether an earlier request with the same key has made it."""

    made: Import
    repeated: bool


def limits() -> ProcessLimits:
    """The limits of reading a file."""
    return ProcessLimits(
        cpu_seconds=settings.IMPORT_CPU_SECONDS,
        seconds=settings.IMPORT_SECONDS,
        memory=settings.IMPORT_MEMORY_MB * 2**20,
    )


# --- asking ---------------------------------------------------------------------------------------


def request_import(
    *,
    user: User,
    data: bytes,
    visibility: str,
    key: str | None = None,
    address: str = "",
    now: datetime,
) -> Requested:
    """Keep a file that is to become a game of this user's; its task is sent after commit.

    With a ``key`` the same request is carried out once. Raises KeyReused, TooManyImports,
    TooManyJobs, ImportBytesPerHour, ImportsFull, ImportEventsPerHour, ChangedMeanwhile.
    """
    address = address[:LONGEST_ADDRESS]
    with dispatch.in_background():
        return _kept(user=user, data=data, visibility=visibility, key=key, address=address, now=now)


@in_transaction
def _kept(
    *, user: User, data: bytes, visibility: str, key: str | None, address: str, now: datetime
) -> Requested:
    sha256 = hashlib.sha256(data).hexdigest()
    lock_user(user)
    known = Import.objects.filter(user=user, key=key).first() if key else None
    if known is not None:
        if (known.sha256, known.visibility) != (sha256, visibility):
            raise KeyReused
        return Requested(known, repeated=True)
    _check_quotas(user, len(data), now)
    check_room(user, now)
    check_address(address)
    made = Import.objects.create(
        user=user,
        key=key,
        address=address,
        visibility=visibility,
        data=data,
        size=len(data),
        sha256=sha256,
        created_at=now,
    )
    after_commit(partial(send, made.pk))
    return Requested(made, repeated=False)


def send(import_id: UUID) -> None:
    """Start the task; without Redis it runs here, or in a thread."""
    dispatch.start_apart("replays.tasks.run_import", import_id)


def _check_quotas(user: User, size: int, now: datetime) -> None:
    """For a user whose row is locked. Raises TooManyImports, ImportBytesPerHour."""
    own = Import.objects.filter(user=user)
    if own.filter(status__in=Import.OPEN).count() >= settings.MOST_OPEN_IMPORTS:
        raise TooManyImports(settings.MOST_OPEN_IMPORTS)
    most = settings.IMPORT_BYTES_PER_HOUR
    begin, end = window(now, HOUR)
    recent = own.filter(created_at__gt=begin, created_at__lte=end).order_by("-created_at")
    total = size
    for sent_at, sent in recent.values_list("created_at", "size"):
        total += sent
        if total > most:
            # When this one no longer counts, the later ones and the new one fit.
            raise ImportBytesPerHour(most, sent_at + HOUR - now)
    if total > most:
        raise ImportBytesPerHour(most, HOUR)


# --- carrying out ---------------------------------------------------------------------------------


def run_import(*, import_id: UUID, clock: Callable[[], datetime]) -> bool:
    """Read the file and store its game; False if that is done, or another task does it."""
    # It begins when there is a place: one that waited with a time noted would count as lost.
    with isolated.PLACES:
        begun = _begin(import_id, clock())
        if begun is None:
            return False
        _carry_out(begun, clock)
        return True


def _carry_out(begun: Import, clock: Callable[[], datetime]) -> None:
    assert begun.data is not None
    try:
        found = isolated.read(
            bytes(begun.data),
            _known_pack,
            now=clock(),
            largest=files.LARGEST_GAME,
            limits=limits(),
        )
        _store(begun, found, clock())
    except BadFile as error:
        _end(begun, Import.Status.REFUSED, _refusal_of(error), clock())
    except GameExists as error:
        here = ImportRefusal(error.code, str(error), game=error.game_id, visible=error.visible)
        _end(begun, Import.Status.REFUSED, here, clock())
    except (ImportsFull, ImportEventsPerHour, PacksFull) as error:
        _end(begun, Import.Status.REFUSED, ImportRefusal(error.code, str(error)), clock())
    except ChangedMeanwhile:
        log.info("import %s: its user is gone, or it lost too many races", begun.pk)
    except TooCostly as error:
        log.warning("import %s of user %s: %s", begun.pk, begun.user_id, error)
        _end(begun, Import.Status.FAILED, ImportRefusal(TOO_COSTLY, str(error)), clock())
    except ReadingFailed as error:
        log.error("import %s cannot be read: %s", begun.pk, error)  # noqa: TRY400 - its own trace
        _end(begun, Import.Status.FAILED, ImportRefusal(FAILED, FAILURE), clock())


def _begin(import_id: UUID, now: datetime) -> Import | None:
    """The import, which is this task's from now on; None when there is nothing to do."""
    with transaction.atomic():
        waiting = Import.objects.filter(due(now)).select_related("user")
        found = waiting.select_for_update(of=("self",)).filter(pk=import_id).first()
        if found is None:
            return None
        found.status = Import.Status.RUNNING
        found.started_at = now
        found.attempts += 1
        found.save(update_fields=["status", "started_at", "attempts"])
    return found


def due(now: datetime) -> Q:
    """Imports that no task is reading: those that wait, and those whose task must have ended."""
    limit = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
    ended = off("started_at", now=now, by=limit)
    return Q(status=Import.Status.WAITING) | (Q(status=Import.Status.RUNNING) & ended)


@in_transaction
def _store(begun: Import, found: tuple[files.GameFile, engine.State], now: datetime) -> None:
    """Store the game and that it is here, both or neither.

    Raises BadFile, GameExists, ImportsFull, ImportEventsPerHour, PacksFull; ChangedMeanwhile when
    the account is gone.
    """
    lock_user(begun.user)
    if not _mine(begun).select_for_update().exists():
        return
    events = len(found[0].rows)
    check_room(begun.user, now, events=events)
    check_pack(begun.user, found[0].header.content, len(found[0].pack))
    check_source(found[0], begun.user)
    made = take_over(found, host=begun.user, visibility=begun.visibility, now=now)
    done = Import.Status.DONE
    _mine(begun).update(
        status=done, game=made.pk, events=events, data=None, address="", finished_at=now
    )


def _end(begun: Import, status: str, refusal: ImportRefusal, now: datetime) -> None:
    """Note that it failed, unless another task has it by now."""
    text = msgspec.json.encode(refusal).decode()
    _mine(begun).update(status=status, refusal=text, data=None, address="", finished_at=now)


def _mine(begun: Import) -> QuerySet[Import]:
    return Import.objects.filter(pk=begun.pk, status=Import.Status.RUNNING, attempts=begun.attempts)


def _refusal_of(error: BadFile) -> ImportRefusal:
    return ImportRefusal(
        error.code, error.sentence, error.line, error.version, error.rule, error.refusal
    )


def _known_pack(hash_: str) -> bytes | None:
    stored = ContentPack.objects.filter(pk=hash_).values_list("raw", flat=True).first()
    return None if stored is None else bytes(stored)


# --- looking after them ---------------------------------------------------------------------------


def sweep(*, now: datetime) -> int:
    """Send lost imports again, give up unreadable ones, forget old ones; how many were sent."""
    Import.objects.filter(created_at__lte=now - KEPT, finished_at__isnull=False).delete()
    lost = Import.objects.filter(due(now), off("created_at", now=now, by=LOST))
    hopeless = Q(attempts__gte=ATTEMPTS) | Q(created_at__lte=now - GIVEN_UP)
    refusal = msgspec.json.encode(ImportRefusal(FAILED, FAILURE)).decode()
    lost.filter(hopeless).update(
        status=Import.Status.FAILED, refusal=refusal, data=None, address="", finished_at=now
    )
    waiting = list(lost.values_list("pk", flat=True))
    for import_id in waiting:
        send(import_id)
    if waiting:
        log.warning("%s imports have waited too long and were sent again", len(waiting))
    return len(waiting)


# --- reading --------------------------------------------------------------------------------------


def import_of(user: User, import_id: UUID) -> Import | None:
    """One import of a user, without its file; None when it is another one's."""
    return imports_of(user).filter(pk=import_id).first()


def imports_of(user: User) -> QuerySet[Import]:
    """The imports of a user, the newest first, without their files."""
    return Import.objects.filter(user=user).defer("data").order_by("-created_at", "pk")


def refusal_of(found: Import) -> ImportRefusal | None:
    """Why an import failed, if it did."""
    stored = found.refusal
    return None if stored is None else msgspec.json.decode(stored, type=ImportRefusal)
