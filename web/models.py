"""What the pages know of a user beside the account itself."""

from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models

LONGEST_NOTE: Final = 5000


class Profile(models.Model):
    """How a user likes the pages; without a row everything is at its default.

    ``seen_at`` is when the user last did something on them, to the minute, and ``seen_language``
    in which language. Mail has announced all turns that began up to ``turns_told``; such a mail
    was last tried in vain at ``turns_tried``.
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
    turns_tried = models.DateTimeField(null=True)
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
    """A player's private notes on a game."""

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


class MailAddress(models.Model):
    """What is known of the mail address of a user; without a row it is not verified.

    Mail goes to ``User.email`` and only if that is the ``verified`` one. ``awaited`` was given by
    the user and takes its place once it is verified; ``asked_at`` is when mail about that was last
    requested. Until ``grace_until`` an address from before addresses were verified still gets links
    that reset passwords.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="mail_address",
    )
    verified = models.EmailField(blank=True, default="")
    awaited = models.EmailField(blank=True, default="")
    asked_at = models.DateTimeField(null=True)
    grace_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"address of {self.user_id}"


class AccountMail(models.Model):
    """A mail about an account that was requested; with ``done_at`` it was sent, or never will be.

    A task names its row and nothing else, so access to the queue is not enough to send a mail that
    was not requested, to another address, or twice.
    """

    class Kind(models.TextChoices):
        """What the mail is about."""

        RESET_REQUEST = "reset_request"
        """Somebody typed ``address`` to reset a password: each account that has it gets a mail."""
        RESET = "reset"
        VERIFY = "verify"
        CHANGED = "changed"
        """To the address that was in force before, and no longer is."""
        SECOND_FACTOR_ON = "second_factor_on"
        SECOND_FACTOR_OFF = "second_factor_off"
        RECOVERY_CODE_USED = "recovery_code_used"
        PASSKEY_ADDED = "passkey_added"
        PASSKEY_REMOVED = "passkey_removed"
        CODES_RENEWED = "codes_renewed"
        SECOND_FACTOR_LOCKED = "second_factor_locked"
        DEADLINE = "deadline"
        """A round of a tournament is over within a day, and a table of the user has no result."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="account_mail"
    )
    kind = models.CharField(max_length=20, choices=Kind.choices)
    address = models.EmailField()
    language = models.CharField(max_length=10)
    requested_at = models.DateTimeField()
    due_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=("due_at",), condition=models.Q(done_at=None), name="web_accountmail_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class MailOutage(models.Model):
    """The mail server is away, after ``failures`` mails in a row; without a row it is not.

    There is one row at most. No mail is tried before ``next_try_at``.
    """

    ONLY: Final = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    since = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="one_mail_outage"),)

    def __str__(self) -> str:
        return f"no mail server since {self.since}"


class Drawing(models.Model):
    """What was drawn of a finished game that everybody may see.

    It is what ``stamp`` says as long as the game still looks so, and empty if it could not be made;
    it may be dropped at any time. ``asked_at`` is when it was first asked for, until it is drawn,
    ``sent_at`` when the last task for it was sent, ``begun_at`` when a worker began.
    """

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE)
    stamp = models.CharField(max_length=64, blank=True, default="")
    data = models.BinaryField(default=b"")
    made_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} of {self.game_id}"


class Picture(Drawing):
    """The picture of a game, as PNG."""


class Animation(Drawing):
    """The animated replay of a game, as GIF."""
