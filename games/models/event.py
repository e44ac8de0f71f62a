"""The table of events. Only ``games.store`` may import this."""

from django.db import models

from games.models.game import Game


class Event(models.Model):
    """One event of a game's stream; rows are only ever added, which the database enforces too.

    Payloads are text, so that they come back byte for byte: the chain of hashes covers them.
    There are no names in it, seats only.
    """

    pk = models.CompositePrimaryKey("game_id", "version")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.PositiveIntegerField()
    parent = models.PositiveIntegerField()
    recorded_at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField(null=True)
    origin = models.CharField(max_length=20)
    cause = models.PositiveIntegerField(null=True)
    rules = models.PositiveIntegerField()
    public = models.TextField()
    secret = models.TextField(null=True)
    secret_hash = models.TextField(null=True)
    digest = models.CharField(max_length=64)
    chain = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.version}"
