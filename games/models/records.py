"""What stands beside the stream: answers already given, and games that were erased."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game

NO_ROW = -1
"""An id that no erasure can have."""


class Operation(models.TextChoices):
    """What can be asked for with an idempotency key."""

    PLAY = "play"
    UNDO = "undo"
    JOIN = "join"
    CREATE = "create"
    FORK = "fork"


class RequestReceipt(models.Model):
    """That a request of a user with an idempotency key was carried out."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=255)
    request_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        abstract = True


class Receipt(RequestReceipt):
    """A request that was carried out in ``game``, or made it.

    It names the events that it made, if it made some.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="receipts")
    operation = models.CharField(max_length=10, choices=Operation.choices, default=Operation.PLAY)
    first_version = models.PositiveIntegerField(null=True)
    version = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user", "operation", "key"], name="games_receipt_operation_key"
            ),
            models.UniqueConstraint(
                fields=["user", "operation", "key"],
                condition=Q(operation__in=["create", "fork"]),
                name="games_receipt_making_key",
            ),
        ]
        indexes = [models.Index(fields=["operation", "created_at"], name="games_receipt_age")]

    def __str__(self) -> str:
        return f"{self.operation} {self.key}"


class Erasure(models.Model):
    """That a game was deleted, when, by whom and why. Without it the database refuses to delete.

    While ``unfinished`` points at a row that cannot exist, the triggers let the game's events go.
    The foreign key is deferred: both databases refuse to commit such a row. So the permission
    lives only inside the transaction that wrote it, which has to close it before it ends.
    """

    game = models.UUIDField(db_index=True)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.TextField()
    unfinished = models.ForeignKey(
        "self", null=True, on_delete=models.DO_NOTHING, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id__gt=0), name="games_erasure_id"),
            models.CheckConstraint(
                condition=Q(unfinished__isnull=True) | Q(unfinished=NO_ROW),
                name="games_erasure_unfinished",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.reason}"
