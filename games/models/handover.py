"""Seats that go from one player to another in a running game."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game


class Handover(models.Model):
    """A seat that its player offers to another user; with ``at`` it was taken.

    From the event after ``version`` on the taker decides. The rows of a seat list all its players.
    Labels are the names of people whose accounts are gone.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="handovers")
    seat = models.PositiveSmallIntegerField()
    giver = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    taker = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    giver_label = models.CharField(max_length=150, blank=True, default="")
    taker_label = models.CharField(max_length=150, blank=True, default="")
    offered_at = models.DateTimeField()
    at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat"], condition=Q(at=None), name="games_handover_one_offer"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.giver_name} to {self.taker_name}"

    @property
    def giver_name(self) -> str:
        """The displayed name of the player who had the seat."""
        return self.giver.get_username() if self.giver else self.giver_label

    @property
    def taker_name(self) -> str:
        """The displayed name of the player who gets it."""
        return self.taker.get_username() if self.taker else self.taker_label
