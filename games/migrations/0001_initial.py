import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ContentPack",
            fields=[
                ("hash", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("raw", models.BinaryField()),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "listed for everybody"),
                            ("unlisted", "everybody who knows the address"),
                            ("private", "its players, and who holds the invite code"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("options", models.TextField()),
                ("commitment", models.CharField(max_length=64)),
                ("server_seed", models.BinaryField()),
                ("salt", models.BinaryField()),
                ("invite_code", models.CharField(max_length=32)),
                ("version", models.PositiveIntegerField(default=0)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("awaits_step", models.BooleanField(default=False)),
                ("due", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("active_at", models.DateTimeField()),
                (
                    "content",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="games.contentpack",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "version",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("parent", models.PositiveIntegerField()),
                ("recorded_at", models.DateTimeField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("origin", models.CharField(max_length=20)),
                ("cause", models.PositiveIntegerField(null=True)),
                ("rules", models.PositiveIntegerField()),
                ("public", models.TextField()),
                ("secret", models.TextField(null=True)),
                ("secret_hash", models.TextField(null=True)),
                ("digest", models.CharField(max_length=64)),
                ("chain", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=255)),
                ("request_hash", models.CharField(max_length=64)),
                ("first_version", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="receipts",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("index", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, default="", max_length=50)),
                ("waiting", models.BooleanField(default=False)),
                ("standing_order", models.JSONField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["index"],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.UUIDField(db_index=True)),
                ("at", models.DateTimeField()),
                ("reason", models.TextField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "unfinished",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.erasure",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("id__gt", 0)), name="games_erasure_id"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("unfinished__isnull", True), ("unfinished", -1), _connector="OR"
                        ),
                        name="games_erasure_unfinished",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["-active_at", "-id"], name="games_by_activity"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("due", True)), fields=["active_at"], name="games_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.UniqueConstraint(
                fields=("game", "user", "key"), name="games_receipt_key"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("waiting", True)), fields=["user"], name="games_seat_waiting"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "index"), name="games_seat_index"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="games_seat_user"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", ""), ("user__isnull", False)),
                    models.Q(("user__isnull", True), models.Q(("bot", ""), _negated=True)),
                    _connector="OR",
                ),
                name="games_seat_user_or_bot",
            ),
        ),
    ]
