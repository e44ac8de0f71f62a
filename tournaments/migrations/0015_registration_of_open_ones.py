"""When people can register in the tournaments that there are."""

import json
from datetime import datetime

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def note_registration(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Of those that can still be entered, out of their logs; the rest show nothing of it."""
    tournaments = apps.get_model("tournaments", "Tournament").objects
    rows = apps.get_model("tournaments", "StoredLogRow").objects
    for one in tournaments.filter(phase__in=("draft", "open", "running")).iterator():
        own = rows.filter(tournament=one.pk, kind__in=("created", "changed")).order_by("version")
        for text in own.values_list("public", flat=True).iterator():
            event = json.loads(text)
            settings = event.get("settings")
            if settings is not None:
                one.registration_opens = _moment(settings.get("registration_opens"))
                one.registration_closes = _moment(settings.get("registration_closes"))
            if event.get("registration_closed") is not None:
                one.registration_closed = event["registration_closed"]
        tournaments.filter(pk=one.pk).update(
            registration_opens=one.registration_opens,
            registration_closes=one.registration_closes,
            registration_closed=one.registration_closed,
        )


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


class Migration(migrations.Migration):
    """After the columns, in a transaction of its own."""

    dependencies = [("tournaments", "0014_registration")]

    operations = [migrations.RunPython(note_registration, migrations.RunPython.noop)]
