"""The log of a game in words: one short paragraph for each event, rendered and never stored.

Pure functions of the state before an event, the event and the names of the players; in whatever
language is active. Which words a class of effects has stands in ``tellers``, which a kind of event
has in ``leads``.
"""

from collections.abc import Sequence
from typing import Final

from games import engine
from games.engine import effects as fx
from games.engine.expansions import in_play
from replays.sentences.language import gettext as _
from replays.sentences.language import one_language
from replays.sentences.leads import MOVES, STEPS
from replays.sentences.tale import Tale
from replays.sentences.tellers import TELLERS
from replays.stepping import PublicEvent

__all__ = ["MOVES", "STEPS", "TELLERS", "sentence"]

TOLD: Final = tuple(kind for kind, teller in TELLERS.items() if teller is not None)
"""The classes of effects that have words, in the order of the telling."""


def sentence(state: engine.State, event: PublicEvent, names: Sequence[str]) -> str:
    """What an event says; ``state`` is the one before it, ``names`` are the players' by seat."""
    with one_language():
        if event.is_undo:
            return _back(event, names)
        tale = Tale(state, event, names)
        _tell(tale, fx.PortUsed)  # a tile is announced before the move that it changes
        _lead(tale)
        left = {type(effect) for effect in tale.effects}
        for kind in TOLD:
            if kind in left:
                _tell(tale, kind)
        _tell_expansions(tale)
        return tale.text() or _plain(event, names)


def _back(event: PublicEvent, names: Sequence[str]) -> str:
    """An undo names what holds again."""
    told = {"who": _who(event, names), "version": event.parent}
    return _("%(who)s takes back all that followed event %(version)s.") % told


def _lead(tale: Tale) -> None:
    event = tale.event
    if event.move is None:
        opening = STEPS.get(event.kind)
        if opening is not None:
            opening(tale)
    elif event.seat is not None:
        lead = MOVES.get(event.kind)
        if lead is not None:
            lead(tale, event.seat)


def _tell(tale: Tale, kind: type[fx.Effect]) -> None:
    teller = TELLERS[kind]
    untold = tale.all(kind)
    if teller is not None and untold:
        teller(tale, untold)
        tale.told(untold)


def _tell_expansions(tale: Tale) -> None:
    """What the expansions in play say of the effects that they have brought."""
    for expansion in in_play(tale.state.options):
        for effect in [one for one in tale.effects if isinstance(one, expansion.effects)]:
            phrase = expansion.phrase(effect)
            if phrase is not None:
                tale.speak(phrase)


def _plain(event: PublicEvent, names: Sequence[str]) -> str:
    """Something for an event that neither its kind nor its effects have words for."""
    told = {"who": _who(event, names), "what": event.notation or event.kind}
    # Translators: who moves, and the move in the notation of the game.
    return _("%(who)s: %(what)s.") % told


def _who(event: PublicEvent, names: Sequence[str]) -> str:
    return _("The game") if event.seat is None else names[event.seat]
