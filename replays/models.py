"""The tables of the read side. All but the log of heads can be rebuilt from the streams."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from games.models import Game
from replays.heads.models import HeadDelivery, HeadLeaf, HeadNode, LoggedGame, SignedHead

__all__ = [
    "HeadDelivery",
    "HeadLeaf",
    "HeadNode",
    "Import",
    "KeptSums",
    "LoggedGame",
    "Result",
    "ResultCounter",
    "SeatResult",
    "SignedHead",
    "Snapshot",
    "Trait",
    "Validation",
]


class Snapshot(models.Model):
    """The public part of the state as of a version: later ones are replayed from there.

    A cache: it may be dropped at any time. A reader uses ``state`` only if it hashes to the digest
    that the stream has for the version.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="replays_snapshot_version"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"


class Validation(models.Model):
    """A stream decided again: asked for, going on, or with what came out of it.

    ``version`` is the game's at the time, ``checked`` how many events held, ``rules`` the version
    of the rules that decided. ``first_difference`` is JSON, and may show what a player of a
    running game must not see. ``run`` names the run over all games that it belongs to, if any.
    ``address`` is where it was asked for, until it is over.
    """

    class Status(models.TextChoices):
        """How far it is."""

        PENDING = "pending"
        RUNNING = "running"
        PASSED = "passed"
        FAILED = "failed"
        DRIFTED = "drifted"

    OPEN = (Status.PENDING, Status.RUNNING)
    HELD = (Status.PASSED, Status.DRIFTED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="validations")
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    address = models.CharField(max_length=45, blank=True, default="")
    run = models.UUIDField(null=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    version = models.PositiveIntegerField()
    checked = models.PositiveIntegerField(default=0)
    rules = models.PositiveIntegerField()
    drifted = models.PositiveIntegerField(default=0)
    first_difference = models.TextField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "version"],
                condition=Q(status__in=["pending", "running"]),
                name="replays_validation_open",
            ),
        ]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=Q(status__in=["pending", "running"]),
                name="replays_validation_waiting",
            ),
            models.Index(
                fields=["created_at"],
                condition=Q(requested_by=None, run=None),
                name="replays_validation_strangers",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}: {self.status}"


class Import(models.Model):
    """The import of a user's file as a game: waiting, being read, or its result.

    ``data`` is dropped when that is known, and ``address``, where it came from; ``size`` and
    ``sha256`` are the file's, as it was sent. Of one that is done ``game`` is the id, ``events``
    how many it had; ``refusal`` is JSON of one that came to nothing. ``attempts`` counts how often
    a task began to read it, and identifies the one that does.
    """

    class Status(models.TextChoices):
        """How far it is. A file that is ``refused`` is wrong; ``failed`` is for other reasons."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        REFUSED = "refused"
        FAILED = "failed"

    OPEN = (Status.WAITING, Status.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="imports"
    )
    key = models.CharField(max_length=255, null=True)
    address = models.CharField(max_length=45, blank=True, default="")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    visibility = models.CharField(max_length=10)
    data = models.BinaryField(null=True)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    attempts = models.PositiveSmallIntegerField(default=0)
    game = models.UUIDField(null=True)
    events = models.PositiveIntegerField(default=0)
    refusal = models.TextField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="replays_import_key"),
        ]
        indexes = [
            models.Index(fields=["user", "created_at"], name="replays_import_user"),
            models.Index(fields=["created_at"], name="replays_import_age"),
            models.Index(
                fields=["created_at"],
                condition=Q(status__in=["waiting", "running"]),
                name="replays_import_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id}: {self.status}"


class Result(models.Model):
    """How a finished game that was played here came out: what statistics over games rest on.

    A projection: ``manage.py rebuild_statistics`` makes all of it again from the streams.
    ``modules`` are the sides of the map, such as "A1 B2 C1 D2"; ``scoring_tiles`` and
    ``port_tiles`` are the numbers of the tiles as one text, sorted, such as "1 4 6": sums are made
    by these texts, of which there are few. ``people`` counts the seats that are not a bot's.
    ``usual`` is set if no variant was played and no switch of the rules differed from its default.
    ``version`` is the game's when this was read off it. ``number`` orders results as they become
    visible (``replays.statistics.kept_sums``); a result that is made anew keeps its own.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="result"
    )
    version = models.PositiveIntegerField()
    players = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField()
    modules = models.CharField(max_length=40)
    scoring_tiles = models.CharField(max_length=200, default="")
    port_tiles = models.CharField(max_length=200, default="")
    usual = models.BooleanField(default=True)
    finished_at = models.DateTimeField()
    number = models.PositiveBigIntegerField(null=True, unique=True)

    def __str__(self) -> str:
        return f"the result of {self.game_id}"


class ResultCounter(models.Model):
    """The number of the newest result, and how often one has gone; there is one row at most.

    A transaction that writes a result keeps it locked until it is over: no number becomes visible
    before a lower one.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    last = models.PositiveBigIntegerField()
    gone = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="replays_one_counter")]

    def __str__(self) -> str:
        return str(self.last)


class KeptSums(models.Model):
    """The sums of one question about all results, as JSON, up to a number; they may be dropped.

    They hold as long as no more results have ``gone`` than when they were stored.
    """

    key = models.CharField(max_length=64, primary_key=True)
    upto = models.PositiveBigIntegerField()
    gone = models.PositiveBigIntegerField()
    sums = models.TextField()

    def __str__(self) -> str:
        return f"{self.key} up to {self.upto}"


def points_of(line: str) -> models.GeneratedField:
    """A column that the database fills with the points of a line; null where it is missing."""
    return models.GeneratedField(
        expression=Cast(KT(f"lines__{line}"), models.IntegerField()),
        output_field=models.IntegerField(null=True),
        db_persist=True,
    )


class SeatResult(models.Model):
    """One player's part of a result: how it began, and the lines of the score sheet.

    ``lines`` has the points of each line by its name, as it is in the table of lines, so that a new
    one needs no column. One that is missing brought 0. The database derives a number of each line
    that there is from it, because adding up numbers takes less than half the time of reading JSON.
    ``place`` is that in the turn order of round 1, from 1. ``win`` counts in twelfths, so that
    shared wins add up exactly: 12 for the only winner, 6, 4 or 3 for each of several, else 0.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    bot = models.CharField(max_length=50, blank=True)
    clan = models.CharField(max_length=50)
    start_tile = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    win = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    lines = models.JSONField(default=dict)
    glory_points = points_of("glory")
    basic_goods_points = points_of("basic_goods")
    processed_goods_points = points_of("processed_goods")
    money_points = points_of("money")
    hops_points = points_of("hops")
    cotton_points = points_of("cotton")
    tobacco_points = points_of("tobacco")
    sugar_cane_points = points_of("sugar_cane")
    exports_points = points_of("exports")
    settlements_points = points_of("settlements")
    auction_points = points_of("auction")
    award_points = points_of("award")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="replays_seat_result"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.result_id}: {self.total}"


class Trait(models.Model):
    """Something of which a game has several: a side of the map, a scoring tile, a port tile."""

    class Kind(models.TextChoices):
        """What it is."""

        SIDE = "side"
        SCORING_TILE = "scoring_tile"
        PORT_TILE = "port_tile"

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="traits")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    value = models.CharField(max_length=20)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "kind", "value"], name="replays_trait_once"),
        ]
        indexes = [models.Index(fields=["kind", "value"], name="replays_trait_value")]

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"
