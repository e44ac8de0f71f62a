"""The chat of a table; no part of the game."""

from typing import Final

from django.conf import settings
from django.db import models

from games.models.game import Game
from games.models.handover import Handover

LONGEST_MESSAGE: Final = 500


class Message(models.Model):
    """One line of the chat of a game, which only its players can read.

    With a ``handover``, and no text, it announces that its author has taken a seat. ``number``
    counts the messages of a game from 1; numbers of messages that are gone stay unused.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="messages")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=LONGEST_MESSAGE)
    at = models.DateTimeField()
    handover = models.ForeignKey(
        Handover, null=True, on_delete=models.PROTECT, related_name="messages"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="games_message_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.text}"
