"""Content packs, kept for as long as a game needs them."""

from django.db import models


class ContentPack(models.Model):
    """The exact bytes of a pack, stored when a game first uses it and never changed."""

    hash = models.CharField(max_length=64, primary_key=True)
    raw = models.BinaryField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.hash[:12]
