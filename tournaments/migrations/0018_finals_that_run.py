"""The finals of tournaments that run."""

import json

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def note_finals(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Of those that run, out of the newest draw of their logs; lists show no round of the rest."""
    tournaments = apps.get_model("tournaments", "Tournament").objects
    rows = apps.get_model("tournaments", "StoredLogRow").objects
    for one in tournaments.filter(phase="running", round__gt=0).iterator():
        drawn = rows.filter(tournament=one.pk, kind="drawn").order_by("-version")
        text = drawn.values_list("public", flat=True).first()
        draw = json.loads(text)["draw"] if text else {}
        if draw.get("stage") == "final" and len(draw["tables"]) == 1:
            tournaments.filter(pk=one.pk).update(final_drawn=True)


class Migration(migrations.Migration):
    """After the column, in a transaction of its own."""

    dependencies = [("tournaments", "0017_final_drawn")]

    operations = [migrations.RunPython(note_finals, migrations.RunPython.noop)]
