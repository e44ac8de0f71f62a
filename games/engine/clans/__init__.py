"""The clans: one file each, one line each in the registry."""

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

CLANS: dict[str, Clan] = {
    clan.name: clan
    for clan in (
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
}


CLAN_OF_MOVE: dict[str, str] = {
    move_type: clan.name for clan in CLANS.values() for move_type in clan.own_moves
}
"""The clan that has a type of moves for itself."""


def clan_of(player: Player) -> Clan:
    """The clan that a player plays; the plain one before the draft."""
    return CLANS.get(player.clan, PLAIN)


__all__ = ["CLANS", "CLAN_OF_MOVE", "PLAIN", "Clan", "clan_of"]
