"""Production in the log: what is decided to be made, and what clans keep."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.expansions import in_play
from games.engine.terms import Good
from replays.narration import vocabulary
from replays.narration.base import Narration, by_seat
from replays.narration.clans import phrases_of
from replays.narration.language import gettext as _
from replays.narration.language import pgettext


def answered(narration: Narration, effects: Sequence[fx.Answered]) -> None:
    """What a player wants to make, once all have answered."""
    for effect in effects:
        answer = effect.answer
        made: dict[Good, int] = {
            "cheese": answer.cheese,
            "bread": answer.bread,
            "whisky": answer.whisky,
        }
        what = [*phrases_of(narration, effect.seat).chosen(narration, effect.seat, answer.clan)]
        if any(made.values()):
            # Translators: goes on from "decides to", as all texts with this context do.
            make = pgettext("decides to", "make %(goods)s")
            what.insert(0, make % {"goods": vocabulary.amounts_taken(made)})
        here = in_play(narration.state.options)
        added = (expansion.choice_phrase(effect.seat, answer.clan) for expansion in here)
        what += [narration.filled(phrase) for phrase in added if phrase is not None]
        if what:
            decides, own = _("decides to %(what)s"), _("decide to %(what)s")
            narration.say(effect.seat, decides, own, what=vocabulary.listed(what))
        elif not answer.clan.chosen():
            decides, own = _("decides to make nothing"), _("decide to make nothing")
            narration.say(effect.seat, decides, own)


def own_tiles(narration: Narration) -> None:
    """Tiles of a clan's own that are used, said like those on the map. (CLAN-MACLEOD-3)"""
    used = [e for e in narration.all(fx.ClanStateSet) if phrases_of(narration, e.seat).keeps_tiles]
    narration.drop(used)
    clan_state_set(narration, used)


def clan_state_set(narration: Narration, effects: Sequence[fx.ClanStateSet]) -> None:
    """What a clan keeps of its own, after all that the event changes of it."""
    for seat, own in by_seat(effects).items():
        phrases_of(narration, seat).state_set(narration, seat, own[-1].values)
