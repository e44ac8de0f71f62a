"""The log of heads. None of it can be made again: leaves, nodes and heads are only ever added.

The database refuses to change or delete them (``replays.heads.triggers``).
"""

from django.db import models

from games.models import Game
from replays.heads.statements import GAME, TOURNAMENT, leaves


class HeadLeaf(models.Model):
    """One stream as it was when a head was made: what the log has of it is ``entry``.

    ``stream`` is the id of a game, which may have been erased since, or of a tournament. ``index``
    counts from 0.
    """

    class Kind(models.TextChoices):
        """What the stream is of."""

        GAME = GAME
        TOURNAMENT = TOURNAMENT

    index = models.PositiveBigIntegerField(primary_key=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    stream = models.UUIDField()
    version = models.PositiveIntegerField()
    entry = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "stream", "version"], name="replays_head_leaf_version"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.kind} {self.stream} at {self.version}"


class HeadNode(models.Model):
    """The hash of a complete subtree over 2**level leaves, from level 1 on. See ``merkle.Node``."""

    pk = models.CompositePrimaryKey("level", "position")
    level = models.PositiveSmallIntegerField()
    position = models.PositiveBigIntegerField()
    hash = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.level}/{self.position}"


class SignedHead(models.Model):
    """A head as it was signed; hashes, key and signature in hexadecimal."""

    number = models.PositiveBigIntegerField(primary_key=True)
    size = models.PositiveBigIntegerField()
    root = models.CharField(max_length=64)
    signed_at = models.DateTimeField()
    key = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)

    def __str__(self) -> str:
        return f"{self.number}: {leaves(self.size)}"


class LoggedStream(models.Model):
    """What the log knows of a stream: the ``version`` of its newest leaf, and a secret.

    The salts of the stream's leaves are derived from ``secret``.
    """

    version = models.PositiveIntegerField()
    secret = models.BinaryField()

    class Meta:
        abstract = True


class LoggedGame(LoggedStream):
    """Goes when the game is erased: from then on only those who kept a proof can show which leaves
    were the game's.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="logged"
    )

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"


class HeadDelivery(models.Model):
    """Up to which head an address outside has got them all, in order."""

    target = models.CharField(max_length=500, primary_key=True)
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.target}: {self.number}"
