"""Decide a whole stored game again."""

import logging

import msgspec

from games import engine, packs, store
from games.models import ContentPack, Game
from games.models.game import Source
from replays import checking, stepping
from replays.fairness import contributions_of
from replays.game_columns import (
    UNUSABLE,
    column_differs,
    stored_pack_differs,
    unreadable_column,
)

log = logging.getLogger(__name__)


def subject_of(game: Game) -> checking.Subject:
    """A game with its secrets, as the checker takes it."""
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


def _pack(hash_: str) -> engine.Pack | None:
    try:
        return packs.pack(hash_)
    except (ContentPack.DoesNotExist, engine.PackError):
        return None


def _version_now(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def _unreadable(game: Game) -> checking.Report:
    """The report of a stream with a column that cannot be read."""
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
