"""Tournaments and who takes part. What happened in one stands in its log, not here."""

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Visibility

LONGEST_NAME: Final = 100
LONGEST_ANNOUNCEMENT: Final = 4000


class Tournament(models.Model):
    """One tournament. ``phase``, ``format``, ``round``, ``entrants``, ``ranked`` and ``version``
    repeat what its state says, for lists; ``ranked`` is how many stand in its standings.

    ``registration_opens`` and ``registration_closes`` are those of the settings. With
    ``final_drawn`` the newest round is the final. ``log_bytes`` is how long the texts of its
    log are together, as of the newest request. ``name`` and ``announcement`` are words of the
    director and no part of the log, so that they can be erased. ``due_at`` is the next deadline
    of a table without a result, ``reminded_of`` the one of which players were reminded, when
    ``reminded_in`` was the newest round. ``server_seed`` and ``salt`` are secrets until the
    tournament is over and no game of it runs; in between it is ``sealed``. ``waiting_tables``
    are those of bots alone without game and result, where games are played here. Up to
    ``settled_version``, and the finish of a game ``settled_finish``, no result is missing. A
    tournament whose director's account was deleted has none.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    announcement = models.TextField(blank=True, default="")
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    visibility = models.CharField(max_length=10, choices=Visibility.choices)
    phase = models.CharField(max_length=10, default="draft")
    format = models.CharField(max_length=30)
    round = models.PositiveSmallIntegerField(default=0)
    final_drawn = models.BooleanField(default=False, db_default=False)
    entrants = models.PositiveSmallIntegerField(default=0)
    ranked = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    registration_opens = models.DateTimeField(null=True)
    registration_closes = models.DateTimeField(null=True)
    registration_closed = models.BooleanField(default=False, db_default=False)
    log_bytes = models.PositiveIntegerField(default=0, db_default=0)
    waiting_tables = models.PositiveSmallIntegerField(default=0)
    settled_version = models.PositiveIntegerField(null=True)
    settled_finish = models.PositiveBigIntegerField(null=True)
    sealed = models.BooleanField(default=False)
    server_seed = models.BinaryField()
    salt = models.BinaryField()
    invite_code = models.CharField(max_length=32)
    due_at = models.DateTimeField(null=True)
    reminded_of = models.DateTimeField(null=True)
    reminded_in = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField()
    active_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["-active_at", "-id"], name="tournaments_by_activity"),
            models.Index(fields=["director", "created_at"], name="tournaments_by_director"),
            models.Index(fields=["id"], condition=Q(sealed=True), name="tournaments_sealed"),
        ]

    def __str__(self) -> str:
        return self.name


class Participant(models.Model):
    """Who a number in the log of a tournament is: a user, a bot by its name, or a label.

    ``label`` is the name of a player without an account here, or what is left of one whose account
    was deleted. Bots of one kind may take part several times. ``place`` is that in the standings
    of who holds an entrant's place now; it is null before the first round. ``replaced_in`` is the
    round that was drawn last when a substitute took over the place of one who has none now, 0
    before the first and where there are no rounds. ``awaited`` says what
    the tournament waits for from this person, as ``tournaments.awaiting`` names it. Who is
    ``asked_to_direct`` is a co-director once that is accepted; until then the log says nothing.
    ``former`` directed a draft for a while: nothing is open to that account here any more, but the
    label is its name, and goes with it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="people")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    former = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    bot = models.CharField(max_length=50, blank=True, default="")
    label = models.CharField(max_length=150, blank=True, default="")
    place = models.PositiveSmallIntegerField(null=True)
    replaced_in = models.PositiveSmallIntegerField(null=True)
    awaited = models.CharField(max_length=10, blank=True, default="", db_default="")
    asked_to_direct = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_participant_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=Q(user__isnull=False),
                name="tournaments_participant_user",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"
