"""Tokens for some things only, and requests that have nothing but a token."""

from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from api import tokens
from api.tokens import Scope


def limited(user: User, *scopes: Scope) -> str:
    """A token of a user for some things only."""
    return tokens.issue(user=user, name="limited", scopes=scopes, now=timezone.now())[1]


def asked(token: str, method: str, path: str, body: bytes = b"") -> Any:
    """The answer to a request with a token, in a session that is signed in to nothing."""
    return Client().generic(
        method,
        f"/api/v1/{path}",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
