"""Addresses that were given before addresses were verified."""

from datetime import timedelta

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

GRACE = timedelta(days=90)


def note(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """They wait to be verified, and get links that reset passwords for a while all the same.

    Nothing is sent from here: the sweep asks their users, a few each minute.
    """
    label, _, name = settings.AUTH_USER_MODEL.partition(".")
    addressed = apps.get_model(label, name).objects.exclude(email="").filter(mail_address=None)
    rows = apps.get_model("web", "MailAddress").objects
    grace_until = timezone.now() + GRACE
    rows.bulk_create(
        [
            rows.model(user_id=pk, awaited=email, grace_until=grace_until)
            for pk, email in addressed.values_list("pk", "email")
        ],
        batch_size=1000,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0004_mail_addresses"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(note, migrations.RunPython.noop, elidable=True)]
