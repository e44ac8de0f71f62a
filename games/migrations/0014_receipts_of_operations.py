"""Receipts of other requests than moves."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_swept_version"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="receipt",
            name="games_receipt_key",
        ),
        migrations.AddField(
            model_name="receipt",
            name="operation",
            field=models.CharField(
                choices=[
                    ("play", "Play"),
                    ("undo", "Undo"),
                    ("join", "Join"),
                    ("create", "Create"),
                    ("fork", "Fork"),
                ],
                default="play",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="receipt",
            name="first_version",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="receipt",
            name="version",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.UniqueConstraint(
                fields=("game", "user", "operation", "key"), name="games_receipt_operation_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.UniqueConstraint(
                condition=models.Q(("operation__in", ["create", "fork"])),
                fields=("user", "operation", "key"),
                name="games_receipt_making_key",
            ),
        ),
    ]
