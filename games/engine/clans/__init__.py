"""The clans: one file each, one line each in the registry."""

from collections.abc import Mapping

from games.engine import registry
from games.engine.clans.base import Clan
from games.engine.clans.buchanan import Buchanan
from games.engine.clans.campbell import Campbell
from games.engine.clans.cunningham import Cunningham
from games.engine.clans.fergusson import Fergusson
from games.engine.clans.macdonald import MacDonald
from games.engine.clans.macewan import MacEwan
from games.engine.clans.mackenzie import MacKenzie
from games.engine.clans.robertson import Robertson
from games.engine.clans.stewart import Stewart
from games.engine.state import Player

PLAIN = Clan()

BASE_CLANS: tuple[Clan, ...] = (
    Buchanan(),
    Campbell(),
    Cunningham(),
    Fergusson(),
    MacDonald(),
    MacEwan(),
    MacKenzie(),
    Robertson(),
    Stewart(),
)
"""The clans of the game without expansions."""


def all_clans() -> Mapping[str, Clan]:
    """Every clan by its name."""
    return registry.current().clans


def clan_of(player: Player) -> Clan:
    """The clan that a player plays; the plain one before the draft."""
    return all_clans().get(player.clan, PLAIN)


def owner_of(move_type: str) -> str | None:
    """The clan that has a type of moves for itself; None where that is not so."""
    return next((clan.name for clan in all_clans().values() if move_type in clan.own_moves), None)


__all__ = ["BASE_CLANS", "PLAIN", "Clan", "all_clans", "clan_of", "owner_of"]
