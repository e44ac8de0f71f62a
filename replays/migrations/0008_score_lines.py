"""Lines of the score sheet as JSON, so that one more needs no column.

Both ways carry all rows over in one statement.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import IntegerField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, JSONObject

LINES = (
    *("glory", "basic_goods", "processed_goods", "money", "hops"),
    *("cotton", "tobacco", "sugar_cane", "exports", "settlements", "auction"),
)


def columns_to_json(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the columns of each seat into its ``lines``."""
    seats = apps.get_model("replays", "SeatResult").objects.using(schema_editor.connection.alias)
    seats.update(lines=JSONObject(**{line: line for line in LINES}))


def json_to_columns(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write ``lines`` into the columns; one that is missing is 0."""
    seats = apps.get_model("replays", "SeatResult").objects.using(schema_editor.connection.alias)
    seats.update(
        **{line: Coalesce(Cast(KT(f"lines__{line}"), IntegerField()), 0) for line in LINES}
    )


class Migration(migrations.Migration):
    dependencies = [("replays", "0007_heads")]

    operations = [
        # On the way back the columns come with 0, and ``json_to_columns`` fills them. A default is
        # nothing that the database knows of, so there is nothing to alter.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("seatresult", line, models.IntegerField(default=0))
                for line in LINES
            ]
        ),
        migrations.AddField("seatresult", "lines", models.JSONField(default=dict)),
        migrations.RunPython(columns_to_json, json_to_columns),
        *(migrations.RemoveField("seatresult", line) for line in LINES),
    ]
