"""What the pages know of a user beside the account itself."""

from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models

LONGEST_NOTE: Final = 5000


class Profile(models.Model):
    """How a user likes the pages; without a row everything is at its default.

    ``seen_at`` is when the user last did something on them, to the minute, and ``seen_language``
    in which language. Mail has told of all turns that began up to ``turns_told``.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="profile",
    )
    language = models.CharField(max_length=10, choices=settings.LANGUAGES, blank=True, default="")
    turn_mail = models.BooleanField(default=True)
    turns_told = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    seen_language = models.CharField(max_length=10, blank=True, default="")

    def __str__(self) -> str:
        return f"profile of {self.user_id}"

    @classmethod
    def language_of(cls, user: User, *, otherwise: str) -> str:
        """In which language to write to a user."""
        profile = cls.objects.filter(user=user).first()
        return (profile and profile.language) or otherwise


class Note(models.Model):
    """What a player has written down about a game; nobody else ever sees it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes"
    )
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=LONGEST_NOTE)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "game"), name="one_note_per_user_and_game"),
        )

    def __str__(self) -> str:
        return f"note of {self.user_id} on {self.game_id}"
