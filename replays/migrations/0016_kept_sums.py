"""Results get numbers, in the order in which games ended, so that sums can be kept of them."""

from django.db import migrations, models

NUMBER = """
UPDATE replays_result SET number = ordered.number
FROM (SELECT game_id, row_number() OVER (ORDER BY finished_at, game_id) AS number
      FROM replays_result) AS ordered
WHERE ordered.game_id = replays_result.game_id
"""
COUNT = (
    "INSERT INTO replays_resultcounter (id, last, gone) SELECT 1, count(*), 0 FROM replays_result"
)


class Migration(migrations.Migration):
    dependencies = [
        ("replays", "0015_tournament_leaves"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptSums",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("upto", models.PositiveBigIntegerField()),
                ("gone", models.PositiveBigIntegerField()),
                ("sums", models.TextField()),
            ],
        ),
        migrations.AddField(
            model_name="result",
            name="number",
            field=models.PositiveBigIntegerField(null=True, unique=True),
        ),
        migrations.CreateModel(
            name="ResultCounter",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("last", models.PositiveBigIntegerField()),
                ("gone", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("id", 1)), name="replays_one_counter"
                    )
                ],
            },
        ),
        migrations.RunSQL(NUMBER, migrations.RunSQL.noop),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
    ]
