"""Ratings, and what players want of the page about them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0028_finish_positions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerPage",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="player_page",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("hidden", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="RatingRewind",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveBigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Formula",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("model", models.CharField(max_length=40)),
                ("parameters", models.TextField()),
                ("version", models.CharField(max_length=40)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("model", "parameters", "version"), name="tournaments_formula_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(blank=True, default="", max_length=150)),
                (
                    "user",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rated",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "pool",
                    models.CharField(
                        choices=[
                            ("2", "games of two"),
                            ("3-4", "games of three and four"),
                            ("overall", "all games"),
                        ],
                        max_length=10,
                    ),
                ),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("rating", models.IntegerField()),
                ("games", models.PositiveIntegerField()),
                ("position", models.PositiveBigIntegerField()),
                ("finished_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to="tournaments.ratedplayer",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingProgress",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("position", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("id", 1)), name="tournaments_one_progress"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveBigIntegerField(db_index=True)),
                (
                    "pool",
                    models.CharField(
                        choices=[
                            ("2", "games of two"),
                            ("3-4", "games of three and four"),
                            ("overall", "all games"),
                        ],
                        max_length=10,
                    ),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("rating", models.IntegerField()),
                ("change", models.IntegerField()),
                ("games", models.PositiveIntegerField()),
                ("finished_at", models.DateTimeField()),
                (
                    "formula",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.formula",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="rating_steps",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="steps",
                        to="tournaments.ratedplayer",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="ratedplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("label", ""), _negated=True),
                fields=("label",),
                name="tournaments_rated_label",
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                fields=["pool", "-rating", "player"], name="tournaments_rating_list"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                fields=("player", "pool"), name="tournaments_rating_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingstep",
            constraint=models.UniqueConstraint(
                fields=("player", "pool", "position"), name="tournaments_step_once"
            ),
        ),
    ]
