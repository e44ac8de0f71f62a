"""What every section of a player's page answers."""

from typing import Any, ClassVar

from django.contrib.auth.models import User
from msgspec import Struct


class PlayerSection:
    """One part of what is shown of a player.

    ``title`` is translated where it is shown. ``shape`` is the struct that ``build`` returns.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    shape: ClassVar[type[Struct]]

    def build(self, player: User, viewer: User | None) -> Any:
        """What the viewer may see: nothing of games that stand in no list for the viewer."""
        raise NotImplementedError
