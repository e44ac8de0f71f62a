"""API tokens. The server stores enough to recognise one, and too little to use it."""

from django.conf import settings
from django.db import models


class Token(models.Model):
    """A key with which a program acts as a user; only its SHA-256 is stored.

    ``scopes`` are words with spaces between them. ``password_stamp`` is a hash of the password hash
    that the user had when the token was made: a token with any other stamp is revoked.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=16)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=100)
    password_stamp = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
