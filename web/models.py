"""What the pages know of a user beside the account itself."""

from django.conf import settings
from django.db import models


class Profile(models.Model):
    """How a user likes the pages; without a row everything is at its default."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="profile",
    )
    language = models.CharField(max_length=10, choices=settings.LANGUAGES, blank=True, default="")

    def __str__(self) -> str:
        return f"profile of {self.user_id}"
