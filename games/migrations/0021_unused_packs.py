"""Content packs go with their last game from now on; those left behind by earlier ones go here."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, OuterRef


def delete_unused(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the packs that no game uses."""
    game, pack = apps.get_model("games", "Game"), apps.get_model("games", "ContentPack")
    used = Exists(game.objects.filter(content=OuterRef("pk")))
    pack.objects.filter(~used).delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0020_asking")]

    operations = [migrations.RunPython(delete_unused, migrations.RunPython.noop)]
