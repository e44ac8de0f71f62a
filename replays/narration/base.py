"""One event while it is being put into words."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games import engine
from games.engine import effects as fx
from games.engine.content import Content
from games.engine.effects import Phrase
from games.engine.terms import GOOD_INDEX, Good, Seat
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from replays.narration.language import ngettext
from replays.stepping import PublicEvent

EffectType = TypeVar("EffectType", bound=fx.Effect)


class Narration:
    """What has been said of an event so far, and which of its effects remain to be described.

    ``state`` is the one before the event. A *phrase* goes on from a player's name ("buys 2 milk"),
    or from "You" ("buy 2 milk") for the seat ``you``; an *aside* is joined to what the acting
    player does, a *remark* is a sentence of its own.
    """

    def __init__(
        self, state: engine.State, event: PublicEvent, names: Sequence[str], you: Seat | None = None
    ) -> None:
        self.state = state
        self.event = event
        self.names = names
        self.you = you
        self.effects: list[fx.Effect] = list(event.effects)
        self._phrases: defaultdict[Seat, list[str]] = defaultdict(list)
        self._also: list[str] = []
        self._lesser: list[str] = []
        self._gains: list[str] = []
        self._shares: list[str] = []
        self._asides: list[str] = []
        self._before: list[str] = []
        self._after: list[str] = []

    # --- the facts -------------------------------------------------------------------------------

    @property
    def content(self) -> Content:
        """The game's content; during the set-up, the pack is in the first effect."""
        opened = self.all(fx.GameOpened)
        return engine.packs.get(opened[0].pack if opened else self.state.pack).content

    def name(self, seat: Seat) -> str:
        """What to call a player."""
        return self.names[seat]

    def all(self, kind: type[EffectType]) -> list[EffectType]:
        """The remaining effects of a class."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def take(self, kind: type[EffectType], seat: Seat | None = None) -> list[EffectType]:
        """Remove and return the remaining effects of a class, of one seat if named."""
        taken = [
            effect
            for effect in self.all(kind)
            if seat is None or getattr(effect, "seat", None) == seat
        ]
        self.drop(taken)
        return taken

    def drop(self, effects: Iterable[fx.Effect]) -> None:
        """Remove effects that need no further words."""
        doomed = {id(effect) for effect in effects}
        self.effects = [effect for effect in self.effects if id(effect) not in doomed]

    def paid(self, seat: Seat) -> int:
        """Take the payments of a seat; returns their sum in pounds."""
        payments = [e for e in self.all(fx.MoneyChanged) if e.seat == seat and e.amount < 0]
        self.drop(payments)
        return -sum(payment.amount for payment in payments)

    def received(self, seat: Seat) -> int:
        """Take the last payment that a seat receives; returns the pounds."""
        payments = [e for e in self.all(fx.MoneyChanged) if e.seat == seat and e.amount > 0]
        self.drop(payments[-1:])
        return sum(payment.amount for payment in payments[-1:])

    def price(self, good: Good, position: int | None = None) -> int:
        """What a good costs on a position of its marker; by default where it stood before."""
        index = GOOD_INDEX[good]
        track = self.content.market(self.state.options.players)[index]
        return track.prices[self.state.prices[index] if position is None else position]

    # --- the words -------------------------------------------------------------------------------

    def say(self, seat: Seat, phrase: str, own: str, /, **facts: object) -> None:
        """Add a phrase about a player, in the third person and in the second."""
        self._phrases[seat].append((own if seat == self.you else phrase) % facts)

    def say_for_money(self, seat: Seat, phrase: str, own: str, /, **facts: object) -> None:
        """Add a phrase with what the player pays for it; takes the payments."""
        cost = self.paid(seat)
        self.say(seat, phrase, own, **facts)
        if cost:
            params = {"what": self._phrases[seat].pop(), "cost": vocabulary.money(cost)}
            # Translators: what a player does and pays for, as in "hires a merchant for £4".
            self._phrases[seat].append(_("%(what)s for %(cost)s") % params)

    def say_also(self, seat: Seat, phrase: str, own: str, /, **facts: object) -> None:
        """Add a phrase that stands in ``brief`` beside another one, as the tile that is used."""
        self.say(seat, phrase, own, **facts)
        self._also.append(self._phrases[seat][-1])

    def say_lesser(self, seat: Seat, phrase: str, own: str, /, **facts: object) -> None:
        """Add a phrase that stands in ``brief`` only where there is no other."""
        self.say(seat, phrase, own, **facts)
        self._lesser.append(self._phrases[seat][-1])

    def say_gain(self, seat: Seat, phrase: str, own: str, /, **facts: object) -> None:
        """Add a phrase that stands in ``brief`` behind the main one, as what a contract brings."""
        self.say(seat, phrase, own, **facts)
        self._gains.append(self._phrases[seat][-1])

    def say_share(self, seat: Seat, phrase: str, own: str, /, **facts: object) -> None:
        """Add what a player gains by a move of anybody: in ``brief``, or else in ``others``."""
        self.say_gain(seat, phrase, own, **facts)
        self._shares.append(self._phrases[seat][-1])

    def aside(self, clause: str) -> None:
        """Add a consequence of what the acting player does."""
        self._asides.append(clause)

    def begin(self, sentence: str) -> None:
        """Add a sentence before those about players."""
        self._before.append(sentence)

    def remark(self, sentence: str) -> None:
        """Add a sentence after those about players."""
        self._after.append(sentence)

    def speak(self, phrase: Phrase) -> None:
        """Add the phrase of an expansion."""
        if phrase.seat is None:
            self.remark(self.filled(phrase))
        else:
            pattern = _pattern(phrase)
            own = _(phrase.own) if phrase.own else pattern
            self.say(phrase.seat, pattern, own, **_facts(phrase))

    def filled(self, phrase: Phrase) -> str:
        """The phrase of an expansion by itself."""
        return _pattern(phrase) % _facts(phrase)

    def text(self) -> str:
        """The whole text; may be empty."""
        seats = sorted(self._phrases, key=lambda seat: seat != self.event.seat)
        about = [self._about(seat, self._phrases[seat]) for seat in seats]
        sentences = [*self._before, *about]
        if self._asides and self.event.seat not in self._phrases:
            sentences.append(vocabulary.sentence(vocabulary.clauses(self._asides)))
        return vocabulary.sentences([*sentences, *self._after])

    def brief(self) -> tuple[str, ...]:
        """What the acting player does above all, and gains by it.

        What stands beside it comes first.
        """
        seat = self.event.seat
        phrases = [] if seat is None else self._phrases.get(seat, [])
        also = [one for one in phrases if one in self._also]
        others = [one for one in phrases if one not in self._also]
        main = [one for one in others if one not in self._lesser] or others
        return (*also, *main[:1], *(one for one in main[1:] if one in self._gains))

    def others(self) -> tuple[str, ...]:
        """What other players gain by it, each in a sentence."""
        shares = {
            seat: [one for one in phrases if one in self._shares]
            for seat, phrases in self._phrases.items()
            if self.event.seat not in (seat, None)
        }
        return tuple(self._about(seat, own) for seat, own in shares.items() if own)

    def _about(self, seat: Seat, phrases: Sequence[str]) -> str:
        if seat == self.you:
            return self._about_you(seat, phrases)
        params = {"who": self.name(seat), "what": vocabulary.listed(phrases)}
        if self._asides and seat == self.event.seat:
            params["aside"] = vocabulary.clauses(self._asides)
            # Translators: a line of the log: a player's name, what the player does (in the third
            # person, or however your language writes such a record), and what follows from it.
            return _("%(who)s %(what)s; %(aside)s.") % params
        # Translators: a line of the log, such as "Anna buys 2 milk for £13 and hires a merchant".
        return _("%(who)s %(what)s.") % params

    def _about_you(self, seat: Seat, phrases: Sequence[str]) -> str:
        params = {"what": vocabulary.listed(phrases)}
        if self._asides and seat == self.event.seat:
            params["aside"] = vocabulary.clauses(self._asides)
            # Translators: what the reader does, in the second person, and what follows from it.
            # The first letter becomes a capital one by itself.
            said = _("You %(what)s; %(aside)s.") % params
        else:
            # Translators: what the reader does, such as "You buy 2 milk for £13". The first letter
            # becomes a capital one by itself.
            said = _("You %(what)s.") % params
        return said[:1].upper() + said[1:]


def _pattern(phrase: Phrase) -> str:
    """The message of a phrase, in the form that goes by its number."""
    if phrase.plural:
        return ngettext(phrase.message, phrase.plural, phrase.number)
    return _(phrase.message)


def _facts(phrase: Phrase) -> dict[str, str | int]:
    """What stands in the places of a phrase."""
    facts = dict(phrase.facts)
    if phrase.goods:
        facts["goods"] = vocabulary.listed([vocabulary.good_taken(one) for one in phrase.goods])
    return facts


def by_seat(effects: Sequence[Any]) -> dict[Seat, list[Any]]:
    """Effects by the seat that they name."""
    found: defaultdict[Seat, list[Any]] = defaultdict(list)
    for effect in effects:
        found[effect.seat].append(effect)
    return found
