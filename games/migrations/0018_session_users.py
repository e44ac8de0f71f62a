from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_lost(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete sessions of accounts that are gone."""
    users = apps.get_model("auth", "User").objects.values("pk")
    sessions = apps.get_model("games", "Session").objects
    sessions.filter(user_id__isnull=False).exclude(user_id__in=users).delete()


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0017_sessions"),
    ]

    operations = [
        migrations.RunPython(forget_lost, migrations.RunPython.noop),
        migrations.RenameField("session", "user_id", "user"),
        migrations.AlterField(
            model_name="session",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=models.deletion.CASCADE,
                related_name="sessions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
