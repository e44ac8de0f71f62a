"""What clans change about tiles, as sentences, and which of them a table has."""

from collections.abc import Iterable
from typing import Protocol

from games.engine.clans import Clan, all_clans, clan_of
from games.engine.state import State
from games.engine.terms import TileTopic


class TileWithText(Protocol):
    """A tile with a text, and what it is about that clans may change."""

    @property
    def text(self) -> str:
        """What it does, or counts."""

    @property
    def topics(self) -> tuple[TileTopic, ...]:
        """What it is about, where a clan may change something about that."""


def said_by(clans: Iterable[Clan], tile: TileWithText) -> list[str]:
    """The sentences of clans about a tile."""
    return [
        clan.about_tiles[topic]
        for clan in clans
        for topic in tile.topics
        if topic in clan.about_tiles
    ]


def said_by_all(tile: TileWithText) -> list[str]:
    """The sentences about a tile of all clans that there are."""
    return said_by(all_clans().values(), tile)


def texts_at(state: State, tile: TileWithText) -> list[str]:
    """What is said of a tile at a table: its text, and what the clans there change about it."""
    return [tile.text, *said_by(map(clan_of, state.players), tile)]
