"""Expansions, modules and variants: one file or folder each."""

from typing import Final

from games.engine import registry
from games.engine.expansions.base import Expansion, Statistic
from games.engine.expansions.contract_row import ContractRow
from games.engine.options import Options
from games.engine.registry import IN_PLAY

MOST_KEPT: Final = 256
"""For how many options it is kept what is in play: more than a process has in hand at a time."""


def in_play(options: Options) -> tuple[Expansion, ...]:
    """The expansions with which a game is played, in the order in which they are asked.

    Rules ask several times a move, so it is kept by the identity of options, which never change.
    """
    known = IN_PLAY.get(id(options))
    if known is not None and known[0] is options:
        return known[1]
    found = tuple(one for one in registry.current().expansions if one.in_play(options))
    if len(IN_PLAY) >= MOST_KEPT:
        IN_PLAY.clear()
    IN_PLAY[id(options)] = (options, found)
    return found


def not_in_play(options: Options) -> list[Expansion]:
    """The expansions without which a game is played."""
    return [one for one in registry.current().expansions if not one.in_play(options)]


def by_name() -> dict[str, Expansion]:
    """The expansions that the option ``expansions`` can name, in the order of the registry."""
    return {one.name: one for one in registry.current().expansions if one.label}


def row_in_play(options: Options) -> ContractRow | None:
    """The expansion in play that lays a row of contracts beside the export board."""
    return next((one for one in in_play(options) if isinstance(one, ContractRow)), None)


def statistics(options: Options | None = None) -> list[Statistic]:
    """What the expansions in play add to the statistics of a game, or all of them, in order."""
    asked = registry.current().expansions if options is None else in_play(options)
    return [statistic for one in asked for statistic in one.statistics]


__all__ = [
    "Expansion",
    "Statistic",
    "by_name",
    "in_play",
    "not_in_play",
    "row_in_play",
    "statistics",
]
