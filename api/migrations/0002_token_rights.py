import hashlib
from datetime import timedelta

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

ALL_SCOPES = "read play manage"
YEAR = timedelta(days=365)


def keep_rights(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tokens made before keep all scopes, expire after a year and hold to the present password."""
    Token = apps.get_model("api", "Token")
    expires_at = timezone.now() + YEAR
    for token in Token.objects.select_related("user").iterator():
        token.scopes = ALL_SCOPES
        token.expires_at = expires_at
        token.password_stamp = hashlib.sha256(token.user.password.encode()).hexdigest()
        token.save(update_fields=["scopes", "expires_at", "password_stamp"])


class Migration(migrations.Migration):
    dependencies = [
        ("api", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AddField(
            model_name="token",
            name="scopes",
            field=models.CharField(default="", max_length=100),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="token",
            name="password_stamp",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="token",
            name="expires_at",
            field=models.DateTimeField(default=timezone.now),
            preserve_default=False,
        ),
        migrations.RunPython(keep_rights, migrations.RunPython.noop),
    ]
