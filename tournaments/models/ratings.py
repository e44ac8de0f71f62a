"""The tables of ratings: a projection over finished games, which can be made anew at any time.

``manage.py rebuild_ratings`` does that, with the same numbers to the last digit.
"""

from typing import Literal

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game


class Pool(models.TextChoices):
    """The games that a rating rests on."""

    TWO = "2", "games of two"
    MORE = "3-4", "games of three and four"
    OVERALL = "overall", "all games"


PoolName = Literal["2", "3-4", "overall"]
"""The same for structs that travel."""


class RatedPlayer(models.Model):
    """Somebody who has a rating: an account, or who was one by the name that its games show."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="rated"
    )
    label = models.CharField(max_length=150, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["label"], condition=~Q(label=""), name="tournaments_rated_label"
            ),
        ]

    def __str__(self) -> str:
        return self.label or f"player {self.user_id}"


class Formula(models.Model):
    """How ratings were reckoned: the model, its parameters as JSON, the version of its code."""

    model = models.CharField(max_length=40)
    parameters = models.TextField()
    version = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["model", "parameters", "version"], name="tournaments_formula_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.version}"


class RatingStep(models.Model):
    """What one game did to the rating of one player in one pool.

    ``position`` is the game's among all that ended here. ``mu`` and ``sigma`` are those after the
    game, ``rating`` the number shown for them, ``change`` how much it moved, ``games`` how many
    rated games of the pool there were with this one. ``place`` is the place in the game, shared by
    who tied.
    """

    position = models.PositiveBigIntegerField(db_index=True)
    # An erased game takes its steps along; until then they may outlive it for a moment.
    game = models.ForeignKey(
        Game, on_delete=models.DO_NOTHING, db_constraint=False, related_name="rating_steps"
    )
    pool = models.CharField(max_length=10, choices=Pool.choices)
    player = models.ForeignKey(RatedPlayer, on_delete=models.PROTECT, related_name="steps")
    players = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.IntegerField()
    change = models.IntegerField()
    games = models.PositiveIntegerField()
    finished_at = models.DateTimeField()
    formula = models.ForeignKey(Formula, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "pool", "position"], name="tournaments_step_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} after {self.position}: {self.rating}"


class Rating(models.Model):
    """The rating of a player in a pool now: what the newest step says."""

    player = models.ForeignKey(RatedPlayer, on_delete=models.PROTECT, related_name="ratings")
    pool = models.CharField(max_length=10, choices=Pool.choices)
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.IntegerField()
    games = models.PositiveIntegerField()
    position = models.PositiveBigIntegerField()
    finished_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "pool"], name="tournaments_rating_once"),
        ]
        indexes = [
            models.Index(fields=["pool", "-rating", "player"], name="tournaments_rating_list"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}: {self.rating}"


class RatingProgress(models.Model):
    """Up to which position games are rated; there is one row at most, and it is the lock."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    position = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="tournaments_one_progress"),
        ]

    def __str__(self) -> str:
        return f"rated up to {self.position}"


class RatingRewind(models.Model):
    """A game was erased: what follows its position is to be reckoned again, without it."""

    position = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"again from {self.position}"
