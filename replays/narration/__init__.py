"""The log of a game in words: one short paragraph for each event, rendered and never stored.

Pure functions of the state before an event, the event and the names of the players, in the active
language. ``effect_phrases`` has the phrases by class of effects, ``leads`` those by kind of event.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games import engine
from games.engine import effects as fx
from replays.narration import lapses
from replays.narration.base import Narration
from replays.narration.effect_phrases import EFFECT_PHRASES
from replays.narration.language import gettext as _
from replays.narration.language import one_language
from replays.narration.leads import MOVES, STEPS
from replays.narration.production import own_tiles
from replays.stepping import PublicEvent

__all__ = ["EFFECT_PHRASES", "MOVES", "STEPS", "Described", "described", "sentence"]

DESCRIBED: Final = tuple(kind for kind, phrase in EFFECT_PHRASES.items() if phrase is not None)
"""The classes of effects that have a phrase, in their order."""


class Described(NamedTuple):
    """The sentence of an event, and in ``brief`` what its player does, without the player's name.

    ``brief`` has its phrases one by one, and is empty where no player does anything. ``others`` are
    sentences about what the clans of other players gain by it.
    """

    text: str
    brief: tuple[str, ...]
    others: tuple[str, ...] = ()


def sentence(
    state: engine.State,
    event: PublicEvent,
    names: Sequence[str],
    you: engine.Seat | None = None,
) -> str:
    """The sentence of an event; ``state`` is the one before, ``names`` are the players' by seat.

    Of the seat ``you`` it speaks in the second person.
    """
    return described(state, event, names, you).text


def described(
    state: engine.State,
    event: PublicEvent,
    names: Sequence[str],
    you: engine.Seat | None = None,
    *,
    contract: str = "%s",
) -> Described:
    """The sentence of an event as ``sentence`` has it, and the same in few words.

    ``contract`` is how a contract's number is written.
    """
    with one_language(contract):
        if event.is_undo:
            return Described(_back(event, names), ())
        narration = Narration(state, event, names, you)
        # A tile comes before the move that it changes.
        _describe(narration, fx.PortUsed)
        own_tiles(narration)
        _lead(narration)
        left = {type(effect) for effect in narration.effects}
        for kind in DESCRIBED:
            if kind in left:
                _describe(narration, kind)
        lapses.lapsed(narration)
        _describe_expansions(narration)
        text = narration.text() or _plain(event, names)
        return Described(text, narration.brief(), narration.others())


def _back(event: PublicEvent, names: Sequence[str]) -> str:
    """The sentence of an undo."""
    params = {"who": _who(event, names), "version": event.parent}
    return _("%(who)s takes back all that followed event %(version)s.") % params


def _lead(narration: Narration) -> None:
    event = narration.event
    if event.move is None:
        opening = STEPS.get(event.kind)
        if opening is not None:
            opening(narration)
    elif event.seat is not None:
        lead = MOVES.get(event.kind)
        if lead is not None:
            lead(narration, event.seat)


def _describe(narration: Narration, kind: type[fx.Effect]) -> None:
    phrase = EFFECT_PHRASES[kind]
    effects = narration.all(kind)
    if phrase is not None and effects:
        phrase(narration, effects)
        narration.drop(effects)


def _describe_expansions(narration: Narration) -> None:
    """The phrases that effects of expansions have themselves."""
    for effect in narration.effects:
        phrase = effect.phrase()
        if phrase is not None:
            narration.speak(phrase)


def _plain(event: PublicEvent, names: Sequence[str]) -> str:
    """The fallback where neither the kind of the event nor its effects have a phrase."""
    params = {"who": _who(event, names), "what": event.notation or event.kind}
    # Translators: who moves, and the move in the notation of the game.
    return _("%(who)s: %(what)s.") % params


def _who(event: PublicEvent, names: Sequence[str]) -> str:
    return _("The game") if event.seat is None else names[event.seat]
