"""Bonuses that are lost because they cannot be used."""

from collections.abc import Iterator, Sequence

from games import engine
from games.engine import effects as fx
from replays.narration.base import Narration
from replays.narration.language import gettext as _


def lapsed(narration: Narration) -> None:
    """Bonuses that the event closes because nothing can be done with them. (BONUS-05, BONUS-10)"""
    event = narration.event
    waiting = [] if event.move is None else narration.state.decisions
    for said in dict.fromkeys(lost(event.effects, waiting)):
        narration.aside(said)


def lost(effects: Sequence[fx.Effect], waiting: Sequence[engine.Decision] = ()) -> Iterator[str]:
    """A clause for each bonus that is closed and was not the one to be decided.

    Either the event itself has opened it, with what brings it in between, such as what a shipyard
    does, or it was ``waiting`` below the decision that a move has answered. (CLAN-MACLEOD-8)
    """
    opened = [one.LOST for one in waiting]
    if opened:
        opened[-1] = ""
    for effect in effects:
        if isinstance(effect, fx.DecisionOpened):
            opened.append(effect.decision.LOST)
        elif isinstance(effect, fx.DecisionClosed) and opened and (said := opened.pop()):
            yield _(said)
