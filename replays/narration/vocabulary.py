"""The vocabulary of the log: goods, units, clans and lists, in the language that is active."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Final

from django.utils.translation import gettext_noop

from games.engine.state import Rating
from games.engine.terms import Good, Import
from replays.narration.language import gettext as _
from replays.narration.language import ngettext, npgettext, numbered, pgettext

Counted = Callable[[int], str]
Named = Callable[[], str]

AMOUNTS: Final[Mapping[str, Counted]] = {
    # Translators: amounts in lists, as in "For contract 3 you still need 2 wool".
    "wool": lambda n: ngettext("%(n)s wool", "%(n)s wool", n),
    "milk": lambda n: ngettext("%(n)s milk", "%(n)s milk", n),
    "grain": lambda n: ngettext("%(n)s grain", "%(n)s grain", n),
    "bread": lambda n: ngettext("%(n)s bread", "%(n)s bread", n),
    "cheese": lambda n: ngettext("%(n)s cheese", "%(n)s cheese", n),
    "whisky": lambda n: ngettext("%(n)s whisky", "%(n)s whisky", n),
    "cotton": lambda n: ngettext("%(n)s cotton", "%(n)s cotton", n),
    "tobacco": lambda n: ngettext("%(n)s tobacco", "%(n)s tobacco", n),
    "sugar_cane": lambda n: ngettext("%(n)s sugar cane", "%(n)s sugar cane", n),
    "kilt": lambda n: ngettext("%(n)s kilt", "%(n)s kilts", n),
}

TAKEN: Final[Mapping[str, Counted]] = {
    # Translators: amounts after a verb: "buys 2 wool", "gives 2 wool", "imports 2 cotton".
    "wool": lambda n: npgettext("object", "%(n)s wool", "%(n)s wool", n),
    "milk": lambda n: npgettext("object", "%(n)s milk", "%(n)s milk", n),
    "grain": lambda n: npgettext("object", "%(n)s grain", "%(n)s grain", n),
    "bread": lambda n: npgettext("object", "%(n)s bread", "%(n)s bread", n),
    "cheese": lambda n: npgettext("object", "%(n)s cheese", "%(n)s cheese", n),
    "whisky": lambda n: npgettext("object", "%(n)s whisky", "%(n)s whisky", n),
    "cotton": lambda n: npgettext("object", "%(n)s cotton", "%(n)s cotton", n),
    "tobacco": lambda n: npgettext("object", "%(n)s tobacco", "%(n)s tobacco", n),
    "sugar_cane": lambda n: npgettext("object", "%(n)s sugar cane", "%(n)s sugar cane", n),
    "kilt": lambda n: npgettext("object", "%(n)s kilt", "%(n)s kilts", n),
}

GOODS: Final[Mapping[str, str]] = {
    # Translators: the names of goods, by themselves and in lists.
    "wool": gettext_noop("wool"),
    "milk": gettext_noop("milk"),
    "grain": gettext_noop("grain"),
    "bread": gettext_noop("bread"),
    "cheese": gettext_noop("cheese"),
    "whisky": gettext_noop("whisky"),
}

GOODS_TAKEN: Final[Mapping[str, Named]] = {
    # Translators: a good after a verb: "Buy wool", "makes wool".
    "wool": lambda: pgettext("object", "wool"),
    "milk": lambda: pgettext("object", "milk"),
    "grain": lambda: pgettext("object", "grain"),
    "bread": lambda: pgettext("object", "bread"),
    "cheese": lambda: pgettext("object", "cheese"),
    "whisky": lambda: pgettext("object", "whisky"),
}

OF_GOODS: Final[Mapping[str, Named]] = {
    # Translators: as in "the price of wool" and "the wool market".
    "wool": lambda: pgettext("of", "wool"),
    "milk": lambda: pgettext("of", "milk"),
    "grain": lambda: pgettext("of", "grain"),
    "bread": lambda: pgettext("of", "bread"),
    "cheese": lambda: pgettext("of", "cheese"),
    "whisky": lambda: pgettext("of", "whisky"),
}

UNITS: Final[Mapping[str, Named]] = {
    # Translators: what somebody places, moves or takes: "places a cow on F5".
    "sheep": lambda: pgettext("object", "a sheep"),
    "cow": lambda: pgettext("object", "a cow"),
    "field": lambda: pgettext("object", "a field"),
    "bakery": lambda: pgettext("object", "a bakery"),
    "distillery": lambda: pgettext("object", "a distillery"),
    "cheese_dairy": lambda: pgettext("object", "a cheese dairy"),
    "worker": lambda: pgettext("object", "a worker"),
    "woodcutter": lambda: pgettext("object", "a woodcutter"),
    "miner": lambda: pgettext("object", "a miner"),
}
"""Units of the map and of the columns of a player board."""

ANIMALS: Final[Mapping[str, Counted]] = {
    # Translators: what somebody places, takes or gives: "fulfils contract 3 with 2 cows from F5".
    "sheep": lambda n: npgettext("object", "%(n)s sheep", "%(n)s sheep", n),
    "cow": lambda n: npgettext("object", "%(n)s cow", "%(n)s cows", n),
}
"""Units of which several of a kind may stand on one space."""

TECHNOLOGIES: Final[Mapping[str, tuple[str, str]]] = {
    "woodcutter": (
        gettext_noop("upgrades the technology of the woodcutters"),
        gettext_noop("upgrade the technology of the woodcutters"),
    ),
    "miner": (
        gettext_noop("upgrades the technology of the miners"),
        gettext_noop("upgrade the technology of the miners"),
    ),
}
"""Phrases for a flipped technology, in the third person and in the second."""

RATINGS: Final[Mapping[Rating, str]] = {
    # Translators: how well somebody has done in a game alone, from worst to best.
    "newbie": gettext_noop("Newbie"),
    "rookie": gettext_noop("Rookie"),
    "average": gettext_noop("Average"),
    "expert": gettext_noop("Expert"),
    "genius": gettext_noop("Genius"),
}
"""What the result of a game alone is called. (SOLO-24)"""

CLANS: Final[Mapping[str, str]] = {
    "buchanan": gettext_noop("Buchanan"),
    "campbell": gettext_noop("Campbell"),
    "cunningham": gettext_noop("Cunningham"),
    "fergusson": gettext_noop("Fergusson"),
    "douglas": gettext_noop("Douglas"),
    "fraser": gettext_noop("Fraser"),
    "gordon": gettext_noop("Gordon"),
    "macdonald": gettext_noop("MacDonald"),
    "macewan": gettext_noop("MacEwan"),
    "mackenzie": gettext_noop("MacKenzie"),
    "macfarlane": gettext_noop("MacFarlane"),
    "macgregor": gettext_noop("MacGregor"),
    "macleod": gettext_noop("MacLeod"),
    "mackintosh": gettext_noop("Mackintosh"),
    "macpherson": gettext_noop("MacPherson"),
    "sinclair": gettext_noop("Sinclair"),
    "robertson": gettext_noop("Robertson"),
    "stewart": gettext_noop("Stewart"),
}


def clan(name: str) -> str:
    """The name of a clan."""
    return _(CLANS[name]) if name in CLANS else name.capitalize()


def amount(good: str, number: int) -> str:
    """Such as ``2 whisky``."""
    return AMOUNTS[good](number) % {"n": number}


def taken(good: str, number: int) -> str:
    """Such as ``2 whisky``, after a verb."""
    return TAKEN[good](number) % {"n": number}


def amounts(goods: Mapping[Good, int], pounds: int = 0) -> str:
    """Such as ``£5, 2 wool and 1 milk``; zero amounts are left out."""
    parts = [money(pounds)] if pounds else []
    return listed([*parts, *(amount(good, number) for good, number in goods.items() if number)])


def amounts_taken(goods: Mapping[Good, int] | Mapping[Import, int], pounds: int = 0) -> str:
    """Such as ``£5, 2 wool and 1 milk``, after a verb; zero amounts are left out."""
    parts = [money(pounds)] if pounds else []
    return listed([*parts, *(taken(good, number) for good, number in goods.items() if number)])


def kilts_as(goods: Sequence[str], counted: Callable[[str, int], str] = taken) -> str:
    """Such as ``2 kilts as bread and cheese``, by the good for which each of them stands."""
    names = [_(GOODS[good]) for good in dict.fromkeys(goods)]
    facts = {"kilts": counted("kilt", len(goods)), "goods": listed(names)}
    return _("%(kilts)s as %(goods)s") % facts


def silos(numbers: Sequence[int]) -> str:
    """Such as ``silos 1 and 3``, in "into …" and "out of …"."""
    # Translators: after "into" and "out of"
    text = ngettext("silo %(silos)s", "silos %(silos)s", len(numbers))
    return text % {"silos": listed([str(number) for number in numbers])}


def good_taken(good: str) -> str:
    """A good after a verb, such as ``wool``."""
    return GOODS_TAKEN[good]()


def of_good(good: str) -> str:
    """A good in "the price of …" and "the market of …", such as ``wool``."""
    return OF_GOODS[good]()


def unit_taken(unit: str) -> str:
    """Such as ``a cow``, after a verb."""
    return UNITS[unit]()


def number(amount: int) -> str:
    """Such as ``12``, with a minus sign before a negative amount."""
    return f"\u2212{-amount}" if amount < 0 else str(amount)


def money(pounds: int) -> str:
    """Such as ``£12``."""
    return _("£%(pounds)s") % {"pounds": pounds}


def units_taken(unit: str, number: int) -> str:
    """Such as ``a cow`` or ``2 cows``, after a verb."""
    return unit_taken(unit) if number == 1 else ANIMALS[unit](number) % {"n": number}


def unit_on(unit: str, hex_: str, number: int = 1) -> str:
    """Such as ``a cow on F5``."""
    return _("%(unit)s on %(hex)s") % {"unit": units_taken(unit, number), "hex": hex_}


def unit_from(unit: str, hex_: str, number: int = 1) -> str:
    """Such as ``a cow from F5``."""
    return _("%(unit)s from %(hex)s") % {"unit": units_taken(unit, number), "hex": hex_}


def units_at(at: Callable[[str, str, int], str], units: Iterable[tuple[str, str]]) -> list[str]:
    """Units with their spaces, by ``unit_on`` or ``unit_from``; those alike on a space together."""
    return [at(unit, hex_, number) for (unit, hex_), number in Counter(units).items()]


def contracts(numbers: Sequence[int]) -> str:
    """Such as ``contracts 3, 5 and 8``."""
    pattern = ngettext("contract %(contracts)s", "contracts %(contracts)s", len(numbers))
    return pattern % {"contracts": listed([numbered(number) for number in numbers])}


def listed(parts: Sequence[str]) -> str:
    """Such as ``a, b and c``."""
    *first, last = parts
    if not first:
        return last
    # Translators: the end of a list, of things or of what a player does.
    return _("%(first)s and %(last)s") % {"first": joined(first), "last": last}


def joined(parts: Sequence[str]) -> str:
    """Such as ``a, b, c``; empty of nothing."""
    # Translators: a list that goes on.
    return folded(_("%(first)s, %(next)s"), parts)


def clauses(parts: Sequence[str]) -> str:
    """Such as ``a; b``: parts of a sentence."""
    # Translators: two parts of one sentence.
    return folded(_("%(first)s; %(next)s"), parts)


def sentence(clause: str) -> str:
    """A part of a sentence as one of its own."""
    # Translators: ends what becomes a sentence, such as "The price of milk rises to £6".
    return _("%(sentence)s.") % {"sentence": clause[:1].upper() + clause[1:]}


def sentences(parts: Sequence[str]) -> str:
    """Such as ``A. B.``: whole sentences."""
    # Translators: two sentences, one after the other. Only the space between them may go.
    return folded(_("%(first)s %(next)s"), parts)


def folded(pattern: str, parts: Sequence[str]) -> str:
    """The parts put together by a pattern for two: ``first`` and ``next``; empty of nothing."""
    if not parts:
        return ""
    return reduce(lambda first, further: pattern % {"first": first, "next": further}, parts)
