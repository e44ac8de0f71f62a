"""All that is shown of a player, section by section."""

from typing import Any

from django.contrib.auth.models import User

from tournaments.players.sections import SECTIONS


def sections_of(player: User, viewer: User | None) -> dict[str, Any]:
    """The sections by name, in the order of the registry, as far as the viewer may see them."""
    return {section.name: section.build(player, viewer) for section in SECTIONS}
