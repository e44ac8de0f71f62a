"""What clans change about tiles, as sentences by clan, and which of them a table has."""

from collections.abc import Mapping
from typing import Final, Protocol, TypeAlias

from games.engine.state import State
from games.engine.terms import gettext_noop

ByClan: TypeAlias = Mapping[str, str]
"""By clan, the sentence about what is different for it."""


class TileWithText(Protocol):
    """A tile with a text, and what clans change about it."""

    @property
    def text(self) -> str:
        """What it does, or counts."""

    @property
    def by_clan(self) -> ByClan:
        """The sentences of clans."""


BASIC_GOODS_OF: Final[ByClan] = {
    "gordon": gettext_noop("Grain in the silos of clan Gordon counts as stock."),
}
PROCESSED_GOODS_OF: Final[ByClan] = {
    "mackenzie": gettext_noop("Whisky that clan MacKenzie has put away to age counts too."),
    "fraser": gettext_noop("Kilts of clan Fraser count as processed goods."),
}
"""Goods in stock. (SCORE-1, SCORE-2, AWARD-6, AWARD-7)"""
KINDS_OF: Final[ByClan] = {
    "fraser": gettext_noop("Kilts of clan Fraser are a kind of their own."),
    **BASIC_GOODS_OF,
    "mackenzie": gettext_noop("Whisky that clan MacKenzie has put away to age does not count."),
}
"""Different goods in stock. (SCORE-12)"""
BUILDINGS_OF: Final[ByClan] = {
    "fraser": gettext_noop("Kiltmakers of clan Fraser count as buildings too."),
}
"""Buildings, by a switch. (EDN-21)"""
WORKERS_OF: Final[ByClan] = {
    "macdonald": gettext_noop("Fishermen of clan MacDonald are workers."),
}
EVERY_CHAIN_OF: Final[ByClan] = {
    "fraser": gettext_noop("Of clan Fraser a kiltmaker and its sheep are a pair too."),
}
CHAINS_OF: Final[ByClan] = {
    "gordon": gettext_noop("A field of clan Gordon counts in up to three."),
    **EVERY_CHAIN_OF,
}
"""Pairs along chains. (SCORE-13)"""
KILTS_DISCARDED: Final[ByClan] = {
    "fraser": gettext_noop("Clan Fraser can discard kilts for it."),
}
"""Processed goods that a port tile takes. (CLAN-FRASER-5)"""
UNITS_THAT_STAY: Final[ByClan] = {
    "macdonald": gettext_noop("Fishermen of clan MacDonald cannot be exchanged."),
}
NO_TECHNOLOGY: Final[ByClan] = {
    "macdonald": gettext_noop("Clan MacDonald always gains the Glory."),
}
"""What port tiles do. (PORT-7i, PORT-13)"""


def texts_at(state: State, tile: TileWithText) -> list[str]:
    """What is said of a tile at a table: its text, and what the clans there change about it."""
    played = {player.clan for player in state.players}
    return [tile.text, *(text for clan, text in tile.by_clan.items() if clan in played)]
