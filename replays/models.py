"""What the read side keeps. All of it can be made again from the streams."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game


class Snapshot(models.Model):
    """The public part of the state as of a version: later ones are folded from there.

    A cache: it may be dropped at any time. Who reads ``state`` uses it only when it hashes to the
    digest that the stream has for the version.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="replays_snapshot_version"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"


class Validation(models.Model):
    """A stream decided again: asked for, going on, or with what came out of it.

    ``version`` is the game's at the time, ``checked`` how many events held, ``rules`` the version
    of the rules that decided. ``first_difference`` is JSON, and may show what a player of a
    running game must not see. ``run`` names the run over all games that it belongs to, if any.
    """

    class Status(models.TextChoices):
        """How far it is."""

        PENDING = "pending"
        RUNNING = "running"
        PASSED = "passed"
        FAILED = "failed"
        DRIFTED = "drifted"

    OPEN = (Status.PENDING, Status.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="validations")
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    run = models.UUIDField(null=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    version = models.PositiveIntegerField()
    checked = models.PositiveIntegerField(default=0)
    rules = models.PositiveIntegerField()
    drifted = models.PositiveIntegerField(default=0)
    first_difference = models.TextField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "version"],
                condition=Q(status__in=["pending", "running"]),
                name="replays_validation_open",
            ),
        ]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=Q(status__in=["pending", "running"]),
                name="replays_validation_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}: {self.status}"
