"""All lines of the score sheet go into one column of JSON, and back into a column each.

Rows are written some thousands at a time, each batch in a transaction of its own, so that none is
locked for long; broken off in between, it goes on where it was when it is started again.
"""

from collections.abc import Iterator

from django.apps.registry import Apps
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LINES = (
    *("glory", "basic_goods", "processed_goods", "money", "hops", "cotton", "tobacco"),
    *("sugar_cane", "exports", "settlements", "auction"),
)
TABLE = "replays_seatresult"
AT_ONCE = 5000

PAIRS = ", ".join(f"'{name}', {name}" for name in LINES)
NAMES = ", ".join(f"'{name}'" for name in LINES)
PATHS = ", ".join(f"'$.{name}'" for name in LINES)
FILLED = {
    "postgresql": f"lines || jsonb_build_object({PAIRS})",
    "sqlite": f"json_patch(lines, json_object({PAIRS}))",
}
EMPTIED = {
    "postgresql": f"lines - ARRAY[{NAMES}]",
    "sqlite": f"json_remove(lines, {PATHS})",
}
POINTS = {
    "postgresql": "COALESCE((lines ->> '{}')::integer, 0)",
    "sqlite": "COALESCE(json_extract(lines, '$.{}'), 0)",
}
FULL = {
    "postgresql": "lines ->> 'glory' IS NOT NULL",
    "sqlite": "json_extract(lines, '$.glory') IS NOT NULL",
}
"""Whether a row has its lines in JSON: every game has this one."""


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Copy the columns into the JSON of each row that has not got them."""
    vendor = schema_editor.connection.vendor
    _update(apps, schema_editor, f"lines = {FILLED[vendor]}", f"NOT ({FULL[vendor]})")


def empty(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Move what has a column from the JSON of each row into its columns."""
    vendor = schema_editor.connection.vendor
    columns = [f"{name} = {POINTS[vendor].format(name)}" for name in LINES]
    assignments = ", ".join([*columns, f"lines = {EMPTIED[vendor]}"])
    _update(apps, schema_editor, assignments, FULL[vendor])


def _update(
    apps: Apps, schema_editor: BaseDatabaseSchemaEditor, assignments: str, wanted: str
) -> None:
    database = schema_editor.connection
    update = f"UPDATE {TABLE} SET {assignments} WHERE id >= %s AND id < %s AND {wanted}"  # noqa: S608 - all of it stands above
    for first in _batches(apps, database.alias):
        with transaction.atomic(using=database.alias), database.cursor() as cursor:
            cursor.execute(update, [first, first + AT_ONCE])


def _batches(apps: Apps, alias: str) -> Iterator[int]:
    rows = apps.get_model("replays", "SeatResult").objects.using(alias).order_by("pk")
    ends = rows.values_list("pk", flat=True)
    first, last = ends.first(), ends.last()
    return iter(() if first is None or last is None else range(first, last + 1, AT_ONCE))


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("replays", "0011_lines_as_json")]

    operations = [migrations.RunPython(fill, empty)]
