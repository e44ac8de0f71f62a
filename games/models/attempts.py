"""Counters of attempts to guess secrets, such as passwords."""

from django.db import models


class AttemptCount(models.Model):
    """How often one caller has attempted one kind of thing in the window that ends at ``ends_at``.

    ``caller`` is a keyed hash, so the table holds neither addresses nor what was typed as a name.
    """

    kind = models.CharField(max_length=30)
    caller = models.CharField(max_length=64)
    ends_at = models.DateTimeField(db_index=True)
    attempts = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "caller"], name="games_attempt_one_count"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.attempts} until {self.ends_at}"
