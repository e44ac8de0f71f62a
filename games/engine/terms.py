"""The terms of the game: ids and names that every module shares.

Names are those of the rulebook and of the public contract. They are plain strings with literal
types, so that states, events and moves read the same in code, in JSON and in a pasted log.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise. (SETUP-01)"""

Hex = NewType("Hex", str)
"""A space of the map by column letter and row, such as ``F5``."""

HEX_FORM: Final = "^[A-M][1-9]$"
HexName = Annotated[Hex, Meta(pattern=HEX_FORM, max_length=2)]  # $ lets a line end pass
"""A space as moves name it."""

ContractId = NewType("ContractId", int)
"""An export contract by the number it has in its content pack; 0 stands for none."""

TileNumber = Annotated[int, Meta(ge=1, le=99)]
"""A tile by the number that is printed on it."""

Good = Literal["wool", "milk", "grain", "bread", "cheese", "whisky"]
"""The six goods of the market. (DEF-33)"""

ProcessedGood = Literal["bread", "cheese", "whisky"]
"""What buildings make of other goods. (PROD-05)"""

Import = Literal["cotton", "tobacco", "sugar_cane"]
"""The import goods that are counted on the track; hops are not. (DEF-35)"""

Terrain = Literal["grassland", "forest", "mountain"]

Ground = Literal["grassland", "forest", "mountain", "loch"]
"""What a unit may need to stand on: a terrain, or water."""

Unit = Literal["sheep", "cow", "field", "bakery", "distillery", "cheese_dairy", "worker"]
"""A unit as it stands on the map. (DEF-30, DEF-45)"""

Animal = Literal["sheep", "cow"]
"""A unit that can be slaughtered, or share a space with another of its owner. (IND-DUAL-10)"""

Column = Literal[
    "sheep",
    "cow",
    "field",
    "bakery",
    "distillery",
    "cheese_dairy",
    "woodcutter",
    "miner",
    "worker",
]
"""A column of a player board; ``worker`` is the single pool of a clan that has one."""

TechnologyColumn = Literal["woodcutter", "miner"]
"""A column of workers; also the technology tile for it."""
PriceFace = Literal[-3, -2, -1, 1, 2, 3]
"""A face of the solo game's price die. (SOLO-11)"""

Source = Literal["known", "house", "printed"]
"""Where values come from: stated in print as text, designed here, or read off an own copy."""

PieceKind = Literal["neutral", "cover"]
"""Pieces without an owner that may lie on a space of the map. (SOLO-02, VAR-TIGHT-01)"""

Side = Literal["buy", "sell"]
"""The area of a good's market on which a merchant stands. (TRADE-02)"""

Experience = Literal["easier", "ordinary", "harder"]
"""How much experience a clan asks for, or which clans a player wants. (VAR-NEWBIE-01, -02)"""
TileTopic = Literal[
    "basic goods",
    "processed goods",
    "kinds of goods",
    "buildings",
    "workers",
    "border",
    "dear land",
    "central loch",
    "chains",
    "every chain",
    "discarding processed goods",
    "exchanging units",
    "technologies",
]
"""What a tile is about, where a clan may change something about that."""
EXPERIENCE: Final[tuple[Experience, ...]] = ("easier", "ordinary", "harder")
GOODS: Final[tuple[Good, ...]] = ("wool", "milk", "grain", "bread", "cheese", "whisky")
BASIC_GOODS: Final[tuple[Good, ...]] = ("wool", "milk", "grain")
PROCESSED_GOODS: Final[tuple[ProcessedGood, ...]] = ("bread", "cheese", "whisky")
PRICE_DIE: Final[tuple[PriceFace, ...]] = (-3, -2, -1, 1, 2, 3)
GOOD_INDEX: Final[dict[Good, int]] = {good: i for i, good in enumerate(GOODS)}
WOOL: Final = GOOD_INDEX["wool"]
MILK: Final = GOOD_INDEX["milk"]
GRAIN: Final = GOOD_INDEX["grain"]
"""The places of milk and grain in a stock."""
IMPORTS: Final[tuple[Import, ...]] = ("cotton", "tobacco", "sugar_cane")
IMPORT_INDEX: Final[dict[Import, int]] = {good: i for i, good in enumerate(IMPORTS)}
TERRAINS: Final[tuple[Terrain, ...]] = ("grassland", "forest", "mountain")
COLUMNS: Final[tuple[Column, ...]] = (
    "sheep",
    "cow",
    "field",
    "bakery",
    "distillery",
    "cheese_dairy",
    "woodcutter",
    "miner",
)
BUILDINGS: Final[tuple[Unit, ...]] = ("bakery", "distillery", "cheese_dairy")
"""The factories; a field is not one. (DEF-31)"""

TECHNOLOGY_COLUMNS: Final[tuple[TechnologyColumn, ...]] = ("woodcutter", "miner")
SIDES: Final[tuple[Side, ...]] = ("buy", "sell")
UNITS_PER_COLUMN: Final = 4
MOST_UNITS: Final = 2
"""How many units of one player a space takes. (IND-DUAL-02)"""
ANIMALS: Final[tuple[Animal, ...]] = ("sheep", "cow")
TERRAIN_OF: Final[dict[Column, Terrain]] = {
    "sheep": "grassland",
    "cow": "grassland",
    "field": "grassland",
    "bakery": "grassland",
    "distillery": "grassland",
    "cheese_dairy": "grassland",
    "woodcutter": "forest",
    "miner": "mountain",
}
"""The terrain that a unit of each column needs. (DEF-32)"""


def gettext_noop(message: str) -> str:
    """The message as it is: marks it as a text for people, which pages have translated.

    The name is what the extraction of messages looks for.
    """
    return message


def repeats(listed: Sequence[object]) -> bool:
    """Whether a list has something twice."""
    return len(set(listed)) < len(listed)
