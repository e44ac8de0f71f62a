"""Bonuses that are lost because they cannot be used."""

from collections.abc import Iterator, Sequence

from games.engine import effects as fx
from replays.narration.base import Narration
from replays.narration.language import gettext as _


def lapsed(narration: Narration) -> None:
    """Bonuses that the event opened and closed at once. (BONUS-05, BONUS-10)"""
    for said in lost(narration.event.effects):
        narration.aside(said)


def lost(effects: Sequence[fx.Effect]) -> Iterator[str]:
    """A clause for each bonus that is closed by the event that has opened it.

    What brings it may come in between, such as what a shipyard does. (CLAN-MACLEOD-8)
    """
    opened: list[str] = []
    for effect in effects:
        if isinstance(effect, fx.DecisionOpened):
            opened.append(effect.decision.LOST)
        elif isinstance(effect, fx.DecisionClosed) and opened and (said := opened.pop()):
            yield _(said)
