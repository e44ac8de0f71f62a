"""What the read side keeps. All of it can be made again from the streams."""

from django.db import models

from games.models import Game


class Snapshot(models.Model):
    """The state as of a version, so that later ones need not be folded from the first event.

    A cache: it may be dropped at any time. ``state`` is sealed by the module that reads it, which
    uses nothing that the stream does not vouch for.
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
