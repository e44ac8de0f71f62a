"""Credentials beside the password."""

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """The authenticator app of a user; with a row the second factor is on.

    ``secret`` is the key that the app shares with the server, encrypted for this user. The code of
    the time step ``last_step`` is the newest that was accepted: it and all before it are used up.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="second_factor",
    )
    secret = models.BinaryField()
    last_step = models.BigIntegerField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"second factor of {self.user_id}"


class RecoveryCode(models.Model):
    """One of the codes that work when the app is lost; only its SHA-256 is stored.

    The codes are random and long, so no salt is needed. ``used_at`` is set once and for all.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="games_recovery_code_once"),
        ]

    def __str__(self) -> str:
        return f"recovery code of {self.user_id}"


class Passkey(models.Model):
    """A passkey that can take the place of a code in the second step of signing in.

    ``credential`` is what WebAuthn calls attested credential data: the id and the public key.
    ``sign_count`` is that of its last use; passkeys that are kept in sync always say 0.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys"
    )
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    credential = models.BinaryField()
    sign_count = models.BigIntegerField()
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"passkey of {self.user_id}"
