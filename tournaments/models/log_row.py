"""The table of the logs of tournaments. Only ``tournaments.store`` may import this."""

from django.db import models

from tournaments.models.tournament import Tournament


class StoredLogRow(models.Model):
    """One event of a tournament's log; rows are only ever added, which the database enforces too.

    Payloads are text, so that they come back byte for byte: the chain of hashes covers them. There
    are no names in it, numbers of people and entrants only.
    """

    pk = models.CompositePrimaryKey("tournament_id", "version")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    version = models.PositiveIntegerField()
    parent = models.PositiveIntegerField()
    recorded_at = models.DateTimeField()
    actor = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20)
    public = models.TextField()
    secret = models.TextField(null=True)
    secret_hash = models.TextField(null=True)
    digest = models.CharField(max_length=64)
    chain = models.CharField(max_length=64)

    class Meta:
        db_table = "tournaments_log"

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.version}"
