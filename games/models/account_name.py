"""The name of an account without its case."""

from django.conf import settings
from django.db import models


class AccountName(models.Model):
    """What all ways to write a user's name have in common, so that no two differ by case only.

    Databases fold case in ways of their own, SQLite that of ASCII letters alone. An account made by
    hand, or whose name another one had already, is without a row until its name is changed.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="account_name",
    )
    folded = models.CharField(max_length=80, unique=True)
    """``games.accounts.names.folded``."""

    def __str__(self) -> str:
        return f"name of {self.user_id}"
