"""Bonuses that are lost because they cannot be used."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.engine import effects as fx
from replays.narration.base import Narration
from replays.narration.language import gettext as _


def lapsed(narration: Narration) -> None:
    """Bonuses that the event opened and closed at once. (BONUS-05, BONUS-10)"""
    for said in lost(narration.event.effects):
        narration.aside(said)


def lost(effects: Sequence[fx.Effect]) -> Iterator[str]:
    """A clause for each bonus that is closed as soon as it is opened."""
    for opened, then in pairwise(effects):
        if isinstance(opened, fx.DecisionOpened) and isinstance(then, fx.DecisionClosed):
            said = opened.decision.LOST
            if said:
                yield _(said)
