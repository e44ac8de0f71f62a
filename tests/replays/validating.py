"""Validations that were asked for and made."""

from django.utils import timezone

from games import engine
from replays import tasks
from replays.models import Validation
from replays.validation import results
from tests.games.tables import Table

NOW = timezone.now


def asked(table: Table, **columns: object) -> Validation:
    """A validation that waits for its task."""
    return Validation.objects.create(
        game=table.game,
        version=table.game.version,
        rules=engine.RULES_VERSION,
        **{"created_at": NOW(), **columns},
    )


def validated(table: Table) -> Validation:
    """A validation after its task."""
    waiting = asked(table)
    tasks.validate_game(str(waiting.pk))
    waiting.refresh_from_db()
    return waiting


def found(table: Table) -> tuple[str, int]:
    """Code and version of the first difference of a game that fails."""
    done = validated(table)
    assert done.status == "failed"
    first = results.difference_of(done)
    assert first is not None
    return first.code, first.version
