"""Requests about tournaments that were carried out, so that none is twice."""

from django.db import models
from django.db.models import Q

from games.models import RequestReceipt
from tournaments.models.tournament import Tournament


class TournamentOperation(models.TextChoices):
    """What can be asked for with an idempotency key; in a tournament, but for the first."""

    CREATE = "create"
    CHANGE = "change"
    OPEN = "open"
    CANCEL = "cancel"
    FINISH = "finish"
    REGISTER = "register"
    WITHDRAW = "withdraw"
    CHECK_IN = "check_in"
    ADD = "add"
    ADMIT = "admit"
    SUBSTITUTE = "substitute"
    DRAW = "draw"
    CHALLENGE = "challenge"
    RECORD = "record"
    REPORT = "report"
    CONFIRM = "confirm"
    RULE = "rule"


class TournamentReceipt(RequestReceipt):
    """A request that was carried out in ``tournament``, or made it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    operation = models.CharField(max_length=10, choices=TournamentOperation.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "operation", "key"],
                name="tournaments_receipt_key",
            ),
            models.UniqueConstraint(
                fields=["user", "operation", "key"],
                condition=Q(operation="create"),
                name="tournaments_receipt_creating",
            ),
        ]
        indexes = [models.Index(fields=["created_at"], name="tournaments_receipt_age")]

    def __str__(self) -> str:
        return f"{self.operation} {self.key}"
