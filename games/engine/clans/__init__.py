"""The clans: one file each, one line each in ``base_clans``.

What a clan alone has, its moves among it, stands in its file. Nothing here imports them, so that
they may import whatever asks for a clan.
"""

from collections.abc import Mapping

from games.engine import registry
from games.engine.clans.base import Clan
from games.engine.registry import CLANS
from games.engine.state import Player

PLAIN = Clan()


def all_clans() -> Mapping[str, Clan]:
    """Every clan by its name."""
    return registry.current().clans


def clan_of(player: Player) -> Clan:
    """The clan that a player plays; the plain one before the draft."""
    return CLANS.get(player.clan, PLAIN)


def owner_of(move_type: str) -> str | None:
    """The clan that has a type of moves for itself; None where that is not so."""
    owners = (clan.name for clan in all_clans().values() if move_type in clan.own_moves())
    return next(owners, None)


__all__ = ["PLAIN", "Clan", "all_clans", "clan_of", "owner_of"]
