"""Lines of the score sheet that have no column, and the tiles of a game as one text.

Nothing is carried over but the tiles, in two statements for any number of games. Back, the points
of lines that have no column are dropped.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Aggregate, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

KINDS = {"scoring_tiles": "scoring_tile", "port_tiles": "port_tile"}
JOINED = {"postgresql": "STRING_AGG(%(expressions)s, ' ' ORDER BY %(expressions)s)"}
"""By database, where it is not SQLite."""


def join_tiles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the tiles of each game into its result."""
    database = schema_editor.connection
    joined = JOINED.get(database.vendor, "GROUP_CONCAT(%(expressions)s, ' ')")
    for column, kind in KINDS.items():
        tiles = (
            apps.get_model("replays", "Trait")
            .objects.filter(result=OuterRef("pk"), kind=kind)
            .order_by()
            .values("result")
            .values_list(Aggregate("value", template=joined, output_field=models.CharField()))
        )
        results = apps.get_model("replays", "Result").objects.using(database.alias)
        results.update(**{column: Coalesce(Subquery(tiles), Value(""))})


class Migration(migrations.Migration):
    dependencies = [("replays", "0007_heads")]

    operations = [
        migrations.AddField("seatresult", "more", models.JSONField(default=dict)),
        *(
            migrations.AddField("result", column, models.CharField(default="", max_length=200))
            for column in KINDS
        ),
        migrations.RunPython(join_tiles, migrations.RunPython.noop),
    ]
