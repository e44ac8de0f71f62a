from itertools import islice
from typing import Any

from django.apps.registry import Apps
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

AT_ONCE = 1000


def take_over(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note whose each session is that is not over; the former table is left empty."""
    store = SessionStore()

    def user_of(data: str) -> int | None:
        user = store.decode(data).get(SESSION_KEY)
        return None if user is None else int(user)

    _move(apps, "sessions", "games", lambda session: {"user_id": user_of(session.session_data)})


def give_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put the sessions where Django looks for them."""
    _move(apps, "games", "sessions", lambda _: {})


def _move(apps: Apps, source: str, target: str, more: Any) -> None:
    found, moved = apps.get_model(source, "Session"), apps.get_model(target, "Session")
    rows = found.objects.filter(expire_date__gt=timezone.now()).iterator(AT_ONCE)
    while some := list(islice(rows, AT_ONCE)):
        moved.objects.bulk_create(
            moved(
                session_key=row.session_key,
                session_data=row.session_data,
                expire_date=row.expire_date,
                **more(row),
            )
            for row in some
        )
    found.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_passkeys"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                        verbose_name="session key",
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("user_id", models.BigIntegerField(db_index=True, null=True)),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.RunPython(take_over, give_back),
    ]
