import hashlib
import unicodedata

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def folded(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name.strip())
    plain = unicodedata.normalize("NFKC", plain.casefold()).strip()
    return f"name-{hashlib.sha256(plain.encode(errors='replace')).hexdigest()}"


def fold(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Of names that differ by case only, that of the oldest account gets the row; all stay."""
    rows = {}
    users = apps.get_model("auth", "User").objects.order_by("-pk")
    for pk, name in users.values_list("pk", "username"):
        rows[folded(name)] = pk
    account_name = apps.get_model("games", "AccountName")
    account_name.objects.bulk_create(
        (account_name(user_id=pk, folded=key) for key, pk in rows.items()), batch_size=500
    )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0023_made_before_started"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountName",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="account_name",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("folded", models.CharField(max_length=80, unique=True)),
            ],
        ),
        migrations.RunPython(fold, migrations.RunPython.noop),
    ]
