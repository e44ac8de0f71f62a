"""Games and the seats at their tables. What happened in a game stands in its stream, not here."""

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.content import ContentPack


class Visibility(models.TextChoices):
    """Who may see a game."""

    PUBLIC = "public", "listed for everybody"
    UNLISTED = "unlisted", "everybody who knows the address"
    PRIVATE = "private", "its players, and who holds the invite code"


class Status(models.TextChoices):
    """Where a game is in its life."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Source(models.TextChoices):
    """How a game came to be here."""

    PLAYED = "played", "played on this server"
    IMPORTED = "imported", "read from a file, which proves less"
    FORKED = "forked", "branched off another game"


class EndedBy(models.TextChoices):
    """What ended a game."""

    SCORING = "scoring", "its last round was played and scored"
    RESIGNATION = "resignation", "too few people were left, and what stood was scored"
    AGREEMENT = "agreement", "all agreed to end it, without scores"
    DIRECTOR = "director", "a director of its tournament ended it, without scores"


UNSCORED: Final = (EndedBy.AGREEMENT, EndedBy.DIRECTOR)
"""Ends that give no result."""


class Game(models.Model):
    """One table. The columns from ``version`` on repeat what the newest state says, for lists.

    ``server_seed`` and ``salt`` are secrets until the game is finished. ``due`` is set if the
    server itself has to act: a step of the game, a standing order or a bot. ``asking`` is what
    is asked of whom (``games.turns``), empty where that was not written yet. A game whose
    host's account was deleted has none. ``named_after`` is whose user name the server has put
    into ``name``; None where somebody typed that. A fork goes on from the version
    ``forked_version`` of the game ``forked_from``, which may have been erased since; so may the
    game ``rematch_of``, whose players this table asks to play again. ``tournament`` is the one
    whose table it is; a game that is ``set_aside`` counts for it no more, since its table has
    another result. What has happened in a ``withheld`` game is shown to its players alone, and
    only as the table: other tables are still played with the same set-up. ``contributions`` are
    what words of players have added to the seed, as hex, from the start on; ``seed_chosen`` is
    set if the server's seed was given and not drawn, or made known before the game was over.
    ``ended_by`` is empty as long as the game is not over. ``chat_number`` is that of the newest
    message of its chat. ``swept_version`` is the version at which the sweep last found the game
    due. ``active_at`` is by the clock of the process that wrote, while no event is recorded as
    earlier than the one before it. ``finish_position`` numbers the games that ended here in the
    order in which they did, from 1; one that was imported has none.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="hosted_games"
    )
    named_after = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    visibility = models.CharField(max_length=10, choices=Visibility.choices)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.PLAYED)
    forked_from = models.UUIDField(null=True)
    forked_version = models.PositiveIntegerField(null=True)
    rematch_of = models.UUIDField(null=True, unique=True)
    tournament = models.UUIDField(null=True)
    withheld = models.BooleanField(default=False)
    set_aside = models.BooleanField(default=False, db_default=False)
    players = models.PositiveSmallIntegerField()
    options = models.TextField()
    content = models.ForeignKey(ContentPack, on_delete=models.PROTECT, related_name="games")
    commitment = models.CharField(max_length=64)
    server_seed = models.BinaryField()
    seed_chosen = models.BooleanField(default=False)
    contributions = models.JSONField(default=list)
    salt = models.BinaryField()
    invite_code = models.CharField(max_length=32)
    version = models.PositiveIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=0)
    awaits_step = models.BooleanField(default=False)
    asking = models.TextField(blank=True, default="")
    due = models.BooleanField(default=False)
    swept_version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    finish_position = models.PositiveBigIntegerField(null=True, unique=True)
    ended_by = models.CharField(max_length=12, choices=EndedBy.choices, blank=True, default="")
    chat_number = models.PositiveIntegerField(default=0)
    active_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["-active_at", "-id"], name="games_by_activity"),
            # For lists of open, running or finished games, of which one kind may be rare or old.
            models.Index(fields=["status", "-active_at", "-id"], name="games_by_status"),
            # For lists of games that ended in one way, which hardly any may have.
            models.Index(
                fields=["ended_by", "-active_at", "-id"],
                condition=~Q(ended_by=""),
                name="games_by_ending",
            ),
            models.Index(fields=["active_at"], condition=Q(due=True), name="games_due"),
            models.Index(
                fields=["finished_at", "id"], condition=Q(status="finished"), name="games_finished"
            ),
            models.Index(
                fields=["forked_from"],
                condition=Q(forked_from__isnull=False),
                name="games_forks",
            ),
            models.Index(
                fields=["tournament"],
                condition=Q(tournament__isnull=False),
                name="games_of_tournament",
            ),
            # For the quotas of hosts.
            models.Index(fields=["host", "created_at"], name="games_by_host"),
            models.Index(fields=["host"], condition=Q(status="open"), name="games_open_by_host"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rated(self) -> bool:
        """Whether ratings may count it: only what was played here, with chance that was drawn.

        One that was ended without scores has no result, and a solo game has no opponents. Bots are
        no people, and nobody plays against themselves.
        """
        played = self.source == Source.PLAYED and not self.seed_chosen
        if not played or self.ended_by in UNSCORED or self.players < 2:
            return False
        seats = self.seats.all()
        taken = [(seat.user_id, seat.label) for seat in seats if seat.user_id or seat.label]
        return len(set(taken)) == len(taken) and not any(seat.bot for seat in seats)


class FinishCounter(models.Model):
    """The position of the game that ended last; there is one row at most.

    A transaction that ends a game keeps it locked until it is over: no position becomes visible
    before a lower one.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    last = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="games_one_finish_counter")]

    def __str__(self) -> str:
        return str(self.last)


class Seat(models.Model):
    """A taken place at a table: of a user, or of a bot by its name.

    ``bot_number`` tells a bot from others of its kind in a tournament; 0 elsewhere.
    ``label`` is the name of a player without an account here: in an imported game, or anonymous
    after the account was deleted. ``shared`` seats are those of a user who may have several at this
    table: in a fork, one person may play for all. ``asked`` seats of an open table are kept for
    users who have not said yet that they play: of a rematch. ``experience`` is which clans the
    player wants, stated before the start where the table asks for it; empty if not stated. ``seal``
    is what is shown of a player's ``word`` before the start; the word is a secret until the game is
    finished. ``resigned`` repeats what the state says; ``abandons`` is set if the player agrees to
    end the game without a result. ``waiting`` repeats whether the state asks this seat to decide,
    ``waiting_since`` when that was asked; the chain of decisions of one turn is one question.
    ``standing_order`` and ``max_bid`` (``games.max_bids``) are for the player alone. ``chat_read``
    is the number of the last message that the player has seen.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(max_length=50, blank=True, default="")
    bot_number = models.PositiveSmallIntegerField(default=0)
    label = models.CharField(max_length=150, blank=True, default="")
    shared = models.BooleanField(default=False)
    asked = models.BooleanField(default=False)
    experience = models.CharField(max_length=10, blank=True, default="")
    seal = models.CharField(max_length=64, blank=True, default="")
    word = models.CharField(max_length=200, blank=True, default="")
    waiting = models.BooleanField(default=False)
    waiting_since = models.DateTimeField(null=True)
    standing_order = models.JSONField(null=True)
    max_bid = models.JSONField(null=True)
    resigned = models.BooleanField(default=False)
    abandons = models.BooleanField(default=False)
    chat_read = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="games_seat_index"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(shared=False), name="games_seat_user"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, bot="", label="")
                | (Q(user__isnull=True, label="") & ~Q(bot=""))
                | (Q(user__isnull=True, bot="") & ~Q(label="")),
                name="games_seat_one_player",
            ),
        ]
        indexes = [
            models.Index(fields=["user"], condition=Q(waiting=True), name="games_seat_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.name}"

    @property
    def name(self) -> str:
        """The displayed name of the player."""
        if self.user:
            return self.user.get_username()
        number = f" {self.bot_number}" if self.bot_number else ""
        return self.label or f"{self.bot} bot{number}"
