"""Mail that tells whose turn it is."""

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_quiet(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who gave an address until now was told that it resets passwords and does nothing else."""
    label, _, name = settings.AUTH_USER_MODEL.partition(".")
    addressed = apps.get_model(label, name).objects.exclude(email="")
    profiles = apps.get_model("web", "Profile").objects
    profiles.filter(user__in=addressed).update(turn_mail=False)
    profiles.bulk_create(
        [profiles.model(user=user, turn_mail=False) for user in addressed.filter(profile=None)]
    )


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0002_notes"),
    ]

    operations = [
        migrations.AddField(
            model_name="profile",
            name="seen_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="profile",
            name="seen_language",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddField(
            model_name="profile",
            name="turn_mail",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="profile",
            name="turns_told",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(keep_quiet, migrations.RunPython.noop, elidable=True),
    ]
