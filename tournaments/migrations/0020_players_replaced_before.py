"""Players whose places substitutes took over before lists named them."""

import json
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

KINDS = ("registered", "drawn", "table_made", "substituted")


def note_replaced(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Out of the logs of those with a substitute; who has a place again has no such round."""
    people = apps.get_model("tournaments", "Participant").objects
    rows = apps.get_model("tournaments", "StoredLogRow").objects
    changed = rows.filter(kind="substituted").order_by("tournament").distinct()
    for pk in [*changed.values_list("tournament", flat=True)]:
        log = rows.filter(tournament=pk, kind__in=KINDS).order_by("version")
        events = (json.loads(text) for text in log.values_list("public", flat=True).iterator())
        for number, lost in replaced(events).items():
            without = people.filter(tournament=pk, number=number, place__isnull=True)
            without.update(replaced_in=lost)


def replaced(events: Any) -> dict[int, int]:
    """By the number of a person the round drawn last when a substitute came, 0 without rounds."""
    holders: dict[int, int] = {}
    found: dict[int, int] = {}
    drawn: int | None = None
    for event in events:
        if event["kind"] == "drawn":
            drawn = event["draw"]["round"]
        elif event["kind"] == "table_made":
            drawn = drawn or 0
        else:
            before = holders.get(event["entrant"])
            if event["kind"] == "substituted" and before is not None and drawn is not None:
                found[before] = drawn
            holders[event["entrant"]] = event["person"]
    return found


class Migration(migrations.Migration):
    """After the column, in a transaction of its own."""

    dependencies = [("tournaments", "0019_replaced_in")]

    operations = [migrations.RunPython(note_replaced, migrations.RunPython.noop)]
