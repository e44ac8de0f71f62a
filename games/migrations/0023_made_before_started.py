"""No game was started before it was made."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def settle(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Where the clocks of two machines differed, a game was made when it was started.

    Its stream has the time of the start; exports with a later one of the making are refused.
    """
    games = apps.get_model("games", "Game").objects
    games.filter(created_at__gt=F("started_at")).update(created_at=F("started_at"))


class Migration(migrations.Migration):
    dependencies = [("games", "0022_normal_names")]

    operations = [migrations.RunPython(settle, migrations.RunPython.noop)]
