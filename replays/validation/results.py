"""The results of validations that are kept, and who sees what of them."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from games.access import secrets_are_out
from games.models import Game
from replays import checking
from replays.models import Validation

KEPT: Final = 10
"""How many results of a game are kept, the newest ones."""


def result(game: Game, report: checking.Report) -> dict[str, object]:
    """A report as columns of a row."""
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

    What should have come out can be the next card of the pile, so where anything hidden is turned
    up it is left out until the secrets of the game may be known.
    """
    found = difference_of(validation)
    if found is None or not found.reveals or secrets_are_out(game):
        return found
    return msgspec.structs.replace(found, expected=checking.NOTHING)


LATEST: Final = (
    f"(SELECT v.id FROM {Validation._meta.db_table} v WHERE v.game_id = g.id "  # noqa: S608
    "AND v.version = g.version AND v.finished_at IS NOT NULL ORDER BY v.finished_at DESC LIMIT 1)"
)
"""In the statement of a game ``g`` the id of what ``latest_of`` finds; null without one."""


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
