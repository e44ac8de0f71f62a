"""The clans of the game without expansions."""

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
