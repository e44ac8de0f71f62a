"""Production in the log: what is decided to be made, and what clans keep."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.expansions import in_play
from games.engine.terms import Good
from replays.narration import vocabulary
from replays.narration.base import Narration, by_seat
from replays.narration.clans import phrases_of
from replays.narration.language import gettext as _


def answered(narration: Narration, effects: Sequence[fx.Answered]) -> None:
    """What a player wants to make, once all have answered."""
    for effect in effects:
        answer = effect.answer
        made: dict[Good, int] = {
            "cheese": answer.cheese,
            "bread": answer.bread,
            "whisky": answer.whisky,
        }
        goods = vocabulary.amounts_taken(made) if any(made.values()) else ""
        if goods:
            phrase, own = _("decides to make %(goods)s"), _("decide to make %(goods)s")
            narration.say(effect.seat, phrase, own, goods=goods)
        elif not answer.clan.chosen():
            phrase, own = _("decides to make nothing"), _("decide to make nothing")
            narration.say(effect.seat, phrase, own)
        phrases_of(narration, effect.seat).chosen(narration, effect.seat, answer.clan)
        for expansion in in_play(narration.state.options):
            if added := expansion.choice_phrase(effect.seat, answer.clan):
                narration.speak(added)


def clan_state_set(narration: Narration, effects: Sequence[fx.ClanStateSet]) -> None:
    """What a clan keeps of its own, after all that the event changes of it."""
    for seat, own in by_seat(effects).items():
        phrases_of(narration, seat).state_set(narration, seat, own[-1].values)
