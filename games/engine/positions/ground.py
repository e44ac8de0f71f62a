"""Checks that the units of a position stand where units may stand."""

from collections.abc import Iterator
from typing import Final

from games.engine.clans import clan_of
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT
from games.engine.rules.deploying import ground
from games.engine.state import Player, State
from games.engine.terms import Column, Unit

WORKERS: Final[tuple[Column, ...]] = ("worker", "woodcutter", "miner")


def misplaced(player: Player, state: State) -> Iterator[str]:
    """What is wrong with the places of a player's units, in words. (INV-06)

    Two units on one space, or a unit off the map, are found elsewhere.
    """
    clan, blocked = clan_of(player), state.position.blocked
    for piece in player.units:
        if not BIT[piece.hex] & _fitting(player, piece.unit, state) & ~blocked:
            yield "a unit stands on ground that does not fit it"
        try:
            clan.check_deployment(state.board, player, piece.hex)
        except IllegalMove:
            yield "a unit stands where its clan may have none"


def _fitting(player: Player, unit: Unit, state: State) -> int:
    """The spaces for units of a kind. The column of workers is unknown. (WORKER-02)"""
    columns: tuple[Column, ...] = WORKERS if unit == "worker" else (unit,)
    spaces = 0
    for column in columns:
        if column in clan_of(player).columns:
            spaces |= ground(state, player, column)
    return spaces
