"""Expansions, modules and variants: one file or folder each."""

from games.engine import registry
from games.engine.expansions.base import Expansion
from games.engine.options import Options


def in_play(options: Options) -> list[Expansion]:
    """The expansions with which a game is played, in the order in which they are asked."""
    return [one for one in registry.current().expansions if one.in_play(options)]


__all__ = ["Expansion", "in_play"]
