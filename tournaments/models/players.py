"""What players want of the page about them."""

from django.conf import settings
from django.db import models


class PlayerPage(models.Model):
    """A player's own choice about the page; without a row it is at its default.

    ``hidden`` keeps page and resource, and the place in lists of ratings, from strangers.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="player_page",
    )
    hidden = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"page of {self.user_id}"
