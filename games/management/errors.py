"""Errors of several commands."""

from uuid import UUID

from django.core.management.base import CommandError


class UnknownGame(CommandError):
    """A command names a game that does not exist."""

    def __init__(self, game_id: UUID, *, returncode: int = 1) -> None:
        super().__init__(f"There is no game {game_id}.", returncode=returncode)


class UnknownAccount(CommandError):
    """A command names a user who does not exist."""

    def __init__(self, username: str) -> None:
        super().__init__(f"There is no account {username}.")
