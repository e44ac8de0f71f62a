"""Expansions, modules and variants: one file each, one line each in the registry."""

from typing import Final

from games.engine.expansions.auction import Auctions
from games.engine.expansions.base import Expansion
from games.engine.expansions.future_contracts import FutureContracts
from games.engine.expansions.most_glory import MostGlory
from games.engine.expansions.solo import Solo
from games.engine.expansions.tight_map import TightMap
from games.engine.options import Options

EXPANSIONS: Final[tuple[Expansion, ...]] = (
    Solo(),
    TightMap(),
    FutureContracts(),
    Auctions(),
    MostGlory(),
)
"""In the order in which they are asked: alone at the table a contract goes before the row of
contracts to come is filled. (VAR-FUTURE-09)"""


def in_play(options: Options) -> list[Expansion]:
    """The expansions with which a game is played, in the order of the registry."""
    return [expansion for expansion in EXPANSIONS if expansion.in_play(options)]


__all__ = ["EXPANSIONS", "Expansion", "in_play"]
