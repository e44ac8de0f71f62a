"""Validations of stored games: requests, jobs and their results."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from games import engine, packs, store
from games.models import ContentPack, Game
from games.models.game import Source
from games.models.game import Status as GameStatus
from games.runtime import dispatch
from games.runtime.commit import after_commit, in_transaction
from games.waiting import off
from replays import checking, stepping
from replays.fairness import contributions_of
from replays.game_columns import (
    UNUSABLE,
    column_differs,
    stored_pack_differs,
    unreadable_column,
)
from replays.models import Validation
from replays.open_jobs import LONGEST_ADDRESS, check_validations

log = logging.getLogger(__name__)

LOST: Final = timedelta(seconds=60)
"""How long a validation may be open before its task counts as lost and is sent again."""
GIVEN_UP: Final = timedelta(days=1)
"""How long a lost one is sent again by itself."""
FRESH: Final = timedelta(minutes=10)
"""How long the result of a game that held is the answer to who asks again."""
KEPT: Final = 10
"""How many results of one game are kept, the newest."""


def subject_of(game: Game) -> checking.Subject:
    """A game as the checker wants it, with its secrets."""
    return checking.Subject(
        id=str(game.pk),
        options=game.options,
        content=game.content_id,
        pack=_pack(game.content_id),
        commitment=game.commitment,
        server_seed=bytes(game.server_seed),
        contributions=contributions_of(game),
        salt=bytes(game.salt),
        version=game.version,
    )


def origin_of(game: Game) -> engine.State | None:
    """The position from which a fork goes on, if the other game is still there and readable.

    What comes from a file was compared then: it can name a game that its host may not see.
    """
    if game.source != Source.FORKED or game.forked_from is None or game.forked_version is None:
        return None
    source = Game.objects.filter(pk=game.forked_from, version__gte=game.forked_version).first()
    if source is None:
        return None
    try:
        return stepping.state_of(source, game.forked_version)
    except (*UNUSABLE, LookupError, msgspec.MsgspecError) as error:
        log.warning("game %s: no position for its fork %s: %s", source.pk, game.pk, error)
        return None


def examine(game: Game) -> checking.Report:
    """Decide a whole game again, out of the stream as it is stored now.

    Reads only. A game that goes on meanwhile is checked as far as the version that was given.
    """
    try:
        rows = store.rows(game.pk)
    except UNUSABLE:
        return _unreadable(game)
    if len(rows) > game.version and _version_now(game) >= len(rows):
        rows = rows[: game.version]
    wrong = unreadable_column(game) or stored_pack_differs(game)
    if wrong is not None:
        return checking.failed(wrong)
    subject = msgspec.structs.replace(subject_of(game), origin=origin_of(game))
    report, state = checking.judge(subject, rows)
    if report.difference is not None or not rows:
        return report
    odd = column_differs(game, rows, state)
    return report if odd is None else checking.failed(odd, report.checked)


@in_transaction
def request_validation(
    *, game: Game, user: User | None, address: str = "", now: datetime
) -> Validation:
    """The validation of a game as it is now: a new one, one that is going on or was made just now.

    Its task is sent after commit, so embedded it is done when this returns; read it again. Raises
    TooManyJobs, ChangedMeanwhile.
    """
    address = address[:LONGEST_ADDRESS]
    known = Validation.objects.filter(game=game, version=game.version)
    open_now = known.filter(status__in=Validation.OPEN)
    fresh = known.filter(
        status__in=Validation.HELD, rules=engine.RULES_VERSION, finished_at__gt=now - FRESH
    )
    found = open_now.first() or fresh.order_by("-finished_at").first()
    new = False
    if found is None:
        check_validations(user, address)
        found, new = Validation.objects.get_or_create(
            game=game,
            version=game.version,
            status__in=Validation.OPEN,
            defaults={
                "requested_by": user,
                "address": address,
                "rules": engine.RULES_VERSION,
                "created_at": now,
            },
        )
    elif found.status not in Validation.OPEN:
        return found
    if new or now - found.created_at >= LOST:
        after_commit(partial(send, found.pk))
    return found


def send(validation_id: UUID) -> None:
    """Start the task; without Redis it runs here and now."""
    dispatch.start_and_wait("replays.tasks.validate_game", validation_id)


def run_validation(*, validation_id: UUID, clock: Callable[[], datetime]) -> None:
    """Carry out a validation. Late, twice or at the same time makes no difference.

    What is finished stays as it is; so does nothing where the game is erased.
    """
    queryset = Validation.objects.filter(pk=validation_id, status__in=Validation.OPEN)
    # Where the column holds no JSON it can be read only by itself.
    found = queryset.select_related("game").defer("game__contributions").first()
    if found is None:
        return
    waiting = queryset.filter(status=Validation.Status.PENDING)
    waiting.update(status=Validation.Status.RUNNING, started_at=clock())
    report = examine(found.game)
    if queryset.update(**result(found.game, report), finished_at=clock(), address=""):
        prune([found.game_id])
    if report.difference is not None:
        log.error("game %s is not valid: %s", found.game_id, report.difference.sentence)


def result(game: Game, report: checking.Report) -> dict[str, object]:
    """The columns that keep a report."""
    first = report.first_difference
    return {
        "status": report.status,
        "version": game.version,
        "checked": report.checked,
        "rules": report.rules,
        "drifted": report.drifted,
        "first_difference": msgspec.json.encode(first).decode() if first else None,
    }


def difference_of(validation: Validation) -> checking.Difference | None:
    """The first difference of a result, with everything in it; for operators."""
    stored = validation.first_difference
    return None if stored is None else msgspec.json.decode(stored, type=checking.Difference)


def difference_shown(validation: Validation, game: Game) -> checking.Difference | None:
    """The first difference, for everyone who may see the game.

    What should have come out can be the next card of the pile, so while the game runs it is left
    out where anything hidden is turned up.
    """
    found = difference_of(validation)
    if found is None or not found.reveals or game.status == GameStatus.FINISHED:
        return found
    return msgspec.structs.replace(found, expected=checking.NOTHING)


def latest_of(games: Sequence[Game]) -> dict[UUID, Validation]:
    """The last result of each game that was validated at its present version; one query."""
    ids = [game.pk for game in games if game.version]
    if not ids:
        return {}
    found = Validation.objects.filter(game__in=ids, version=F("game__version"))
    finished = found.filter(finished_at__isnull=False).order_by("finished_at")
    return {validation.game_id: validation for validation in finished}


def prune(game_ids: Sequence[UUID]) -> None:
    """Delete all but the newest results of games."""
    age = Window(RowNumber(), partition_by="game_id", order_by=F("finished_at").desc())
    finished = Validation.objects.filter(game__in=game_ids, finished_at__isnull=False)
    old = list(finished.annotate(age=age).filter(age__gt=KEPT).values_list("pk", flat=True))
    if old:
        Validation.objects.filter(pk__in=old).delete()


def due(now: datetime) -> Q:
    """Validations that no task is doing: those that wait, and those whose task must be lost."""
    lost = Q(status=Validation.Status.RUNNING) & off("started_at", now=now, by=LOST)
    return Q(status=Validation.Status.PENDING) | lost


def lost(*, now: datetime) -> list[UUID]:
    """The validations whose task has not come to its end for too long, and not for days."""
    waiting = Validation.objects.filter(status__in=Validation.OPEN)
    overdue = waiting.filter(off("created_at", now=now, by=LOST), created_at__gt=now - GIVEN_UP)
    return list(overdue.values_list("pk", flat=True))


def _pack(hash_: str) -> engine.Pack | None:
    try:
        return packs.pack(hash_)
    except (ContentPack.DoesNotExist, engine.PackError):
        return None


def _version_now(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def _unreadable(game: Game) -> checking.Report:
    """The report of a stream that holds a column that is no value of its kind."""
    last = 0
    while last < game.version:
        try:
            store.rows(game.pk, after=last, limit=1)
        except UNUSABLE:
            break
        last += 1
    sentence = f"Event {last + 1} cannot be read: a column holds no value of its kind."
    difference = checking.Difference(version=last + 1, code="unreadable", sentence=sentence)
    return checking.failed(difference)
